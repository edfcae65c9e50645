/** The SQL of reading runs by id. */
import { type ContentError, decryptEachRow } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { decryptEachWords, RESPONSE } from './payload-columns.ts';
import type { RunRow } from './run-row.ts';

/** A look-up that is younger than this is enough for a reader. */
export const LOOK_UP_FRESH_MS = 2_000;

export interface ReadRow extends RunRow {
  ord: number;
  response: string | null;
  /** The time until the next look-up is due, by the database's clock; null if none will follow. */
  look_up_due_in_ms: number | null;
  /** The time until a reader may look it up before that; null if there is nothing to ask for. */
  look_up_open_in_ms: number | null;
}

/** Runs by workspace and id, with their answers; a missing run has no row. Each has its index in `keys`. */
export async function readRuns(
  db: Queryable,
  keys: { workspace: string; id: string }[],
): Promise<(ReadRow | ContentError | undefined)[]> {
  const rows = await db.query<ReadRow>(
    'select * from read_runs($1::uuid[], $2::uuid[], $3)',
    [keys.map((key) => key.workspace), keys.map((key) => key.id), LOOK_UP_FRESH_MS],
    'read_runs',
  );
  const [answered, progress] = await Promise.all([
    decryptEachRow(db.cipher, rows, RESPONSE),
    decryptEachWords(db.cipher, rows),
  ]);
  const found: (ReadRow | ContentError | undefined)[] = keys.map(() => undefined);
  rows.forEach(({ ord }, i) => {
    found[ord - 1] = together(answered[i]!, progress[i]!);
  });
  return found;
}

/** The answer from one and the words from the other, or the reason why one of them cannot be read. */
function together(answer: ReadRow | ContentError, row: ReadRow | ContentError) {
  if (answer instanceof Error) return answer;
  return row instanceof Error ? row : { ...row, response: answer.response };
}
