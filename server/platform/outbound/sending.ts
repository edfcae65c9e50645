/**
 * Takes due items from an outbox and sends them, until it is stopped. Workspaces share the slots of a process: the
 * claim gets the number of items that each has in progress.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';

export interface SendingOptions<Item extends { workspace: string }> {
  /** The kind of items, as the log names it. */
  what: string;
  /** Claims due items: `atMost` in total; `held` is the number in progress in this process, by workspace. */
  claim(atMost: number, held: ReadonlyMap<string, number>): Promise<Item[]>;
  /** Never rejects. `ending` aborts it. */
  send(item: Item, ending: AbortSignal): Promise<void>;
  /** Done regularly, before a claim. True if more of it is left, which is done before the next claim. */
  chore?: { everyMs: number; run(): Promise<boolean> };
  /** Maximum number of items in progress. */
  atMost: number;
  /** Between two checks for due items. */
  everyMs: number;
  log: Log;
}

export interface Sending {
  /** Resolves when nothing is in progress any more. Aborts what is in progress after this time; it stays due. */
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
      // The next item may be due as soon as this one has arrived. Items of other workspaces do not wait for it.
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
