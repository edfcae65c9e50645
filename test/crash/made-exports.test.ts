/** Processes that end while they make an export: another one makes it, and what they stored is gone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { type Bucket, startBucket, writeComputeFile } from '../support/bucket.ts';
import { kill } from '../support/process.ts';
import { openSenders, type Senders } from './senders.ts';
import { makeTenant } from './tenant.ts';

let bucket: Bucket;
let folder: string;
let senders: Senders;
/** Uploads that have begun. */
let uploads: number;
beforeEach(async () => {
  uploads = 0;
  bucket = await startBucket();
  folder = await mkdtemp(join(tmpdir(), 'made-exports-'));
  senders = await openSenders(() => uploads, {
    COMPUTE_FILE: await writeComputeFile(folder, bucket),
    // Nothing waits for the end of it.
    DRAIN_MS: '3600000',
  });
});
afterEach(async () => {
  await senders.close();
  bucket.close();
  await rm(folder, { recursive: true });
});

const exported = async () => {
  const [row] = await senders.db.query<{ state: string; attempts: number; isDue: boolean }>(
    'select state, attempts, due_at <= now() as "isDue" from made_export',
  );
  return row!;
};

it.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s during an upload that gets no answer: another process makes the export',
  async (signal) => {
    bucket.before = async ({ method }) => {
      if (method !== 'PUT') return undefined;
      uploads += 1;
      return uploads === 1 ? new Promise<never>(() => {}) : undefined;
    };
    const first = await senders.start('work');
    const { workspace } = await makeTenant(senders.db, 1_000_000_000);
    await senders.db.query(
      `insert into made_export (workspace, id, dataset, format, month, span_from, span_to, request_key, expires_at)
     values ($1, $2, 'runs', 'csv', '2027-01', now() - interval '1 day', now(), 'a', now() + interval '7 days')`,
      [workspace, newUuid()],
    );
    await expect.poll(() => uploads).toBe(1);
    kill(first, signal);
    await first.ended;
    if (signal === 'SIGTERM') {
      expect(await exported()).toEqual({ state: 'queued', attempts: 0, isDue: true });
    } else {
      expect(await exported()).toEqual({ state: 'making', attempts: 1, isDue: false });
      // The test does not wait for the end of the lease.
      await senders.db.query('update made_export set due_at = now()');
    }
    await senders.start('work');
    await expect.poll(async () => (await exported()).state).toBe('ready');
    expect((await exported()).attempts).toBe(signal === 'SIGTERM' ? 1 : 2);
    expect([bucket.objects.size, bucket.uploads.size]).toEqual([1, 0]);
  },
);
