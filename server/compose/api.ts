/** What programs and people reach over HTTP: both APIs with their documents, the documentation and the web app. */
import { readFile } from 'node:fs/promises';
import { createAlertEdge } from '../alerts/http.ts';
import { computeLimits } from '../compute-jobs/index.ts';
import { type CustomerSpendingReads, createCustomerSpending } from '../customers/http.ts';
import type { Customers } from '../customers/index.ts';
import { createExportEdge, type ExportEdge } from '../exports/http.ts';
import { createSavedExports } from '../exports/saved.ts';
import { createKeyEdge } from '../keys/http.ts';
import { createKeys, type Keys, readAllowance } from '../keys/index.ts';
import { MODEL_RUNS } from '../model-runs/index.ts';
import { createBooksHandlers, createWalletEdge } from '../money/http.ts';
import { createLedger } from '../money/index.ts';
import { createOperatorHandlers } from '../operator/http.ts';
import { createActs, createMarket, createWorkspaces } from '../operator/index.ts';
import { createComparisonHandlers, createPaymentEdge } from '../payments/http.ts';
import { createUsers, membershipOf, operatorOf, type PasswordHashes } from '../people/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { DatabaseAddress } from '../platform/db/address.ts';
import { type Db, type PooledDb, ping } from '../platform/db/pool.ts';
import {
  type ApiDocument,
  type AppOptions,
  createApp,
  createBodyBudget,
  createDocs,
  NOT_BUILT,
  readClientPackages,
  readDocsFolder,
  readWebApp,
} from '../platform/http/index.ts';
import { createPaging } from '../platform/lib/cursor.ts';
import { amountOf } from '../platform/lib/money.ts';
import {
  createPostgresStore,
  createRates,
  type RateStore,
  type Rates,
} from '../platform/rates/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { createPressure, type Pressure } from '../platform/telemetry/pressure.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import { createScores } from '../scores/index.ts';
import type { TraceReading } from '../traces/index.ts';
import { createWorkspaceWithin } from '../workspaces/index.ts';
import { createDashboardHandlers } from './dashboard.ts';
import { createDeveloperHandlers } from './developer-handlers.ts';
import { bodyLimits } from './kinds.ts';
import { composeObservability } from './observability.ts';
import { loadOnDemand } from './on-demand.ts';
import type { ComposeOptions, Parts } from './parts.ts';
import { openCustomers } from './retention.ts';

export interface ApiOptions extends ComposeOptions {
  /** The folder of the documentation, if it was built. */
  docs?: URL;
  /** The folder of the client package, if it was built. */
  clientPackage?: URL;
  /** Where the dashboard's pages are, if they were built. */
  webApp?: URL;
  /** Whether to check responses against the contract as well; by default, outside production. */
  validatesResponses?: boolean;
  /** How to hash passwords of the dashboard. */
  passwords?: PasswordHashes;
  /** The bundled contracts; by default, those that `npm run generate` made. */
  documents?: Record<'developer' | 'dashboard', ApiDocument> & { operator?: ApiDocument };
}

/** The bundled contracts, and what is built from them. A release brings what is built; a checkout builds it at `npm start`. */
const GENERATED = new URL('../../openapi/generated/', import.meta.url);
const DOCS = new URL('docs/', GENERATED);
const CLIENT_PACKAGE = new URL('../../client/packed/', import.meta.url);
const WEB_APP = new URL('../../client/dashboard/dist/', import.meta.url);
export async function openApi(options: ApiOptions, parts: Parts) {
  const { config, log, meter, tracer, webApp = WEB_APP } = options;
  const { validatesResponses = !config.production } = options;
  const { kinds, quotas } = parts;
  const { db } = parts.database;
  const keys = openKeys(db, log);
  const paging = createPaging(parts.cursors);
  const { host, port, publicUrl, ratePerMinute } = config.http;
  const { trustedProxies, ipv6Prefix } = config.http;
  const { largest, ...bodies } = bodyLimits(config, kinds as readonly OfferedKind[]);
  let url = publicUrl ?? 'http://localhost';
  const saved = createSavedExports(db);
  const exports = createExportEdge({ exports: parts.exports, saved, paging });
  const pressure = openPressure(config, db, log);
  const rates = await openRates(config, parts, log);
  const observability = composeObservability(config, parts);
  const customers = openCustomers({ db, parts });
  const customerSpending = createCustomerSpending({
    ...{ reads: parts.reads, unit: config.unit, paging },
  });
  await quotas.follow();
  const dashboard = await openDashboard(options, parts, {
    keys,
    customers,
    customerSpending,
    exports,
    publicUrl: () => url,
    traces: observability.reading,
  });
  const built = await readBuilt(options);
  const app = createApp({
    document: options.documents?.developer ?? (await readDocument('developer.json')),
    ...built,
    ...{ accessLog: config.accessLog, tracer, pressure, rates, traffic: quotas },
    ...{ keys, log, meter, publicUrl, ratePerMinute, trustedProxies, ipv6Prefix },
    ...bodies,
    handlers: createDeveloperHandlers(config, {
      ...{ ...parts, observability, exports, scores: createScores(db) },
      keys: createKeyEdge({
        ...{ db, reads: parts.reads, runs: parts.runs, unit: config.unit },
        ...{ paging, onKeyChanged: () => keys.forget() },
      }),
      ...{ customers, customerSpending },
      endpoints: { db, webhooks: parts.webhooks, paging },
      alerts: createAlertEdge({
        ...{ db, paging, unit: config.unit, sendsMail: config.mail !== undefined },
      }),
      wallet: createWalletEdge({
        ...{ db, paging, unit: config.unit, payments: parts.payments },
        ledger: createLedger({ db, reads: parts.reads }),
      }),
      payments: createPaymentEdge({
        ...{ payments: parts.payments, paging, unit: config.unit, publicUrl: () => url },
      }),
      account: {
        allowanceOf: (principal) => readAllowance(db, principal),
        quotasOf: quotas.usesOf,
      },
    }),
    dashboard: { ...dashboard.api, docs: built.docs },
    operator: dashboard.operator,
    webApp: await readBuiltWebApp(webApp, log),
    captchaSources: config.signUp?.captcha?.sources,
    validatesResponses,
    downloads: {
      ...config.http.downloads,
      ...{ assertMayDownload: quotas.assertMayDownload, onSent: quotas.downloaded },
    },
    // One workspace can have at most two thirds of it.
    bodyBudget: createBodyBudget(Math.max(config.http.bodyBytesInFlight, 1.5 * largest)),
    health: () => ping(db),
    refusesClaims: () => parts.deployment.refusedForMs() !== undefined,
  });
  return {
    async listen(): Promise<string> {
      const taken = await app.listen(host, port);
      url = publicUrl ?? `http://localhost:${taken}`;
      return url;
    },
    compileAhead: app.compileAhead,
    leave: app.leave,
    async close(): Promise<void> {
      await app.drain(config.stop.drainMs);
      await Promise.all([keys.close(), dashboard.close(), rates.close(), pressure.close()]);
    },
  };
}

function openKeys(db: Db, log: Log): Keys {
  const onLost = (error: unknown) => log.warn({ err: error }, 'times of last use were not written');
  return createKeys({ db, onLost });
}

function openPressure(config: Config, db: PooledDb, log: Log): Pressure {
  return createPressure({
    ...{ ...config.shedding, poolWait: db.longestWaitMs },
    onChange: (shortage) =>
      shortage
        ? log.warn({ shortage }, 'requests are refused: this process has more to do than it can')
        : log.warn('requests are taken again'),
  });
}

async function openRates(
  config: Config,
  { database, notifications, notifier, runs }: Parts,
  log: Log,
): Promise<Rates> {
  const store = await openRateStore(config.http.rateUrl, database.address, log);
  const rates = createRates({ store, notifications, notifier, log });
  // The processes that share the limits are those with an API, and only these have callers who wait for runs.
  runs.notifyUnless(rates.hearsNoOther);
  return rates;
}

async function openRateStore(
  url: string | undefined,
  address: DatabaseAddress,
  log: Log,
): Promise<RateStore> {
  if (url === undefined) return createPostgresStore(address);
  const { openValkeyStore } = await loadOnDemand(
    'valkey',
    () => import('../platform/rates/valkey.ts'),
  );
  return openValkeyStore({ url, log });
}

interface DashboardParts {
  keys: Keys;
  customers: Customers;
  customerSpending: CustomerSpendingReads;
  exports: ExportEdge;
  publicUrl: () => string;
  traces: TraceReading;
}

/** The APIs and pages for people; the address is known once the service listens. */
async function openDashboard(
  { config, log, passwords, documents }: ApiOptions,
  parts: Parts,
  { keys, customers, customerSpending, exports, publicUrl, traces }: DashboardParts,
) {
  const { catalog, cursors, deployment, kinds, modelRuns, prompts, quotas, reads, runs } = parts;
  const { tools, webhooks, destinations, payments, madeExports } = parts;
  const { db } = parts.database;
  const users = createUsers({
    ...{ db, log, publicUrl, passwords },
    secret: deployment.secret,
    sessions: config.sessions,
    ipv6Prefix: config.http.ipv6Prefix,
    oidc: config.oidc,
    sendsMail: config.mail !== undefined,
    signUp: {
      ...{ isOpen: config.signUp !== undefined, captcha: config.signUp?.captcha },
      ...{ termsUrl: config.terms, makeWorkspace: createWorkspaceWithin },
      welcome: welcomeOf(config),
    },
  });
  const api: AppOptions['dashboard'] = {
    document: documents?.dashboard ?? (await readDocument('dashboard.json')),
    users,
    roleOf: (user, workspace) => membershipOf(db, user, workspace),
    handlers: createDashboardHandlers({
      ...{ db, reads, users, runs, kinds, modelRuns, webhooks, destinations, payments },
      ...{ customers, customerSpending, exports, madeExports, catalog, cursors, publicUrl },
      tools: tools.catalog,
      computeJobs: parts.computeJobs,
      jobOutputs: parts.compute,
      environments: parts.compute.catalog,
      computeLimits: computeLimits(config),
      ...{ prompts, traces, quotas },
      unit: config.unit,
      storagePrice: config.storagePrice,
      limits: config.limits,
      creditBy: config.creditBy,
      sendsMail: config.mail !== undefined,
      termsUrl: config.terms,
      content: config.content,
      // At once in this process; other processes read the key again within a second.
      onKeyChanged: () => keys.forget(),
    }),
  };
  const operator: AppOptions['operator'] = {
    document: documents?.operator ?? (await readDocument('operator.json')),
    users,
    standingOf: ({ user, id }) => operatorOf(db, { user, session: id }),
    handlers: {
      ...createOperatorHandlers({
        ...{ db, users, unit: config.unit, paging: createPaging(cursors) },
        workspaces: createWorkspaces({ reads, quotas, payments }),
        acts: createActs({ db }),
        onKeyChanged: () => keys.forget(),
        market: createMarket({ reads, catalog, deployment, kind: MODEL_RUNS.kind }),
        feeBasisPoints: config.limits.feeBasisPoints,
      }),
      ...createComparisonHandlers({ db }),
      ...createBooksHandlers({ reads, timeZone: config.booksTimeZone, unit: config.unit }),
    },
  };
  return {
    ...{ api, operator },
    async close() {
      await users.close();
    },
  };
}

/** In units; undefined without one. */
function welcomeOf({ welcome, unit }: Config): { amount: number; days: number } | undefined {
  const amount = welcome && amountOf([{ price: welcome.credit, count: 1 }], unit.scale);
  return amount === undefined ? undefined : { amount, days: welcome!.days };
}

async function readDocument(name: string): Promise<ApiDocument> {
  return JSON.parse(await readFile(new URL(name, GENERATED), 'utf8')) as ApiDocument;
}

/** Reads what was built before the start; what was not built is absent. */
async function readBuilt(options: ApiOptions) {
  const { config, log, docs = DOCS, clientPackage = CLIENT_PACKAGE } = options;
  const { keysUrl } = config.http;
  const folder = await readDocsFolder(docs);
  if (!folder) log.warn(`/docs answers 404: ${NOT_BUILT}`);
  const clientPackages = await readClientPackages(clientPackage);
  if (clientPackages.size === 0) log.warn(`/client answers 404: ${NOT_BUILT}`);
  return { docs: folder && createDocs(folder, keysUrl), clientPackages };
}

async function readBuiltWebApp(folder: URL, log: Log) {
  const found = await readWebApp(folder);
  if (!found) log.warn(`/dashboard answers 404: ${NOT_BUILT}`);
  return found;
}
