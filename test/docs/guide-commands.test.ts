/** The commands of the guides, run word for word: against the real service, or against the mock. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsFolder } from '../../scripts/docs/guides.ts';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document } from '../contract/document.ts';
import { request, runOf, startService, type TestService } from '../support/service.ts';
import { execute } from './execute.ts';

const MOCK = 'http://127.0.0.1:4010';

let service: TestService;
let mock: Mock;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  mock = await startMock({ document, port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'guide-commands-'));
  const tenant = await service.tenant();
  const done = await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } });
  environment = {
    MODEL_RUN_BASE_URL: service.url,
    MODEL_RUN_KEY: tenant.key.key,
    RUN_ID: runOf(done).id,
  };
});
afterAll(async () => {
  await service.close();
  await mock.close();
  await rm(folder, { recursive: true });
});

/** Blocks that call something; other tests run those that start the service or the mock. */
const commands = readdirSync(join(docsFolder, 'guides')).flatMap((guide) => {
  const text = readFileSync(join(docsFolder, 'guides', guide), 'utf8');
  return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, command = '']) => command)
    .filter((command) => command.includes('curl'))
    .map((command, i) => ({ name: `${guide}, ${i + 1}`, command }));
});

describe('the commands of the guides', () => {
  it('exist', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands)('$name works as it stands', async ({ command }) => {
    // The test sets the port, and the packages are those of the project.
    const script = command.replaceAll(MOCK, mock.url).replaceAll(/^npx /gm, '');
    const args = ['-euo', 'pipefail', '-c', script];
    const { code, stdout, stderr } = await execute('bash', args, { environment, folder });
    expect(code, stdout + stderr).toBe(0);
    for (const refusal of ['unauthorized', 'malformed_json', 'invalid_request', 'not_found']) {
      expect(stdout).not.toContain(`"code":"${refusal}"`);
    }
  });
});
