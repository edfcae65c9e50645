/**
 * Asks a provider for its record of one run: bounded in time, and never a throw. Keeps count of what may be
 * asked now: nothing of a provider that wants to be left alone, and no more at once than it takes. Decides
 * nothing; what the record means is in `outcomes.ts`.
 */
import { amountOf } from '../../kernel/money.ts';
import type { Registry } from '../../providers/index.ts';
import type { LookUp } from '../../providers/port.ts';
import type { Log } from '../../telemetry/log.ts';

const TIMEOUT_MS = 5_000;
/** Look-ups of one provider that may be under way at once, where it takes as many. */
const MOST_AT_ONCE = 32;

/** Undefined where there is nothing to ask for: no reference, or a provider that keeps no record. */
export type AskProvider = (run: {
  id: string;
  provider: string;
  provider_reference: string | null;
}) => Promise<LookUp | undefined>;

/** Look-ups that may be begun, of each provider so many. */
export interface Reservation {
  counts: Map<string, number>;
  /** Providers that said when they want to be asked again. */
  resting: string[];
  /** Those that have as many look-ups under way as they take. */
  full: string[];
}

export type LookUps = ReturnType<typeof createLookUps>;

export function createLookUps({ registry, log }: { registry: Registry; log: Log }) {
  const reserved = new Map<string, number>();
  const restsUntil = new Map<string, number>();

  const ask: AskProvider = async (run) => {
    const provider = registry.get(run.provider);
    if (!provider) return { kind: 'unavailable', reason: 'The provider is not configured.' };
    if (!provider.lookUp || run.provider_reference === null) return undefined;
    if (isResting(run.provider)) {
      return { kind: 'unavailable', reason: 'The provider wants to be asked later.' };
    }
    try {
      const found = await provider.lookUp(run.provider_reference, AbortSignal.timeout(TIMEOUT_MS));
      if (found.kind === 'unavailable' && found.retryAfterMs !== undefined) {
        restsUntil.set(run.provider, performance.now() + found.retryAfterMs);
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
    for (const { name } of registry.all()) {
      if (isResting(name)) reservation.resting.push(name);
      const free = freeOf(name);
      if (free === undefined || isResting(name)) continue;
      if (free > 0) reservation.counts.set(name, free);
      else reservation.full.push(name);
    }
    for (const [name, count] of reservation.counts) add(name, count);
    return reservation;
  }

  /** Takes one look-up of the provider, where it may be begun now. */
  function reserveOne(provider: string): boolean {
    if (isResting(provider) || (freeOf(provider) ?? 0) <= 0) return false;
    add(provider, 1);
    return true;
  }

  function release(provider: string, count = 1): void {
    add(provider, -count);
  }

  /** Undefined where there is nothing to ask. */
  function freeOf(name: string): number | undefined {
    const provider = registry.get(name);
    if (!provider?.lookUp) return undefined;
    return Math.min(provider.maxInFlight, MOST_AT_ONCE) - (reserved.get(name) ?? 0);
  }

  function isResting(provider: string): boolean {
    return performance.now() < (restsUntil.get(provider) ?? 0);
  }

  function add(provider: string, change: number): void {
    reserved.set(provider, (reserved.get(provider) ?? 0) + change);
  }

  return { ask, reserve, reserveOne, release };
}

/** What the provider took, as an amount of the scale; undefined where its record does not say. */
export function reportedCost(found: LookUp | undefined, scale: number): number | undefined {
  if (found?.kind === 'not_executed') return 0;
  if (found?.kind !== 'executed' || found.cost === undefined) return undefined;
  return amountOf([{ price: found.cost, count: 1 }], scale);
}
