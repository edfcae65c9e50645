/** The providers of one kind of run in this process, by name. No code above it names a provider. */
import { invariant } from '../platform/lib/errors.ts';
import type { ProviderOf, Reported } from './provider.ts';

type Named = Pick<ProviderOf<never, Reported, Reported>, 'name' | 'close'>;

export interface Registry<Each extends Named> {
  /** Undefined if it is not or no longer configured: its runs wait for it, or for their deadline. */
  get(name: string): Each | undefined;
  all(): Each[];
  close(): Promise<void>;
}

export function createRegistry<Each extends Named>(providers: Each[]): Registry<Each> {
  const byName = new Map<string, Each>();
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
