/**
 * Limits heavy work: a maximum of concurrent calls per name, and a maximum that waits. If the queue of a name is full,
 * work is refused with 429.
 */
import { Problem } from './problem.ts';

export interface ConcurrencyLimit {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface OfName {
  working: number;
  waiting: (() => void)[];
}

export function createConcurrencyLimit({
  atOnce,
  mayWait,
}: {
  atOnce: number;
  mayWait: number;
}): ConcurrencyLimit {
  const byName = new Map<string, OfName>();
  return {
    async run(name, work) {
      const ofName = byName.get(name) ?? { working: 0, waiting: [] };
      byName.set(name, ofName);
      if (ofName.working < atOnce) ofName.working += 1;
      else await waitIn(ofName, mayWait);
      try {
        return await work();
      } finally {
        // The next one in the queue takes its slot.
        const next = ofName.waiting.shift();
        if (next) next();
        else ofName.working -= 1;
        if (ofName.working === 0) byName.delete(name);
      }
    },
  };
}

function waitIn({ waiting }: OfName, atMost: number): Promise<void> {
  if (waiting.length < atMost) return new Promise((resolve) => waiting.push(resolve));
  throw new Problem('rate_limited', 'Too much is being read for this workspace.', {
    retryAfterSeconds: 1,
  });
}
