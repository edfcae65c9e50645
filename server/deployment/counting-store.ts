/** The SQL by which a statement counts in the lane of its process, as the last act of its transaction. */

const texts = new Map<string, string>();

/** With three more parameters: the witness, the lane, and how far that is known. What gives no row has saved nothing. */
export function countingText(text: string, values: number): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const [witness, lane, told] = [1, 2, 3].map((more) => `$${values + more}`);
  const counting = `with done as materialized (${text}), counted as materialized (
      select count_lane_1(${witness}::uuid, ${lane}::integer, ${told}::bigint) as lane_count
      from (select count(*) as rows from done) d where d.rows > 0)
    select done.*, counted.lane_count from counted cross join done`;
  texts.set(text, counting);
  return counting;
}
