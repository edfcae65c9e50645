/**
 * The servers of tools that the configuration asks for: those of the tools file, and the sandbox. What of their code is
 * needed is loaded with the first call.
 */
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { createRegistry } from '../providers/index.ts';
import type { Registry } from '../providers/registry.ts';
import type { ToolProvider } from '../providers/tool-provider.ts';
import type { Log } from '../telemetry/log.ts';
import {
  approveTool,
  createToolCatalog,
  type FileServer,
  readToolsFile,
  type Syncing,
  startSyncing,
  syncTools,
  type ToolCatalog,
} from '../tools/index.ts';
import { createSandboxProvider, type SandboxToolsOptions, sandboxServer } from './sandbox-tools.ts';

export interface Tools {
  registry: Registry<ToolProvider>;
  catalog: ToolCatalog;
  /** Saves the tools that are known without asking anybody. */
  offerBuiltIn(): Promise<void>;
  /** Keeps what is saved of the servers' tools as they say it is. */
  startSyncing(): Syncing;
  close(): Promise<void>;
}

/** Of one answer. What is larger is lost. */
export const MAX_OUTPUT_BYTES = 8_388_608;
/** Of the input of a call, as JSON. */
export const MAX_INPUT_BYTES = 262_144;
export const MAX_TIMEOUT_SECONDS = 3_600;

export async function composeTools(
  { providers: config }: Config,
  { db, log }: { db: Db; log: Log },
): Promise<Tools> {
  const { toolsFile: path, secret, maxInFlight, connectTimeoutMs, sandbox } = config;
  const file =
    path === undefined ? { servers: [] } : await readToolsFile({ path, secret, builtIn: BUILT_IN });
  const limits = { maxInFlight, connectTimeoutMs, maxAnswerBytes: MAX_OUTPUT_BYTES, log };
  const providers = await Promise.all(file.servers.map((server) => providerOf(server, limits)));
  const builtIn = sandbox.enabled ? [createSandboxProvider(limits)] : [];
  const registry = createRegistry([...providers, ...builtIn]);
  const onFault = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const servers = [...file.servers, ...(sandbox.enabled ? [sandboxServer] : [])];
  const catalog = await createToolCatalog({ db, servers, onFault });
  return {
    ...{ registry, catalog },
    async offerBuiltIn() {
      for (const provider of builtIn) {
        const { changed } = await syncTools({ db, catalog }, provider);
        // They came with this version of the service, which the operator has chosen.
        for (const id of changed) await db.transaction((tx) => approveTool(tx, id));
        if (changed.length > 0) await catalog.refresh();
      }
    },
    startSyncing: () =>
      startSyncing({
        ...{ db, catalog, providers, onFault },
        onChanged: (server, { changed, gone }) => log.warn({ server, changed, gone }, WITHHELD),
      }),
    async close() {
      catalog.close();
      await registry.close();
    },
  };
}

const WITHHELD =
  'tools are withheld: changed ones until npm run cli -- tools approve, others until they are back';
const BUILT_IN = ['sandbox'];

async function providerOf(server: FileServer, limits: SandboxToolsOptions): Promise<ToolProvider> {
  const { log, ...bounds } = limits;
  const { name, maxInFlight = bounds.maxInFlight } = server;
  const shared = { ...bounds, name, maxInFlight };
  if ('transport' in server) {
    const { createMcpProvider } = await import('../providers/mcp/index.ts');
    return createMcpProvider({ ...shared, transport: server.transport, log });
  }
  const { createHttpToolsProvider } = await import('../providers/http-tools/index.ts');
  const { tools, signingSecrets, headers } = server;
  return createHttpToolsProvider({ ...shared, tools, signingSecrets, headers });
}
