/**
 * Chores: recurring work besides runs. Of all processes, one at a time does a chore that has a name, and the database
 * records how it went; the other chores concern each process or its machine. A chore that fails or takes long does not
 * delay runs. See server/adr/0020-chores.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/pool.ts';
import { newUuid } from '../lib/ids.ts';
import type { Log } from '../telemetry/log.ts';
import { endTurn, KEEP_EVERY_MS, keepTurn, takeTurn } from './chore-store.ts';
import type { Chore } from './work.ts';

const MOST_OF_A_FAILURE = 300;
/** After this many pauses, the process abandons a chore that hangs, so that no process waits for it. */
const MOST_TIMES_ITS_PAUSE = 10;
const LEAST_PATIENCE_MS = 900_000;

/** Does the chores that are due, one after the other, while the process is allowed to. */
export function createChores(
  chores: readonly Chore[],
  { db, log, isAllowed }: { db: Db; log: Log; isAllowed: () => boolean },
): () => Promise<void> {
  const dueAt = new Map<Chore, number>();
  return async () => {
    for (const chore of chores) {
      const due = dueAt.get(chore);
      if (!isAllowed() || performance.now() < (due ?? 0)) continue;
      dueAt.set(chore, performance.now() + chore.everyMs);
      await doOne(chore, due === undefined).catch((error: unknown) =>
        log.warn({ err: error, chore: chore.name }, 'a chore failed; its next turn starts over'),
      );
    }
  };

  async function doOne({ name, everyMs, run }: Chore, isFirst: boolean): Promise<void> {
    if (name === undefined) return void (await run());
    const taken = { name, everyMs, turn: newUuid() };
    if (!(await takeTurn(db, taken, isFirst))) return;
    const keeping = setInterval(() => void keepTurn(db, taken).catch(() => {}), KEEP_EVERY_MS);
    const began = performance.now();
    const ended = (failure?: string) => {
      clearInterval(keeping);
      return endTurn(db, taken, { durationMs: performance.now() - began, failure });
    };
    try {
      await inTime(run, Math.max(everyMs * MOST_TIMES_ITS_PAUSE, LEAST_PATIENCE_MS));
    } catch (error) {
      // If the database itself failed, the turn ends by its time limit.
      await ended(`${error}`.slice(0, MOST_OF_A_FAILURE)).catch(() => {});
      throw error;
    }
    await ended();
  }
}

async function inTime(run: Chore['run'], withinMs: number): Promise<void> {
  const clock = new AbortController();
  const late = sleep(withinMs, undefined, { ref: false, signal: clock.signal }).then(() => {
    throw new Error('it did not end in time');
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clock.abort();
    late.catch(() => {});
  }
}
