/** Columns of rows that have content, encrypted and decrypted together. */
import type { Cell, ContentCipher } from './cipher.ts';
import { ContentError } from './content-error.ts';

export interface Columns<Row> {
  table: string;
  columns: readonly (keyof Row & string)[];
  /** The workspace of a row, and what it is found by in its table. */
  at: (row: Row) => { workspace: string; key: string };
}

interface Place {
  row: number;
  column: string;
  cell: Cell;
}

function cellsOf<Of>(rows: readonly Of[], { table, columns, at }: Columns<Of>): Place[] {
  return rows.flatMap((row, i) => {
    return columns.flatMap((column) => {
      const text = row[column];
      if (typeof text !== 'string') return [];
      const { workspace, key } = at(row);
      return [{ row: i, column, cell: { workspace, place: `${table}.${column}\0${key}`, text } }];
    });
  });
}

function withTexts<Row extends object>(
  rows: readonly Row[],
  places: readonly Place[],
  texts: readonly string[],
): Row[] {
  // Nothing is encrypted: the rows are as they were.
  if (places.every(({ cell }, i) => cell.text === texts[i])) return [...rows];
  const changed = rows.map((row) => ({ ...row }));
  places.forEach(({ row, column }, i) => {
    (changed[row] as Record<string, unknown>)[column] = texts[i];
  });
  return changed;
}

/** The rows as they are to be saved. */
export async function encryptRows<Of extends object, Row extends Of>(
  cipher: ContentCipher,
  rows: readonly Row[],
  columns: Columns<Of>,
): Promise<Row[]> {
  const places = cellsOf(rows, columns);
  return withTexts(rows, places, await cipher.encrypt(places.map(({ cell }) => cell)));
}

/** Rejects with the ContentError of the first text that cannot be had. */
export async function decryptRows<Of extends object, Row extends Of>(
  cipher: ContentCipher,
  rows: readonly Row[],
  columns: Columns<Of>,
): Promise<Row[]> {
  const each = await decryptEachRow(cipher, rows, columns);
  return each.map((row) => {
    if (row instanceof ContentError) throw row;
    return row;
  });
}

/** One that cannot be had keeps nobody from the others. */
export async function decryptEachRow<Of extends object, Row extends Of>(
  cipher: ContentCipher,
  rows: readonly Row[],
  columns: Columns<Of>,
): Promise<(Row | ContentError)[]> {
  const places = cellsOf(rows, columns);
  if (places.length === 0) return [...rows];
  const texts = await cipher.decryptEach(places.map(({ cell }) => cell));
  const faults = new Map<number, ContentError>();
  texts.forEach((text, i) => {
    if (text instanceof ContentError) faults.set(places[i]!.row, text);
  });
  const read = withTexts(rows, places, texts as string[]);
  return read.map((row, i) => faults.get(i) ?? row);
}
