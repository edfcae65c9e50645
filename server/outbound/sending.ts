/**
 * Takes what is due from an outbox and sends it, until it is stopped. Workspaces share the slots of a process: the
 * claim gets the number of messages that each has under way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';

export interface SendingOptions<Item extends { workspace: string }> {
  /** What is sent, in the words of the log. */
  what: string;
  /** Claims what is due: `atMost` in all; `held` is how many are under way here, by workspace. */
  claim(atMost: number, held: ReadonlyMap<string, number>): Promise<Item[]>;
  /** Never rejects. `ending` breaks it off. */
  send(item: Item, ending: AbortSignal): Promise<void>;
  /** Done now and then, before a claim. True if there is more of it, which is done before the next claim. */
  chore?: { everyMs: number; run(): Promise<boolean> };
  /** Items under way at once. */
  atMost: number;
  /** Between two looks for what is due. */
  everyMs: number;
  log: Log;
}

export interface Sending {
  /** Resolves when nothing is under way any more. What is after so long is broken off, and stays due. */
  stop(withinMs: number): Promise<void>;
}

export function startSending<Item extends { workspace: string }>(
  options: SendingOptions<Item>,
): Sending {
  const { what, log, everyMs, chore } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const ending = new AbortController();
  /** With the workspace of each. */
  const underWay = new Map<Promise<void>, string>();
  let choreDueAt = 0;

  async function turn(): Promise<boolean> {
    if (chore && performance.now() >= choreDueAt) {
      choreDueAt = performance.now() + Math.max(chore.everyMs, everyMs);
      if (await chore.run()) choreDueAt = 0;
    }
    const atMost = options.atMost - underWay.size;
    if (atMost <= 0) return false;
    const due = await options.claim(atMost, countsOf(underWay.values()));
    for (const item of due) {
      const sending = options.send(item, ending.signal).finally(() => underWay.delete(sending));
      underWay.set(sending, item.workspace);
    }
    return due.length > 0;
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      let found = false;
      try {
        found = await turn();
      } catch (error) {
        log.warn({ err: error }, `${what} wait: the database did not answer`);
      }
      const pause = sleep(everyMs, undefined, { signal }).catch(() => {});
      // What follows may be due as soon as this has arrived. What others wait for does not wait for that.
      await (found ? Promise.race([...underWay.keys(), pause]) : pause);
    }
  }

  const looping = loop();
  return {
    async stop(withinMs) {
      stopping.abort();
      const timeIsUp = setTimeout(() => ending.abort(), withinMs);
      await looping;
      await Promise.all(underWay.keys());
      clearTimeout(timeIsUp);
    },
  };
}

function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
