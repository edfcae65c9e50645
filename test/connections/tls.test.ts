/** TLS to a real PostgreSQL: a fault gives one line that says what to do, and a correct setup works. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterPath } from '../../server/platform/db/embedded/cluster.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/db/embedded/index.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { type Authority, makeAuthority } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import { makeStartedDataDir } from '../support/postgres.ts';
import { run, temporaryData } from '../support/program.ts';
import { owned } from './owned.ts';

let postgres: EmbeddedPostgres;
let admin: Db;
let authority: Authority;
let otherAuthority: Authority;
let cluster: string;

beforeAll(async () => {
  [authority, otherAuthority] = [await makeAuthority(), await makeAuthority()];
  const dataDir = await temporaryData(await makeStartedDataDir());
  postgres = await startEmbeddedPostgres({ dataDir, port: await freePort() });
  await bringUpToDate(postgres);
  cluster = clusterPath(join(dataDir, 'postgresql'));
  admin = createDb({ url: postgres.superuserUrl, max: 1, applicationName: 'test' });
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await admin.close();
  await postgres.stop();
});

/** From now on the server shows this certificate. */
async function show({ certificate, key }: { certificate: string; key: string }): Promise<void> {
  for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
    await writeFile(join(cluster, name), text, { mode: 0o600 });
    await owned(join(cluster, name), cluster);
  }
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
}

/** The output of a command that uses the database at `localhost` with these settings. */
function outputWith(parameters: Record<string, string>) {
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return run(['workspaces', 'list'], { DATABASE_URL: url.href });
}

const verified = (of = authority) => ({ sslmode: 'verify-full', sslrootcert: of.file });

async function refused(parameters: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await outputWith(parameters);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^error: cannot use the database at postgres:\/\/localhost:\d+\/\w+: .+\n$/,
  );
  expect(stderr).not.toContain(new URL(postgres.url).password);
  return stderr;
}

test('a server without TLS', async () => {
  expect(await refused(verified())).toContain(
    'the server has no TLS, which the URL asks for: turn ssl on in the server',
  );
});

test('the certificate of a known authority for this name works, and is asked for', async () => {
  await show(await authority.sign('localhost'));
  expect(await outputWith(verified())).toMatchObject({ code: 0, stderr: '' });
  const url = Object.assign(new URL(postgres.url), { hostname: 'localhost' });
  url.search = new URLSearchParams(verified()).toString();
  const db = createDb({ url: url.href, max: 1, applicationName: 'test' });
  const rows = await db.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
  await db.close();
  expect(rows).toEqual([{ ssl: true }]);
});

test('an authority that is not known', async () => {
  await show(await authority.sign('localhost'));
  for (const parameters of [verified(otherAuthority), { sslmode: 'verify-full' }]) {
    expect(await refused(parameters)).toContain(
      'its certificate is of an authority that is not known here: name the file with that authority',
    );
  }
});

test('a certificate for another host', async () => {
  await show(await authority.sign('db.internal'));
  expect(await refused(verified())).toContain(
    'its certificate is for another name, DNS:db.internal: have the URL name the host as',
  );
});

test('a certificate that has expired', async () => {
  await show(await authority.sign('localhost', { days: -1 }));
  expect(await refused(verified())).toContain('its certificate has expired: renew it');
});

test('a file of an authority that is not there', async () => {
  const { code, stderr } = await outputWith({
    sslmode: 'verify-full',
    sslrootcert: '/nowhere/ca.pem',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .+ cannot be read: ENOENT.+\/nowhere\/ca\.pem'\n$/);
});

test('a server that takes TLS only', async () => {
  await show(await authority.sign('localhost'));
  const file = join(cluster, 'pg_hba.conf');
  const lines = [
    'hostssl all all all scram-sha-256',
    // The access of whoever started the server, and of whoever removes what a run has left.
    'host all postgres all scram-sha-256',
    'local all postgres scram-sha-256',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await admin.query('select pg_reload_conf()');
  expect(await refused({})).toMatch(/no encryption \(the server may take .+verify-full/);
  expect(await outputWith(verified())).toMatchObject({ code: 0, stderr: '' });
});
