/** Encrypts and decrypts the columns of rows with content together. */
import { type Cell, type ContentCipher, isMarked } from './cipher.ts';
import { ContentError } from './content-error.ts';

export interface Columns<Row> {
  table: string;
  columns: readonly (keyof Row & string)[];
  /** The workspace of a row, and its key in its table. */
  at: (row: Row) => { workspace: string; key: string };
}

interface RowCell {
  row: number;
  column: string;
  cell: Cell;
}

/** The texts whose saved form differs from the text that is meant. */
function cellsOf<Of>(
  rows: readonly Of[],
  { table, columns, at }: Columns<Of>,
  isChanged: (text: string) => boolean,
): RowCell[] {
  const cells: RowCell[] = [];
  rows.forEach((row, i) => {
    for (const column of columns) {
      const text = row[column];
      if (typeof text !== 'string' || !isChanged(text)) continue;
      const { workspace, key } = at(row);
      const location = `${table}.${column}\0${key}`;
      cells.push({ row: i, column, cell: { workspace, location, text } });
    }
  });
  return cells;
}

function withTexts<Row extends object>(
  rows: readonly Row[],
  cells: readonly RowCell[],
  texts: readonly string[],
): Row[] {
  const changed = rows.map((row) => ({ ...row }));
  cells.forEach(({ row, column }, i) => {
    (changed[row] as Record<string, unknown>)[column] = texts[i];
  });
  return changed;
}

/** The rows to save. */
export async function encryptRows<Of extends object, Row extends Of>(
  cipher: ContentCipher,
  rows: readonly Row[],
  columns: Columns<Of>,
): Promise<Row[]> {
  const cells = cellsOf(rows, columns, cipher.encrypts ? () => true : isMarked);
  if (cells.length === 0) return [...rows];
  return withTexts(rows, cells, await cipher.encrypt(cells.map(({ cell }) => cell)));
}

/** Rejects with the ContentError of the first text that is not available. */
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

/** One unreadable row does not affect the others. */
export async function decryptEachRow<Of extends object, Row extends Of>(
  cipher: ContentCipher,
  rows: readonly Row[],
  columns: Columns<Of>,
): Promise<(Row | ContentError)[]> {
  const cells = cellsOf(rows, columns, isMarked);
  if (cells.length === 0) return [...rows];
  const texts = await cipher.decryptEach(cells.map(({ cell }) => cell));
  const faults = new Map<number, ContentError>();
  texts.forEach((text, i) => {
    if (text instanceof ContentError) faults.set(cells[i]!.row, text);
  });
  const read = withTexts(rows, cells, texts as string[]);
  return read.map((row, i) => faults.get(i) ?? row);
}
