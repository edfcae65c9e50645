/**
 * Moves runs on, many at a time: the only way to change a run's state and money after its creation. Every advance is
 * conditional, so a repeat changes nothing; the process therefore repeats it until the database has answered.
 */

import { encryptRows } from '../platform/db/encryption/index.ts';
import { isConnectionLost, isTransient } from '../platform/db/errors.ts';
import { type Queryable, textArray } from '../platform/db/pool.ts';
import { type JsonValue, weightOf, writeJson } from '../platform/lib/json.ts';
import { type Batcher, createBatcher } from '../platform/lib/micro-batcher.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { encryptWords, RESPONSE } from './content-store.ts';
import { isolateFaults, repeat } from './retrying.ts';
import type { RunError, RunFacts } from './run.ts';
import type { RunState } from './states.ts';

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

/** What moves a run on; see `platform/db/functions/advance_runs.sql`. */
export interface Advance {
  workspace: string;
  id: string;
  from_states: readonly RunState[];
  to_state: RunState;
  /** Fences a late worker: applies only while the run is in this attempt. */
  attempt?: number | undefined;
  provider_amount?: number | undefined;
  list_amount?: number | undefined;
  fee_amount?: number | undefined;
  charged_amount?: number | undefined;
  absorbed_amount?: number | undefined;
  loss_amount?: number | undefined;
  facts?: RunFacts | undefined;
  error?: RunError;
  provider_reference?: string | undefined;
  unknown_reason?: string;
  queue_reason?: string;
  looked_up?: boolean;
  settle_deadline_ms?: number;
  next_step?: 'submit' | 'reconcile' | 'price' | 'watch';
  /** The queue that the run moves to; absent if it stays in its own. */
  queue?: string | undefined;
  /** The provider that carries the run out from now on; absent if unchanged. */
  provider?: string | undefined;
  due_in_ms?: number;
  audit_kind?: string;
  audit_detail?: Record<string, unknown>;
  /** What is stored of an answer. */
  answer?: JsonValue;
}

/** How a run is saved after an advance. */
export interface Advanced {
  version: number;
  savedAt: Date;
  /** The state that the run left, and since when it was in it. */
  left: RunState;
  since: Date;
  kind: string;
}

/** Applies many advances in one transaction; undefined for each whose condition did not hold. */
export async function advance(
  db: Queryable,
  advances: Advance[],
): Promise<(Advanced | undefined)[]> {
  const steps = await encryptWords(db.cipher, advances);
  const input = steps.map((step, i) => ({ ...step, answer: undefined, ord: i + 1 }));
  const answered = advances.map(({ workspace, id, answer }) => ({
    ...{ workspace, id, response: answer === undefined ? null : writeJson(answer) },
  }));
  const encrypted = await encryptRows(db.cipher, answered, RESPONSE);
  const rows = await db.query<AdvancedRow>(
    'select * from advance_runs($1::json, $2::text[])',
    [JSON.stringify(input), textArray(encrypted.map(({ response }) => response))],
    'advance_runs',
  );
  return rows
    .sort((a, b) => a.ord - b.ord)
    .map(({ applied, version, saved_at: savedAt, left_state: left, since, kind }) =>
      applied ? { version, savedAt, left, since, kind } : undefined,
    );
}

interface AdvancedRow {
  ord: number;
  applied: boolean;
  version: number;
  saved_at: Date;
  left_state: RunState;
  since: Date;
  kind: string;
}

interface Reference {
  workspace: string;
  id: string;
  attempt: number;
  reference: string;
}

/** Saves the provider's reference while the answer is still coming. */
export async function saveReferences(db: Queryable, references: Reference[]): Promise<void> {
  await db.query(
    'select save_references($1::uuid[], $2::uuid[], $3::integer[], $4::text[])',
    [
      references.map((r) => r.workspace),
      references.map((r) => r.id),
      references.map((r) => r.attempt),
      references.map((r) => r.reference),
    ],
    'save_references',
  );
}
