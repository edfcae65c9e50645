/** Keys and secrets change under load: a customer's key, the provider's, and the password of the database. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { type Load, startLoad } from '../soak/load.ts';
import { type Client, clientOf } from '../support/process.ts';
import { json } from '../support/program.ts';
import { makeCluster, type Server, startServer } from './cluster.ts';
import {
  callerOf,
  expectPromises,
  type Fixtures,
  openFixtures,
  type Service,
  secondsSince,
  startService,
  withDb,
} from './fixtures.ts';
import { type ProviderFront, startFront } from './provider-front.ts';

const RUNS_PER_SECOND = 10;
const OLD = 'secret';
const NEW = 'another-secret';

export async function judgeRotation(folder: string): Promise<string> {
  const server = await startServer(await makeCluster(join(folder, 'rotation')));
  const fixtures = await openFixtures(server);
  const front = await startFront({ url: fixtures.outside.sandbox.url, key: OLD });
  const files = { provider: join(folder, 'provider-key'), database: join(folder, 'database-url') };
  await writeFile(files.provider, `${OLD}\n`);
  await writeFile(files.database, `${server.url}\n`);
  const service = await startService(fixtures, server.url, {
    ...{ DATABASE_URL: undefined, DATABASE_URL_FILE: files.database },
    ...{ OPENROUTER_API_KEY: undefined, OPENROUTER_API_KEY_FILE: files.provider },
    OPENROUTER_BASE_URL: front.url,
  });
  await service.startWorker();
  const caller = { ...callerOf(fixtures) };
  const load = startLoad(caller, RUNS_PER_SECOND);
  await some(load);
  const customer = await rotateCustomersKey(fixtures, service, caller, load);
  const provider = await rotateProvidersKey(front, files.provider, load);
  const database = await rotatePassword(server, files.database, load);
  const runs = await load.stop();
  const ended = new URL(server.url);
  ended.password = NEW;
  await expectPromises(fixtures, ended.href, runs);
  await service.stop();
  await server.stop();
  await front.goAway();
  await fixtures.outside.close();
  return `${runs.length} runs meanwhile; the key of a customer: ${customer}; the key of the provider: ${provider}; the password of the database: ${database}; none lost, none sent twice; audit clean`;
}

/** `keys rotate`: both texts work until the caller has the new one. */
async function rotateCustomersKey(
  fixtures: Fixtures,
  { environment }: Service,
  caller: Client,
  load: Load,
): Promise<string> {
  const before = load.refusals();
  const [old] = await json<{ id: string }[]>(
    ['keys', 'list', uuidToId('wsp', fixtures.workspace)],
    environment,
  );
  const { key } = await json<{ key: string }>(
    ['keys', 'rotate', old!.id, '--overlap', '1h'],
    environment,
  );
  await some(load);
  caller.create = clientOf({ url: `http://127.0.0.1:${fixtures.port}` }, key).create;
  await some(load);
  return `${load.refusals() - before} creates refused`;
}

/** Both keys work at the provider, the file is written, and then the old key ends there. */
async function rotateProvidersKey(front: ProviderFront, file: string, load: Load): Promise<string> {
  front.keys.add(NEW);
  await writeFile(file, `${NEW}\n`);
  const began = performance.now();
  while (front.came(NEW) === 0) await sleep(20);
  const took = secondsSince(began);
  await some(load);
  const old = front.came(OLD);
  await some(load);
  const later = front.came(OLD) - old;
  front.keys.delete(OLD);
  await some(load);
  return `taken up after ${took}, ${later} requests with the old one later, ${front.refusals()} refused by the provider`;
}

/** The role first, then the file; open connections are ended, so that all are new. */
async function rotatePassword(server: Server, file: string, load: Load): Promise<string> {
  const url = new URL(server.url);
  const before = load.refusals();
  const role = decodeURIComponent(url.username);
  url.password = NEW;
  const began = performance.now();
  await withDb(server.superuserUrl, async (db) => {
    await db.query(`alter role ${role} password '${NEW}'`);
    await writeFile(file, `${url.href}\n`);
    await db.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
      role,
    ]);
  });
  const acknowledged = load.acknowledged();
  while (load.acknowledged() === acknowledged) await sleep(20);
  const took = secondsSince(began);
  await some(load);
  return `every connection ended, runs are taken again ${took} after, ${load.refusals() - before} creates repeated by their callers`;
}

/** Until another twenty are acknowledged. */
async function some(load: Load): Promise<void> {
  const until = load.acknowledged() + 20;
  while (load.acknowledged() < until) await sleep(20);
}
