/**
 * Model runs: the face of the resource. `ModelRuns` is what HTTP calls, `ModelRunWork` what a worker does
 * for them, `ModelRunAdministration` what operators may. Knows no HTTP and no provider by name.
 */
import type { Notifications, Notifier } from '../../db/notifications.ts';
import type { Db } from '../../db/pool.ts';
import { idToUuid } from '../../kernel/ids.ts';
import type { Unit } from '../../kernel/money.ts';
import type { Principal } from '../../keys/index.ts';
import type { Catalog } from '../../providers/catalog.ts';
import type { Registry } from '../../providers/index.ts';
import type { Log } from '../../telemetry/log.ts';
import { type CreateInput, createAdmission, type Estimate } from './admission.ts';
import { createAnswerBudget } from './answer-budget.ts';
import { compareWithProviders, type Drift, type DriftQuery } from './drift.ts';
import { createExecution, type Execution } from './execution.ts';
import { type ListQuery, listRuns, type RunPage } from './list.ts';
import { createLookUps } from './look-up.ts';
import { recordLateOutcome } from './look-up-store.ts';
import { advanceOf, lostSight, type Times, unknownFacts } from './outcomes.ts';
import { createQuoter } from './quote.ts';
import { createReader } from './reading.ts';
import { createReconciliation, type Reconciled } from './reconciliation.ts';
import type { CreateRequest, Run, RunError } from './run.ts';
import { CHANGED_CHANNEL, createSettlement, type Settlement } from './settlement.ts';
import * as store from './store.ts';
import { type Story, tell } from './story.ts';

export const READY_CHANNEL = 'model_run_ready';

/** A GET never waits longer than this for the provider's record. */
const RECONCILE_IN_GET_MS = 2_000;
const SWEEP_BATCH = 200;

export interface ModelRunLimits {
  maxPromptChars: number;
  maxOutputTokens: number;
  feeBasisPoints: number;
}

export interface ModelRunsOptions {
  db: Db;
  notifications: Notifications;
  notifier: Notifier;
  catalog: Catalog;
  registry: Registry;
  unit: Unit;
  limits: ModelRunLimits & { maxPendingRuns: number; answerBytesInFlight: number };
  times: Times & { runDeadlineMs: number };
  /** Secret behind the pseudonyms sent upstream. */
  attributionKey: Buffer;
  log: Log;
}

export interface ModelRuns {
  limits(): ModelRunLimits;
  /** Throws a Problem for every refusal. The body is valid against the contract's schema. */
  create(principal: Principal, input: CreateInput): Promise<{ run: Run; replayed: boolean }>;
  /** The hold that a create would take; binds nobody, creates nothing. */
  estimate(principal: Principal, body: CreateRequest): Promise<Estimate>;
  /**
   * The run; undefined when it is not this workspace's. Where its outcome or price is open, it is looked up
   * first, unless somebody is at it or did so a moment ago.
   */
  get(workspace: string, id: string): Promise<Run | undefined>;
  /** The run as soon as `until` holds, or as it is after `ms` or when the signal fires. Looks up like `get`. */
  wait(
    workspace: string,
    run: Run,
    until: (run: Run) => boolean,
    ms: number,
    signal: AbortSignal,
  ): Promise<Run>;
  list(workspace: string, query: ListQuery): Promise<RunPage>;
  /** The run as it is saved, what was asked for, and when it came into its states. Asks no provider. */
  story(workspace: string, id: string): Promise<Story | undefined>;
}

/** What a worker does for model runs. */
export interface ModelRunWork {
  claim(
    provider: string,
    slots: store.Slots,
    claim: string,
    worker: string,
  ): Promise<store.ClaimedRun[]>;
  execute: Execution;
  /** Ends what waited too long, or for a key that was revoked. */
  sweep(): Promise<void>;
  /** Begins look-ups that are due; whether there were any. */
  reconcile(): Promise<boolean>;
  /** Resolves when these have ended. */
  lookedUp(): Promise<void>;
  /** Takes the runs of dead workers for lost; never called within a lease of a pause. */
  sweepDeadWorkers(): Promise<void>;
  /** Resolves when everything that was to be saved is saved. */
  idle(): Promise<void>;
}

export interface ModelRunAdministration {
  /** Fails the unsent runs of a revoked key and releases their holds; answers how many. */
  failUnsentRunsOfKey(workspace: string, apiKey: string): Promise<number>;
  /** After the database went back in time: moves every run that may have been sent to reconciliation. */
  recover(): Promise<number>;
  /** Looks up every run that waits for it, due or not, or one of them; a dry run writes nothing. */
  reconcileOpen(query: { onlyRun?: string; dryRun: boolean }): AsyncGenerator<Reconciled>;
  /** What was booked beside what the providers say, for every run of a span of time that has ended. */
  drift(query: DriftQuery): AsyncGenerator<Drift>;
}

export function createModelRuns(
  options: ModelRunsOptions,
): ModelRuns & ModelRunWork & ModelRunAdministration {
  const { db, notifier, registry, limits, times, log } = options;
  const quoter = createQuoter(options);
  const admission = createAdmission({ ...options, quoter, runDeadlineMs: times.runDeadlineMs });
  const settlement = createSettlement(options);
  const lookUps = createLookUps(options);
  const reconciliation = createReconciliation({
    ...{ ...options, lookUps, settlement },
    isConfigured: (provider) => registry.get(provider) !== undefined,
  });
  const reader = createReader({
    ...options,
    lookUp(run, provider) {
      reconciliation
        .reconcileRun(run, provider)
        .catch((error: unknown) => log.warn({ err: error, run }, 'a look-up broke off'));
    },
  });

  async function get(workspace: string, id: string): Promise<Run | undefined> {
    const uuid = idToUuid('run', id);
    if (uuid === undefined) return undefined;
    const reading = await reader.read(workspace, uuid);
    if (!reading || reading.lookUpInMs > 0) return reading?.run;
    await within(RECONCILE_IN_GET_MS, reconciliation.reconcileRun(uuid, reading.run.provider));
    return (await reader.read(workspace, uuid))?.run;
  }

  const canLookUp = (provider: string) => registry.get(provider)?.lookUp !== undefined;
  return {
    limits: () => ({
      maxPromptChars: limits.maxPromptChars,
      maxOutputTokens: limits.maxOutputTokens,
      feeBasisPoints: limits.feeBasisPoints,
    }),
    async create(principal, input) {
      const admitted = await admission.create(principal, input);
      if (admitted.kind === 'created') {
        notifier.notify(READY_CHANNEL, admitted.provider);
        return { run: admitted.run, replayed: false };
      }
      const reading = await reader.read(principal.workspace, admitted.uuid);
      if (!reading) throw new Error('a saved run is not found by its id');
      return { run: reading.run, replayed: true };
    },
    estimate: admission.estimate,
    get,
    wait: reader.wait,
    list: (workspace, query) => listRuns(db, workspace, query),
    async story(workspace, id) {
      const uuid = idToUuid('run', id);
      const reading = uuid === undefined ? undefined : await reader.read(workspace, uuid);
      return reading && tell(db, { workspace, uuid: uuid!, run: reading.run });
    },

    async claim(provider, slots, claim, worker) {
      const claimed = await store.claimRuns(db, { provider, slots, claim, worker });
      for (const { id } of claimed) notifier.notify(CHANGED_CHANNEL, id);
      return claimed;
    },
    execute: createExecution({
      ...options,
      settlement,
      answers: createAnswerBudget(limits.answerBytesInFlight),
      recordLateOutcome: (late) => recordLateOutcome(db, late),
    }),
    async sweep() {
      await failUnsent(settlement, await store.expiredUnsentRuns(db, SWEEP_BATCH), EXPIRED);
      await failUnsent(settlement, await store.unsentRunsOfRevokedKeys(db, SWEEP_BATCH), REVOKED);
    },
    reconcile: reconciliation.reconcileDue,
    lookedUp: reconciliation.lookedUp,
    async sweepDeadWorkers() {
      const lost = await store.runsOfDeadWorkers(db, SWEEP_BATCH);
      await Promise.all(
        lost.map((run) =>
          settlement.advance(
            lostSight(
              run,
              'The worker was lost.',
              canLookUp(run.provider) && run.has_reference,
              times,
            ),
          ),
        ),
      );
    },
    idle: () => settlement.idle(),

    async failUnsentRunsOfKey(workspace, apiKey) {
      return failUnsent(settlement, await store.unsentRunsOfKey(db, workspace, apiKey), REVOKED);
    },
    async recover() {
      let moved = 0;
      for (;;) {
        const runs = await store.unsettledSubmissions(db, SWEEP_BATCH);
        if (runs.length === 0) return moved;
        await Promise.all(
          runs.map(({ has_reference, ...run }) => {
            const findable = has_reference && canLookUp(run.provider);
            const reason = 'The database was restored to an earlier moment.';
            return settlement.advance(
              advanceOf('recovered', run, unknownFacts(reason, findable, times)),
            );
          }),
        );
        moved += runs.length;
      }
    },
    reconcileOpen: reconciliation.reconcileOpen,
    drift: (query) => compareWithProviders({ db, ask: lookUps.ask }, query),
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

/** Fails runs that nobody has claimed; answers how many. */
async function failUnsent(
  settlement: Settlement,
  unsent: { workspace: string; id: string }[],
  error: RunError,
): Promise<number> {
  const applied = await Promise.all(
    unsent.map((run) => settlement.advance(advanceOf('given_up_unsent', run, { error }))),
  );
  return applied.filter(Boolean).length;
}

/** Waits for the work, but no longer than that; the work goes on behind. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

export type { DriftVerdict } from './drift.ts';
export { type KeySpend, spendOfKeys } from './key-spend-store.ts';
export { toCreateRequest } from './request-body.ts';
export type { Attribution, RunError, RunState } from './run.ts';
export { isTerminal, STATES } from './states.ts';
export type { CreateInput, CreateRequest, Drift, Estimate, ListQuery, Reconciled, Run, Story };
