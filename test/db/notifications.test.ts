import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNotifications, createNotifier } from '../../server/platform/db/notifications.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const NOWHERE = 'postgres://nobody:x@127.0.0.1:1/nothing';

describe('what is sent', () => {
  test('in one turn arrives together, each payload once, on its own channel', async () => {
    const notifications = createNotifications({ url: database.url });
    const runs: string[] = [];
    const others: string[] = [];
    notifications.listen('runs', (payload) => runs.push(payload));
    notifications.listen('Other "channel"', (payload) => others.push(payload));
    await notifications.start();
    const notifier = createNotifier({ url: database.url });
    for (const payload of ['a', 'b', 'a', 'c']) notifier.notify('runs', payload);
    notifier.notify('Other "channel"', 'x');
    await notifier.flush();
    await vi.waitFor(() => expect([runs, others]).toEqual([['a,b,c'], ['x']]));
    await notifier.close();
    await notifications.close();
  });

  test('shortly after a send arrives together', async () => {
    const notifications = createNotifications({ url: database.url });
    const got: string[] = [];
    notifications.listen('soon', (payload) => got.push(payload));
    await notifications.start();
    const notifier = createNotifier({ url: database.url });
    const numbers = Array.from({ length: 100 }, (_, i) => `${i}`);
    for (const number of numbers) {
      notifier.notify('soon', number);
      // Several turns of the event loop.
      await sleep(1);
    }
    await notifier.close();
    await vi.waitFor(() => expect(got.flatMap((payload) => payload.split(','))).toEqual(numbers));
    expect(got.length).toBeLessThan(30);
    await notifications.close();
  });

  test('above the size of one notification arrives in several, complete', async () => {
    const notifications = createNotifications({ url: database.url });
    const got: string[] = [];
    notifications.listen('many', (payload) => got.push(payload));
    await notifications.start();
    const notifier = createNotifier({ url: database.url });
    const sent = Array.from({ length: 1_000 }, (_, i) => `${i}-${'x'.repeat(30)}`);
    for (const payload of sent) notifier.notify('many', payload);
    await notifier.close();
    await vi.waitFor(() => expect(got.flatMap((payload) => payload.split(','))).toEqual(sent));
    expect(got.length).toBeGreaterThan(1);
    await notifications.close();
  });

  test('to a database that is away is dropped and reported, and fails no caller', async () => {
    const dropped: number[] = [];
    const notifier = createNotifier({ url: NOWHERE, onDropped: (_, count) => dropped.push(count) });
    notifier.notify('runs', 'a');
    notifier.notify('runs', 'b');
    await notifier.flush();
    expect(dropped).toEqual([2]);
    await notifier.close();
  });
});

describe('a listener', () => {
  test('whose connection is killed listens again and says that it may have missed something', async () => {
    const onError = vi.fn();
    const onReconnect = vi.fn();
    const got: string[] = [];
    const notifications = createNotifications({ url: database.url, onError });
    notifications.listen('after', (payload) => got.push(payload));
    notifications.onReconnect(onReconnect);
    await notifications.start();
    await database.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'model-run listener' AND datname = current_database()`,
    );
    await vi.waitFor(() => expect(onReconnect).toHaveBeenCalledOnce(), 10_000);
    expect(onError).toHaveBeenCalled();
    await database.db.query(`NOTIFY after, 'heard'`);
    await vi.waitFor(() => expect(got).toEqual(['heard']));
    await notifications.close();
  });

  test('that cannot connect at first says so', async () => {
    const notifications = createNotifications({ url: NOWHERE });
    notifications.listen('x', () => {});
    await expect(notifications.start()).rejects.toThrow('ECONNREFUSED');
    await notifications.close();
  });
});
