/** Whom a process notifies of the runs that it creates and carries out itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createNotifications } from '../../server/platform/db/notifications.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { CHANGED_CHANNEL } from '../../server/runs/known-runs.ts';
import { request, runOf, startService } from '../support/service.ts';

/** Much longer than a notification takes to arrive. */
const ARRIVED_MS = 300;

test('notifies nobody while it hears no other process, and again once another one starts', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const tenant = await service.tenant();
  const notified = new Set<string>();
  const notifications = createNotifications({ url: service.database.url });
  notifications.listen(CHANGED_CHANNEL, (payload) => {
    for (const run of payload.split(',')) notified.add(run);
  });
  await notifications.start();
  onTestFinished(() => notifications.close());

  async function notifies(): Promise<boolean> {
    const headers = { Prefer: 'wait=30' };
    const run = runOf(await tenant.create(request('sandbox/echo'), { headers }));
    expect(run.state).toBe('completed');
    await sleep(ARRIVED_MS);
    return notified.has(idToUuid('run', run.id)!);
  }
  expect(await notifies()).toBe(true);
  await expect.poll(notifies, { interval: 1_000 }).toBe(false);

  const other = await startService({ database: service.database, parts: ['api'] });
  onTestFinished(() => other.close());
  expect(await notifies()).toBe(true);
});
