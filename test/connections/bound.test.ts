/**
 * How many connections a process has to PostgreSQL at full load, by PostgreSQL's count: at most what DATABASE.md says.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenant } from '../crash/tenant.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  clientOf,
  kill,
  type Outside,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { temporaryData } from '../support/program.ts';

type Counts = Record<string, number>;

const POOL = 5;
const SERVICE = 'model-run service';
/** The most connections of each kind, by the name that it reports to PostgreSQL. */
const MOST: Counts = {
  [SERVICE]: POOL,
  'model-run listener': 1,
  'model-run notifier': 1,
  'model-run dashboard reads': 3,
  'model-run trace reads': 4,
  'model-run exports': 4,
  'model-run metrics': 1,
};
/**
 * With those that are hardly ever all open at once: a process reads pieces of at most four exports at the same time, and two
 * more may hold a connection between their pieces.
 */
const BOUND: Counts = {
  ...{ ...MOST, 'model-run exports': 6 },
  ...{ 'model-run rates': 2, 'model-run data keys': 1 },
};
const WITHOUT_POOL = sumOf(BOUND) - POOL;
const AT_ONCE = 40;
const READS_AT_ONCE = 12;
const MOST_ROUNDS = 10;
const OBSERVABILITY = '/v1/developer/observability';

let database: TestDatabase;
let outside: Outside;
beforeAll(async () => {
  [database, outside] = await Promise.all([createTestDatabase(), startOutside({ slowMs: 100 })]);
});
afterAll(async () => {
  await database.drop();
  await outside.close();
});
// Registered after the hook above, so it runs before it: what a failed test leaves running ends first.
await temporaryData();

test('a process has as many connections as it may, and not one more', async () => {
  const service = await startProcess('start', {
    ...outside.environment,
    ...{ DATABASE_URL: database.url, DATABASE_POOL: String(POOL), PROBE_PORT: '0' },
    LEASE_MS: '60000',
    CONTENT_KEYS: `first:${randomBytes(32).toString('base64')}`,
  });
  const probes = /Probes +(http:\S+)/.exec(await service.until(/Probes/))![1]!;
  const tenants = await Promise.all([1, 2, 3, 4].map(() => makeTenant(database.db, 1e12)));
  const send = (i: number, path: string, init: RequestInit = {}) => {
    const { key } = tenants[i % tenants.length]!;
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    return fetch(`${service.url}${path}`, { ...init, headers }).then((answer) => answer.text());
  };
  const { run } = await clientOf(service, tenants[0]!.key).create('first', request('sandbox/echo'));
  await clientOf(service, tenants[0]!.key).end(run.id);
  const requests: Promise<unknown>[] = [];
  const seen = await asOwner(database, (owner) =>
    owner.transaction(async (tx) => {
      await tx.query('lock table run, client_span, usage_hour in access exclusive mode');
      const hour = 3_600_000;
      const of = { from: new Date(Date.now() - hour).toISOString(), to: new Date().toISOString() };
      const query = JSON.stringify({ ...of, measures: ['count'] });
      const ask = (i: number) => [
        send(i, `${OBSERVABILITY}/traces`),
        send(
          i,
          `${OBSERVABILITY}/export?${new URLSearchParams({ ...of, dataset: 'runs', format: 'ndjson' })}`,
        ),
        send(i, `${OBSERVABILITY}/metrics/query`, { method: 'POST', body: query }),
        fetch(`${probes}/metrics`),
      ];
      const { [SERVICE]: _, ...apart } = MOST;
      let before: Counts = {};
      // The service gives up a read after 5 s: on a busy machine the first end before the last arrive.
      for (let round = 0; round < MOST_ROUNDS && !hasAll(before, apart); round++) {
        const some = Array.from({ length: READS_AT_ONCE }, (_each, i) => ask(i)).flat();
        // Errors while the service stops are expected.
        for (const each of some) each.catch(() => {});
        requests.push(...some);
        before = most(before, await mostSeen(apart));
      }
      // After the others, which need one of the connections that these use to look up the caller.
      for (let i = 0; i < AT_ONCE; i++) {
        const create = clientOf(service, tenants[i % 4]!.key).create(
          `load-${i}`,
          request('sandbox/echo'),
        );
        create.catch(() => {});
        requests.push(create);
      }
      return most(before, await mostSeen({ [SERVICE]: POOL }));
    }),
  );
  expect(seen).toMatchObject(MOST);
  for (const [name, count] of Object.entries(seen)) {
    expect(count, name).toBeLessThanOrEqual(BOUND[name] ?? 0);
  }
  await Promise.allSettled(requests);
  kill(service, 'SIGTERM');
  await service.ended;
});

/** By name, until all expected ones were seen, and for a while after that. */
async function mostSeen(expected: Counts): Promise<Counts> {
  let seen: Counts = {};
  for (let looks = 0, behind = 0; looks < 60 && behind < 10; looks++) {
    const rows = await database.db.query<{ name: string; count: number }>(
      `select application_name as name, count(*) from pg_stat_activity
        where datname = current_database() and application_name like 'model-run %' group by 1`,
    );
    seen = most(seen, Object.fromEntries(rows.map(({ name, count }) => [name, count])));
    if (hasAll(seen, expected)) behind += 1;
    await sleep(100);
  }
  return seen;
}

function hasAll(seen: Counts, expected: Counts): boolean {
  return Object.entries(expected).every(([name, count]) => (seen[name] ?? 0) >= count);
}

function most(one: Counts, other: Counts): Counts {
  const names = Object.keys({ ...one, ...other });
  return Object.fromEntries(
    names.map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]),
  );
}

test('the bound is in the documentation', async () => {
  const page = new URL('../../server/deploy/DATABASE.md', import.meta.url);
  expect(await readFile(page, 'utf8')).toContain(
    `| in all | \`DATABASE_POOL\` + ${WITHOUT_POOL} |`,
  );
});

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
