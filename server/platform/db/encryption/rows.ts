/** Encrypts and decrypts the columns of rows with content together. */

import { type Cell, type ContentCipher, ContentError, ENCRYPTED, isMarked } from './cipher.ts';

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

/* Hashes of requests, keyed if content is encrypted: a keyed hash is longer, because it names its key. */

/** The hash to save. */
export async function keyedHash(
  cipher: ContentCipher,
  workspace: string,
  hash: Buffer,
): Promise<Buffer> {
  return (await cipher.keyedHash(workspace, hash)) ?? hash;
}

const HASH_BYTES = 32;

/** The column of a saved hash as a text of `KeptContent`: a keyed hash names its data key. */
export function textOfHash(column: string): string {
  const dataKey = `encode(substring(${column} for 4), 'hex')`;
  return `case when length(${column}) > ${HASH_BYTES} then '${ENCRYPTED}' || ${dataKey} else 'plain' end`;
}

/** The bytes in the text form of PostgreSQL. */
export function byteaOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

/** Whether the saved hash was made from this hash. */
export async function isHashOf(
  cipher: ContentCipher,
  workspace: string,
  saved: Buffer,
  hash: Buffer,
): Promise<boolean> {
  if (saved.length === hash.length) return saved.equals(hash);
  return saved.equals(await cipher.keyedHashLike(saved, workspace, hash));
}
