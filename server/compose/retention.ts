/** Removes what workspaces no longer keep: the content of runs, the outputs of jobs, and the spans of programs. */

import { removeOutputs } from '../compute-jobs/engines/outputs.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { momentOf } from '../platform/lib/ids.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Chore } from '../platform/worker/work.ts';
import { type Purged, type PurgeOptions, purgePayloads, purgesOf } from '../runs/index.ts';
import type { Parts } from './parts.ts';

export interface Retention {
  /** Removes what is due, for at most this long. Of all workspaces if none is named. */
  purge(options: Omit<PurgeOptions, 'mostDays'>): Promise<Purged>;
}

type RetentionParts = Pick<Parts, 'compute' | 'spans' | 'runs' | 'quotas'> & { db: Db };

export function createRetention(
  { content: { mostDays } }: Pick<Config, 'content'>,
  { db, compute, spans, runs, quotas }: RetentionParts,
): Retention {
  /** The id up to which this process has removed a workspace's outputs and spans. */
  const removedUntil = new Map<string, string>();
  const areOpen = (jobIds: readonly string[]) => runs.open(jobIds);
  return {
    async purge(options) {
      const until = performance.now() + options.withinMs;
      const isTimeUp = () => performance.now() > until;
      const purged = await purgePayloads(db, { mostDays, ...options });
      for (const { workspace, until: before } of await purgesOf(db, options.workspace ?? null)) {
        if (removedUntil.get(workspace) === before) continue;
        if (isTimeUp()) return { ...purged, isPartial: true };
        const range = { workspace, before };
        const areGone =
          (await removeOutputs(compute.outputs, range, areOpen, isTimeUp)) &&
          (await spans.removeBefore(workspace, momentOf(before), isTimeUp));
        if (areGone) removedUntil.set(workspace, before);
      }
      const { workspace = null, now = null } = options;
      for (const range of await quotas.expired({ workspace, now })) {
        if (isTimeUp()) return { ...purged, isPartial: true };
        await removeOutputs(compute.outputs, range, areOpen, isTimeUp);
      }
      return purged;
    },
  };
}

/** A turn is short, because other chores of the worker wait for it. */
const PURGE_EVERY_MS = 60_000;
const PURGE_WITHIN_MS = 2_000;
/** The chore checks months when something becomes due, and regularly for those whose last open run has ended. */
const MONTHS_EVERY_MS = 3_600_000;

export function purgeChore(retention: Retention, log: Log): Chore {
  let monthsAt = 0;
  return {
    name: 'purge-content',
    everyMs: PURGE_EVERY_MS,
    async run() {
      const looksAtMonths = performance.now() >= monthsAt;
      if (looksAtMonths) monthsAt = performance.now() + MONTHS_EVERY_MS;
      const turn = { withinMs: PURGE_WITHIN_MS, waits: false, looksAtMonths };
      const { deleted, months } = await retention.purge(turn);
      if (deleted + months > 0) log.info({ deleted, months }, 'content was purged');
    },
  };
}
