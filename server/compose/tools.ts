/**
 * The tool servers of this process: those of the tools file, and the sandbox, whose tools are known at once. The first
 * call loads their code. A running service applies changes of the file: if a server was removed, or has a new address or
 * secret, the process closes it when its calls have ended.
 */
import { join, resolve } from 'node:path';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Registry } from '../providers/provider.ts';
import { sandboxTools } from '../sandbox/tools/definitions.ts';
import {
  createToolCatalog,
  startSyncing,
  syncTools,
  type ToolCatalog,
  type ToolServer,
  type ToolTerms,
} from '../tool-runs/catalog.ts';
import { type SavedDefinitions, savedDefinitions } from '../tool-runs/definition-store.ts';
import { MAX_OUTPUT_BYTES } from '../tool-runs/index.ts';
import { readDefinition } from '../tool-runs/providers/answer.ts';
import type { ToolDefinition, ToolProvider } from '../tool-runs/providers/tool-provider.ts';
import { type FileServer, openToolsFile, type ToolsFileOptions } from '../tool-runs/tools-file.ts';

export interface Tools {
  registry: Registry<ToolProvider>;
  catalog: ToolCatalog;
  /** Saves the tools that are known without asking a server. */
  offerBuiltIn(): Promise<void>;
  /** From now on, applies changes of the tools file. */
  follow(following: Following): Followed;
  /** A server that is not (yet) in the file. What its process prints goes to the output of this process. */
  openFor(server: FileServer): Promise<ToolProvider>;
  close(): Promise<void>;
}

interface Following {
  /** Whether to keep the saved tools as the servers describe them. */
  syncs: boolean;
  /** Called when the servers have changed. */
  onServers: () => void;
}

export interface Followed {
  stop(): Promise<void>;
}

/** A process may first have to be downloaded, as by `npx`; until it is there, the service sends nothing of a call. */
const PROCESS_START_MS = 30_000;
const FIRST_START_MS = 120_000;

const WITHHELD =
  'tools are withheld: changed ones until they are approved (npm run cli -- tools show), gone ones until they are back, left out ones until their server describes them correctly';
const BUILT_IN = ['sandbox'];

/** The path of the tools file, and how to read it. */
export function toolsFileOf({ providers, database }: Config): Omit<ToolsFileOptions, 'read'> {
  const { toolsFile, secret } = providers;
  return {
    path: toolsFile ?? join(resolve(database.dataDir), 'tools.json'),
    mayBeMissing: toolsFile === undefined,
    ...{ secret, builtIn: BUILT_IN },
  };
}

export async function composeTools(
  config: Config,
  { db, log, saved = savedDefinitions(db) }: { db: Db; log: Log; saved?: SavedDefinitions },
): Promise<Tools> {
  const { maxInFlight, connectTimeoutMs, sandbox } = config.providers;
  const file = await openToolsFile(toolsFileOf(config));
  const limits = { maxInFlight, connectTimeoutMs, maxAnswerBytes: MAX_OUTPUT_BYTES, log };
  const builtIn = sandbox.enabled ? [createSandboxProvider(limits)] : [];
  const registry = createToolServers(builtIn, (server) => providerOf(server, limits));
  await registry.take(file.servers());
  const onFault = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const servers = () => [...file.servers(), ...(sandbox.enabled ? [sandboxServer] : [])];
  const catalog = await createToolCatalog({ saved, servers, onFault });
  return {
    ...{ registry, catalog },
    async offerBuiltIn() {
      // These tools came with this version of the service, which the operator has chosen.
      for (const provider of builtIn)
        await syncTools({ db, catalog }, provider, { isApproved: true });
    },
    follow({ syncs, onServers }) {
      const syncing = startSyncing({
        ...{ db, catalog, onFault },
        onChanged: (server, { changed, gone, leftOut }) =>
          log.warn({ server, changed, gone, leftOut }, WITHHELD),
      });
      if (syncs) syncing.follow(registry.ofFile());
      const watching = file.watch({
        async onChanged(found) {
          await registry.take(found);
          // So that what is on sale is known before a worker gets a run of it.
          await catalog.refresh();
          onServers();
          if (syncs) syncing.follow(registry.ofFile());
          log.info({ servers: found.map(({ name }) => name) }, 'the tools file was read again');
        },
        onFault,
      });
      return {
        async stop() {
          await Promise.all([watching.stop(), syncing.stop()]);
        },
      };
    },
    openFor: (server) =>
      providerOf(server, { ...limits, processStartMs: FIRST_START_MS, showsErrors: true }),
    async close() {
      catalog.close();
      await registry.close();
    },
  };
}

interface Limits extends SandboxToolsOptions {
  processStartMs?: number;
  showsErrors?: boolean;
}

async function providerOf(server: FileServer, limits: Limits): Promise<ToolProvider> {
  const { log, processStartMs = PROCESS_START_MS, showsErrors = false, ...bounds } = limits;
  const { name, maxInFlight = bounds.maxInFlight } = server;
  const shared = { ...bounds, name, maxInFlight };
  if ('transport' in server) {
    const { createMcpProvider } = await import('../tool-runs/providers/mcp/index.ts');
    const { transport } = server;
    if (transport.kind === 'http') return createMcpProvider({ ...shared, transport, log });
    const connectTimeoutMs = Math.max(bounds.connectTimeoutMs, processStartMs);
    const shown = { ...transport, showsErrors };
    return createMcpProvider({ ...shared, connectTimeoutMs, transport: shown, log });
  }
  const { createHttpToolsProvider } = await import('../tool-runs/providers/http-tools.ts');
  const { tools, signingSecrets, headers } = server;
  return createHttpToolsProvider({ ...shared, tools, signingSecrets, headers });
}

interface ToolServers extends Registry<ToolProvider> {
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

function createToolServers(
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

export const SANDBOX = 'sandbox';
/** The sandbox is on loopback and has one caller. */
const SANDBOX_KEY = 'sandbox';

interface SandboxToolsOptions {
  maxInFlight: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  log: Log;
}

const TERMS: ToolTerms = {
  ...{ pricing: { perCall: '0.001' }, maxTimeoutSeconds: 60 },
  ...{ isIdempotent: false, errorsAreAnswers: false },
};

const TERMS_OF: Record<string, Partial<ToolTerms> | undefined> = {
  slow: { pricing: { perCall: '0.001', perSecond: '0.0001' } },
  hangs: { maxTimeoutSeconds: 5 },
  counts: {
    pricing: {
      perCall: '0.001',
      perUnit: { name: 'execution', price: '0.002', max: 10, at: '/executions' },
    },
  },
};

const sandboxServer: ToolServer = {
  name: SANDBOX,
  termsOf: ({ name }) => ({ ...TERMS, ...TERMS_OF[name] }),
};

function createSandboxProvider(options: SandboxToolsOptions): ToolProvider {
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load(options));
  return {
    ...{ name: SANDBOX, maxInFlight: options.maxInFlight, endsEarly: true },
    submit: async (call, hooks, signal) => (await loaded()).provider.submit(call, hooks, signal),
    lookUp: async (reference, signal) => (await loaded()).provider.lookUp!(reference, signal),
    listTools: async () => ({ tools: sandboxDefinitions, leftOut: [], isWhole: true }),
    async close() {
      const { provider, sandbox } = (await loading) ?? {};
      await provider?.close();
      await sandbox?.close();
    },
  };
}

export const sandboxDefinitions = sandboxTools.map(
  (tool): ToolDefinition => ({
    ...readDefinition(tool),
    ...(tool.execution && { tasks: tool.execution.taskSupport }),
  }),
);

async function load({ log, ...limits }: SandboxToolsOptions) {
  const [{ startToolSandbox }, { createMcpProvider }] = await Promise.all([
    import('../sandbox/tools/index.ts'),
    import('../tool-runs/providers/mcp/index.ts'),
  ]);
  const sandbox = await startToolSandbox({ port: 0, apiKey: SANDBOX_KEY });
  const transport = {
    ...{ kind: 'http' as const, url: new URL(sandbox.url) },
    headers: { authorization: `Bearer ${SANDBOX_KEY}` },
  };
  return { sandbox, provider: createMcpProvider({ ...limits, name: SANDBOX, transport, log }) };
}
