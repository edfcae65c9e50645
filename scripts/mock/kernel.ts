/**
 * The run kernel of the mock: one life of a run in memory, for all kinds. A request is checked, quoted, sent and settled
 * by the rules of the service, with the providers of its sandbox. What differs is time: a run takes one step each time
 * that it is read by its id, and one for every five seconds that pass; so the same calls always see the same states.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../server/keys/index.ts';
import type { Config } from '../../server/platform/config/index.ts';
import { invariant } from '../../server/platform/lib/errors.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import type { JsonValue } from '../../server/platform/lib/json.ts';
import {
  type AdmissionOptions,
  admissionRow,
  assertSame,
  HASH_VERSION,
  refusalOf,
  requestHash,
} from '../../server/runs/admission.ts';
import { afterLookUp } from '../../server/runs/after-look-up.ts';
import { CANCELLED_UNSENT } from '../../server/runs/cancelling.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import { freshRow } from '../../server/runs/generated-columns.ts';
import type { ListQuery, RunKernel, Runs, RunTypes } from '../../server/runs/index.ts';
import { advanceOf, afterSubmission } from '../../server/runs/outcomes.ts';
import type { AnyResource, RunResource } from '../../server/runs/resource.ts';
import { toRun, traceUuidOf } from '../../server/runs/run.ts';
import type { Advance } from '../../server/runs/settlement-store.ts';
import { isTerminal } from '../../server/runs/states.ts';

const MOST_THINGS = 10_000;
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
export interface Life {
  row: RunRow;
  resource: AnyResource;
  hash: Buffer;
  terms: unknown;
  request: string;
  traceparent: string | null;
  answer?: JsonValue;
  /** The step under way, and what to call when it sends something. */
  step?: Promise<void> | undefined;
  onSent?: () => void;
  cancelled: AbortController;
}

export interface MemoryKernel extends Pick<RunKernel, 'offer'> {
  /** Newest first, each in its present state. */
  all(): Promise<RunRow[]>;
  find(uuid: string): RunRow | undefined;
  money(): { available: number; held: number };
}

export interface KernelOptions {
  config: Pick<Config, 'unit' | 'limits' | 'times'>;
  /** What the wallet begins with, in units. */
  credit: number;
}

/** What callers created, newest first. Beyond its bounds, it forgets the oldest, with their request keys. */
export function createStore<Of extends object>() {
  const byKey = new Map<string, Of>();
  const keys = new WeakMap<Of, string>();
  const things = new LRUCache<string, Of>({
    ...{ max: MOST_THINGS, maxSize: MOST_BYTES },
    dispose: (thing) => byKey.delete(keys.get(thing) ?? ''),
  });
  return {
    save(id: string, requestKey: string, thing: Of, bytes: number): void {
      things.set(id, thing, { size: bytes + 1 });
      byKey.set(requestKey, thing);
      keys.set(thing, requestKey);
    },
    // A read does not make anything newer.
    get: (id: string) => things.peek(id),
    ofKey: (requestKey: string) => byKey.get(requestKey),
    newest: () => [...things.values()],
    remove: (id: string) => things.delete(id),
  };
}

export function createMemoryKernel({ config, credit }: KernelOptions): MemoryKernel {
  const { unit, limits, times } = config;
  const lives = createStore<Life>();
  let charged = 0;

  const open = () => lives.newest().filter(({ row }) => !isTerminal(row.state));

  function money() {
    const held = open().reduce((sum, { row }) => sum + row.reserved_amount, 0);
    return { available: credit - charged - held, held };
  }

  /** What the database does with an advance. */
  function apply(life: Life, step: Advance, now: Date): void {
    const { row } = life;
    invariant(step.from_states.includes(row.state), `a run may go from ${row.state}`);
    const at = (ms: number | undefined) => (ms === undefined ? null : new Date(+now + ms));
    const isEnd = isTerminal(step.to_state);
    const next = at(step.due_in_ms);
    if (step.answer !== undefined) life.answer = step.answer;
    if (isEnd) charged += step.charged_amount ?? 0;
    life.row = {
      ...row,
      ...{ state: step.to_state, version: row.version + 1, updated_at: now },
      attempt: step.attempt ?? row.attempt,
      provider_reference: step.provider_reference ?? row.provider_reference,
      provider_amount: step.provider_amount ?? null,
      list_amount: step.list_amount ?? null,
      fee_amount: step.fee_amount ?? null,
      charged_amount: step.charged_amount ?? null,
      absorbed_amount: step.absorbed_amount ?? null,
      facts: step.facts ?? row.facts,
      error: step.error ?? null,
      unknown_reason: step.unknown_reason ?? row.unknown_reason,
      queue_reason: step.queue_reason ?? null,
      next_attempt_at: step.next_step === 'submit' ? next : null,
      next_check_at: step.next_step === 'submit' ? null : next,
      settle_deadline: at(step.settle_deadline_ms) ?? row.settle_deadline,
      look_ups: row.look_ups + (step.looked_up ? 1 : 0),
      last_looked_up_at: step.looked_up ? now : row.last_looked_up_at,
      finished_at: isEnd ? now : null,
    };
  }

  async function submit(life: Life): Promise<Advance> {
    const { resource, cancelled, terms, request, traceparent } = life;
    const { row } = life;
    const provider = resource.providers.get(row.provider);
    invariant(provider, `the mock has the provider ${row.provider}`);
    const { session_id, end_user_id, subject } = row;
    const run = { ...refOf(row), terms, request, traceparent, session_id, end_user_id, subject };
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
    const over = new AbortController();
    const begun = life.step ? undefined : Promise.withResolvers<void>();
    if (begun) {
      life.onSent = begun.resolve;
      life.step = next(life, now).finally(() => {
        life.step = undefined;
      });
    }
    const patienceMs = begun ? PATIENCE_MS : LAST_PATIENCE_MS;
    const patience = (begun?.promise ?? Promise.resolve())
      .then(() => sleep(patienceMs, undefined, { signal: over.signal }))
      .catch(() => {});
    await Promise.race([life.step, patience]).finally(() => over.abort());
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

  function offer<T extends RunTypes>(resource: RunResource<T>): Runs<T> {
    const { kind, idPrefix } = resource;
    const runOf = ({ row, answer }: Life) => toRun<T['Facts']>(row, resource, answer);

    function find(id: string): Life | undefined {
      const uuid = idToUuid(idPrefix, id);
      const life = uuid === undefined ? undefined : lives.get(uuid);
      return life?.row.kind === kind ? life : undefined;
    }

    function quoteOf(principal: Principal, body: T['Request']): T['Quote'] {
      resource.check(body);
      return resource.quote(body, principal);
    }

    function refuse(principal: Principal, body: T['Request'], quote: T['Quote']): void {
      const { available } = money();
      const isPoor = quote.amount > available;
      if (!isPoor && open().length < limits.maxPendingRuns) return;
      const result = {
        ...({ ...NOTHING, outcome: isPoor ? 'insufficient' : 'too_many_pending' } as const),
        ...{ payer: principal.payer.account, payer_available: available },
      };
      const affordable = () => resource.affordable(body, quote, available);
      throw refusalOf({ unit, limits }, result, principal, quote, affordable);
    }

    return {
      async create(principal, input) {
        const { body, idempotencyKey, traceparent } = input;
        resource.check(body);
        const hash = requestHash(body);
        const name = `${kind} ${idempotencyKey}`;
        const known = lives.ofKey(name);
        if (known) {
          assertSame(known.hash.equals(hash));
          return { run: runOf(known), replayed: true };
        }
        const quote = quoteOf(principal, body);
        refuse(principal, body, quote);
        const options: Omit<AdmissionOptions, 'db' | 'admit'> = {
          ...{ unit, limits, runDeadlineMs: times.runDeadlineMs },
          upstreams: { firstOf: (_, { provider }) => provider },
        };
        const saved = { hash, hashVersion: HASH_VERSION };
        const row = admissionRow(resource, principal, input, saved, quote, options);
        const parent = row.parent_uuid === undefined ? undefined : lives.get(row.parent_uuid)?.row;
        const trace = parent
          ? (parent.trace ?? parent.id)
          : (traceUuidOf(traceparent?.split('-')[1] ?? '') ?? null);
        const life: Life = {
          row: freshRow(row, new Date(), { claimed: false, trace }),
          resource: resource as unknown as AnyResource,
          ...{ hash, terms: quote.terms, request: quote.text },
          traceparent: traceparent ?? null,
          cancelled: new AbortController(),
        };
        lives.save(row.id, name, life, Buffer.byteLength(quote.text));
        return { run: runOf(life), replayed: false };
      },

      async estimate(principal, body) {
        const quote = quoteOf(principal, body);
        return {
          ...{ quote, ...unit, reservedAmount: quote.amount },
          covered: money().available >= quote.amount,
          payer: 'wallet',
          feeBasisPoints: quote.feeBasisPoints ?? limits.feeBasisPoints,
        };
      },

      async get(_, id) {
        const life = find(id);
        if (!life) return undefined;
        await catchUp(life);
        await step(life);
        return runOf(life);
      },

      async wait(_, run, until, ms, signals) {
        const life = find(run.id);
        if (!life) return run;
        const endsAt = performance.now() + ms;
        const isOver = () => signals.some(({ aborted }) => aborted) || performance.now() >= endsAt;
        while (!until(runOf(life)) && !isTerminal(life.row.state) && !isOver()) await step(life);
        return runOf(life);
      },

      async cancel(_, id) {
        const life = find(id);
        if (!life) return undefined;
        await catchUp(life);
        const { row } = life;
        if (isTerminal(row.state) || row.cancel_requested_at) return runOf(life);
        const now = new Date();
        life.row = { ...row, cancel_requested_at: now, updated_at: now, version: row.version + 1 };
        if (row.state === 'reserved' || row.state === 'queued') {
          apply(life, advanceOf('given_up_unsent', row, { error: CANCELLED_UNSENT }), now);
        } else if (row.provider_reference !== null) {
          const provider = resource.providers.get(row.provider);
          await provider?.cancel?.(row.provider_reference, life.cancelled.signal);
        }
        return runOf(life);
      },

      async list(_, query) {
        for (const life of lives.newest()) await catchUp(life);
        const rows = lives.newest().map(({ row }) => row);
        const found = rows.filter((row) => row.kind === kind && matches(row, query));
        const page = found.slice(0, query.limit);
        return {
          runs: page.map((row) => toRun<T['Facts']>(row, resource)),
          next: found.length > page.length ? page.at(-1)!.id : null,
        };
      },

      // Only the pages of people show it.
      history: async () => undefined,
    };
  }

  return {
    offer,
    async all() {
      for (const life of lives.newest()) await catchUp(life);
      return lives.newest().map(({ row }) => row);
    },
    find: (uuid) => lives.get(uuid)?.row,
    money,
  };
}

function refOf({ workspace, id, attempt, fee_basis_points, scale, reserved_amount }: RunRow) {
  return { workspace, id, attempt, fee_basis_points, scale, reserved_amount };
}

const NOTHING = {
  ...{ ord: 1, run: '', existing_hash: null, existing_hash_version: null, saved_at: null },
  ...{ claimed: false, reached: null, trace: null },
};

/** Whether a run belongs to the rest of the list, by the filters that programs have. */
function matches(row: RunRow, query: ListQuery): boolean {
  const { before, createdAfter, createdBefore, states, labels = [] } = query;
  const wanted: [unknown, unknown][] = [
    [query.subject, row.subject],
    [query.idempotencyKey, row.idempotency_key],
    [query.sessionId, row.session_id],
    [query.endUserId, row.end_user_id],
    [query.promptId, row.prompt_id],
    [query.promptVersion, row.prompt_version],
    [query.parentRun, row.parent_run],
    [query.apiKey, row.api_key],
  ];
  return (
    wanted.every(([want, has]) => want === undefined || want === has) &&
    (before === undefined || row.id < before) &&
    (createdAfter === undefined || row.created_at > createdAfter) &&
    (createdBefore === undefined || row.created_at < createdBefore) &&
    (states === undefined || states.includes(row.state)) &&
    labels.every(([name, value]) => row.metadata?.[name] === value)
  );
}
