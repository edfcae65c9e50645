/** The workflows of `openapi/workflows`, which redocly's own runner plays on the mock and on the real service. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document, root } from '../contract/document.ts';
import { RUNS, startService, type Tenant, type TestService } from '../support/service.ts';

const CLI = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const run = promisify(execFile);

let mock: Mock;
let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  mock = await startMock({ document, port: 0 });
  service = await startService({ validatesResponses: true });
  tenant = await service.tenant();
});
afterAll(async () => {
  await mock.close();
  await service.close();
});

/** Rejects with the whole report if a check of the workflow fails. */
async function play(
  workflow: string,
  url: string,
  inputs: Record<string, string>,
): Promise<string> {
  const file = join('openapi', 'workflows', `${workflow}.arazzo.yaml`);
  const flags = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
  const { stdout, stderr } = await run(
    process.execPath,
    [CLI, 'respect', file, '--server', `developer=${url}`, ...flags],
    {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(error.stdout + error.stderr);
  });
  return stdout + stderr;
}

/** The mock accepts any key. */
const targets = [
  ['the mock', () => ({ url: mock.url, apiKey: 'any' })],
  ['the real service', () => ({ url: service.url, apiKey: tenant.key.key })],
] as const;

describe.each(targets)('refused to %s', (_, target) => {
  it('a run is created, read until it is completed, and repeated', async () => {
    const { url, apiKey } = target();
    const report = await play('run-once', url, { apiKey, requestKey: 'request-once' });
    expect(report).toMatch(/Steps: 4 passed, 4 total/);
  });

  it('a function is called, and its result is answered', async () => {
    const { url, apiKey } = target();
    const keys = { firstKey: 'request-question', secondKey: 'request-answer' };
    const report = await play('function-calling', url, { apiKey, ...keys });
    expect(report).toMatch(/Steps: 2 passed, 2 total/);
  });
});

it('the repeat of the workflow has bought nothing', async () => {
  const { text } = await tenant.get(RUNS);
  const { data } = JSON.parse(text) as {
    data: { idempotencyKey: string; chargedAmount: number }[];
  };
  const keys = data.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.sort()).toEqual(['request-answer', 'request-once', 'request-question']);
  const charged = data.reduce((sum, each) => sum + each.chargedAmount, 0);
  expect(await tenant.wallet()).toMatchObject({ spent: charged, held: 0 });
});

it('a workflow that the service does not play fails', async () => {
  const { key } = await tenant.newKey({ scopes: ['models:read'] });
  const refused = play('run-once', service.url, { apiKey: key, requestKey: 'request-refused' });
  await expect(refused).rejects.toThrow(/\$statusCode == 202/);
});
