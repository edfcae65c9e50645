import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_ENCRYPTION } from '../../server/platform/db/encryption/index.ts';
import {
  createEcho,
  createNotifications,
  type Notifications,
} from '../../server/platform/db/notifications.ts';

import { refuseOldServer } from '../../server/platform/db/schema.ts';
import { createPrometheus } from '../../server/platform/telemetry/prometheus.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import { run } from '../support/program.ts';

let one: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
});
afterAll(() => Promise.all([one.drop(), other.drop()]));

async function listening(to: TestDatabase, withinMs: number) {
  const notifications = createNotifications({ url: to.url });
  const echo = createEcho({ db: one.db, notifications, everyMs: 50, withinMs });
  await notifications.start();
  return { echo, notifications };
}

test('a notification returns through the same database, and no other', async () => {
  const same = await listening(one, 20_000);
  expect(await same.echo.ask()).toBe(true);
  expect(await Promise.all(Array.from({ length: 20 }, same.echo.ask))).toEqual(
    Array(20).fill(true),
  );
  const another = await listening(other, 300);
  expect(await another.echo.ask()).toBe(false);
  await Promise.all([same, another].map(({ notifications }) => notifications.close()));
});

test('is asked for again and again, and each change is reported once', async () => {
  let comes = true;
  const heard: ((payload: string) => void)[] = [];
  const notifications: Pick<Notifications, 'listen'> = {
    listen: (_, handle) => heard.push(handle),
  };
  const db = {
    cipher: NO_ENCRYPTION,
    query: async <Row>(_: string, values?: unknown[]): Promise<Row[]> => {
      if (comes) for (const handle of heard) handle(String(values?.[1]));
      return [];
    },
  };
  const seen: boolean[] = [];
  const watch = createEcho({ db, notifications, everyMs: 5, withinMs: 5 }).watch((isDelivered) => {
    seen.push(isDelivered);
  });
  await sleep(60);
  expect(seen).toEqual([]);
  comes = false;
  await expect.poll(() => seen).toEqual([false]);
  await sleep(60);
  comes = true;
  await expect.poll(() => seen).toEqual([false, true]);
  await watch.stop();
});

test('a database that cannot be asked is no change', async () => {
  const query = () => Promise.reject(new Error('away'));
  const db = { query, cipher: NO_ENCRYPTION };
  const echo = createEcho({ db, notifications: { listen: () => {} }, everyMs: 5, withinMs: 5 });
  const seen: boolean[] = [];
  const watch = echo.watch((isDelivered) => seen.push(isDelivered));
  await sleep(60);
  await watch.stop();
  expect(seen).toEqual([]);
  await expect(echo.ask()).rejects.toThrow('away');
});

test('a metric says whether notifications are lost', async () => {
  const { meter, registry } = createPrometheus({ scale: 9 });
  meter.heard(false);
  expect(await registry.metrics()).toMatch(/^modelrun_notifications_lost 1$/m);
  meter.heard(true);
  expect(await registry.metrics()).toMatch(/^modelrun_notifications_lost 0$/m);
});

test('a service whose direct connection is to another database does not start, and says so', async () => {
  const { code, stderr } = await run(['start'], {
    ...{ DATABASE_URL: one.ownerUrl, DATABASE_LISTEN_URL: other.ownerUrl },
    ...{ DATABASE_POOLER: 'none', MIGRATION_DATABASE_URL: one.ownerUrl, PORT: '0' },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /error: a notification that was sent over DATABASE_URL does not come back: set DATABASE_LISTEN_URL.+\n$/,
  );
});

test('a server that is too old is refused by its version', async () => {
  await expect(refuseOldServer(one.db)).resolves.toBeUndefined();
  await expect(refuseOldServer(one.db, 99)).rejects.toThrow(
    /^The database is PostgreSQL \d+\.\d+.*, and the service needs 99 or newer: upgrade the server\.$/,
  );
});
