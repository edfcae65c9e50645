/**
 * Warnings and errors that repeat: the first one is a line of the log, and from then on a line a minute says how many
 * more there were. An incident is then a few lines that add up, and not one for each refused request.
 */
import type { Bindings } from 'pino';

export const TOLD_EVERY_MS = 60_000;
/** Beyond this, faults with the same message count as one. */
const MOST_FAULTS = 500;
const MOST_NAMED = 20;

export interface Fault {
  message: string;
  level: number;
  /** What the line is about; not the run and the request, which differ each time. */
  about: Bindings;
  /** What tells one error from another. */
  error: string;
}

interface Repeated extends Fault {
  count: number;
  runs: Set<string>;
  requestIds: Set<string>;
  timer: NodeJS.Timeout;
}

/** `tell` writes a line about repeats. */
export function createRepeats(tell: (fault: Fault, members: Bindings) => void) {
  const faults = new Map<string, Repeated>();

  function keyOf({ level, message, about, error }: Fault): string {
    const key = JSON.stringify([level, message, error, about]);
    return faults.has(key) || faults.size < MOST_FAULTS ? key : `${level} ${message}`;
  }

  function tellOf(repeated: Repeated): void {
    const { count, runs, requestIds } = repeated;
    if (count === 0) return;
    tell(repeated, {
      ...repeated.about,
      repeated: count,
      ...(runs.size > 0 && { runs: [...runs] }),
      ...(requestIds.size > 0 && { requestIds: [...requestIds] }),
    });
    repeated.count = 0;
    runs.clear();
    requestIds.clear();
  }

  function onMinute(key: string, repeated: Repeated): void {
    if (repeated.count === 0) {
      clearInterval(repeated.timer);
      faults.delete(key);
    }
    tellOf(repeated);
  }

  return {
    /** Whether the fault is to be a line now; otherwise it is counted, with the run and the request that it names. */
    isFirst(fault: Fault, { run, requestId }: Bindings): boolean {
      const key = keyOf(fault);
      const known = faults.get(key);
      if (known === undefined) {
        const repeated: Repeated = {
          ...fault,
          ...{ count: 0, runs: new Set(), requestIds: new Set() },
          timer: setInterval(() => onMinute(key, repeated), TOLD_EVERY_MS).unref(),
        };
        faults.set(key, repeated);
        return true;
      }
      known.count += 1;
      note(known.runs, run);
      note(known.requestIds, requestId);
      return false;
    },
    /** Tells at once what was counted. */
    flush(): void {
      for (const repeated of faults.values()) tellOf(repeated);
    },
  };
}

/** Enough to look into; the log of requests has all of them. */
function note(named: Set<string>, id: unknown): void {
  if (typeof id === 'string' && named.size < MOST_NAMED) named.add(id);
}
