/**
 * What happens to a run that its provider did not take: the service sends it again to the same provider within the
 * budget of retries, or to the next one that its terms name. Either way it hands the run back first: each attempt is
 * claimed, and thus on disk, before it is sent. Also what each submission says about its provider, for the circuit.
 */

import type { Db, Queryable } from '../platform/db/pool.ts';
import { createBatcher } from '../platform/lib/micro-batcher.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import {
  type CircuitFigures,
  moveUnsentRuns,
  selectFigures,
  takeRetries,
} from './circuit-store.ts';
import type { Circuits, Proof } from './circuits.ts';
import { queueName } from './look-up.ts';
import { handBack, MOST_ATTEMPTS } from './outcomes.ts';
import type { AnyResource, OutcomeFor, ProviderFor, RunResource, RunTypes } from './resource.ts';
import { backOff } from './retrying.ts';
import type { Advance } from './settlement-store.ts';
import type { ClaimedRun } from './store.ts';

interface UpstreamsOptions {
  db: Db;
  circuits: Circuits;
  retries: RetryBudget;
  /** By kind. */
  resources: ReadonlyMap<string, AnyResource>;
  log: Log;
  meter?: Meter | undefined;
}

interface Submission<T extends RunTypes> {
  provider: ProviderFor<T>;
  run: ClaimedRun<T['Quote']['terms']>;
  outcome: OutcomeFor<T>;
  /** Undefined if the service did not ask the provider. */
  proof: Proof | undefined;
}

export type Upstreams = ReturnType<typeof createUpstreams>;

/** With these, a gateway says that it has no server behind it. The run itself may still have been carried out. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504, 521, 522, 523, 529]);
/** The provider refused the deployment without looking at the request. */
const OF_CREDENTIALS: ReadonlySet<number> = new Set([401, 402]);
const MOVED_AT_ONCE = 500;
/** Runs move when a circuit opens; this is for runs that came back to the queue since. */
const MOVE_EVERY_MS = 5_000;

export function createUpstreams(options: UpstreamsOptions) {
  const { circuits, retries, resources, meter } = options;
  let movedAt = performance.now();
  circuits.onOpened((queue) => void moveFrom(options, queue));

  return {
    watch: <T extends RunTypes>(
      { kind }: RunResource<T>,
      provider: ProviderFor<T>,
      run: ClaimedRun,
    ) => {
      const queue = queueName({ kind, provider: provider.name });
      if (run.attempt === 1) retries.earn(queue);
      // A machine's own provider says nothing to other machines.
      const watched = provider.host === undefined ? circuits.watch(queue, run.id) : undefined;
      return watchOf(watched, provider.forwards);
    },
    /** How the process hands the run back; undefined if its outcome alone decides. */
    async requeue<T extends RunTypes>(
      resource: RunResource<T>,
      submitted: Submission<T>,
    ): Promise<Advance | undefined> {
      const { provider, outcome, proof } = submitted;
      const isLocal = outcome.kind === 'not_sent' && outcome.isLocal;
      if (provider.host !== undefined || (proof === undefined && !isLocal)) return undefined;
      const others = resource.upstreamsOf?.(submitted.run.terms) ?? [];
      return others.length > 1
        ? toNextProvider(options, resource as unknown as AnyResource, submitted, others)
        : toSameProvider(options, resource.kind, submitted);
    },
    /** The provider of a new run: the first that takes runs, or else the first. */
    firstOf<T extends RunTypes>(resource: RunResource<T>, quote: T['Quote']): string {
      const { kind } = resource;
      const names = resource.upstreamsOf?.(quote.terms) ?? [];
      if (names.length < 2) return quote.provider;
      const [first = quote.provider] = taking(options, resource as unknown as AnyResource, names);
      if (first !== quote.provider) meter?.fellBack({ kind, provider: quote.provider, to: first });
      return first;
    },
    /** Moves runs that wait for a provider whose circuit is open to other providers that take runs. */
    async moveOn(): Promise<void> {
      if (performance.now() - movedAt < MOVE_EVERY_MS) return;
      movedAt = performance.now();
      for (const { kind, providers } of resources.values()) {
        for (const { name: provider } of providers.all()) {
          const queue = queueName({ kind, provider });
          if (circuits.isOpen(queue)) await moveFrom(options, queue);
        }
      }
    },
  };
}

function watchOf(watched: ReturnType<Circuits['watch']> | undefined, forwards = false) {
  let isStopped = false;
  return {
    alive: () => watched?.alive(),
    /** If this throws, the service does not send the run, and the provider is not at fault. */
    unless: (check: () => void) => () => {
      isStopped = true;
      check();
      isStopped = false;
    },
    ended(outcome: OutcomeFor<RunTypes>, isGivenUp: boolean): Proof | undefined {
      const proof = isStopped || isGivenUp ? undefined : proofOf(outcome, forwards);
      watched?.ended(proof);
      return proof;
    },
  };
}

function proofOf(outcome: OutcomeFor<RunTypes>, forwards: boolean): Proof | undefined {
  if (outcome.kind === 'not_sent') return outcome.isLocal ? undefined : 'dead';
  if (outcome.kind !== 'unknown') return 'alive';
  if (outcome.providerStatus === undefined) return 'unclear';
  if (!OF_GATEWAYS.has(outcome.providerStatus)) return 'alive';
  return forwards ? 'unclear' : 'dead';
}

/** If it is the only one: after a pause. */
async function toSameProvider<T extends RunTypes>(
  { retries }: UpstreamsOptions,
  kind: string,
  { provider, run, outcome }: Submission<T>,
): Promise<Advance | undefined> {
  const isRefused = outcome.kind === 'refused_for_now';
  if (outcome.kind !== 'not_sent' && !(isRefused && run.attempt < MOST_ATTEMPTS)) return undefined;
  const budgetMs = await retries.take(queueName({ kind, provider: provider.name }));
  const waitMs = outcome.retryAfterMs ?? backOff(run.attempt);
  return handBack(run, outcome.reason, Math.max(waitMs, Math.ceil(budgetMs)));
}

/** At once; after the last one comes the first again, after a pause. */
async function toNextProvider(
  options: UpstreamsOptions,
  resource: AnyResource,
  { provider, run, outcome }: Submission<RunTypes>,
  names: readonly string[],
): Promise<Advance | undefined> {
  const { kind, providers } = resource;
  const isRefused = outcome.kind === 'refused' && OF_CREDENTIALS.has(outcome.providerStatus);
  const isUnsent = outcome.kind === 'not_sent' || outcome.kind === 'refused_for_now';
  const isSpent = outcome.kind !== 'not_sent' && run.attempt >= MOST_ATTEMPTS * names.length;
  if (!(isUnsent || isRefused) || isSpent) return undefined;
  const [next] = taking(options, resource, names.slice(names.indexOf(provider.name) + 1));
  if (next !== undefined) {
    options.meter?.fellBack({ kind, provider: provider.name, to: next });
    return { ...handBack(run, outcome.reason, 0), ...queueAt(kind, next) };
  }
  const all = taking(options, resource, names);
  const [first] = isRefused ? all.filter((name) => !providers.get(name)?.refuses?.()) : all;
  // Each provider refuses the deployment: no other provider is left.
  if (first === undefined && isRefused) return undefined;
  const to = first ?? provider.name;
  const budgetMs = await options.retries.take(queueName({ kind, provider: to }));
  const retryAfterMs = isUnsent && to === provider.name ? (outcome.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(retryAfterMs, backOff(Math.ceil(run.attempt / names.length)));
  return {
    ...handBack(run, outcome.reason, Math.max(waitMs, Math.ceil(budgetMs))),
    ...queueAt(kind, to),
  };
}

/** The providers that take runs now, in order. */
function taking(
  { circuits }: UpstreamsOptions,
  { kind, providers }: AnyResource,
  names: readonly string[],
): string[] {
  return names.filter(
    (provider) => providers.get(provider) && !circuits.isOpen(queueName({ kind, provider })),
  );
}

function queueAt(kind: string, provider: string): Pick<Advance, 'provider' | 'queue'> {
  return { provider, queue: queueName({ kind, provider }) };
}

async function moveFrom(options: UpstreamsOptions, queue: string): Promise<void> {
  const { db, resources, log, meter } = options;
  const [kind = '', from = ''] = queue.split('/');
  const resource = resources.get(kind);
  if (!resource?.hasOthersBehind?.(from)) return;
  const names = resource.providers.all().map(({ name }) => name);
  const providers = taking(options, resource, names).filter((name) => name !== from);
  if (providers.length === 0) return;
  try {
    for (;;) {
      const moved = await moveUnsentRuns(db, { queue, kind, providers, atMost: MOVED_AT_ONCE });
      for (const { provider } of moved) meter?.fellBack({ kind, provider: from, to: provider });
      if (moved.length < MOVED_AT_ONCE) return;
    }
  } catch (error) {
    log.warn({ err: error, queue }, 'runs that wait were not moved to another provider');
  }
}

/** The retries that one request earns. */
const SHARE = 0.2;
/** Ten a second, and up to what five seconds leave unused at once. */
const RETRIES = { spacingMs: 100, atOnce: 50 };

/** For the operator: the circuits, and what the budgets have left. */
export function countCircuits(db: Queryable): Promise<CircuitFigures[]> {
  return selectFigures(db, RETRIES);
}

interface RetryBudget {
  /** The service sent a run for the first time. */
  earn(queue: string): void;
  /** Takes a retry; returns how long it has to wait. */
  take(queue: string): Promise<number>;
}

/**
 * How often the service sends runs again to a provider that provably did not carry them out: each request earns a part of
 * a retry, and in addition all processes together have a number of retries a second. A retry beyond that waits longer; none
 * is refused.
 */
export function createRetryBudget({ db, log }: { db: Db; log: Log }): RetryBudget {
  const requests = new Map<string, number>();
  const batcher = createBatcher<string, number>({
    run: takeAll,
    lanes: 1,
    maxItems: 64,
    maxQueued: Number.POSITIVE_INFINITY,
    onFull: () => new Error('unbounded'),
  });

  async function takeAll(queues: string[]): Promise<number[]> {
    const waits: number[] = [];
    for (const queue of new Set(queues)) {
      const indexes = [...queues.keys()].filter((i) => queues[i] === queue);
      const lastMs = await takeOf(queue, indexes.length);
      for (const [i, index] of indexes.entries()) {
        waits[index] = Math.max(0, lastMs - (indexes.length - 1 - i) * RETRIES.spacingMs);
      }
    }
    return waits;
  }

  /** While the database is away, the process sends nothing until it is back. */
  async function takeOf(queue: string, count: number): Promise<number> {
    const earned = SHARE * (requests.get(queue) ?? 0);
    requests.delete(queue);
    try {
      return await takeRetries(db, { queue, count, earned, ...RETRIES });
    } catch (error) {
      log.warn({ err: error, queue }, 'the retry budget was not asked');
      return 0;
    }
  }

  return {
    earn: (queue) => void requests.set(queue, (requests.get(queue) ?? 0) + 1),
    take: (queue) => batcher.submit(queue),
  };
}
