/** An open load: so many creates a second, each by a caller of its own who repeats until he is answered. */

import { type Acknowledged, createForSure } from '../crash/promises.ts';
import { type Client, request } from '../support/process.ts';

const MODELS = [
  'echo',
  'slow',
  'busy',
  'unpriced',
  'echo',
  'breaks',
  'cancelled',
  'refused',
  'echo',
];

export interface Load {
  asked(): number;
  acknowledged(): number;
  /** Answers that were no run, by status. */
  refusals(): number;
  /** Asks for no more, and gives all once they have been acknowledged. */
  stop(): Promise<Acknowledged[]>;
}

export function startLoad(client: Client, perSecond: number): Load {
  const asked: Promise<Acknowledged>[] = [];
  let acknowledged = 0;
  let refusals = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    while (asked.length < due) ask(asked.length);
  }, 20);

  function ask(i: number): void {
    const body = request(`sandbox/${MODELS[i % MODELS.length]}`, `Number ${i}`);
    const run = createForSure(client, `soak-${i}`, body, (status) => {
      if (status >= 400) refusals += 1;
    });
    asked.push(run);
    run.then(() => {
      acknowledged += 1;
    });
  }

  return {
    asked: () => asked.length,
    acknowledged: () => acknowledged,
    refusals: () => refusals,
    stop() {
      clearInterval(timer);
      return Promise.all(asked);
    },
  };
}
