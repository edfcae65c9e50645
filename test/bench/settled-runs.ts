/**
 * The end of runs below HTTP, as the service derives it from a provider's answer: the advance that follows, and its
 * settlement. The runs are created and claimed beforehand.
 */

import type { ModelRunTypes } from '../../server/model-runs/index.ts';
import type { Answer } from '../../server/model-runs/providers/index.ts';
import type { Notifier } from '../../server/platform/db/notifications.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { Log } from '../../server/platform/telemetry/log.ts';
import { type Lease, takeLease } from '../../server/platform/worker/lease.ts';
import type { RunKernel, RunResource } from '../../server/runs/index.ts';
import { afterSubmission, type Times } from '../../server/runs/outcomes.ts';
import type { TermsOf } from '../../server/runs/resource.ts';
import { createSettlement } from '../../server/runs/settlement-store.ts';
import type { ClaimedRun } from '../../server/runs/store.ts';

interface SettledRuns {
  /** Claims what `create` creates; returns how many it claimed. Forgets earlier runs. */
  claim(create: () => Promise<void>): Promise<number>;
  /** Settles the next claimed run; false if none is left. */
  settleNext(): Promise<boolean>;
  close(): Promise<void>;
}

interface Options {
  db: Db;
  notifier: Notifier;
  times: Times;
  log: Log;
  kernel: RunKernel;
  resource: RunResource<ModelRunTypes>;
}

const LEASE_MS = 20_000;

const ANSWER: Answer = {
  message: {
    role: 'assistant',
    content: 'Two bakeries are open by then, and one has seats.',
  },
  finishReason: 'stop',
  usage: { promptTokens: 55, completionTokens: 12 },
  cost: '0.000031',
};

export function createSettledRuns(options: Options): SettledRuns {
  const { db, kernel, resource, times, log } = options;
  const settlement = createSettlement({ ...options, onAdvanced: () => {} });
  const ending = new AbortController().signal;
  let claimed: ClaimedRun[] = [];
  let lease: Lease | undefined;
  let isClaiming = false;
  let count = 0;

  kernel.startWith(() =>
    isClaiming && lease
      ? { worker: lease.id(), ending, start: (run) => claimed.push(run), giveBack: () => {} }
      : undefined,
  );

  return {
    async claim(create) {
      lease ??= await takeLease({ db, leaseMs: LEASE_MS, log });
      claimed = [];
      isClaiming = true;
      await create();
      isClaiming = false;
      return claimed.length;
    },
    async settleNext() {
      const run = claimed.pop();
      if (!run) return false;
      const reference = `gen-${++count}`;
      const outcome = { kind: 'answered' as const, answer: ANSWER, reference };
      const submitted = run as ClaimedRun<TermsOf<ModelRunTypes>>;
      const step = afterSubmission(resource, outcome, submitted, true, times);
      if (!(await settlement.save(step))) throw new Error('a claimed run was not settled');
      return true;
    },
    async close() {
      await lease?.close();
    },
  };
}
