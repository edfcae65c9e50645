/**
 * Asks a provider for its record of one run: within a time limit, and without throwing. Decides nothing; `outcomes.ts`
 * says what the record means.
 */
import { amountOf } from '../platform/lib/money.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Reported } from '../providers/provider.ts';
import type { LookUpSlots, QueueOf } from './look-up-slots.ts';
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
