/** The columns of runs that have content, and their encryption: each text is bound to its run. */
import {
  type Columns,
  type ContentCipher,
  ContentError,
  decryptEachRow,
  encryptRows,
} from '../platform/db/encryption/index.ts';
import type { Progress } from '../providers/provider.ts';
import type { RunError } from './run.ts';

interface Located {
  workspace: string;
  id: string;
}

export const REQUEST: Columns<Located & { request: string | null }> = {
  table: 'run_payload',
  columns: ['request'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

export const RESPONSE: Columns<Located & { response: string | null }> = {
  table: 'run_payload',
  columns: ['response'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

export const PAYLOAD: Columns<Located & { request: string | null; response: string | null }> = {
  table: 'run_payload',
  columns: ['request', 'response'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

/** A provider's words in the row of a run: they may quote the request. */
interface WithWords extends Located {
  error?: RunError | null | undefined;
  progress?: Progress | null | undefined;
}

interface Words extends Located {
  error: string | undefined;
  progress: string | undefined;
}

const WORDS: Columns<Words> = {
  table: 'run',
  columns: ['error', 'progress'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

function wordsOf({ workspace, id, error, progress }: WithWords): Words {
  return { workspace, id, error: error?.message, progress: progress?.message };
}

function withWords<Row extends WithWords>(row: Row, { error, progress }: Words): Row {
  return {
    ...row,
    ...(row.error && error !== undefined && { error: { ...row.error, message: error } }),
    ...(row.progress &&
      progress !== undefined && { progress: { ...row.progress, message: progress } }),
  };
}

/** The rows, ready to be saved. */
export async function encryptWords<Row extends WithWords>(
  cipher: ContentCipher,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!rows.some(hasWords)) return rows;
  const words = await encryptRows(cipher, rows.map(wordsOf), WORDS);
  return rows.map((row, i) => withWords(row, words[i]!));
}

/** A row without a run, which some pages have, stays as it is. */
export async function decryptEachWords<Row extends WithWords>(
  cipher: ContentCipher,
  rows: readonly Row[],
): Promise<(Row | ContentError)[]> {
  if (!rows.some(hasWords)) return [...rows];
  const words = await decryptEachRow(cipher, rows.map(wordsOf), WORDS);
  return rows.map((row, i) => {
    const read = words[i]!;
    return read instanceof ContentError ? read : withWords(row, read);
  });
}

export async function decryptWords<Row extends WithWords>(
  cipher: ContentCipher,
  rows: readonly Row[],
): Promise<Row[]> {
  const read = await decryptEachWords(cipher, rows);
  return read.map((row) => {
    if (row instanceof ContentError) throw row;
    return row;
  });
}

function hasWords({ error, progress }: WithWords): boolean {
  return (error ?? progress ?? null) !== null;
}
