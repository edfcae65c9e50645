/** Short commands on a data folder that other processes use, start and stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { ATTACHED_LOCK, useEmbeddedPostgres } from '../../server/platform/db/embedded/attached.ts';
import { OWNER_LOCK } from '../../server/platform/db/embedded/owned-server.ts';
import { temporaryData } from '../support/program.ts';
import { query, serverPid, startOwner } from './owner.ts';

const dataDir = await temporaryData();
beforeAll(async () => (await startOwner(dataDir)).stop());

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
  const isConnected = async (name: string, since = '-infinity') => {
    const { rowCount } = await other.query(
      'SELECT FROM pg_stat_activity WHERE application_name = $1 AND backend_start > $2',
      [`model-run ${name}`, since],
    );
    return rowCount !== 0;
  };
  // Until PostgreSQL has noticed that the killed owner is gone.
  while (await isConnected('owner')) await sleep(10);
  await other.query('SELECT pg_advisory_lock($1)', [OWNER_LOCK]);

  // The command finds a server without an owner, and waits for the lock.
  const using = useEmbeddedPostgres({ dataDir });
  while (!(await isConnected('owner'))) await sleep(10);

  // The process with the lock turns out to be an owner that lets nobody attach, and stops.
  await other.query(`SET application_name = 'model-run owner'`);
  await other.query('SELECT pg_advisory_lock($1)', [ATTACHED_LOCK]);
  const { rows } = await other.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  while (!(await isConnected('visitor', rows[0]?.now))) await sleep(10);
  process.kill(pid, 'SIGINT');

  const used = await using;
  expect(used.owner).toBe(true);
  expect(await serverPid(dataDir)).not.toBe(pid);
  expect(await query(used, 'SELECT 1')).toHaveLength(1);
  await used.stop();
});
