import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { type InstalledClient, installClient } from './installed-client.ts';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
const examples = [...readme.matchAll(/^## ([^\n]+)\n(?:(?!^## ).)*?^```ts\n(.*?)^```/gms)].map(
  ([, title, code]) => ({ title: title!, code: code! }),
);
const run = promisify(execFile);

let service: TestService;
let tenant: Tenant;
let installed: InstalledClient;

beforeAll(async () => {
  [service, installed] = await Promise.all([
    startService({ validatesResponses: true }),
    installClient(),
  ]);
  tenant = await service.tenant();
  for (const name of ['openai', 'zod']) {
    const link = join(installed.folder, 'node_modules', name);
    await symlink(join(ROOT, 'node_modules', name), link, 'dir');
  }
});
afterAll(async () => {
  await service.close();
  await installed.remove();
});

it('every example is under a title of its own', () => {
  expect(examples).toHaveLength(readme.split('\n```ts\n').length - 1);
});

it('the examples compile against the package as it is published', async () => {
  const { folder } = installed;
  const names = await Promise.all(
    examples.map(async ({ code }, index) => {
      await writeFile(join(folder, `example-${index}.ts`), code);
      return `example-${index}.ts`;
    }),
  );
  const types = join(ROOT, 'node_modules/@types');
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', lib: ['esnext'] },
    ...{ typeRoots: [types], types: ['node'], exactOptionalPropertyTypes: true },
  };
  const config = { compilerOptions, files: names };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const output = await run(process.execPath, [TSC, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(output).toBe('');
});

it.each(examples)('the example of "$title" prints what it says', async ({ title, code }) => {
  const file = join(installed.folder, `${title.toLowerCase().replaceAll(/\W+/g, '-')}.ts`);
  await writeFile(file, code.replaceAll('http://localhost:8080', service.url));
  const promised = [...code.matchAll(/\/\/ => (.*)$/gm)].map((match) => match[1]);
  const { stdout, stderr } = await run(process.execPath, [file], {
    cwd: installed.folder,
    env: { PATH: process.env.PATH, MODEL_RUN_KEY: tenant.key.key },
  });
  expect(stderr).toBe('');
  expect(stdout.split('\n').slice(0, -1)).toEqual(promised);
});
