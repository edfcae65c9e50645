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
  createToolCatalog,
  type FileServer,
  readToolsFile,
  type Syncing,
  startSyncing,
  type ToolCatalog,
} from '../tools/index.ts';

export interface Tools {
  registry: Registry<ToolProvider>;
  catalog: ToolCatalog;
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
  const { toolsFile: path, secret } = config;
  const file =
    path === undefined ? { servers: [] } : await readToolsFile({ path, secret, builtIn: BUILT_IN });
  const providers = await Promise.all(
    file.servers.map((server) => providerOf(server, { ...config, log })),
  );
  const registry = createRegistry(providers);
  const onFault = (message: string, error?: unknown) => log.warn({ err: error }, message);
  const catalog = await createToolCatalog({ db, servers: file.servers, onFault });
  return {
    ...{ registry, catalog },
    startSyncing: () =>
      startSyncing({
        ...{ db, catalog, providers, onFault },
        onChanged: (server, { changed, gone }) =>
          log.warn(
            { server, changed, gone },
            'tools are withheld until npm run cli -- tools approve, or until they are back',
          ),
      }),
    async close() {
      catalog.close();
      await registry.close();
    },
  };
}

const BUILT_IN = ['sandbox'];

async function providerOf(
  server: FileServer,
  {
    maxInFlight,
    connectTimeoutMs,
    log,
  }: Pick<Config['providers'], 'maxInFlight' | 'connectTimeoutMs'> & { log: Log },
): Promise<ToolProvider> {
  const shared = {
    ...{ name: server.name, connectTimeoutMs, maxAnswerBytes: MAX_OUTPUT_BYTES },
    maxInFlight: server.maxInFlight ?? maxInFlight,
  };
  if ('transport' in server) {
    const { createMcpProvider } = await import('../providers/mcp/index.ts');
    return createMcpProvider({ ...shared, transport: server.transport, log });
  }
  const { createHttpToolsProvider } = await import('../providers/http-tools/index.ts');
  const { tools, signingSecrets, headers } = server;
  return createHttpToolsProvider({ ...shared, tools, signingSecrets, headers });
}
