/**
 * Asks a provider for its record of one run: within a time limit, without throwing, and only as many at once as the
 * provider takes. Decides nothing; `outcomes.ts` says what the record means.
 */
import { amountOf } from '../platform/lib/money.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Reported } from '../providers/provider.ts';
import type { AnyResource, LookUpFor, RunTypes } from './resource.ts';
import type { RunState } from './states.ts';

const TIMEOUT_MS = 5_000;

export type Found = LookUpFor<RunTypes>;

/** Undefined if there is nothing to ask for: no reference, or a provider that keeps no record. */
export type AskProvider = (
  run: {
    id: string;
    provider_reference: string | null;
    state?: RunState;
    is_cancelled?: boolean;
  } & QueueOf,
) => Promise<Found | undefined>;

export function createAsking({
  resources,
  slots,
  log,
}: {
  /** By kind. */
  resources: ReadonlyMap<string, AnyResource>;
  slots: LookUpSlots;
  log: Log;
}): AskProvider {
  return async (run) => {
    const provider = resources.get(run.kind)?.providers.get(run.provider);
    if (!provider) return { kind: 'unavailable', reason: 'The provider is not configured.' };
    if (!provider.lookUp || run.provider_reference === null) return undefined;
    const queue = slots.queueOf(run);
    if (slots.isResting(queue)) {
      return { kind: 'unavailable', reason: 'The provider wants to be asked later.' };
    }
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      if (run.is_cancelled && run.state !== 'received') {
        await provider.cancel?.(run.provider_reference, signal);
      }
      const found = await provider.lookUp(run.provider_reference, signal);
      if (found.kind === 'unavailable' && found.retryAfterMs !== undefined) {
        slots.rest(queue, found.retryAfterMs);
      }
      return found;
    } catch (error) {
      log.error({ err: error, run: run.id }, 'a provider adapter threw');
      return { kind: 'unavailable', reason: 'The look-up broke off inside the service.' };
    }
  };
}

/** What the provider charged, as an amount of the scale; undefined if its record does not say. */
export function reportedCost(found: Found | undefined, scale: number): number | undefined {
  if (found?.kind === 'not_executed') return 0;
  const { cost }: Reported = found?.kind === 'executed' ? found : {};
  return cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], scale);
}

/** The most look-ups of one provider at once, if it takes that many. */
const MOST_AT_ONCE = 32;

/** What identifies a queue: the runs of one kind at one provider. */
export interface QueueOf {
  kind: string;
  provider: string;
}

export function queueName({ kind, provider }: QueueOf): string {
  return `${kind}/${provider}`;
}

/** The queue of work that is bound to a machine: processes on other machines take nothing from it. */
export function hostQueueName(of: QueueOf, host: string): string {
  return `${queueName(of)}@${host}`;
}

/** The number of look-ups that may begin, by queue. */
export interface Reservation {
  counts: Map<string, number>;
  /** Queues whose provider said when to ask again. */
  resting: string[];
  /** Queues with as many look-ups under way as their provider takes. */
  full: string[];
}

export type LookUpSlots = ReturnType<typeof createLookUpSlots>;

/**
 * How many look-ups may begin now: at most as many at once as the provider takes, and none before the provider wants the
 * next one.
 */
export function createLookUpSlots(resources: ReadonlyMap<string, AnyResource>) {
  const taken = new Map<string, number>();
  const restsUntil = new Map<string, number>();

  /** Takes all look-ups that may begin now; the caller releases the unused ones at once. */
  function reserve(): Reservation {
    const reservation: Reservation = { counts: new Map(), resting: [], full: [] };
    for (const { kind, providers } of resources.values()) {
      for (const { name: provider } of providers.all()) {
        const queue = queueOf({ kind, provider });
        if (isResting(queue)) reservation.resting.push(queue);
        const free = freeOf({ kind, provider });
        if (free === undefined || isResting(queue)) continue;
        if (free > 0) reservation.counts.set(queue, free);
        else reservation.full.push(queue);
      }
    }
    for (const [queue, count] of reservation.counts) add(queue, count);
    return reservation;
  }

  /** Takes one look-up of the provider, if it may begin now. */
  function reserveOne(of: QueueOf): boolean {
    const queue = queueOf(of);
    if (isResting(queue) || (freeOf(of) ?? 0) <= 0) return false;
    add(queue, 1);
    return true;
  }

  /** The queue of the runs that this process can ask about. */
  function queueOf(of: QueueOf): string {
    const host = resources.get(of.kind)?.providers.get(of.provider)?.host;
    return host === undefined ? queueName(of) : hostQueueName(of, host);
  }

  /** Undefined if there is nothing to ask. */
  function freeOf(of: QueueOf): number | undefined {
    const provider = resources.get(of.kind)?.providers.get(of.provider);
    if (!provider?.lookUp) return undefined;
    return Math.min(provider.maxInFlight, MOST_AT_ONCE) - (taken.get(queueOf(of)) ?? 0);
  }

  function isResting(queue: string): boolean {
    return performance.now() < (restsUntil.get(queue) ?? 0);
  }

  function add(queue: string, change: number): void {
    taken.set(queue, (taken.get(queue) ?? 0) + change);
  }

  return {
    ...{ reserve, reserveOne, isResting, queueOf },
    queues: () =>
      [...resources.values()].flatMap(({ kind, providers }) =>
        providers.all().map(({ name }) => queueOf({ kind, provider: name })),
      ),
    release: (queue: string, count = 1) => add(queue, -count),
    /** The provider wants no look-ups for this long. */
    rest: (queue: string, ms: number) => void restsUntil.set(queue, performance.now() + ms),
  };
}
