/** An open load: this many creates a second, each by a separate caller who repeats until he has an answer. */

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
  /** Answers without a run, by status. */
  refusals(): number;
  /** Stops new requests, and returns all runs once they are acknowledged. */
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
    void run.then(() => {
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
