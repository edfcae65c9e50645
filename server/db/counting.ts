/**
 * A statement that advances the lane of its process as the last step of its transaction: a process that relies on its
 * answer can check later whether the database still has it (`deployment/witness.ts`).
 */
import type { Queryable } from './pool.ts';

export interface Statement {
  text: string;
  values: unknown[];
  name: string | undefined;
}

/** Which lane it advances, and how far the process knows it has come. */
export interface Lane {
  witness: string;
  lane: number;
  known: number;
}

/** The rows, and how far the lane has come; undefined if the statement returned no row and so saved nothing. */
export async function queryCounting<Row>(
  db: Queryable,
  { text, values, name }: Statement,
  { witness, lane, known }: Lane,
): Promise<{ rows: Row[]; count: number | undefined }> {
  const found = await db.query<Row & { lane_count: number }>(
    countingText(text, values.length),
    [...values, witness, lane, known],
    name === undefined ? undefined : `counting_${name}`,
  );
  const rows = found.map(({ lane_count: _, ...row }) => row as Row);
  return { rows, count: found[0]?.lane_count };
}

const texts = new Map<string, string>();

function countingText(text: string, values: number): string {
  const made = texts.get(text);
  if (made !== undefined) return made;
  const [witness, lane, known] = [1, 2, 3].map((more) => `$${values + more}`);
  const counting = `with done as materialized (${text}), counted as materialized (
      select count_lane_1(${witness}::uuid, ${lane}::integer, ${known}::bigint) as lane_count
      from (select count(*) as rows from done) d where d.rows > 0)
    select done.*, counted.lane_count from counted cross join done`;
  texts.set(text, counting);
  return counting;
}
