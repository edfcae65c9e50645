/** A run as it is known at one time, from the database or from memory. */
import type { JsonValue } from '../platform/lib/json.ts';
import type { OwnRun } from './own-runs.ts';
import type { ReadRow } from './reading-store.ts';
import type { Run } from './run.ts';
import type { RunRow } from './run-row.ts';

export interface Reading {
  row: RunRow;
  /** What is stored of the answer: as JSON text if it was read from the database. */
  answer: { text: string } | { value: JsonValue } | undefined;
  /** How long until this reader may have the run looked up; infinite if there is nothing to look up. */
  lookUpInMs: number;
  /** The run that its resource makes of it, from the first time on. */
  run: Run | undefined;
}

export function readingOf({ response, ...row }: ReadRow): Reading {
  return {
    row,
    answer: response === null ? undefined : { text: response },
    lookUpInMs: lookUpInMs(row),
    run: undefined,
  };
}

/** The reading of a run whose row this process knows without a read. */
export function ownReading({ row, answer }: OwnRun): Reading {
  return {
    row,
    answer: answer === undefined ? undefined : { value: answer },
    lookUpInMs: Number.POSITIVE_INFINITY,
    run: undefined,
  };
}

function lookUpInMs({
  look_up_due_in_ms: due,
  look_up_open_in_ms: open,
}: Omit<ReadRow, 'response'>): number {
  return Math.min(due ?? Number.POSITIVE_INFINITY, open ?? Number.POSITIVE_INFINITY);
}
