/**
 * The real API on a real database, each with one fault: a database that is gone or has no tables, no patience, no room.
 * They have no worker, so that created runs stay pending.
 */
import { randomBytes } from 'node:crypto';
import { createKey, createKeys, readAllowance, SCOPES } from '../../server/keys/index.ts';
import { createModelHandlers } from '../../server/model-runs/http.ts';
import { createAccountHandlers } from '../../server/money/http.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import {
  type AppOptions,
  createApp,
  createClientPackages,
  createDocs,
} from '../../server/platform/http/index.ts';
import { createCursors } from '../../server/platform/lib/cursor.ts';
import { createPromptHandlers } from '../../server/prompts/http.ts';
import { createPromptStore, createPrompts } from '../../server/prompts/index.ts';
import type { QuotaDefaults } from '../../server/quotas/index.ts';
import { createRunHandlers } from '../../server/runs/edges/http.ts';
import { createToolHandlers } from '../../server/tool-runs/http.ts';
import { document } from '../contract/document.ts';
import { computeHandlers } from '../support/compute.ts';
import { managementHandlers } from '../support/management.ts';
import { metricsHandlers } from '../support/metrics.ts';
import { LIMITS, startTestRuns } from '../support/model-runs.ts';
import { observabilityHandlers } from '../support/observability.ts';
import { offeredKinds } from '../support/offered-kinds.ts';
import { asOwner, createTestDatabase } from '../support/postgres.ts';
import { quotasOf } from '../support/quotas.ts';
import { MAX_PROMPT_CHARS, PLENTY } from '../support/service.ts';
import { catalogOf, ECHO } from '../support/tool-runs.ts';

export interface Api {
  url: string;
  port: number;
  publicUrl: string;
  drain(): Promise<void>;
}

interface ApiOptions {
  /** The database of keys. */
  keysIn?: 'gone' | 'empty';
  /** The database of runs. */
  runsIn?: 'gone' | 'empty';
  maxPendingRuns?: number;
  /** Of the quotas. */
  most?: Partial<QuotaDefaults>;
  /** Whether the deployment takes payments by card. */
  hasPayments?: boolean;
  app?: Partial<Pick<AppOptions, 'ratePerMinute' | 'timeouts' | 'health' | 'docs'>>;
}

/** The fault of each. */
const KINDS = {
  quiet: {},
  impatient: { app: { timeouts: { headersMs: 200, requestMs: 400 } } },
  hasty: { app: { ratePerMinute: 1 } },
  crowded: { maxPendingRuns: 0, most: { spans: 0 } },
  'used up': { most: { received_bytes: 0, downloaded_bytes: 0, customers: 0 } },
  'without payments': { hasPayments: false },
  'without a page': { app: { docs: undefined } },
  'without health': { app: { health: () => Promise.reject(new Error('no answer')) } },
  'keys gone': { keysIn: 'gone' },
  'keys broken': { keysIn: 'empty' },
  'runs gone': { runsIn: 'gone' },
  'runs broken': { runsIn: 'empty' },
  'about to stop': {},
} satisfies Record<string, ApiOptions>;

export type Kind = keyof typeof KINDS;
export type Apis = Awaited<ReturnType<typeof startApis>>;

const PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
const DOCS: Record<string, string> = {
  'index.html': PAGE,
  'reference/model-runs.html': PAGE,
  'guides/money.html': PAGE,
  'guides/money.md': '# Money\n',
  'files/docs.html': PAGE,
  'files/openapi.yaml': 'openapi: 3.1.0\n',
  'llms.txt': '# Guides\n',
};
/** No process listens there. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';

export async function startApis() {
  const test = await startTestRuns();
  const gone = createDb({ url: NOWHERE, max: 2, applicationName: 'test' });
  const empty = await createTestDatabase();
  await asOwner(empty, (owner) => owner.query('alter schema public rename to elsewhere'));
  const { workspace } = await test.tenant(PLENTY);
  const closing: (() => Promise<void>)[] = [];
  const opened = new Map<Kind, Promise<Api>>();

  function databaseOf(state: 'gone' | 'empty' | undefined): Db {
    if (state === undefined) return test.db;
    return state === 'gone' ? gone : empty.db;
  }

  async function open(options: ApiOptions): Promise<Api> {
    const { keysIn, runsIn, maxPendingRuns = 1_000, most, hasPayments, app = {} } = options;
    const keys = createKeys({ db: databaseOf(keysIn) });
    const limits = { ...LIMITS, maxPendingRuns };
    const quotas = quotasOf(databaseOf(runsIn), most);
    const assertTakesRuns = (of: string) => quotas.assertMaySend(of);
    const runs = test.build({ db: databaseOf(runsIn), limits, assertTakesRuns });
    const catalog = { get: () => undefined, list: () => [] };
    const tools = catalogOf('sandbox', [ECHO]);
    const kinds = offeredKinds(runs, { limits, tools });
    const cursors = createCursors(randomBytes(32));
    const made = createApp({
      document: document as never,
      docs: createDocs({ names: new Set(Object.keys(DOCS)), read: async (name) => DOCS[name]! }),
      clientPackages: createClientPackages({
        'model-run-client-1.0.0.tgz': Buffer.from('a package'),
      }),
      handlers: {
        ...createRunHandlers(kinds, cursors),
        ...createModelHandlers({ catalog, cursors, currency: 'USD', maxOutputTokens: 1 }),
        ...createToolHandlers(tools, cursors),
        ...computeHandlers(kinds),
        ...createPromptHandlers({
          prompts: createPrompts({
            store: createPromptStore(databaseOf(runsIn)),
            reads: databaseOf(runsIn),
            maxPromptChars: MAX_PROMPT_CHARS,
          }),
          ...{ cursors, kind: 'model_run', unit: { currency: 'USD', scale: 9 } },
        }),
        ...observabilityHandlers({ db: databaseOf(runsIn), runs, cursors, quotas }),
        ...metricsHandlers(databaseOf(runsIn), cursors, most?.customers),
        ...managementHandlers(databaseOf(runsIn), cursors, hasPayments),
        ...createAccountHandlers({
          allowanceOf: (principal) => readAllowance(databaseOf(runsIn), principal),
          unit: { currency: 'USD', scale: 9 },
          ...{
            maxPendingRuns,
            ratePerMinute: 1_000,
            storagePrice: '0.003',
            quotasOf: quotas.usesOf,
          },
        }),
      },
      ...{ keys, validatesResponses: false, log: test.log, ratePerMinute: 1_000 },
      downloads: { assertMayDownload: quotas.assertMayDownload },
      maxBodyBytes: 100_000,
      health: async () => {},
      ...app,
    });
    const port = await made.listen('127.0.0.1', 0);
    closing.push(() => made.drain(), keys.close);
    const publicUrl = `http://localhost:${port}`;
    return { url: `http://127.0.0.1:${port}`, port, publicUrl, drain: () => made.drain() };
  }

  return {
    /** A key with an unused rate at each API. */
    async newKey(): Promise<string> {
      const scopes = [...SCOPES];
      return (await createKey(test.db, { workspace, name: 'test', scopes })).key;
    },
    /** Starts on its first use. */
    of(kind: Kind): Promise<Api> {
      const api = opened.get(kind) ?? open(KINDS[kind]);
      opened.set(kind, api);
      return api;
    },
    async close(): Promise<void> {
      for (const close of closing) await close();
      await gone.close();
      await empty.drop();
      await test.close();
    },
  };
}
