/**
 * Asks a provider for its record of one run: bounded in time, and never a throw. Keeps count of what may be
 * asked now: nothing of a provider that wants to be left alone, and no more at once than it takes. Decides
 * nothing; what the record means is in `outcomes.ts`.
 */
import { amountOf } from '../kernel/money.ts';
import type { Reported } from '../providers/provider.ts';
import type { Log } from '../telemetry/log.ts';
import type { AnyResource, LookUpFor, RunTypes } from './resource.ts';

const TIMEOUT_MS = 5_000;
/** Look-ups of one provider that may be under way at once, where it takes as many. */
const MOST_AT_ONCE = 32;

export type Found = LookUpFor<RunTypes>;

/** Undefined where there is nothing to ask for: no reference, or a provider that keeps no record. */
export type AskProvider = (
  run: { id: string; provider_reference: string | null } & QueueOf,
) => Promise<Found | undefined>;

/** What names a queue: the runs of one kind at one provider. */
export interface QueueOf {
  kind: string;
  provider: string;
}

export function queueName({ kind, provider }: QueueOf): string {
  return `${kind}/${provider}`;
}

/** Look-ups that may be begun, of each queue so many. */
export interface Reservation {
  counts: Map<string, number>;
  /** Queues whose provider said when it wants to be asked again. */
  resting: string[];
  /** Those that have as many look-ups under way as their provider takes. */
  full: string[];
}

export type LookUps = ReturnType<typeof createLookUps>;

export function createLookUps({
  resources,
  log,
}: {
  /** By kind. */
  resources: ReadonlyMap<string, AnyResource>;
  log: Log;
}) {
  const reserved = new Map<string, number>();
  const restsUntil = new Map<string, number>();

  function providerOf({ kind, provider }: QueueOf) {
    return resources.get(kind)?.providers.get(provider);
  }

  const ask: AskProvider = async (run) => {
    const provider = providerOf(run);
    if (!provider) return { kind: 'unavailable', reason: 'The provider is not configured.' };
    if (!provider.lookUp || run.provider_reference === null) return undefined;
    const queue = queueName(run);
    if (isResting(queue)) {
      return { kind: 'unavailable', reason: 'The provider wants to be asked later.' };
    }
    try {
      const found = await provider.lookUp(run.provider_reference, AbortSignal.timeout(TIMEOUT_MS));
      if (found.kind === 'unavailable' && found.retryAfterMs !== undefined) {
        restsUntil.set(queue, performance.now() + found.retryAfterMs);
      }
      return found;
    } catch (error) {
      log.error({ err: error, run: run.id }, 'a provider adapter threw');
      return { kind: 'unavailable', reason: 'The look-up broke off inside the service.' };
    }
  };

  /** Takes all that may be begun now; what is not used is to be released at once. */
  function reserve(): Reservation {
    const reservation: Reservation = { counts: new Map(), resting: [], full: [] };
    for (const { kind, providers } of resources.values()) {
      for (const { name: provider } of providers.all()) {
        const queue = queueName({ kind, provider });
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

  /** Takes one look-up of the provider, where it may be begun now. */
  function reserveOne(of: QueueOf): boolean {
    const queue = queueName(of);
    if (isResting(queue) || (freeOf(of) ?? 0) <= 0) return false;
    add(queue, 1);
    return true;
  }

  function release(queue: string, count = 1): void {
    add(queue, -count);
  }

  /** Undefined where there is nothing to ask. */
  function freeOf(of: QueueOf): number | undefined {
    const provider = providerOf(of);
    if (!provider?.lookUp) return undefined;
    return Math.min(provider.maxInFlight, MOST_AT_ONCE) - (reserved.get(queueName(of)) ?? 0);
  }

  function isResting(queue: string): boolean {
    return performance.now() < (restsUntil.get(queue) ?? 0);
  }

  function add(queue: string, change: number): void {
    reserved.set(queue, (reserved.get(queue) ?? 0) + change);
  }

  return { ask, reserve, reserveOne, release };
}

/** What the provider took, as an amount of the scale; undefined where its record does not say. */
export function reportedCost(found: Found | undefined, scale: number): number | undefined {
  if (found?.kind === 'not_executed') return 0;
  const { cost }: Reported = found?.kind === 'executed' ? found : {};
  return cost === undefined ? undefined : amountOf([{ price: cost, count: 1 }], scale);
}
