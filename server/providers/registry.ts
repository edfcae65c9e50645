/**
 * The providers of this process by name. The only place that knows all of them; nothing above it names one.
 */
import { invariant } from '../kernel/invariant.ts';
import type { Provider } from './port.ts';

export interface Registry {
  /** Undefined for one that is not configured (any more): its runs wait for it, or for their deadline. */
  get(name: string): Provider | undefined;
  all(): Provider[];
  close(): Promise<void>;
}

export function createRegistry(providers: Provider[]): Registry {
  const byName = new Map<string, Provider>();
  for (const provider of providers) {
    invariant(!byName.has(provider.name), `one provider is called ${provider.name}`);
    byName.set(provider.name, provider);
  }
  return {
    get: (name) => byName.get(name),
    all: () => [...byName.values()],
    async close() {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}
