/**
 * The composition root: makes the service that the configuration asks for, from its parts. Whatever was
 * opened is closed in reverse, at the end and also where a later part cannot be opened. Everything is
 * handed in from here; no part looks for another.
 */
import { readFile } from 'node:fs/promises';
import { type Database, openDatabase, openReads } from './compose/database.ts';
import { type ComposeOptions, composeParts, type Parts } from './compose/parts.ts';
import { ping } from './compose/store.ts';
import { createDashboardHandlers } from './dashboard/index.ts';
import { canRewriteLedger } from './db/schema.ts';
import {
  type ApiDocument,
  type AppOptions,
  createApp,
  createBodyBudget,
  createDocs,
  type Docs,
  readWebApp,
} from './http/index.ts';
import { createKeys, type Keys, returnEndedCredit } from './keys/index.ts';
import { READY_CHANNEL } from './resources/model-runs/index.ts';
import { createModelRunHandlers } from './resources/model-runs/routes.ts';
import { createModelHandlers } from './resources/models/routes.ts';
import { createUsers, membershipOf } from './users/index.ts';
import { startWorker } from './worker/index.ts';

export interface ServiceOptions extends ComposeOptions {
  /** `serve` is the API alone, `work` the worker alone. */
  parts: readonly ('api' | 'worker')[];
  /** Where the documentation page is, if it was built. */
  docs?: URL;
  /** Where the dashboard's pages are, if they were built. */
  webApp?: URL;
  /** Whether responses are held to the contract as well; default outside production. */
  validatesResponses?: boolean;
}

export interface Service {
  database: Database;
  /** Where callers reach the API; undefined without one. */
  url: string | undefined;
  /** Stops taking work, lets what is under way end, and stops everything that was started. */
  close(): Promise<void>;
  /** Stops the database and nothing else: for a process that will not wait. */
  abandon(): Promise<void>;
}

/** The contracts, bundled, and what `npm run docs` builds of them. */
const GENERATED = new URL('../openapi/generated/', import.meta.url);
const DOCS = new URL('docs.html', GENERATED);
/** What `npm run build` builds. */
const WEB_APP = new URL('../client/dashboard/dist/', import.meta.url);
/** Longest pause between the end of a key and the return of its credit. */
const RETURN_CREDIT_EVERY_MS = 15_000;
/** Whoever waits for a run is answered at once when the API closes; this is for slow readers. */
const CLOSE_API_WITHIN_MS = 10_000;

const LEDGER_IS_OPEN =
  'the role of DATABASE_URL owns the tables or is a superuser: whoever has it can rewrite the ledger. MIGRATION_DATABASE_URL parts the two roles, as SECURITY.md tells';

export async function composeService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  await using stack = new AsyncDisposableStack();
  const database = await openDatabase({
    ...{ config, applicationName: 'model-run service', as: 'owner', schema: 'migrate' },
    log: (message) => log.info(message),
  });
  stack.defer(() => database.close());
  if (database.migrated.length > 0) log.info({ applied: database.migrated }, 'migrated');
  if (await canRewriteLedger(database.db)) log.warn(LEDGER_IS_OPEN);
  const parts = await composeParts({ ...options, database });
  stack.defer(() => parts.close());

  const api = options.parts.includes('api') ? await openApi(options, parts) : undefined;
  const worker = options.parts.includes('worker') ? openWorker(options, parts) : undefined;
  // Beside each other: a caller who waits for a run is answered, and runs under way end.
  stack.defer(async () => {
    await Promise.all([api?.close(), worker?.close()]);
  });
  const url = await api?.listen();
  await worker?.start();
  await parts.notifications.start();

  if (options.config.production) api?.compileAhead();

  const kept = stack.move();
  return {
    database,
    url,
    close: () => kept.disposeAsync(),
    abandon: () => database.stopServer(),
  };
}

async function openApi(options: ServiceOptions, parts: Parts) {
  const { config, log, docs = DOCS, webApp = WEB_APP } = options;
  const { validatesResponses = !config.production } = options;
  const page = await readDocs(docs);
  if (!page) log.warn('/docs answers 404: npm run docs builds the page');
  const { catalog, cursors, runs } = parts;
  const { db } = parts.database;
  const onLost = (error: unknown) => log.warn({ err: error }, 'times of last use were not written');
  const keys = createKeys({ db, onLost });
  const { host, port, publicUrl, ratePerMinute, rateBytesPerMinute } = config.http;
  const { trustedProxies, ipv6Prefix } = config.http;
  const largestBody = maxBodyBytes(config.limits.maxPromptChars);
  let url = publicUrl ?? 'http://localhost';
  const dashboard = await openDashboard(options, parts, { keys, publicUrl: () => url });
  const app = createApp({
    document: await readDocument('developer.json'),
    docs: page,
    ...{ keys, log, publicUrl, ratePerMinute, trustedProxies, ipv6Prefix },
    rateBytesPerMinute: Math.max(rateBytesPerMinute, largestBody),
    handlers: {
      ...createModelRunHandlers(runs, cursors),
      ...createModelHandlers({
        ...{ catalog, cursors },
        currency: config.unit.currency,
        maxOutputTokens: config.limits.maxOutputTokens,
      }),
    },
    dashboard: dashboard.api,
    webApp: await readWebApp(webApp),
    validatesResponses,
    maxBodyBytes: largestBody,
    // A workspace alone has two thirds of it.
    bodyBudget: createBodyBudget(Math.max(config.http.bodyBytesInFlight, 1.5 * largestBody)),
    health: () => ping(db),
  });
  return {
    async listen(): Promise<string> {
      const taken = await app.listen(host, port);
      url = publicUrl ?? `http://localhost:${taken}`;
      return url;
    },
    compileAhead: app.compileAhead,
    async close(): Promise<void> {
      await app.drain(CLOSE_API_WITHIN_MS);
      await Promise.all([keys.close(), dashboard.close()]);
    },
  };
}

/** What is for people; the address is known once the service listens. */
async function openDashboard(
  { config, log }: ServiceOptions,
  parts: Parts,
  { keys, publicUrl }: { keys: Keys; publicUrl: () => string },
) {
  const { catalog, cursors, deployment, runs } = parts;
  const { db } = parts.database;
  const reads = openReads(parts.database);
  const users = createUsers({
    ...{ db, log, publicUrl },
    secret: deployment.attributionKey,
    sessions: config.sessions,
    ipv6Prefix: config.http.ipv6Prefix,
    oidc: config.oidc,
  });
  const api: AppOptions['dashboard'] = {
    document: await readDocument('dashboard.json'),
    docs: await readDocs(new URL('dashboard-docs.html', GENERATED)),
    users,
    roleOf: (user, workspace) => membershipOf(db, user, workspace),
    handlers: createDashboardHandlers({
      ...{ db, reads, users, runs, catalog, cursors, publicUrl },
      unit: config.unit,
      creditBy: config.creditBy,
      // Here at once; other processes ask anew within a second.
      onKeyEnded: () => keys.forget(),
    }),
  };
  return {
    api,
    async close() {
      await Promise.all([users.close(), reads.close()]);
    },
  };
}

async function readDocument(name: string): Promise<ApiDocument> {
  return JSON.parse(await readFile(new URL(name, GENERATED), 'utf8')) as ApiDocument;
}

async function readDocs(file: URL): Promise<Docs | undefined> {
  try {
    return createDocs(await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Room for the longest prompt with every character escaped as `\ud83d\ude00`, and for what is around it. */
function maxBodyBytes(maxPromptChars: number): number {
  return 12 * maxPromptChars + 1_048_576;
}

function openWorker({ config, log }: ComposeOptions, parts: Parts) {
  const { database, deployment, notifications, providers, runs } = parts;
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  let warned = false;
  let creditReturnedAt = Number.NEGATIVE_INFINITY;

  async function mayClaim(): Promise<boolean> {
    const known = await deployment.isKnown();
    if (!known && !warned) {
      log.error(
        'ALERT: the database is not the one that this deployment knows, or has gone back in time: no run is started until npm run cli -- recover',
      );
    }
    warned = !known;
    return known;
  }

  async function sweep(): Promise<void> {
    await runs.sweep();
    if (performance.now() - creditReturnedAt < RETURN_CREDIT_EVERY_MS) return;
    creditReturnedAt = performance.now();
    await returnEndedCredit(database.db, (error, purse) =>
      log.error({ err: error, ...purse }, 'the credit of an ended key was not returned'),
    );
  }

  return {
    async start(): Promise<void> {
      worker = await startWorker({
        ...{ db: database.db, notifications, mayClaim, log },
        readyChannel: READY_CHANNEL,
        providers: providers.registry.all(),
        work: { ...runs, sweep },
        leaseMs: config.worker.leaseMs,
        sweepIntervalMs: config.worker.sweepIntervalMs,
      });
    },
    close: async () => worker?.drain(config.worker.drainMs),
  };
}
