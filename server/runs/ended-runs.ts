/**
 * Ended runs that this process read or ended a moment ago. They never change, so the next read gets them from memory.
 * After a moment, the next read asks the database again. The process forgets all of them when it loses its connection
 * to the database: the next connection may lead to an earlier state.
 */
import type { Notifications } from '../platform/db/notifications.ts';
import { createCache } from '../platform/lib/cache.ts';
import { weightOf } from '../platform/lib/json.ts';
import type { Reading } from './run-reading.ts';
import { isTerminal } from './states.ts';

const KEPT_MS = 10_000;
const MOST_BYTES = 16_000_000;
/** The bytes of what every run has: its row, and what is made of that. */
const ROW_BYTES = 4_000;

export type EndedRuns = ReturnType<typeof createEndedRuns>;

export function createEndedRuns(notifications: Notifications) {
  const readings = createCache<Reading>(MOST_BYTES, { ttl: KEPT_MS, sizeOf });
  notifications.onLost(() => readings.clear());
  notifications.onReconnect(() => readings.clear());
  return {
    get(workspace: string, uuid: string): Reading | undefined {
      // `peek` does not note the use, which would take longer than the look-up: the oldest leave first.
      const reading = readings.peek(uuid);
      return reading?.row.workspace === workspace ? reading : undefined;
    },
    /** Keeps nothing of a run that goes on. */
    add(reading: Reading): void {
      if (isTerminal(reading.row.state)) readings.set(reading.row.id, reading);
    },
  };
}

/** In bytes, an estimate: the saved text of an answer, the values, and the text of the body that contains them. */
function sizeOf({ row: { metadata, facts, error }, answer }: Reading): number {
  const values = weightOf(metadata) + weightOf(facts) + weightOf(error);
  const bytes = ROW_BYTES + 2 * values;
  if (answer === undefined) return bytes;
  return bytes + ('text' in answer ? 6 * answer.text.length : 2 * weightOf(answer.value));
}
