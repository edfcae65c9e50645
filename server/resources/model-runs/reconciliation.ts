/**
 * Finds out what became of runs whose outcome or price is unknown, by asking the provider for its record.
 * Single-flight through the database: whoever moves the due time looks up, the sweep or a GET.
 */
import type { Db } from '../../db/pool.ts';
import type { Registry } from '../../providers/index.ts';
import type { LookUp } from '../../providers/port.ts';
import type { Log } from '../../telemetry/log.ts';
import { afterLookUp } from './outcomes.ts';
import type { Settlement } from './settlement.ts';
import { claimLookUps, type DueLookUp } from './store.ts';

/** A look-up ends by then; nobody else repeats it before `HIDE_MS`. */
const LOOK_UP_TIMEOUT_MS = 5_000;
const HIDE_MS = 10_000;
const BATCH = 32;

export type Reconciliation = ReturnType<typeof createReconciliation>;

export function createReconciliation(options: {
  db: Db;
  registry: Registry;
  settlement: Settlement;
  log: Log;
}) {
  const { db, registry, settlement, log } = options;

  /** Looks up some of what is due; whether there may be more. */
  async function reconcileDue(): Promise<boolean> {
    const due = await claimLookUps(db, { atMost: BATCH, hideMs: HIDE_MS });
    const results = await Promise.allSettled(due.map(reconcile));
    for (const result of results) {
      if (result.status === 'rejected') log.warn({ err: result.reason }, 'a look-up was not saved');
    }
    return due.length === BATCH;
  }

  /** Looks up one run if that is due and nobody else is at it. */
  async function reconcileRun(uuid: string): Promise<void> {
    const due = await claimLookUps(db, { atMost: 1, hideMs: HIDE_MS, onlyRun: uuid });
    await Promise.all(due.map(reconcile));
  }

  async function reconcile(run: DueLookUp): Promise<void> {
    const found = await lookUp(run);
    log.info({ run: run.id, state: run.state, found }, 'looked up');
    await settlement.advance(afterLookUp(found, run));
  }

  /** Undefined where there is nothing to ask for. */
  async function lookUp(run: DueLookUp): Promise<LookUp | undefined> {
    const provider = registry.get(run.provider);
    if (!provider) return { kind: 'unavailable', reason: 'The provider is not configured.' };
    if (!provider.lookUp || run.provider_reference === null) return undefined;
    try {
      return await provider.lookUp(run.provider_reference, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS));
    } catch (error) {
      log.error({ err: error, run: run.id }, 'a provider adapter threw');
      return { kind: 'unavailable', reason: 'The look-up broke off inside the service.' };
    }
  }

  return { reconcileDue, reconcileRun };
}
