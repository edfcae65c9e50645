/**
 * Asks a provider for its record of one run: bounded in time, and never a throw. Decides nothing; what the
 * record means is in `outcomes.ts`.
 */
import { amountOf } from '../../kernel/money.ts';
import type { Registry } from '../../providers/index.ts';
import type { LookUp } from '../../providers/port.ts';
import type { Log } from '../../telemetry/log.ts';

const TIMEOUT_MS = 5_000;

/** Undefined where there is nothing to ask for: no reference, or a provider that keeps no record. */
export type AskProvider = (run: {
  id: string;
  provider: string;
  provider_reference: string | null;
}) => Promise<LookUp | undefined>;

export function createAskProvider({
  registry,
  log,
}: {
  registry: Registry;
  log: Log;
}): AskProvider {
  return async (run) => {
    const provider = registry.get(run.provider);
    if (!provider) return { kind: 'unavailable', reason: 'The provider is not configured.' };
    if (!provider.lookUp || run.provider_reference === null) return undefined;
    try {
      return await provider.lookUp(run.provider_reference, AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      log.error({ err: error, run: run.id }, 'a provider adapter threw');
      return { kind: 'unavailable', reason: 'The look-up broke off inside the service.' };
    }
  };
}

/** What the provider took, as an amount of the scale; undefined where its record does not say. */
export function reportedCost(found: LookUp | undefined, scale: number): number | undefined {
  if (found?.kind === 'not_executed') return 0;
  if (found?.kind !== 'executed' || found.cost === undefined) return undefined;
  return amountOf([{ price: found.cost, count: 1 }], scale);
}
