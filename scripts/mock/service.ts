/**
 * The service of the mock: the developer API as production answers it, by the service's own edge, gate, validator and
 * rules, over what is kept in memory. It takes any key, and has no database. An operation whose answer is always an
 * example, and a request that asks for one, is only checked here: the answer says so, and `index.ts` plays the example.
 */
import { createHash } from 'node:crypto';
import { offerKinds } from '../../server/compose/kinds.ts';
import { composeProviders } from '../../server/compose/providers.ts';
import { createSandboxProvider, sandboxServer } from '../../server/compose/tools.ts';
import {
  createComputeEnvironmentHandlers,
  createOutputHandlers,
} from '../../server/compute-jobs/http.ts';
import { type Principal, SCOPES } from '../../server/keys/index.ts';
import { createModelHandlers } from '../../server/model-runs/http.ts';
import { MODEL_RUNS } from '../../server/model-runs/index.ts';
import { toAccount } from '../../server/money/http.ts';
import { type Config, readConfig } from '../../server/platform/config/index.ts';
import type { Queryable } from '../../server/platform/db/pool.ts';
import {
  type ApiDocument,
  createApp,
  createDocs,
  createTexts,
  type GuideTexts,
  type Handlers,
} from '../../server/platform/http/index.ts';
import { createCursors } from '../../server/platform/lib/cursor.ts';
import { createLog, type Log } from '../../server/platform/telemetry/log.ts';
import { createPromptHandlers } from '../../server/prompts/http.ts';
import type { NewVersion, Prompts } from '../../server/prompts/index.ts';
import { createRegistry } from '../../server/providers/provider.ts';
import { QUOTAS, type QuotaName } from '../../server/quotas/index.ts';
import { createRunHandlers } from '../../server/runs/edges/http.ts';
import { isTerminal } from '../../server/runs/states.ts';
import {
  type CatalogTool,
  checksOf,
  functionNameOf,
  type ToolCatalog,
  versionOf,
} from '../../server/tool-runs/catalog.ts';
import { createToolHandlers } from '../../server/tool-runs/http.ts';
import { MAX_OUTPUT_BYTES } from '../../server/tool-runs/index.ts';
import type { ToolProvider } from '../../server/tool-runs/providers/tool-provider.ts';
import { createMockJobs, WORKSPACE } from './jobs.ts';
import { createMemoryKernel } from './kernel.ts';
import { createMemoryPrompts } from './prompts.ts';
import { createMemoryScores } from './scores.ts';

const API_KEY = '01900000-0000-7000-8000-000000000002';
const WALLET = '01900000-0000-7000-8000-000000000003';
/** Each mock has the same secret, so that one accepts the cursors of another. */
const SECRET = createHash('sha256').update('the mock keeps no secrets').digest();

/** The header of an answer that says that the request is valid, and that an example is the answer. */
export const APPROVED = 'X-Mock-Approved';
/** A key that begins so asks for an example. */
export const ASKING = 'mock-asks-';

export interface MockServiceOptions {
  document: ApiDocument;
  url: string;
  docs?: Buffer | undefined;
  texts?: GuideTexts | undefined;
  /** What the wallet begins with, in US dollars. */
  credit: number;
  /** Versions of prompts that exist from the start. */
  prompt: NewVersion[];
}

interface Caller extends Principal {
  asks?: true;
}

export async function startMockService(options: MockServiceOptions) {
  const { document, url, docs, texts, credit } = options;
  const config = readConfig({ NODE_ENV: 'test' });
  const { unit, limits } = config;
  const log = createLog({ level: 'silent' });
  const cursors = createCursors(SECRET);
  const sold = await openSandbox(config, log);
  const kernel = createMemoryKernel({ config, credit: Math.round(credit * 10 ** unit.scale) });
  const compute = createMockJobs(log);
  const kinds = offerKinds(kernel, { ...sold, config, compute, attributionKey: SECRET });
  const [, , computeJobs] = kinds;
  const prompts = createMemoryPrompts(limits) as Prompts;
  for (const [i, version] of options.prompt.entries()) {
    await prompts.save(callerOf(''), `example-${i}`, version);
  }
  const { ratePerMinute, rateBytesPerMinute } = config.http;
  const { getPromptUsage: _, ...promptHandlers } = createPromptHandlers({
    ...{ prompts, cursors, unit, kind: MODEL_RUNS.kind },
  });
  const kept: Partial<Handlers> = {
    ...createRunHandlers(kinds, cursors),
    ...createModelHandlers({
      ...{ catalog: sold.catalog, cursors, currency: unit.currency },
      maxOutputTokens: limits.maxOutputTokens,
    }),
    ...createToolHandlers(sold.tools.catalog, cursors),
    ...createOutputHandlers(computeJobs.runs, compute),
    ...createComputeEnvironmentHandlers(compute.catalog),
    ...promptHandlers,
    ...createMemoryScores(kernel, cursors),
    async getAccount({ principal, rate }) {
      const pendingRuns = (await kernel.all()).filter(({ state }) => !isTerminal(state)).length;
      const { available, held } = kernel.money();
      const quotas = (Object.keys(QUOTAS) as QuotaName[]).map((quota) => ({
        ...{ quota, limit: config.quotas.defaults[quota], used: 0 },
      }));
      const allowance = {
        accounts: [{ id: WALLET, account: 'wallet' as const, available, held }],
        ...{ limits: [], spendable: available, pendingRuns, expiresAt: null, models: null, quotas },
      };
      const bounds = { unit, ratePerMinute, maxPendingRuns: limits.maxPendingRuns };
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: toAccount(principal, allowance, rate, {
          ...{ ...bounds, storagePrice: config.storagePrice },
        }),
      };
    },
  };
  const app = createApp({
    ...{
      document,
      log,
      ratePerMinute,
      rateBytesPerMinute,
      publicUrl: url,
      validatesResponses: false,
    },
    ...(docs && { docs: createDocs(docs) }),
    ...(texts && { texts: createTexts(texts) }),
    keys: { authenticate: async (presented) => callerOf(presented) },
    handlers: approving(document, kept, cursors),
    maxBodyBytes: 12 * limits.maxPromptChars + 1_048_576,
    health: async () => {},
  });
  const port = await app.listen('127.0.0.1', 0);
  return {
    port,
    async close() {
      await app.drain(0);
      await sold.close();
    },
  };
}

function callerOf(presented: string): Caller {
  return {
    ...{ workspace: WORKSPACE, apiKey: API_KEY, scopes: new Set(SCOPES) },
    payer: { account: WALLET, kind: 'wallet' },
    ...(presented.startsWith(ASKING) && { asks: true }),
  };
}

/** The handlers of all operations: whoever asks for an example gets it approved, and so does everyone else where only examples answer. */
function approving(
  { paths }: ApiDocument,
  kept: Partial<Handlers>,
  cursors: ReturnType<typeof createCursors>,
): Handlers {
  type Any = (input: { principal: Caller; query: { cursor?: string } }) => unknown;
  const approved = { status: 200, headers: { [APPROVED]: '1' } };
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string }>).flatMap(
      ({ operationId }) => operationId ?? [],
    ),
  );
  const handlers = ids.map((id): [string, Any] => {
    const own = kept[id as keyof Handlers] as Any | undefined;
    const handler: Any = (input) => {
      const { principal, query } = input;
      if (principal.asks) return approved;
      if (own) return own(input);
      // A list of examples has one page.
      if (query.cursor !== undefined) cursors.take({ operation: id }, query.cursor);
      return approved;
    };
    return [id, handler];
  });
  return Object.fromEntries(handlers) as unknown as Handlers;
}

/** The models and tools of the sandbox, with the providers that carry them out. */
async function openSandbox(config: Config, log: Log) {
  const models = await composeProviders(config, { sandboxPort: 0, log });
  const catalog = await models.openCatalog({ db: NO_DATABASE });
  const { connectTimeoutMs, maxInFlight } = config.providers;
  const bounds = { connectTimeoutMs, maxInFlight, maxAnswerBytes: MAX_OUTPUT_BYTES };
  const provider = createSandboxProvider({ ...bounds, log });
  const tools = {
    catalog: await toolCatalogOf(provider),
    registry: createRegistry<ToolProvider>([provider]),
  };
  return {
    ...{ catalog, tools, registry: models.registry },
    async close() {
      catalog.close();
      await Promise.all([models.close(), provider.close()]);
    },
  };
}

/** For what asks a database only if there is something to find. */
const NO_DATABASE = {
  query(): never {
    throw new Error('the mock has no database');
  },
} as unknown as Queryable;

async function toolCatalogOf(provider: ToolProvider): Promise<ToolCatalog> {
  const { tools } = await provider.listTools(new AbortController().signal);
  const all = tools.flatMap((definition): CatalogTool[] => {
    const terms = sandboxServer.termsOf(definition);
    const id = `${provider.name}/${definition.name}`;
    if (!terms) return [];
    return [
      {
        ...{ ...terms, id, provider: provider.name, definition, version: versionOf(definition) },
        ...{ functionName: functionNameOf(id), ...checksOf(definition) },
      },
    ];
  });
  const list = all.sort((one, other) => (one.id < other.id ? -1 : 1));
  const get = (id: string) => list.find((tool) => tool.id === id);
  return {
    get,
    ...{ withheld: () => undefined, unusable: () => undefined },
    ...{ list: () => list, listAll: () => list },
    definitionOf(version) {
      const tool = list.find((each) => each.version === version);
      return tool && { definition: tool.definition, checks: () => tool, unusable: () => undefined };
    },
    ...{ refresh: async () => {}, ensureFresh: async () => {}, close() {} },
  };
}
