/**
 * The shop of the cookbook, word for word, as a process that is killed at random beside a service that is killed at
 * random: every budget and balance is kept, every order is answered once, and what the shop counted is what the ledger, the page of
 * charges and the export have. `SHOP_KILLS=40 npx vitest run test/shop` kills more often.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { docsFolder } from '../../scripts/docs/guides.ts';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { type InstalledClient, installClient } from '../client/installed-client.ts';
import { type BodyOf, startDashboard } from '../dashboard/fixtures.ts';
import { withWays } from '../docs/execute.ts';
import { faultsInBooks } from '../support/books.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { kill, type Process, startProcess } from '../support/process.ts';
import { pythonClient } from '../support/python.ts';
import { unique } from '../support/service.ts';

const CUSTOMERS = 50;
/** What a customer has paid for covers all orders of a customer but the last; every fifth has one more. */
const answeredOf = (customers: number) => 2 * customers + customers / 5;
const ANSWERED = answeredOf(CUSTOMERS);
const promiseOf = (customers: number) =>
  `${answeredOf(customers)} orders answered, ${customers} refused`;
const BUDGET = 1_700_000;
const PAID = 10_000_000_000;
/** A shop that is killed asks for everything again. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '1000000' };
const KILLS = Number(process.env.SHOP_KILLS ?? 5);

let client: InstalledClient;
let python: ReturnType<typeof pythonClient>;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  python = pythonClient();
  [client, database] = await Promise.all([installClient(), createTestDatabase()]);
  folder = await mkdtemp(join(tmpdir(), 'shop-'));
});
afterAll(async () => {
  await database.drop();
  await client.remove();
  await rm(folder, { recursive: true });
});

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    await endOf(child);
  }
});

/** The service as a process at one address, which a shop finds again after a kill. */
async function startShopService() {
  const environment = {
    ...{ DATABASE_URL: database.url, PORT: String(await freePort()), SANDBOX: 'on' },
    ...{ DATA_DIR: join(folder, 'data'), COMPUTE_DIR: join(folder, 'jobs') },
    // A killed process is gone within a second, and its runs are given up soon.
    ...{ LEASE_MS: '1000', CONNECT_TIMEOUT_MS: '900', SWEEP_INTERVAL_MS: '150' },
    ...{ RECONCILE_GRACE_MS: '300', RECONCILE_DEADLINE_MS: '2000', PRICE_DEADLINE_MS: '2000' },
    ...{ ...UNLIMITED, LOG_LEVEL: 'warn' },
  };
  async function start(): Promise<Process> {
    const started = await startProcess('start', environment);
    running.push(started.process);
    return started;
  }

  let service = await start();
  return {
    url: service.url,
    async killed(): Promise<void> {
      kill(service, 'SIGKILL');
      await service.ended;
      service = await start();
    },
    async stop(): Promise<void> {
      kill(service, 'SIGTERM');
      await service.ended;
    },
  };
}

interface Shop {
  child: ChildProcess;
  printed(): string;
  complained(): string;
}

async function startShop(language: 'ts' | 'py', environment: object): Promise<Shop> {
  const file = join(docsFolder, 'code', `shop.${language}`);
  const copy = join(client.folder, 'shop.ts');
  const isTypeScript = language === 'ts';
  if (isTypeScript) await copyFile(file, copy);
  const command = isTypeScript ? process.execPath : 'python3';
  const child = spawn(command, isTypeScript ? [copy] : ['-W', 'error', file], {
    cwd: isTypeScript ? client.folder : folder,
    env: withWays({
      ...{ CUSTOMERS: String(CUSTOMERS), ...environment },
      ...(!isTypeScript && 'environment' in python && python.environment),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  return { child, printed: () => texts.stdout, complained: () => texts.stderr };
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** In billionths of a dollar, by customer. */
function printedSums(text: string): Map<string, number> {
  const lines = text.matchAll(/^(customer-\d+): (\d+)(?:\.(\d+))? USD$/gm);
  return new Map(
    Array.from(lines, ([, customer = '', whole = '', part = '']) => [
      customer,
      Number(whole + part.padEnd(9, '0')),
    ]),
  );
}

/** The charges of today and yesterday: a test may run over the end of a day. */
function spanOfExport(): URLSearchParams {
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000));
  return new URLSearchParams({
    ...{ dataset: 'charges', format: 'ndjson' },
    ...{ from: from!.toISOString(), to: to!.toISOString() },
  });
}

const sorted = (sums: Iterable<[string, number]>) => [...sums].toSorted();

/** What the key of the shop needs, as the guide says. */
const OF_THE_GUIDE = SCOPES.filter((scope) =>
  /^(keys:write|customers:(read|write)|(models|tools|compute):(read|run))$/.test(scope),
);

describe.each(['ts', 'py'] as const)('the shop in %s', (language) => {
  it('says what it prints for five customers', () => {
    const text = readFileSync(join(docsFolder, 'code', `shop.${language}`), 'utf8');
    expect(text).toContain(`=> ${promiseOf(5)}\n`);
  });

  const title =
    'keeps every budget and balance and answers every order once, and its statement is the ledger';
  it(title, { timeout: 900_000 }, async ({ skip }) => {
    if (language === 'py' && 'reason' in python) skip(true, python.reason);
    const { db } = database;
    const { id: workspace } = await createWorkspace(db, { name: unique('shop') });
    await createLedger({ db }).topUp({ workspace, amount: PAID, reference: unique('payment') });
    const manager = await createKey(db, { workspace, name: 'manager', scopes: OF_THE_GUIDE });
    const books = await createKey(db, { workspace, name: 'books', scopes: ['observability:read'] });
    const service = await startShopService();
    const environment = { MODEL_RUN_BASE_URL: service.url, MODEL_RUN_KEY: manager.key };
    const madeUntilNow = async () => {
      const [row] = await db.query<{ count: number }>(
        'select count(*)::integer as count from run where workspace = $1',
        [workspace],
      );
      return row!.count;
    };

    let shop = await startShop(language, environment);
    for (let kills = 1; kills <= KILLS && shop.child.exitCode === null; kills += 1) {
      // Anywhere between the shop's first request and its last order.
      const at = (ANSWERED * (kills - 1 + Math.random())) / KILLS;
      while (shop.child.exitCode === null && (await madeUntilNow()) < at) await sleep(20);
      // The shop, the service, or both.
      const isShop = kills % 3 !== 2;
      if (isShop) shop.child.kill('SIGKILL');
      if (kills % 3 !== 1) await service.killed();
      if (!isShop) continue;
      await endOf(shop.child);
      shop = await startShop(language, environment);
    }
    expect(await endOf(shop.child), shop.complained()).toBe(0);
    expect(shop.printed()).toContain(`${promiseOf(CUSTOMERS)}\n`);

    const again = await startShop(language, environment);
    expect(await endOf(again.child), again.complained()).toBe(0);
    const sums = printedSums(again.printed());
    expect(sums.size).toBe(CUSTOMERS);
    expect(sorted(sums)).toEqual(sorted(printedSums(shop.printed())));
    await service.stop();

    const orders = await db.query<{ order: string; completed: number }>(
      `select k.idempotency_key as order, count(*) filter (where r.state = 'completed')::integer as completed
       from request_key k join run r on r.workspace = k.workspace and r.id = k.run
       where k.workspace = $1 group by 1`,
      [workspace],
    );
    const completed = orders.filter((each) => each.completed > 0);
    const names = completed.map(({ order }) => order.replace(/:\d+$/, ''));
    expect([completed.length, new Set(names).size]).toEqual([ANSWERED, ANSWERED]);

    const budgets = await db.query<{ used: number; held: number }>(
      `select (total_spent + total_held)::bigint as used, total_held as held from customer_spending where workspace = $1`,
      [workspace],
    );
    expect(budgets).toHaveLength(CUSTOMERS);
    expect(budgets.filter(({ used, held }) => used > BUDGET || held > 0)).toEqual([]);

    const packages = await db.query<{ amount: number; granted: number; bought: number }>(
      `select amount, count(*)::integer as granted, count(distinct customer)::integer as bought
       from customer_grant where workspace = $1 group by 1`,
      [workspace],
    );
    const half = CUSTOMERS / 2;
    expect(packages).toEqual([{ amount: BUDGET, granted: half, bought: half }]);

    const keys = await db.query<{ name: string }>(
      'select name from api_key where workspace = $1 and made_by = $2 and revoked_at is null order by name',
      [workspace, manager.id],
    );
    expect(keys.map(({ name }) => name)).toEqual([1, 2, 3].map((n) => `shop-2025-06-till-${n}`));

    const ledger = await db.query<{ customer: string; sum: number }>(
      `select r.end_user_id as customer, sum(e.amount)::bigint as sum
       from ledger_entry e join run r on r.workspace = e.workspace and r.id = e.run
       where e.workspace = $1 and e.kind in ('capture_provider', 'capture_fee') group by 1`,
      [workspace],
    );
    expect(sorted(ledger.map(({ customer, sum }) => [customer, sum]))).toEqual(sorted(sums));

    const dashboard = await startDashboard({ database, parts: ['api'], environment: UNLIMITED });
    try {
      const owner = await dashboard.person(workspace, 'owner');
      const path = `/workspaces/${uuidToId('wsp', workspace)}/wallet`;
      const month = `month=${new Date().toISOString().slice(0, 7)}`;
      const page = await owner.get<BodyOf<'getCharges'>>(`${path}/charges?${month}&by=endUser`);
      const charges = page.groups.map(
        ({ group, chargedAmount }) => [group!, chargedAmount] as const,
      );
      expect(sorted(charges.map(([group, amount]) => [group, amount]))).toEqual(sorted(sums));
      const exported = await dashboard.service.send({
        path: `/v1/developer/observability/export?${spanOfExport()}`,
        key: books.key,
      });
      expect(exported.status, exported.text).toBe(200);
      const charged = exported.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { endUserId: string; chargedAmount: number });
      expect(charged).toHaveLength(ANSWERED);
      const byCustomer = Map.groupBy(charged, (each) => each.endUserId);
      const sumOf = (of: typeof charged) =>
        of.reduce((sum, { chargedAmount }) => sum + chargedAmount, 0);
      expect(sorted(Array.from(byCustomer, ([name, of]) => [name, sumOf(of)]))).toEqual(
        sorted(sums),
      );
    } finally {
      await dashboard.close();
    }
    const faults = await faultsInBooks(db);
    expect(faults).toEqual([]);
  });
});
