/**
 * The release of these sources, installed without what builds and tests it. `npm run check:release` installs all of it,
 * also on a new machine, and makes the image.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'iovalkey';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import developer from '../../openapi/generated/developer.json' with { type: 'json' };
import { writeRelease } from '../../scripts/release/index.ts';
import { type Lockfile, readLockfile } from '../../scripts/release/lockfile.ts';
import { startValkey } from '../rates/valkey-server.ts';
import { INSTALL_TIMEOUT_MS } from '../support/installed.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import { ROOT } from '../support/sources.ts';
import {
  bareEnvironment,
  buyRun,
  bytesOf,
  firstKey,
  type Release,
  startRelease,
  unpackRelease,
} from './unpacked.ts';

const MOST_BYTES = 140_000_000;
const TOOLS =
  /^(@biomejs|@redocly|@rolldown|@vitest|esbuild|lightningcss.*|playwright.*|react|rolldown|rollup|typescript|vite|vitest)$/;

/** A comment on lines of its own. */
const COMMENT = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm;
/** A sentence of a page about what a checkout has. */
const OF_A_CHECKOUT = /[^.]*\bin a\s+checkout\b[^.]*/gi;

let release: Release;
let database: TestDatabase;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'release-test-'));
  [release, database] = await Promise.all([unpackRelease(), createEmptyDatabase()]);
  // Node and PostgreSQL are those of the test, as an image brings its own.
  await release.install('--omit=optional', '--ignore-scripts');
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await database.drop();
  await Promise.all([release.remove(), rm(scratch, { recursive: true })]);
});

const read = (path: string) => readFileSync(join(release.folder, path), 'utf8');

/** A folder for PATH with this Node. */
async function folderWithNode(name: string, script: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await writeFile(join(folder, 'node'), script);
  await chmod(join(folder, 'node'), 0o755);
  return folder;
}

describe('the archive', () => {
  it('is the same for the same sources', async () => {
    const { file } = await writeRelease(scratch);
    expect(readFileSync(file).equals(readFileSync(release.archive))).toBe(true);
    expect(basename(file)).toMatch(/^model-run-api-\d+\.\d+\.\d+\.tgz$/);
  });

  it('has what it was locked with, at the same checksums, and no package of development', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
    const { packages: tested } = readLockfile();
    const { '': own, ...others } = packages;
    expect(own).not.toHaveProperty('devDependencies');
    for (const [path, { version, integrity, dev }] of Object.entries(others)) {
      expect({ path, version, integrity }).toEqual({
        ...{ path, version: tested[path]?.version, integrity: tested[path]?.integrity },
      });
      expect(dev).toBeUndefined();
    }
  });

  it('has what its README leads to, and what operators read', () => {
    const links = [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to]) => to!);
    expect(links.length).toBeGreaterThan(3);
    for (const path of [...links, 'LICENSE', 'CHANGELOG.md', 'server/platform/db/schema.sql']) {
      expect(existsSync(join(release.folder, path)), path).toBe(true);
    }
  });
});

describe('every command that the release names is in it', () => {
  it('in messages of its program and in the pages of operators', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = globSync(['server/**/*.ts', 'README.md', 'server/deploy/**/*.*'], {
      cwd: release.folder,
    }).flatMap((path) => {
      const text = path.endsWith('.ts') ? read(path).replaceAll(COMMENT, '') : read(path);
      const commands = text
        .replaceAll(OF_A_CHECKOUT, '')
        .matchAll(/npm run ([a-z0-9:]+)(?<!:)(?![a-z0-9:])/g);
      return Array.from(commands, ([, name = '']) => ({ path, name }));
    });
    expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(5);
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it('in its package.json, whose scripts run files of the release', () => {
    const { scripts, bin } = JSON.parse(read('package.json')) as {
      scripts: Record<string, string>;
      bin: Record<string, string>;
    };
    const files = Object.values(scripts)
      .join(' ')
      .match(/(?:server|scripts|client)\/[\w./-]+/g);
    expect(files).toContain('server/compute-jobs/engines/docker');
    const all = [...files!, ...Object.values(bin)];
    expect(all.filter((path) => !existsSync(join(release.folder, path)))).toEqual([]);
  });
});

describe('what it is deployed by', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

  it('names this version', () => {
    const named = [
      ...['Dockerfile', 'compose.yaml', 'server/deploy/kubernetes/kustomization.yaml'],
      'server/deploy/kubernetes/base/migrate.yaml',
    ].map(
      (path) =>
        readFileSync(join(ROOT, path), 'utf8').match(/(?:api:|newTag: |migrate-)(\d[\d.]*\d)/)?.[1],
    );
    expect(named).toEqual(named.map(() => version));
  });

  it('has the Node that the tests have', () => {
    const image = /node:([\d.]+)-/.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1];
    expect(`v${image}`).toBe(process.version);
  });
});

describe('the installed release', () => {
  it('is small, and has no bundler and no test runner', () => {
    const modules = join(release.folder, 'node_modules');
    expect(readdirSync(modules).filter((name) => TOOLS.test(name))).toEqual([]);
    expect(bytesOf(modules)).toBeLessThan(MOST_BYTES);
  });

  it('starts, serves all that was built, sells a run, and stops when it is asked to', async () => {
    const environment = {
      ...bareEnvironment(),
      ...{ DATABASE_URL: database.ownerUrl, DATA_DIR: join(scratch, 'data'), PORT: '0' },
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    };
    const started = await startRelease(['server/model-run-api', 'start'], {
      ...{ folder: release.folder, environment },
    });
    try {
      expect(started.output()).not.toMatch(/Warning:|answers 404/);
      for (const path of builtPaths()) {
        const { status } = await fetch(started.url + path, { redirect: 'manual' });
        expect([path, status]).toEqual([path, path.startsWith('/problems/') ? 303 : 200]);
      }
      for (const path of ['/docs', '/v1/dashboard/docs', '/dashboard', '/dashboard/runs']) {
        const response = await fetch(started.url + path);
        expect([path, response.status]).toEqual([path, 200]);
        expect(await response.text()).toContain('<html lang="en"');
      }
      const key = await firstKey(environment.DATA_DIR);
      expect(await buyRun(started.url, key)).toMatchObject({
        ...{ state: 'completed', text: 'Hello, ledger!' },
      });
    } finally {
      expect(await started.stop()).toBe(0);
    }
  });

  it('says which command adds the library that a compute file asks for', async () => {
    const file = join(scratch, 'compute.json');
    const environments = (engine: string, options: object) => ({
      shell: { engine, kind: 'command', pricing: { perJob: '0.1' }, options },
    });
    await writeFile(file, JSON.stringify({ environments: environments('docker', { image: 'a' }) }));
    const message = await failureOf(['start'], {
      ...{ COMPUTE_FILE: file, DATABASE_URL: database.ownerUrl, DATA_DIR: scratch },
      PATH: dirname(process.execPath),
    });
    expect(message).toMatch(/docker needs a library .+ npm run add:docker/);
  });

  it.each([
    ['clickhouse', 'CLICKHOUSE_URL', 'http://127.0.0.1:9/spans'],
    ['opentelemetry', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9'],
    ['valkey', 'RATE_LIMIT_URL', 'redis://127.0.0.1:9/0'],
  ])('says that %s is to be added before %s can be used', async (what, variable, url) => {
    const message = await failureOf(['start'], {
      ...{
        [variable]: url,
        DATABASE_URL: database.ownerUrl,
        DATA_DIR: join(scratch, what),
        PORT: '0',
      },
      PATH: dirname(process.execPath),
    });
    expect(message).toContain(`${variable} needs a library`);
    expect(message).toContain(`run npm run add:${what} in its folder`);
  });

  it(
    'counts requests in Valkey once its client was added',
    async () => {
      await release.add('valkey');
      const [valkey, own] = await Promise.all([startValkey(), createEmptyDatabase()]);
      const DATA_DIR = join(scratch, 'with-valkey');
      const environment = {
        ...{ ...bareEnvironment(), DATABASE_URL: own.ownerUrl, DATA_DIR, PORT: '0' },
        ...{ RATE_LIMIT_URL: valkey.url, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      };
      const client = new Redis(valkey.url);
      try {
        const started = await startRelease(['server/model-run-api', 'start'], {
          ...{ folder: release.folder, environment },
        });
        const { state } = await buyRun(started.url, await firstKey(DATA_DIR));
        const windows = await client.dbsize();
        expect(await started.stop()).toBe(0);
        expect({ state, counts: windows > 0 }).toEqual({ state: 'completed', counts: true });
      } finally {
        client.disconnect();
        await valkey.kill();
        await own.drop();
      }
    },
    INSTALL_TIMEOUT_MS,
  );
});

describe('the program', () => {
  it('runs in the first Node that can run it, whatever stands before', async () => {
    const old = await folderWithNode('old', '#!/bin/sh\necho v20.19.0\n');
    const broken = await folderWithNode('broken', '#!/no/such/loader\n');
    const PATH = [old, broken, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
    const { stdout } = await promisify(execFile)(
      join(release.folder, 'server/model-run-api'),
      ['--help'],
      { cwd: scratch, env: { PATH } },
    );
    expect(stdout).toContain('Usage:');
  });

  it('is refused in one line where there is none', async () => {
    const old = await folderWithNode('older', '#!/bin/sh\necho v20.19.0\n');
    expect(await failureOf(['--help'], { PATH: old })).toMatch(
      /^error: Node 24 or newer is needed.+\n$/,
    );
  });
});

async function failureOf(args: string[], env: Record<string, string>): Promise<string> {
  const program = join(release.folder, 'server/model-run-api');
  const child = promisify(execFile)(program, args, { cwd: release.folder, env });
  return child.then(
    ({ stdout }) => `it ran: ${stdout}`,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

/** The paths that anybody may read, according to the contract, with its examples as their parameters. */
function builtPaths(): string[] {
  const all = developer.paths as Record<string, { get?: Operation }>;
  const paths = Object.entries(all)
    .filter(([, { get }]) => get?.security?.length === 0)
    .map(([path, { get }]) =>
      path.replaceAll(
        /\{(\w+)\}/g,
        (_, wanted) => get?.parameters?.find(({ name }) => name === wanted)?.example ?? '',
      ),
    );
  expect(paths).toEqual(expect.arrayContaining(['/docs', '/client/model-run-client.tgz']));
  return [...paths, '/v1/dashboard/openapi.json'];
}

interface Operation {
  security?: unknown[];
  parameters?: { name?: string; example?: string }[];
}
