/**
 * The paths of a create and of a settlement below HTTP, in a separate process: as the service makes them, and next to
 * them the least durable work, one INSERT and one commit each, on as many connections as there are concurrent calls.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Principal } from '../../server/keys/index.ts';
import { createModelRunResource } from '../../server/model-runs/index.ts';
import { createCatalog } from '../../server/model-runs/providers/catalog.ts';
import { createRegistry, type Provider } from '../../server/model-runs/providers/index.ts';
import { createNotifications, createNotifier } from '../../server/platform/db/notifications.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createRunKernel } from '../../server/runs/index.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import type { Tenant } from './postgres.ts';
import { BODY, TEXT } from './requests.ts';
import { createSettledRuns } from './settled-runs.ts';
import { serveCommands } from './subject.ts';

export interface StorageOptions {
  databaseUrl: string;
  /** For the role that may create tables. */
  ownerUrl: string;
  inFlight: number;
}

export type StorageCommands = Awaited<ReturnType<typeof open>>['commands'];

/** As in the service's configuration. */
const POOL = 10;

const UNIT = { currency: 'USD', scale: 9 };
const LIMITS = {
  maxPromptChars: 200_000,
  maxOutputTokens: 16_384,
  feeBasisPoints: 500,
  maxPendingRuns: 1_000_000,
  answerBytesInFlight: 268_435_456,
  cancelLoss: 1_000_000_000,
};
const TIMES = {
  runDeadlineMs: 600_000,
  reconcileDeadlineMs: 900_000,
  reconcileGraceMs: 5_000,
  priceDeadlineMs: 60_000,
};

await serveCommands(open);

async function open({ databaseUrl, ownerUrl, inFlight }: StorageOptions) {
  const db = createDb({ url: databaseUrl, max: POOL, applicationName: 'bench admissions' });
  const wide = createDb({ url: ownerUrl, max: inFlight, applicationName: 'bench inserts' });
  const kernel = await openKernel(db, databaseUrl);
  const { create, settled } = kernel;

  const commands = {
    /** Creates runs; the tenants take turns. */
    admit: (tenants: Tenant[], seconds: number): Promise<Done> => {
      const principals = tenants.map(toPrincipal);
      return repeatFor(inFlight, seconds, (n) => create(principals, n).then(() => true));
    },
    /** Creates this many runs that are about to be sent; returns their number. */
    claim: (tenants: Tenant[], count: number): Promise<number> => {
      const principals = tenants.map(toPrincipal);
      return settled.claim(async () => {
        const more = (n: number) => (n < count ? create(principals, n).then(() => true) : false);
        await repeatFor(inFlight, Number.POSITIVE_INFINITY, more);
      });
    },
    /** Settles these, as if their answers came now. */
    settle: (seconds: number): Promise<Done> => repeatFor(inFlight, seconds, settled.settleNext),
    /** Commits one narrow row each. */
    insert: (tenants: Tenant[], seconds: number): Promise<Done> =>
      repeatFor(inFlight, seconds, async (n) => {
        const { workspace } = tenants[n % tenants.length]!;
        await wide.query(
          'insert into bench_row (workspace, id, request) values ($1, $2, $3)',
          [workspace, newUuid(), TEXT],
          'bench_insert',
        );
        return true;
      }),
    /** Connections that the service's side and the other side have opened. */
    connections: async (): Promise<{ admissions: number; inserts: number }> => {
      const [row] = await db.query<{ admissions: number; inserts: number }>(
        `select count(*) filter (where application_name = 'bench admissions')::integer as admissions,
           count(*) filter (where application_name = 'bench inserts')::integer as inserts
         from pg_stat_activity where datname = current_database()`,
      );
      return row!;
    },
  };
  await wide.query(
    'create table bench_row (workspace uuid not null, id uuid primary key, request text not null)',
  );
  return {
    commands,
    async close() {
      await kernel.close();
      await Promise.all([db.close(), wide.close()]);
    },
  };
}

/** The service without HTTP and providers. */
async function openKernel(db: Db, url: string) {
  const notifications = createNotifications({ url });
  const notifier = createNotifier({ url });
  const sources = [{ name: 'the sandbox', models: sandboxModels }];
  const catalog = await createCatalog({ db, sources, synced: [] });
  const options = {
    ...{ db, notifications, notifier, catalog },
    ...{ unit: UNIT, limits: LIMITS, times: TIMES },
    registry: createRegistry<Provider>([]),
    pseudonymKey: randomBytes(32),
    log: pino({ level: 'silent' }),
  };
  const kernel = createRunKernel(options);
  const resource = createModelRunResource(options);
  const runs = kernel.offer(resource);
  const settled = createSettledRuns({ ...options, kernel, resource });
  return {
    settled,
    async create(principals: Principal[], n: number): Promise<void> {
      const principal = principals[n % principals.length]!;
      await runs.create(principal, { idempotencyKey: randomUUID(), body: BODY });
    },
    async close(): Promise<void> {
      catalog.close();
      await settled.close();
      await notifier.close();
    },
  };
}

export interface Done {
  count: number;
  perSecond: number;
}

/** `work` returns false if nothing is left to do: that ends the loop early. */
async function repeatFor(
  inFlight: number,
  seconds: number,
  work: (n: number) => boolean | Promise<boolean>,
): Promise<Done> {
  const start = performance.now();
  const end = start + seconds * 1_000;
  let started = 0;
  let count = 0;
  let last = start;
  let isOver = false;
  const drive = async () => {
    while (!isOver && performance.now() < end) {
      if (!(await work(started++))) isOver = true;
      else if (performance.now() <= end) {
        count += 1;
        last = performance.now();
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, drive));
  return { count, perSecond: count / (((isOver ? last : end) - start) / 1_000) };
}

function toPrincipal({ workspace, wallet, apiKey }: Tenant): Principal {
  return {
    workspace,
    apiKey,
    scopes: new Set(['models:run']),
    payer: { account: wallet, kind: 'wallet' },
  };
}
