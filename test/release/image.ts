/**
 * The Dockerfile unchanged, on roots that replace its base images: a freshly made Debian, and the same with this Node
 * and npm. Then the parts of compose.yaml, from the image and with its restrictions.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../languages/execute.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/sources.ts';
import { startPostgres } from './postgres.ts';
import { bareEnvironment, buyRun } from './unpacked.ts';

const NODE_IMAGE = 'localhost/node:24.21.0-trixie-slim';
const BASE_IMAGE = 'localhost/debian:trixie-slim';
const IMAGE = 'localhost/model-run-api:check';
const STOP_SECONDS = 30;
/** Settings for a machine without systemd, whose root may not raise limits. */
const CONFIG = `
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
runtime = "runc"
`;

export async function judgeImage(folder: string): Promise<string> {
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'images-run')];
  const buildah = (...args: string[]) => execute('buildah', [...storage, ...args]);
  await makeBases(folder, buildah);
  await buildah(
    ...['build', '--pull-never', '--isolation', 'chroot', '--network', 'host'],
    ...['--layers=false', '--tag', IMAGE, ROOT],
  );
  const postgres = await startPostgres(join(folder, 'postgres'));
  const environment = { CONTAINERS_CONF: join(folder, 'containers.conf') };
  await writeFile(environment.CONTAINERS_CONF, CONFIG);
  const podman = (...args: string[]) => execute('podman', [...storage, ...args], { environment });
  try {
    const bytes = await podman('image', 'inspect', '--format', '{{.Size}}', IMAGE);
    await runParts(podman, postgres);
    return `${Math.round(Number(bytes) / 1e6)} MB; migrates, serves and works with a read-only root, not as root`;
  } finally {
    await podman('rm', '--all', '--force', '--time', '0');
    await postgres.stop();
  }
}

type Command = (...args: string[]) => Promise<string>;

async function makeBases(folder: string, buildah: Command): Promise<void> {
  const base = join(folder, 'base.tar');
  await execute('mmdebstrap', ['--variant=minbase', 'trixie', base]);
  const from = async (image: string) => (await buildah('from', '--pull-never', image)).trim();
  const debian = await from('scratch');
  await buildah('add', '--quiet', debian, base, '/');
  await buildah('commit', '--quiet', '--rm', debian, BASE_IMAGE);
  const node = await from(BASE_IMAGE);
  const ofNpm = ['-c', 'readlink -f "$(command -v npm)"'];
  const npm = await execute('sh', ofNpm, { environment: bareEnvironment() });
  await buildah('copy', '--quiet', node, process.execPath, '/usr/local/bin/node');
  await buildah('copy', '--quiet', node, dirname(dirname(npm)), '/usr/local/lib/node_modules/npm');
  const script = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  await buildah('run', '--isolation', 'chroot', node, 'sh', '-c', script);
  await lendRegistry(folder, node, buildah);
  await buildah('commit', '--quiet', '--rm', node, NODE_IMAGE);
}

/** If this machine has its own registry, builds here must know it as well. Only the image of Node does. */
async function lendRegistry(folder: string, node: string, buildah: Command): Promise<void> {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates === undefined) return;
  const lent = join(folder, 'lent');
  await mkdir(lent);
  await copyFile(certificates, join(lent, 'certificates.crt'));
  await copyFile(join(homedir(), '.npmrc'), join(lent, '.npmrc')).catch(() => {});
  await buildah('copy', '--quiet', node, lent, '/root');
  await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/root/certificates.crt', node);
}

async function runParts(
  podman: Command,
  { url, ownerUrl }: { url: string; ownerUrl: string },
): Promise<void> {
  const port = await freePort();
  const restricted = [
    ...['--read-only', '--tmpfs', '/tmp', '--network', 'host', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--env', `DATABASE_URL=${url}`],
    ...['--env', 'SANDBOX=on', '--env', `PORT=${port}`],
  ];
  const run = (...args: string[]) => podman('run', ...restricted, ...args);
  await run('--rm', '--env', `MIGRATION_DATABASE_URL=${ownerUrl}`, IMAGE, 'migrate');
  for (const part of ['serve', 'work']) await run('--detach', '--name', part, IMAGE, part);
  const address = `http://127.0.0.1:${port}`;
  await untilReady(`${address}/readyz`);
  for (const path of ['/docs', '/dashboard', '/client/model-run-client.tgz']) {
    const { status } = await fetch(address + path);
    if (status !== 200) throw new Error(`${path} answers ${status}`);
  }
  const cli = (...args: string[]) => podman('exec', 'serve', 'node', 'server/main.ts', ...args);
  await cli('workspaces', 'create', 'acme');
  await cli('wallet', 'credit', 'acme', '--amount', '1', '--reference', 'check');
  const made = await cli(
    'keys',
    'create',
    'acme',
    '--name',
    'check',
    '--scope',
    'models:run',
    '--json',
  );
  const { state } = await buyRun(address, /mrk_\w{38}/.exec(made)?.[0] ?? '');
  if (state !== 'completed') throw new Error(`the run is ${state}`);
  const who = await podman('exec', 'serve', 'sh', '-c', 'id -u; touch /app/file 2>&1 || true');
  if (!/^1000\n.*Read-only file system/.test(who)) throw new Error(`it runs as: ${who}`);
  for (const part of ['serve', 'work']) {
    await podman('stop', '--time', String(STOP_SECONDS), part);
    const code = await podman('inspect', '--format', '{{.State.ExitCode}}', part);
    if (code.trim() !== '0') throw new Error(`${part} ended with ${code.trim()}`);
  }
}

async function untilReady(url: string): Promise<void> {
  for (let left = 600; ; left -= 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    if (left === 0) throw new Error(`${url} is not ready`);
    await sleep(100);
  }
}
