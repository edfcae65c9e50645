/**
 * The configured tool servers: those of the tools file, and the sandbox. The first call loads their code. A running
 * service applies changes of the file.
 */
import { join, resolve } from 'node:path';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Registry } from '../providers/registry.ts';
import {
  createToolCatalog,
  startSyncing,
  syncTools,
  type ToolCatalog,
} from '../tool-runs/catalog.ts';
import { approveTool } from '../tool-runs/definition-store.ts';
import { MAX_OUTPUT_BYTES } from '../tool-runs/index.ts';
import type { ToolProvider } from '../tool-runs/providers/tool-provider.ts';
import { type FileServer, openToolsFile, type ToolsFileOptions } from '../tool-runs/tools-file.ts';
import { createSandboxProvider, type SandboxToolsOptions, sandboxServer } from './sandbox-tools.ts';
import { createToolServers } from './tool-servers.ts';

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

export interface Following {
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
  { db, log }: { db: Db; log: Log },
): Promise<Tools> {
  const { maxInFlight, connectTimeoutMs, sandbox } = config.providers;
  const file = await openToolsFile(toolsFileOf(config));
  const limits = { maxInFlight, connectTimeoutMs, maxAnswerBytes: MAX_OUTPUT_BYTES, log };
  const builtIn = sandbox.enabled ? [createSandboxProvider(limits)] : [];
  const registry = createToolServers(builtIn, (server) => providerOf(server, limits));
  await registry.take(file.servers());
  const onFault = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const servers = () => [...file.servers(), ...(sandbox.enabled ? [sandboxServer] : [])];
  const catalog = await createToolCatalog({ db, servers, onFault });
  return {
    ...{ registry, catalog },
    async offerBuiltIn() {
      for (const provider of builtIn) {
        const { changed } = await syncTools({ db, catalog }, provider);
        // These tools came with this version of the service, which the operator has chosen.
        for (const id of changed) await db.transaction((tx) => approveTool(tx, id));
        if (changed.length > 0) await catalog.refresh();
      }
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

const WITHHELD =
  'tools are withheld: changed ones until they are approved (npm run cli -- tools show), gone ones until they are back, left out ones until their server describes them correctly';
const BUILT_IN = ['sandbox'];

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
