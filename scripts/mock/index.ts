/**
 * The mock on loopback, for browsers of any origin: the app of the service, whose gate and validator every request passes,
 * with the service's own handlers and rules, over what is kept in memory. It takes any key. An example is the answer where
 * the service would ask a database that the mock has not, and of a request that asks for one.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RequestHandler, Response } from 'express';
import { createDeveloperHandlers } from '../../server/compose/developer-handlers.ts';
import { bodyLimits, offerKinds } from '../../server/compose/kinds.ts';
import { composeObservability } from '../../server/compose/observability.ts';
import { composeProviders } from '../../server/compose/providers.ts';
import { composeTools, SANDBOX, sandboxDefinitions } from '../../server/compose/tools.ts';
import { createCustomerSpending } from '../../server/customers/http.ts';
import { createCustomers } from '../../server/customers/index.ts';
import { createExportEdge } from '../../server/exports/http.ts';
import { createExports } from '../../server/exports/index.ts';
import { type Principal, SCOPES } from '../../server/keys/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import {
  type ApiDocument,
  createApp,
  createDocs,
  type DocsFolder,
} from '../../server/platform/http/index.ts';
import type { AnyHandler } from '../../server/platform/http/serve-api.ts';
import { exchangeOf } from '../../server/platform/http/server.ts';
import { createCursors, createPaging } from '../../server/platform/lib/cursor.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createPrompts, type NewVersion } from '../../server/prompts/index.ts';
import { createQuotas, QUOTA_NAMES } from '../../server/quotas/index.ts';
import { isTerminal } from '../../server/runs/states.ts';
import { versionOf } from '../../server/tool-runs/catalog.ts';
import type { SavedDefinitions } from '../../server/tool-runs/definition-store.ts';
import { createMemoryCustomers } from './customers.ts';
import {
  asksForExample,
  type Input,
  type Operation,
  playExample,
  readOperations,
} from './examples.ts';
import { createMockJobs } from './jobs.ts';
import { createMemoryKernel, type MemoryKernel, NO_DATABASE, show } from './kernel.ts';
import { createMemoryPrompts } from './prompts.ts';
import { createMemoryScores } from './scores.ts';
import { createTelling } from './webhooks.ts';

export { exampleTable, type Operation, readOperations } from './examples.ts';

interface MockOptions {
  /** The bundled document. */
  document: object;
  /** The port; 0 takes any free one. */
  port: number;
  /** The documentation, if it was built. */
  docs?: DocsFolder | undefined;
  /** What the wallet begins with, in US dollars. */
  credit?: number;
  /** Where webhooks go. */
  webhook?: string | undefined;
}

export interface Mock {
  url: string;
  operations: Operation[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const CREDIT = 1_000;
const WORKSPACE = '01900000-0000-7000-8000-000000000001';
const WALLET = '01900000-0000-7000-8000-000000000003';
/** Each mock has the same secret, so that one accepts the cursors of another. */
const SECRET = createHash('sha256').update('the mock keeps no secrets').digest();
export const WEBHOOK_SECRET = `whsec_${SECRET.toString('base64')}`;
/** How often runs that nobody reads move on, if somebody is told of them. */
const ADVANCE_EVERY_MS = 500;

const CALLER: Principal = {
  ...{ workspace: WORKSPACE, apiKey: '01900000-0000-7000-8000-000000000002' },
  // Later kinds of runs have more.
  get scopes() {
    return new Set(SCOPES);
  },
  payer: { account: WALLET, kind: 'wallet' },
};

/** Rejects if the port is taken. */
export async function startMock({
  port,
  credit = CREDIT,
  webhook,
  docs,
  ...given
}: MockOptions): Promise<Mock> {
  const document = given.document as ApiDocument;
  const operations = await readOperations(document);
  const service = await openMockService(credit, promptOf(operations), webhook);
  /** Requests under way, by their signals. */
  const under = new WeakMap<AbortSignal, { prefer: string; res: Response }>();

  function answering(operation: Operation, own: AnyHandler): AnyHandler {
    return async (input: Input) => {
      const { prefer, res } = under.get(input.signal)!;
      if (asksForExample(prefer)) return playExample(operation, prefer, input, res);
      try {
        return await own(input as never);
      } catch (error) {
        const isMissing = error instanceof Problem && error.code === 'not_found';
        // What the document names as an example is there, although nobody created it.
        const named = Object.entries(operation.named);
        const isShown = named.every(([name, value]) => input.params[name] === value);
        if (!isMissing || !isShown) throw error;
      }
      const reply = await playExample(operation, '', input, res);
      const { body } = reply as { body?: object };
      // A list of examples has one page.
      return body && 'nextCursor' in body
        ? { ...reply, body: { ...body, nextCursor: null } }
        : reply;
    };
  }

  const app = createApp({
    ...service.app,
    ...{ document, validatesResponses: false },
    publicUrl: (taken) => `http://${HOST}:${taken}`,
    ...(docs && { docs: createDocs(docs) }),
    before(req, res, next) {
      under.set(exchangeOf(res).signal, { prefer: [req.headers.prefer].flat().join(', '), res });
      serveBrowsers(req, res, next);
    },
    wrap: (handlers) =>
      Object.fromEntries(operations.map((each) => [each.id, answering(each, handlers[each.id]!)])),
  });
  const taken = await app.listen(HOST, port).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  return {
    ...{ url: `http://${HOST}:${taken}`, operations },
    async close() {
      await app.drain(0);
      await service.close();
    },
  };
}

/** The versions of the prompt that the examples name. */
function promptOf(operations: readonly Operation[]): NewVersion[] {
  const { bodies } = operations.find(({ id }) => id === 'createPromptVersion')!;
  const [text, messages] = bodies as [NewVersion, NewVersion];
  return [...Array<NewVersion>(6).fill(text), { ...messages, labels: ['production'] }];
}

/** Every origin may call, and read every header. A refusal has these headers as well. */
const serveBrowsers: RequestHandler = ({ method, headers }, res, next) => {
  if (headers.origin === undefined) return next();
  const cors = {
    ...{ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' },
    ...{ 'Access-Control-Allow-Methods': '*', 'Access-Control-Max-Age': '600' },
    // By their names, because `*` does not stand for Authorization.
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
  };
  const { writeHead } = res;
  res.writeHead = (...args: unknown[]) => {
    for (const [name, value] of Object.entries(cors)) res.setHeader(name, value);
    return writeHead.apply(res, args as never);
  };
  if (method === 'OPTIONS') res.writeHead(204).end();
  else next();
};

/** What the app needs of the service, with a wallet of so many dollars and a prompt of these versions. */
async function openMockService(
  credit: number,
  prompt: readonly NewVersion[],
  webhook: string | undefined,
) {
  // No file of the operator says what the mock sells.
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(import.meta.dirname, 'none') });
  const { unit, limits } = config;
  const log = createLog({ level: 'silent' });
  const cursors = createCursors(SECRET);
  const providers = await composeProviders(config, { sandboxPort: 0, log });
  const { registry } = providers;
  const catalog = await providers.openCatalog({ db: NO_DATABASE });
  const tools = await composeTools(config, { db: NO_DATABASE, log, saved: SAVED_TOOLS });
  const compute = createMockJobs(log);
  const amount = Math.round(credit * 10 ** unit.scale);
  const telling = createTelling({ to: webhook, secret: WEBHOOK_SECRET, unit });
  const kept = createMemoryCustomers((endUser) => kernel.ofEndUser(endUser), telling.tellOf);
  const kernel: MemoryKernel = createMemoryKernel(config, amount, kept, telling.tell);
  const advancing = webhook && setInterval(() => void kernel.all(), ADVANCE_EVERY_MS);
  const sold = { config, catalog, registry, tools, compute, pseudonymKey: SECRET };
  const kinds = offerKinds(kernel, sold);
  const prompts = createPrompts({
    ...{ store: createMemoryPrompts(), reads: NO_DATABASE },
    maxPromptChars: limits.maxPromptChars,
  });
  for (const [i, version] of prompt.entries()) {
    await prompts.save(CALLER, `example-${i}`, version);
  }
  const quotas = createQuotas({ db: NO_DATABASE, ...config.quotas, log });
  const spans = { store: ALWAYS_SHOWN, reported: undefined, exported: undefined };
  const known = { spans, runs: { spans: ALWAYS_SHOWN }, cursors, quotas };
  const observability = composeObservability(config, known);
  const handlers = createDeveloperHandlers(config, {
    ...{ kinds, catalog, tools, compute, prompts, cursors, spans },
    ...{ reads: NO_DATABASE, scores: createMemoryScores(kernel) },
    exports: createExportEdge({
      ...{ exports: createExports(NO_DATABASE), saved: ALWAYS_SHOWN },
      paging: createPaging(cursors),
    }),
    customers: createCustomers({
      ...{ store: kept, limitOf: quotas.limitOf },
      eraseEndUser: async ({ endUser }) => kept.erase(endUser, kernel.forget),
    }),
    customerSpending: createCustomerSpending({
      ...{ reads: NO_DATABASE, unit: config.unit, paging: createPaging(cursors) },
    }),
    observability: { ...observability, reading: ALWAYS_SHOWN },
    keys: ALWAYS_SHOWN,
    endpoints: { db: NO_DATABASE, webhooks: ALWAYS_SHOWN, paging: createPaging(cursors) },
    alerts: ALWAYS_SHOWN,
    wallet: ALWAYS_SHOWN,
    payments: ALWAYS_SHOWN,
    account: {
      async allowanceOf() {
        const open = (await kernel.all()).filter(({ state }) => !isTerminal(state));
        const { available, held } = kernel.money();
        return {
          accounts: [{ id: WALLET, account: 'wallet', available, held }],
          ...{ limits: [], spendable: available, pendingRuns: open.length },
          ...{ expiresAt: null, models: null },
        };
      },
      quotasOf: async (workspace) =>
        QUOTA_NAMES.map((quota) => ({ quota, limit: quotas.limitOf(workspace, quota), used: 0 })),
    },
  });
  const { getExport } = handlers;
  handlers.getExport = (input) => {
    void getExport(input);
    return show();
  };
  const { largest: _, ...bodies } = bodyLimits(config, kinds);
  return {
    app: {
      ...{ handlers, log, keys: { authenticate: async () => CALLER } },
      ...{ ...bodies, ratePerMinute: config.http.ratePerMinute, health: async () => {} },
    },
    async close() {
      clearInterval(advancing);
      telling.close();
      catalog.close();
      await Promise.all([providers.close(), tools.close()]);
    },
  };
}

/** Whatever is asked of it, the answer is an example. */
const ALWAYS_SHOWN = new Proxy({}, { get: () => show }) as never;

const VERSIONS = sandboxDefinitions.map((definition) => ({
  ...{ version: versionOf(definition), definition },
}));
const SAVED_TOOLS: SavedDefinitions = {
  tools: async () =>
    VERSIONS.map(({ version, definition: { name } }) => ({
      ...{ id: `${SANDBOX}/${name}`, server: SANDBOX, gone_at: null },
      ...{ seen_version: version, approved_version: version, seen_at: new Date() },
    })),
  definitions: async (_, known) => VERSIONS.filter(({ version }) => !known.includes(version)),
};
