/** Ends or moves runs that nothing else will: unsent runs whose time or key has ended, and runs of lost workers. */
import type { Db } from '../platform/db/pool.ts';
import { CANCELLED_UNANSWERED, OUTCOME_UNKNOWN } from './after-look-up.ts';
import { CANCELLED_UNSENT } from './cancelling.ts';
import { advanceOf, afterLoss, type Times, timesFor, unknownFacts } from './outcomes.ts';
import type { AnyResource } from './resource.ts';
import type { RunError } from './run.ts';
import type { Settlement } from './settlement-store.ts';
import * as store from './sweep-store.ts';
import type { Upstreams } from './upstreams.ts';

const BATCH = 200;

/** A run that a worker holds, and under which claim. */
export interface HeldClaim {
  item: string;
  claim: string;
}

interface SweepOptions {
  db: Db;
  settlement: Settlement;
  /** By kind. */
  resources: ReadonlyMap<string, AnyResource>;
  times: Times;
  upstreams: Pick<Upstreams, 'moveOn'>;
}

export function createSweeps({ db, settlement, resources, times, upstreams }: SweepOptions) {
  /** Fails runs that nobody has claimed; returns how many. */
  async function failUnsent(unsent: store.UnsentRun[], error: RunError): Promise<number> {
    const steps = unsent.map((run) => advanceOf('given_up_unsent', run, endingOf(run, error)));
    const applied = await Promise.all(steps.map((step) => settlement.advance(step)));
    return applied.filter(Boolean).length;
  }

  function isFindable(run: { kind: string; provider: string; has_reference: boolean }): boolean {
    const provider = resources.get(run.kind)?.providers.get(run.provider);
    return provider?.lookUp !== undefined && run.has_reference;
  }

  const mayRepeat = ({ kind, terms }: store.LostRun) =>
    resources.get(kind)?.mayRepeat?.(terms) ?? false;

  async function takeForLost(runs: store.LostRun[]): Promise<void> {
    const steps = runs.map((run) => {
      const lost = { reason: LOST, findable: isFindable(run), mayRepeat: mayRepeat(run) };
      return afterLoss(run, lost, timesFor(resources.get(run.kind), run.terms, times));
    });
    await Promise.all(steps.map((step) => settlement.advance(step)));
  }

  return {
    /** Ends runs that waited too long, were cancelled, or wait for a revoked key. */
    async sweep(): Promise<void> {
      const overdue = await store.expiredUnsentRuns(db, BATCH);
      await failUnsent(
        overdue.filter((run) => !run.is_cancelled),
        EXPIRED,
      );
      await failUnsent(
        overdue.filter((run) => run.is_cancelled),
        CANCELLED_UNSENT,
      );
      await failUnsent(await store.unsentRunsOfRevokedKeys(db, BATCH), REVOKED);
      await upstreams.moveOn();
    },
    /** `mayGiveUp` decides after the read: a pause of the database during it ends the leases of living workers. */
    async sweepDeadWorkers(mayGiveUp = () => true): Promise<void> {
      const runs = await store.runsOfDeadWorkers(db, BATCH);
      if (mayGiveUp()) await takeForLost(runs);
    },
    /** Gives up as lost those claims of these workers for which `isLost` is true. */
    async sweepClaims(workers: string[], isLost: (held: HeldClaim) => boolean): Promise<void> {
      const held = await store.claimsOf(db, workers);
      await takeForLost(held.filter(({ id, claim }) => isLost({ item: id, claim })));
    },
    async failUnsentRunsOfKeys(workspace: string, apiKeys: string[]): Promise<number> {
      return failUnsent(await store.unsentRunsOfKeys(db, workspace, apiKeys), REVOKED);
    },
    countUnclaimed: () => store.countUnclaimed(db),
    async recover({ sparesNewer = false } = {}): Promise<number> {
      const reason = 'The database was restored to an earlier moment.';
      for (let moved = 0; ; ) {
        const runs = await store.unsettledSubmissions(db, BATCH, sparesNewer);
        if (runs.length === 0) return moved;
        await Promise.all(
          runs.map((run) => {
            const { workspace, id } = run;
            const facts = unknownFacts(reason, isFindable(run), times);
            return settlement.advance(advanceOf('recovered', { workspace, id }, facts));
          }),
        );
        moved += runs.length;
      }
    },
  };
}

const LOST = 'The worker was lost.';

/** If a run waited to be sent again, the outcome of the earlier submission is unknown. */
function endingOf({ may_have_run }: store.UnsentRun, error: RunError) {
  if (!may_have_run) return { error };
  return {
    error: error.code === 'cancelled' ? CANCELLED_UNANSWERED : OUTCOME_UNKNOWN,
    audit_kind: 'outcome_given_up',
    audit_detail: { look_ups: 0 },
  };
}

const EXPIRED: RunError = {
  code: 'run_expired',
  message: 'The provider had no capacity for the run until its deadline.',
  retryable: true,
};
const REVOKED: RunError = {
  code: 'key_revoked',
  message: 'The API key was revoked before the run was sent.',
  retryable: true,
};
