/**
 * Asks a provider for its record of one run: bounded in time, and never a throw. Knows which providers may be
 * asked now: not one that wants to be left alone, and no more at once than it takes. Decides nothing; what
 * the record means is in `outcomes.ts`.
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

export interface LookUpRoom {
  /** Providers that keep records and may be asked. */
  askable: string[];
  /** Those that may not be asked now. */
  resting: string[];
  /** Look-ups that may be begun at once, whichever provider they ask. */
  atMost: number;
}

export type LookUps = ReturnType<typeof createLookUps>;

export function createLookUps({ registry, log }: { registry: Registry; log: Log }) {
  const underWay = new Map<string, number>();
  const restsUntil = new Map<string, number>();

  const ask: AskProvider = async (run) => {
    const provider = registry.get(run.provider);
    if (!provider) return { kind: 'unavailable', reason: 'The provider is not configured.' };
    if (!provider.lookUp || run.provider_reference === null) return undefined;
    count(run.provider, 1);
    try {
      const found = await provider.lookUp(run.provider_reference, AbortSignal.timeout(TIMEOUT_MS));
      if (found.kind === 'unavailable' && found.retryAfterMs !== undefined) {
        restsUntil.set(run.provider, performance.now() + found.retryAfterMs);
      }
      return found;
    } catch (error) {
      log.error({ err: error, run: run.id }, 'a provider adapter threw');
      return { kind: 'unavailable', reason: 'The look-up broke off inside the service.' };
    } finally {
      count(run.provider, -1);
    }
  };

  function count(provider: string, change: number): void {
    underWay.set(provider, (underWay.get(provider) ?? 0) + change);
  }

  function room(): LookUpRoom {
    const now = performance.now();
    // A provider that is nearly full holds nobody up who waits for another.
    const room: LookUpRoom = { askable: [], resting: [], atMost: MOST_AT_ONCE };
    for (const { name, lookUp, maxInFlight } of registry.all()) {
      if (!lookUp) continue;
      const free = Math.min(maxInFlight, MOST_AT_ONCE) - (underWay.get(name) ?? 0);
      const isResting = free <= 0 || now < (restsUntil.get(name) ?? 0);
      (isResting ? room.resting : room.askable).push(name);
    }
    return room;
  }

  return { ask, room };
}

/** What the provider took, as an amount of the scale; undefined where its record does not say. */
export function reportedCost(found: LookUp | undefined, scale: number): number | undefined {
  if (found?.kind === 'not_executed') return 0;
  if (found?.kind !== 'executed' || found.cost === undefined) return undefined;
  return amountOf([{ price: found.cost, count: 1 }], scale);
}
