/**
 * Moves runs on, many at a time: the only way to change a run's state and money after its creation. Every advance is
 * conditional, so a repeat changes nothing; the process therefore repeats it until the database has answered.
 */
import { isConnectionLost, isTransient } from '../platform/db/errors.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { weightOf } from '../platform/lib/json.ts';
import { type Batcher, createBatcher } from '../platform/lib/micro-batcher.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { isolateFaults, repeat } from './database-faults.ts';

import { type Advance, type Advanced, advance, type Reference, saveReferences } from './store.ts';

export type Settlement = ReturnType<typeof createSettlement>;

interface SettlementOptions {
  db: Queryable;
  /** The database for changes that count as they are saved; by default `db`. */
  counting?: Queryable | undefined;
  /** Called for each change of this process, after its commit. */
  onAdvanced: (step: Advance, saved: Advanced) => void;
  log: Log;
  meter?: Meter | undefined;
}

export function createSettlement(options: SettlementOptions) {
  const { log } = options;
  const advances = createAdvances(options);
  const references = createReferences(options);
  const underWay = new Set<Promise<unknown>>();

  /** Repeats the step while its failure may be temporary. */
  function settle(step: Advance, mayPass: (error: unknown) => boolean): Promise<boolean> {
    const onFailure = (error: unknown) =>
      log.warn({ err: error, run: step.id }, 'a settlement has to wait');
    const settled = repeat(() => advances.submit(step), { mayPass, onFailure });
    underWay.add(settled);
    return settled.finally(() => underWay.delete(settled));
  }

  return {
    /** Whether the run was in the state, and the attempt, that the advance expects. */
    advance: (step: Advance): Promise<boolean> => settle(step, isConnectionLost),
    /**
     * The same, for what nobody else would repeat: it stays in memory while the database is only busy, full or away.
     */
    save: (step: Advance): Promise<boolean> => settle(step, isTransient),
    /**
     * Saves the provider's reference, unless the outcome is known shortly: the outcome includes it. A failure is only
     * logged.
     */
    saveReference: references.save,
    async idle(): Promise<void> {
      await Promise.allSettled([...underWay]);
      await references.idle();
    },
  };
}

function createAdvances({
  db,
  counting = db,
  onAdvanced,
  meter,
}: SettlementOptions): Batcher<Advance, boolean> {
  return createBatcher({
    async run(batch) {
      const results = await isolateFaults(batch, (part) => advance(counting, part));
      return batch.map((step, i) => {
        const result = results[i];
        if (result === undefined || result instanceof Error) return result ?? false;
        onAdvanced(step, result);
        return true;
      });
    },
    lanes: 2,
    maxItems: 64,
    maxBytes: 8_000_000,
    sizeOf: ({ answer }) => weightOf(answer),
    onBatch: meter && ((items) => meter.batched('advance', items)),
    ...UNBOUNDED,
  });
}

/** If a reference is lost with its process, a paid answer cannot be found any more: it waits no longer than this. */
const REFERENCE_WAITS_MS = 10;

function createReferences({ db, log, meter }: SettlementOptions) {
  const batcher: Batcher<Reference, void> = createBatcher({
    run: (batch) =>
      isolateFaults(batch, async (part) => {
        await saveReferences(db, part);
        return part.map(() => undefined);
      }),
    lanes: 1,
    maxItems: 64,
    onBatch: meter && ((items) => meter.batched('reference', items)),
    ...UNBOUNDED,
  });
  /** The references that have just arrived, and whether their outcome is known. */
  let waiting: { reference: Reference; isSettled: () => boolean }[] = [];

  function saveWaiting(): void {
    const references = waiting.filter(({ isSettled }) => !isSettled());
    waiting = [];
    for (const { reference } of references) {
      batcher.submit(reference).catch((error: unknown) => {
        log.warn({ err: error, run: reference.id }, 'the reference of a submission was not saved');
      });
    }
  }

  return {
    save(reference: Reference, isSettled: () => boolean): void {
      // One timer for all: no reference waits longer than the first.
      if (waiting.length === 0) setTimeout(saveWaiting, REFERENCE_WAITS_MS);
      waiting.push({ reference, isSettled });
    },
    async idle(): Promise<void> {
      saveWaiting();
      await batcher.idle();
    },
  };
}

/** The batches refuse nothing that is known of a run. */
const UNBOUNDED = {
  maxQueued: Number.POSITIVE_INFINITY,
  onFull: () => new Error('unbounded'),
};
