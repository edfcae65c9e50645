/**
 * The clients as a deployment provides them: npm and pip install them from there, and the first buys a run there. That the
 * second does is a part of `npm run check:python`.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../client/version.ts';
import { buildClientPackage, isFresh, packed } from '../../scripts/client-package/index.ts';
import { root } from '../../scripts/fingerprint.ts';
import { createClientPackages, readClientPackages } from '../../server/platform/http/index.ts';
import { startService, type TestService } from '../support/service.ts';
import { DEPENDENCIES } from './installed-client.ts';
import { startPackageRegistry } from './package-registry.ts';

const run = promisify(execFile);
const NAME = `model-run-client-${VERSION}.tgz`;
const WHEEL = `model_run_client-${VERSION}-py3-none-any.whl`;
let service: TestService;
let bytes: Buffer;

beforeAll(async () => {
  if (!isFresh()) await buildClientPackage();
  bytes = readFileSync(join(packed, NAME));
  service = await startService({ validatesResponses: true });
});
afterAll(() => service.close());

const get = (file: string, init: RequestInit = {}) => fetch(`${service.url}/client/${file}`, init);

describe('the package of the client', () => {
  it.each(['model-run-client.tgz', NAME])('is served as %s with 200, whole', async (file) => {
    const response = await get(file);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/gzip');
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Content-Length')).toBe(String(bytes.length));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    const again = await get(file, { headers: { 'If-None-Match': response.headers.get('ETag')! } });
    expect(again.status).toBe(304);
    expect((await get(file, { method: 'HEAD' })).headers.get('Content-Length')).toBe(
      String(bytes.length),
    );
  });

  it('has the wheel of the Python client under its name, which pip reads', async () => {
    const wheel = readFileSync(join(packed, WHEEL));
    const response = await get(WHEEL);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(Buffer.from(await response.arrayBuffer()).equals(wheel)).toBe(true);
    // By the directory at its end, as every reader of zip files finds them.
    const code =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist())';
    const { stdout } = await run('python3', ['-c', code, join(packed, WHEEL)]);
    expect(stdout).toMatch(/^None model_run_client\/__init__.py .*\.dist-info\/RECORD\n$/);
  });

  it.each([
    'model-run-client-0.0.1.tgz',
    'sources',
    'model_run_client.whl',
    '..%2fpackage.json',
    '',
  ])('is no other file: %s is 404', async (file) => {
    const response = await get(file);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });

  it('is found in no folder that has none, and in one that has it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-packed-'));
    const url = pathToFileURL(`${folder}/`);
    expect((await readClientPackages(url)).size).toBe(0);
    await cp(packed, folder, { recursive: true });
    const wheel = readFileSync(join(packed, WHEEL));
    expect(await readClientPackages(url)).toEqual(
      createClientPackages({ [NAME]: bytes, [WHEEL]: wheel }),
    );
    await rm(folder, { recursive: true });
    expect((await readClientPackages(url)).size).toBe(0);
  });

  it('is the same for the same sources, and is left alone where it is fresh', async () => {
    rmSync(join(packed, 'sources'));
    expect(isFresh()).toBe(false);
    const wheel = readFileSync(join(packed, WHEEL));
    await buildClientPackage();
    expect(readFileSync(join(packed, NAME)).equals(bytes)).toBe(true);
    expect(readFileSync(join(packed, WHEEL)).equals(wheel)).toBe(true);
    // Other processes may be building it too.
    const there = readdirSync(packed).filter((name) => !name.startsWith('.'));
    expect(there.sort()).toEqual([NAME, WHEEL, 'sources']);
    const args = ['scripts/client-package.ts', '--if-stale'];
    expect(await run(process.execPath, args, { cwd: root })).toEqual({ stdout: '', stderr: '' });
  });
});

describe('npm install', () => {
  it('takes it from the address of the deployment, and it buys a run there', async () => {
    const registry = await startPackageRegistry(DEPENDENCIES);
    const folder = await mkdtemp(join(tmpdir(), 'client-installed-'));
    const { key } = await service.tenant();
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
    const options = ['--no-audit', '--no-fund', '--registry', registry.url, '--cache', 'cache'];
    const address = `${service.url}/client/model-run-client.tgz`;
    await run('npm', ['install', address, ...options], { cwd: folder });
    const program = `
      import { createClient, VERSION } from 'model-run-client';
      const messages = [{ role: 'user', content: 'From a deployment' }];
      const request = { model: 'sandbox/echo', messages, maxOutputTokens: 50 };
      const { text } = await createClient().modelRuns.createAndWait(request);
      console.log(VERSION, text);`;
    await writeFile(join(folder, 'program.js'), program);
    const env = {
      PATH: process.env.PATH,
      ...{ MODEL_RUN_BASE_URL: service.url, MODEL_RUN_KEY: key.key },
    };
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder, env });
    expect(stdout).toBe(`${VERSION} From a deployment\n`);
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(lock.packages['node_modules/model-run-client']).toMatchObject({
      ...{ version: VERSION, resolved: address },
      integrity: expect.stringMatching(/^sha512-/),
    });
    expect(registry.requests).not.toContain('model-run-client');
    await registry.close();
    await rm(folder, { recursive: true });
  });
});
