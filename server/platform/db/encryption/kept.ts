/**
 * Counts the texts of a table with content by the operator's key under which they are encrypted, and encrypts those that
 * are plain, page by page: each part of the server that has such a table describes it. Stores encrypt and decrypt the
 * content of their rows here, and make and compare hashes of requests, which have a key if content is encrypted.
 */
import type { Db } from '../pool.ts';
import { type Cell, type ContentCipher, ContentError, ENCRYPTED, isMarked } from './cipher.ts';

export interface KeptContent<Row = unknown> {
  /** For people. */
  name: string;
  table: string;
  /** The primary key: columns with their types; the workspace is one of them. */
  key: Readonly<Record<string, string>>;
  /**
   * SQL expressions for the texts with content, each null if there is none. An encrypted text begins with the prefix.
   */
  texts: readonly string[];
  /** The SQL columns of a row that `encrypt` reads. */
  read: string;
  /** Encrypts rows that have plain text, if they are unchanged since they were read. */
  encrypt(db: Db, rows: Row[]): Promise<void>;
}

interface KeptCount {
  /** Null: plain text. */
  key_id: string | null;
  texts: number;
}

/** The key of the last row of a page, as texts. */
type PrimaryKey = readonly string[];

const COUNTED_ROWS = 2_000;
/** Each may have several megabytes. */
const ENCRYPTED_ROWS = 50;

const keyOf = ({ key }: KeptContent) => Object.keys(key).join(', ');

/** The rows after a primary key, in its order. */
function pageOf(kept: KeptContent, columns: string, after: PrimaryKey | undefined): string {
  const types = Object.values(kept.key);
  const parameters = types.map((type, i) => `$${i + 2}::${type}`).join(', ');
  const behind = after ? `where (${keyOf(kept)}) > (${parameters})` : '';
  const names = Object.keys(kept.key).map((column) => `${column}::text`);
  return `select ${columns}, array[${names.join(', ')}] as primary_key from ${kept.table} ${behind}
    order by ${keyOf(kept)} limit $1`;
}

/** The number of texts under each key of the operator. Reads the whole table, one page at a time. */
export async function countKept(db: Db, kept: KeptContent): Promise<KeptCount[]> {
  const counts = new Map<string | null, number>();
  for (let after: PrimaryKey | undefined; ; ) {
    const columns = `workspace, array[${kept.texts.map((text) => `left(${text}, 20)`).join(', ')}] as texts`;
    const rows: (KeptCount & { rows: number; last: PrimaryKey | null })[] = await db.query(
      `with page as materialized (${pageOf(kept, columns, after)}), found as (
         select case when starts_with(v.text, '${ENCRYPTED}') then coalesce(k.key_id, '') end as key_id
         from page p cross join lateral unnest(p.texts) v (text)
         left join content_key k on k.workspace = p.workspace and k.id = right(v.text, 8)
         where v.text is not null
       ), counted as (select key_id, count(*)::integer as texts from found group by key_id)
       select e.rows, e.last, c.key_id, coalesce(c.texts, 0) as texts
       from (select count(*)::integer as rows, (array_agg(to_json(primary_key)))[count(*)] as last from page) e
       left join counted c on true`,
      [COUNTED_ROWS, ...(after ?? [])],
    );
    for (const { key_id, texts } of rows) {
      if (texts > 0) counts.set(key_id, (counts.get(key_id) ?? 0) + texts);
    }
    const [page] = rows;
    if (!page?.last || page.rows < COUNTED_ROWS) break;
    after = page.last;
  }
  return [...counts].map(([key_id, texts]) => ({ key_id, texts }));
}

/** Encrypts plain text. Each step is a transaction of its own; the operator can interrupt it and run it again. */
export async function encryptKept(
  db: Db,
  kept: KeptContent,
  onRows: (rows: number) => void,
): Promise<number> {
  let encrypted = 0;
  const isPlain = kept.texts.map((text) => `not starts_with(${text}, '${ENCRYPTED}')`);
  const columns = `coalesce(${isPlain.join(', false) or coalesce(')}, false) as is_plain`;
  for (let after: PrimaryKey | undefined; ; ) {
    const rows: { primary_key: PrimaryKey; is_plain: boolean }[] = await db.query(
      pageOf(kept, columns, after),
      [COUNTED_ROWS, ...(after ?? [])],
    );
    const plain = rows.filter((row) => row.is_plain).map(({ primary_key }) => primary_key);
    for (let i = 0; i < plain.length; i += ENCRYPTED_ROWS) {
      const read = await readRows(db, kept, plain.slice(i, i + ENCRYPTED_ROWS));
      await kept.encrypt(db, read);
      encrypted += read.length;
      onRows(encrypted);
    }
    if (rows.length < COUNTED_ROWS) return encrypted;
    after = rows.at(-1)!.primary_key;
  }
}

function readRows(
  db: Db,
  { table, key, read }: KeptContent,
  keys: PrimaryKey[],
): Promise<unknown[]> {
  const types = Object.entries(key);
  const names = types.map((_, i) => `k${i}`);
  const same = types.map(([name, type], i) => `t.${name} = c.k${i}::${type}`);
  const arrays = types.map((_, i) => `$${i + 1}::text[]`);
  return db.query(
    `select s.*, c.primary_key from (select *, array[${names.join(', ')}] as primary_key
       from unnest(${arrays.join(', ')}) as k (${names.join(', ')})) c
     cross join lateral (select ${read} from ${table} t where ${same.join(' and ')}) s`,
    types.map((_, i) => keys.map((primary_key) => primary_key[i])),
  );
}

/** Encrypts text columns. */
export function encryptColumns<Of extends object>(
  { table, key }: Pick<KeptContent, 'table' | 'key'>,
  columns: Columns<Of>,
): KeptContent<Of & { primary_key: PrimaryKey }>['encrypt'] {
  return async (db, rows) => {
    for (const column of columns.columns) {
      const plain = rows.filter((row) => isPlain(row[column]));
      if (plain.length === 0) continue;
      const one = { ...columns, columns: [column] };
      const meant = await decryptRows(db.cipher, plain, one);
      const encrypted = await encryptRows(db.cipher, meant, one);
      const replacements = plain.map((row, i) => ({
        primary_key: row.primary_key,
        before: row[column] as string,
        after: encrypted[i]![column] as string,
      }));
      await replace(db, { table, key, column }, replacements);
    }
  };
}

interface Replacement {
  primary_key: PrimaryKey;
  before: string;
  after: string;
}

/** If the column is unchanged since it was read. `type` is the type of the column. */
export async function replace(
  db: Db,
  {
    table,
    key,
    column,
    type = 'text',
  }: Pick<KeptContent, 'table' | 'key'> & { column: string; type?: string },
  rows: readonly Replacement[],
): Promise<void> {
  const names = Object.keys(key);
  const arrays = Object.values(key).map((_, i) => `$${i + 1}::text[]`);
  const [before, after] = [names.length + 1, names.length + 2];
  const same = Object.entries(key).map(([name, of], i) => `t.${name} = c.k${i}::${of}`);
  // JSON has no equality, and bytes have more than one text form.
  const unchanged =
    type === 'bytea' ? `t.${column} = c.before::bytea` : `t.${column}::text = c.before`;
  await db.query(
    `update ${table} t set ${column} = c.after::${type}
     from unnest(${arrays.join(', ')}, $${before}::text[], $${after}::text[])
       as c (${names.map((_, i) => `k${i}`).join(', ')}, before, after)
     where ${same.join(' and ')} and ${unchanged}`,
    [
      ...names.map((_, i) => rows.map(({ primary_key }) => primary_key[i])),
      rows.map((row) => row.before),
      rows.map((row) => row.after),
    ],
  );
}

function isPlain(text: unknown): boolean {
  return typeof text === 'string' && !text.startsWith(ENCRYPTED);
}

/* Encrypts and decrypts the columns of rows with content together. */

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
