/**
 * The tool servers of this process, which change while it runs. If a server was removed, or has a new address or
 * secret, the process closes it when its calls have ended.
 */
import type { Registry } from '../providers/registry.ts';
import type { ToolProvider } from '../tool-runs/providers/tool-provider.ts';
import type { FileServer } from '../tool-runs/tools-file.ts';

export interface ToolServers extends Registry<ToolProvider> {
  /** The servers of the tools file. */
  ofFile(): ToolProvider[];
  /** Replaces the servers. Unchanged ones stay. */
  take(servers: readonly FileServer[]): Promise<void>;
}

interface Held {
  /** What the server was created from. */
  made: string;
  provider: ToolProvider;
  /** Resolves when the provider has closed. */
  retire(): Promise<void>;
}

export function createToolServers(
  builtIn: readonly ToolProvider[],
  open: (server: FileServer) => Promise<ToolProvider>,
): ToolServers {
  const fixed = new Map(builtIn.map((provider) => [provider.name, provider]));
  let held = new Map<string, Held>();
  const leaving = new Set<Promise<void>>();

  function retire(gone: Held): void {
    const left = gone.retire().finally(() => leaving.delete(left));
    leaving.add(left);
  }

  return {
    get: (name) => held.get(name)?.provider ?? fixed.get(name),
    all: () => [...[...held.values()].map(({ provider }) => provider), ...builtIn],
    ofFile: () => [...held.values()].map(({ provider }) => provider),
    async take(servers) {
      const next = new Map<string, Held>();
      for (const server of servers) {
        const made = madeOf(server);
        const before = held.get(server.name);
        const stays = before?.made === made ? before : undefined;
        next.set(server.name, stays ?? { made, ...lend(await open(server)) });
      }
      const gone = [...held.values()].filter((each) => next.get(each.provider.name) !== each);
      held = next;
      for (const each of gone) retire(each);
    },
    async close() {
      await Promise.all([
        ...[...held.values()].map(({ provider }) => provider.close()),
        ...builtIn.map((provider) => provider.close()),
        ...leaving,
      ]);
    },
  };
}

/** All settings but the prices, which do not affect how to reach the server. */
function madeOf({ termsOf: _, ...server }: FileServer): string {
  return JSON.stringify(server);
}

/** Wraps the provider with a count of calls under way. */
function lend(provider: ToolProvider): Omit<Held, 'made'> {
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  let underWay = 0;
  let isRetired = false;

  function closeWhenIdle(): void {
    if (isRetired && underWay === 0) provider.close().then(resolve, reject);
  }

  function counted<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      underWay += 1;
      try {
        return await work(...args);
      } finally {
        underWay -= 1;
        closeWhenIdle();
      }
    };
  }

  const { lookUp } = provider;
  return {
    provider: {
      ...provider,
      submit: counted(provider.submit),
      listTools: counted(provider.listTools),
      ...(lookUp && { lookUp: counted(lookUp) }),
    },
    retire() {
      isRetired = true;
      closeWhenIdle();
      return closed;
    },
  };
}
