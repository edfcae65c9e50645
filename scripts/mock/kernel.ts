/**
 * The run kernel of the mock: one life of a run in memory, for all kinds. A request is checked, quoted, sent and settled
 * by the rules of the service, with the providers of its sandbox. What differs is time: a run takes one step each time
 * that it is read by its id, and one for every five seconds that pass; so the same calls always see the same states.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../server/platform/config/index.ts';
import { NO_ENCRYPTION } from '../../server/platform/db/encryption/cipher.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { invariant } from '../../server/platform/lib/errors.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import type { JsonValue } from '../../server/platform/lib/json.ts';
import { NOT_FOUND, Problem } from '../../server/platform/lib/problem.ts';
import { HASH_VERSION } from '../../server/runs/admission.ts';
import type { AdmissionResult, AdmissionRow } from '../../server/runs/admission-store.ts';
import { afterLookUp } from '../../server/runs/after-look-up.ts';
import { CANCELLED_UNSENT } from '../../server/runs/cancelling.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import { freshRow } from '../../server/runs/generated-columns.ts';
import type { Runs, RunTypes } from '../../server/runs/index.ts';
import { advancedRow, ownReading } from '../../server/runs/known-runs.ts';
import { advanceOf, afterSubmission } from '../../server/runs/outcomes.ts';
import { EQUAL_COLUMNS, type ListQuery } from '../../server/runs/reading-store.ts';
import type { AnyResource, RunResource } from '../../server/runs/resource.ts';
import { toRun, traceUuidOf } from '../../server/runs/run.ts';
import { createRuns, type RunsOptions, within } from '../../server/runs/service.ts';
import type { Advance } from '../../server/runs/settlement-store.ts';
import { isTerminal } from '../../server/runs/states.ts';

export const MOST_THINGS = 10_000;
const MOST_BYTES = 67_108_864;
const STEP_MS = 5_000;
/** A read waits at most this long for what was sent; longer work goes on, and the next read waits for its end. */
const PATIENCE_MS = 700;
const LAST_PATIENCE_MS = 10_000;
const LOOK_UP_MS = 100;
const MOST_LOOK_UPS = 10;
const LOOKED_UP: ReadonlySet<string> = new Set(['running', 'needs_reconciliation', 'received']);
/** A cancelled submission goes on for so long, so that a part of its answer has arrived. */
const CANCEL_AFTER_MS = 100;

/** A run, and what the service has of it besides. */
interface Life {
  row: RunRow;
  resource: AnyResource;
  hash: Buffer;
  terms: unknown;
  request: string;
  traceparent: string | null;
  answer: JsonValue | undefined;
  /** The step under way, and what to call when it sends something. */
  step?: Promise<void> | undefined;
  onSent?: () => void;
  cancelled: AbortController;
}

/** Where the service would ask a database, the mock has nothing, or an example. */
export function show(): never {
  throw new Problem('not_found', NOT_FOUND);
}

export const NO_DATABASE = {
  ...{ cipher: NO_ENCRYPTION, query: show, transaction: show },
} as unknown as Db;

/** What callers created, newest first. Beyond its bounds, it forgets the oldest, with their request keys. */
export function createStore<Of>() {
  const byKey = new Map<string, Of>();
  const things = new LRUCache<string, { thing: Of; requestKey: string }>({
    ...{ max: MOST_THINGS, maxSize: MOST_BYTES },
    dispose: ({ requestKey }) => byKey.delete(requestKey),
  });
  return {
    save(id: string, requestKey: string, thing: Of, bytes: number): void {
      things.set(id, { thing, requestKey }, { size: bytes + 1 });
      byKey.set(requestKey, thing);
    },
    // A read does not make anything newer.
    get: (id: string) => things.peek(id)?.thing,
    ofKey: (requestKey: string) => byKey.get(requestKey),
    newest: () => [...things.values()].map(({ thing }) => thing),
    remove: (id: string) => things.delete(id),
  };
}

/** What decides whether the end user of a run may have it, as a create does in the database. */
interface Gate {
  settle(row: AdmissionRow): Promise<void>;
  refusalOf(row: AdmissionRow): Pick<AdmissionResult, 'outcome' | 'reached'> | undefined;
  appear(row: AdmissionRow, at: Date): void;
}

export type MemoryKernel = ReturnType<typeof createMemoryKernel>;

/** The wallet begins with so many units. `tell` learns of each state that a run enters. */
export function createMemoryKernel(
  { unit, limits, times }: Config,
  credit: number,
  customers: Gate,
  tell: (run: RunRow) => void,
) {
  const lives = createStore<Life>();
  const resources = new Map<string, AnyResource>();
  let charged = 0;

  const open = () => lives.newest().filter(({ row }) => !isTerminal(row.state));

  function money() {
    const held = open().reduce((sum, { row }) => sum + row.reserved_amount, 0);
    return { available: credit - charged - held, held };
  }

  function apply(life: Life, step: Advance, now: Date): void {
    const { row } = life;
    invariant(step.from_states.includes(row.state), `a run may go from ${row.state}`);
    if (step.answer !== undefined) life.answer = step.answer;
    if (isTerminal(step.to_state)) charged += step.charged_amount ?? 0;
    life.row = {
      ...advancedRow(row, step, { version: row.version + 1, savedAt: now }),
      attempt: step.attempt ?? row.attempt,
    };
    tell(life.row);
  }

  async function submit(life: Life): Promise<Advance> {
    const { row, resource, cancelled, terms, request, traceparent } = life;
    const provider = resource.providers.get(row.provider);
    invariant(provider, `the mock has the provider ${row.provider}`);
    const run = { ...row, terms, request, traceparent };
    const work = await resource.workOf({ ...run, service_span: null, waited: undefined });
    const timer = setInterval(() => {
      if (life.row.cancel_requested_at) cancelled.abort();
    }, CANCEL_AFTER_MS);
    const outcome = await provider.submit(
      work,
      {
        beforeSend: () => life.onSent?.(),
        onReference(reference) {
          life.row = { ...life.row, provider_reference: reference };
        },
        onSize() {},
        onProgress(progress) {
          life.row = { ...life.row, progress, version: life.row.version + 1 };
        },
        ...(provider.endsEarly && { cancelled: cancelled.signal }),
      },
      new AbortController().signal,
    );
    clearInterval(timer);
    return afterSubmission(resource, outcome, run, provider.lookUp !== undefined, times);
  }

  /** What a look-up does not settle is waited for; everything else is as after the deadline. */
  async function lookUp({ row, resource, terms }: Life): Promise<Advance> {
    const reference = row.provider_reference;
    const provider = resource.providers.get(row.provider);
    const signal = new AbortController().signal;
    const found = reference === null ? undefined : await provider?.lookUp?.(reference, signal);
    const isWorking = found?.kind === 'under_way' || row.state === 'running';
    const most = found ? (row.cancel_requested_at ? 10 : 1) * MOST_LOOK_UPS : 0;
    const deadline_in_ms = isWorking || row.look_ups < most ? 1 : 0;
    const is_cancelled = row.cancel_requested_at !== null;
    return afterLookUp(resource, found, {
      ...{ ...row, terms, deadline_in_ms, is_cancelled, service_span: null },
    });
  }

  async function next(life: Life, now: Date): Promise<void> {
    const { state, attempt } = life.row;
    const isUnsent = state === 'reserved' || state === 'queued';
    if (isUnsent) {
      apply(life, advanceOf('claimed', life.row, { attempt: attempt + 1 }), now);
      apply(life, await submit(life), now);
    }
    // Work is seen while it goes on. What was cancelled, or is only looked for, is followed to its end.
    for (let isFirst = !isUnsent; ; isFirst = false) {
      const { row } = life;
      const isFollowed =
        row.cancel_requested_at !== null || (row.state === state && state !== 'running');
      if (!LOOKED_UP.has(row.state) || !(isFirst || isFollowed)) return;
      if (!isFirst) await sleep(LOOK_UP_MS);
      apply(life, await lookUp(life), now);
    }
  }

  async function step(life: Life, now = new Date()): Promise<void> {
    if (isTerminal(life.row.state)) return;
    if (life.step) return within(LAST_PATIENCE_MS, life.step);
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    life.onSent = resolve;
    const work = next(life, now).finally(() => {
      life.step = undefined;
    });
    life.step = work;
    await Promise.race([work, sent]);
    await within(PATIENCE_MS, work);
  }

  /** The steps that were due in the meantime. */
  async function catchUp(life: Life): Promise<void> {
    while (!isTerminal(life.row.state)) {
      const due = new Date(+life.row.updated_at + STEP_MS);
      const { version } = life.row;
      if (+due > Date.now()) return;
      await step(life, due);
      if (life.row.version === version) return;
    }
  }

  /** What a create does in the database. */
  async function admit(row: AdmissionRow): Promise<AdmissionResult> {
    await customers.settle(row);
    const known = lives.ofKey(nameOf(row));
    const { available } = money();
    const now = new Date();
    const result = {
      ...{ ord: 1, run: known?.row.id ?? row.id, saved_at: now, claimed: false, reached: null },
      ...{ existing_hash: known?.hash ?? null, existing_hash_version: row.hash_version },
      ...{ payer: row.account, payer_available: available, trace: traceOf(row) },
    };
    if (known) return { ...result, outcome: 'existing' };
    if (open().length >= limits.maxPendingRuns) return { ...result, outcome: 'too_many_pending' };
    const refused = customers.refusalOf(row);
    if (refused) return { ...result, ...refused };
    if (row.reserved_amount > available) return { ...result, outcome: 'insufficient' };
    const life: Life = {
      row: freshRow(row, now, result),
      resource: resources.get(row.kind)!,
      hash: Buffer.from(row.request_hash, 'hex'),
      ...{ terms: row.terms, request: row.request, traceparent: row.traceparent ?? null },
      ...{ answer: undefined, cancelled: new AbortController() },
    };
    lives.save(row.id, nameOf(row), life, Buffer.byteLength(row.request));
    customers.appear(row, now);
    return { ...result, outcome: 'created' };
  }

  function traceOf({ parent_uuid = '', traceparent }: AdmissionRow): string | null {
    const parent = lives.get(parent_uuid)?.row;
    return parent
      ? (parent.trace ?? parent.id)
      : (traceUuidOf(traceparent?.split('-')[1] ?? '') ?? null);
  }

  const parts: RunsOptions = {
    db: NO_DATABASE,
    ...{ admit, unit, limits, runDeadlineMs: times.runDeadlineMs },
    upstreams: { firstOf: (_, { provider }) => provider },
    notifier: { notify() {} },
    reads: {
      cipher: NO_ENCRYPTION,
      async findByRequestKey({ kind, idempotencyKey }) {
        const known = lives.ofKey(nameOf({ kind, idempotency_key: idempotencyKey }));
        return known && { run: known.row.id, hash: known.hash, hashVersion: HASH_VERSION };
      },
      availableOf: async (ids) =>
        ids.map((id) => ({ id, available: money().available, kind: 'wallet' })),
      limitsOf: async () => [],
    },
    reader: {
      async read(_, uuid) {
        const life = lives.get(uuid);
        if (life) await catchUp(life);
        return life && ownReading(life);
      },
      async wait({ uuid }, until, ms, signals) {
        const endsAt = performance.now() + ms;
        const isOver = () => signals.some(({ aborted }) => aborted) || performance.now() >= endsAt;
        const life = lives.get(uuid);
        while (life && !until(ownReading(life)) && !isTerminal(life.row.state) && !isOver())
          await step(life);
      },
    },
    reconciliation: { reconcileRun: async () => {} },
    cancelling: {
      async cancel(_, uuid) {
        const life = lives.get(uuid);
        if (!life || life.row.cancel_requested_at) return life !== undefined;
        const { row, resource } = life;
        const now = new Date();
        life.row = { ...row, cancel_requested_at: now, updated_at: now, version: row.version + 1 };
        if (row.state === 'reserved' || row.state === 'queued') {
          apply(life, advanceOf('given_up_unsent', row, { error: CANCELLED_UNSENT }), now);
        } else if (row.provider_reference !== null) {
          const provider = resource.providers.get(row.provider);
          await provider?.cancel?.(row.provider_reference, life.cancelled.signal);
        }
        return true;
      },
    },
  };
  function offer<T extends RunTypes>(resource: RunResource<T>): Runs<T> {
    const { kind, idPrefix } = resource;
    resources.set(kind, resource as unknown as AnyResource);
    const runs = createRuns(resource, parts);
    return {
      ...runs,
      async get(workspace, id) {
        const life = lives.get(idToUuid(idPrefix, id) ?? '');
        if (life) await catchUp(life);
        if (life) await step(life);
        return runs.get(workspace, id);
      },
      async list(_, query) {
        const { states, labels = [], idempotencyKey: idempotency_key } = query;
        const equal = Object.entries(EQUAL_COLUMNS) as [keyof typeof EQUAL_COLUMNS, keyof RunRow][];
        const wanted = Object.fromEntries(equal.map(([name, column]) => [column, query[name]]));
        const fitting = (await all()).filter(
          (row) =>
            (states === undefined || states.includes(row.state)) &&
            labels.every(([name, value]) => row.metadata?.[name] === value),
        );
        const { page, next } = pageOf(fitting, query, { ...wanted, kind, idempotency_key });
        return { runs: page.map((row) => toRun<T['Facts']>(row, resource)), next };
      },
      // Only the pages of people show it.
      history: async () => undefined,
    };
  }

  /** Newest first, each in its present state. */
  async function all(): Promise<RunRow[]> {
    for (const life of lives.newest()) await catchUp(life);
    return lives.newest().map(({ row }) => row);
  }

  /** Takes an end user out of its runs that have ended; returns how many there were. */
  function forget(endUser: string): number {
    const ended = lives
      .newest()
      .filter(({ row }) => row.end_user_id === endUser && isTerminal(row.state));
    for (const life of ended) {
      const gone = { session_id: null, end_user_id: null, metadata: null };
      life.row = { ...life.row, ...gone, version: life.row.version + 1 };
    }
    return ended.length;
  }

  return {
    ...{ offer, all, money, forget },
    find: (uuid: string) => lives.get(uuid)?.row,
    ofEndUser: (endUser: string) =>
      lives.newest().flatMap(({ row }) => (row.end_user_id === endUser ? [row] : [])),
  };
}

const nameOf = ({ kind, idempotency_key }: Pick<RunRow, 'kind' | 'idempotency_key'>) =>
  `${kind} ${idempotency_key}`;

/** The rows that have the wanted values, where these are defined. */
export function pageOf<Row extends { id: string; created_at: Date }>(
  rows: readonly Row[],
  query: Pick<ListQuery, 'limit' | 'before' | 'createdAfter' | 'createdBefore'>,
  wanted: { [Column in keyof Row]?: unknown },
): { page: Row[]; next: string | null } {
  const { limit, before, createdAfter, createdBefore } = query;
  const equal = Object.entries(wanted) as [keyof Row, unknown][];
  const found = rows.filter(
    (row) =>
      (before === undefined || row.id < before) &&
      (createdAfter === undefined || row.created_at > createdAfter) &&
      (createdBefore === undefined || row.created_at < createdBefore) &&
      equal.every(([column, value]) => value === undefined || row[column] === value),
  );
  const page = found.slice(0, limit);
  return { page, next: found.length > page.length ? page.at(-1)!.id : null };
}
