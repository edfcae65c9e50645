/** Short commands on a data folder that other processes use, start and stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTACHED_LOCK, useEmbeddedPostgres } from '../../server/db/embedded/attached.ts';
import { OWNER_LOCK } from '../../server/db/embedded/ownership.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { query, serverPid, startOwner } from './owner.ts';

const dataDir = await makeDataDir();
beforeAll(async () => (await startOwner(dataDir)).stop());
afterAll(() => removeDataDir(dataDir));

test('commands that run at once share one server, and the last of them leaves none', async () => {
  const used = await Promise.all([1, 2, 3].map(() => useEmbeddedPostgres({ dataDir })));
  expect(used.filter(({ owner }) => owner)).toHaveLength(1);
  for (const { ownerUrl } of used) expect(await query({ ownerUrl }, 'SELECT 1')).toHaveLength(1);
  await Promise.all(used.map(({ stop }) => stop()));
  await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
});

test('a command that waits for an owner starts the server itself if the owner stops it', async () => {
  const killed = await startOwner(dataDir);
  await killed.kill();
  const pid = await serverPid(dataDir);
  const other = new pg.Client({ connectionString: killed.superuserUrl });
  other.on('error', () => {});
  await other.connect();
  await other.query('SELECT pg_advisory_lock($1)', [OWNER_LOCK]);

  // The command finds a server without an owner, and waits for the lock.
  const using = useEmbeddedPostgres({ dataDir });
  const waits = `SELECT FROM pg_stat_activity WHERE application_name = 'model-run owner'`;
  while ((await other.query(waits)).rowCount === 0) await sleep(10);

  // The process with the lock turns out to be an owner that lets nobody attach, and stops.
  await other.query(`SET application_name = 'model-run owner'`);
  await other.query('SELECT pg_advisory_lock($1)', [ATTACHED_LOCK]);
  const visits = `SELECT FROM pg_stat_activity WHERE application_name = 'model-run visitor'`;
  while ((await other.query(visits)).rowCount === 0) await sleep(10);
  process.kill(pid, 'SIGINT');

  const used = await using;
  expect(used.owner).toBe(true);
  expect(await serverPid(dataDir)).not.toBe(pid);
  expect(await query(used, 'SELECT 1')).toHaveLength(1);
  await used.stop();
});
