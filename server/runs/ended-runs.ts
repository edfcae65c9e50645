/**
 * Ended runs that this process read or ended a moment ago. They never change, so the next read gets them from memory.
 * The process forgets them after a moment, and when it loses its connection to the database: the next connection may
 * lead to an earlier state.
 */
import type { Notifications } from '../db/notifications.ts';
import { createCache } from '../kernel/cache.ts';
import { weightOf } from '../kernel/json-weight.ts';
import type { Reading } from './run-reading.ts';
import { isTerminal } from './states.ts';

const KEPT_MS = 10_000;
const MOST_BYTES = 16_000_000;
/** The bytes of a run besides its answer: its row, and what is made of that. */
const ROW_BYTES = 4_000;

export type EndedRuns = ReturnType<typeof createEndedRuns>;

export function createEndedRuns(notifications: Notifications) {
  const readings = createCache<Reading>(MOST_BYTES, { ttl: KEPT_MS, sizeOf });
  notifications.onLost(() => readings.clear());
  notifications.onReconnect(() => readings.clear());
  return {
    get(workspace: string, uuid: string): Reading | undefined {
      // Unlike `get`, it notes no use: all of them are forgotten soon.
      const reading = readings.peek(uuid);
      return reading?.row.workspace === workspace ? reading : undefined;
    },
    /** Keeps nothing of a run that goes on. */
    add(reading: Reading): void {
      if (isTerminal(reading.row.state)) readings.set(reading.row.id, reading);
    },
  };
}

/** In bytes: the process keeps the saved text of an answer, its value, and the text of the body that contains it. */
function sizeOf({ answer }: Reading): number {
  if (answer === undefined) return ROW_BYTES;
  return ROW_BYTES + ('text' in answer ? 6 * answer.text.length : 2 * weightOf(answer.value));
}
