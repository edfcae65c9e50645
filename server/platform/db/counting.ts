/**
 * A call of a database function that advances the lane of its process as the last step of its transaction: a process
 * that relies on its answer can check later whether the database still has it (`platform/deployment/witness.ts`).
 */
import type { Queryable } from './pool.ts';

export interface Statement {
  /** Selects all rows of one function. */
  text: string;
  values: unknown[];
  name: string | undefined;
}

/** Which lane it advances, and how far the process knows it has come. */
interface Lane {
  witness: string;
  lane: number;
  known: number;
  /** Whether the transaction fails in a database that is provably not the known one, or provably lacks commits. */
  refuses: boolean;
}

/**
 * The rows, which also have the count, and how far the lane has come; undefined if the statement returned no row and so
 * saved nothing, or if the database does not say of itself that it is the known one.
 */
export async function queryCounting<Row>(
  db: Queryable,
  { text, values, name }: Statement,
  { witness, lane, known, refuses }: Lane,
): Promise<{ rows: Row[]; count: number | undefined }> {
  const rows = await db.query<Row & { lane_count: number | null }>(
    countingText(text, values.length),
    [...values, witness, lane, known, refuses],
    name === undefined ? undefined : `counting_${name}`,
  );
  return { rows, count: rows[0]?.lane_count ?? undefined };
}

const texts = new Map<string, string>();

function countingText(text: string, values: number): string {
  const made = texts.get(text);
  if (made !== undefined) return made;
  const [witness, lane, known, refuses] = [1, 2, 3, 4].map((more) => `$${values + more}`);
  // PostgreSQL evaluates the subquery once, for the first row: then the function has done its work.
  const counting = `select done.*, (
      select count_lane(${witness}::uuid, ${lane}::integer, ${known}::bigint, ${refuses}::boolean)) as lane_count
    from (${text}) done`;
  texts.set(text, counting);
  return counting;
}
