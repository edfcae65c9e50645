/** The programs of the guide for users of other packages, run word for word with these and the published client. */
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { docsFolder } from '../../scripts/docs/guides.ts';
import { root } from '../../scripts/fingerprint.ts';
import { type InstalledClient, installClient } from '../client/installed-client.ts';
import { OBSERVABILITY } from '../support/observability.ts';
import { jsonOf, startService, type Tenant, type TestService } from '../support/service.ts';
import { execute } from './execute.ts';

const PROGRAMS = ['openai-package', 'ai-sdk', 'langchain', 'openai-errors'];
const TRACES = 'openai-traces';

let service: TestService;
let client: InstalledClient;
beforeAll(async () => {
  [service, client] = await Promise.all([
    startService({ validatesResponses: true }),
    installClient(),
  ]);
  for (const name of new Set([...PROGRAMS, TRACES].flatMap(packagesOf))) {
    const link = join(client.folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link, 'dir');
  }
});
afterAll(async () => {
  await service.close();
  await client.remove();
});

const textOf = (name: string) => readFileSync(join(docsFolder, 'code', `${name}.ts`), 'utf8');

function packagesOf(name: string): string[] {
  const imported = Array.from(textOf(name).matchAll(/from '([^']+)'/g), ([, from = '']) => from);
  return imported.filter((from) => !from.startsWith('model-run-client'));
}

async function run(name: string, { key }: Tenant): Promise<string> {
  const copy = join(client.folder, `${name}.ts`);
  await copyFile(join(docsFolder, 'code', `${name}.ts`), copy);
  const environment = { MODEL_RUN_BASE_URL: service.url, MODEL_RUN_KEY: key.key };
  const { code, stdout, stderr } = await execute(process.execPath, [copy], {
    ...{ environment, folder: client.folder },
  });
  expect(code, stderr).toBe(0);
  return stdout;
}

it.each(PROGRAMS)('%s prints what it says, and again without a second bill', async (name) => {
  const tenant = await service.tenant();
  const promised = Array.from(textOf(name).matchAll(/\/\/ => (.*)$/gm), ([, line]) => `${line}\n`);
  expect(await run(name, tenant)).toBe(promised.join(''));
  const { spent } = await tenant.wallet();
  expect(await run(name, tenant)).toBe(promised.join(''));
  expect(await tenant.wallet()).toMatchObject({ held: 0, spent });
});

it('the run of openai-traces is below the span that observed it', async () => {
  const tenant = await service.tenant();
  await run(TRACES, tenant);
  const [trace] = (jsonOf(await tenant.get(`${OBSERVABILITY}/traces`)) as { data: object[] }).data;
  expect(trace).toMatchObject({ totals: { runs: 1, clientSpans: 1 } });
});
