/**
 * The programs that the guides show in three languages, run word for word: each against the real service, in a
 * workspace of its own. Each prints what the guide says that it prints.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHOICES } from '../../scripts/docs/code.ts';
import { composeDocument } from '../../scripts/docs/document.ts';
import { docsFolder } from '../../scripts/docs/guides.ts';
import { SCOPES } from '../../server/keys/index.ts';
import { type InstalledClient, installClient } from '../client/installed-client.ts';
import { freePort } from '../support/free-port.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { pythonClient } from '../support/python.ts';
import {
  PROMPTS,
  request,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { type Ended, execute } from './execute.ts';

const FOLDER = join(docsFolder, 'code');
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sh'))
  .map((file) => file.slice(0, -3));
/** It waits for messages, and has a separate test. */
const RECEIVER = 'webhook-receiver';
const PROGRAMS: Record<string, string> = { sh: 'jq', ts: process.execPath, py: 'python3' };

beforeAll(() => {
  if (isMissing('sh')) installed('jq', 'jq');
  python = pythonClient();
}, INSTALL_TIMEOUT_MS);

let service: TestService;
let client: InstalledClient;
let python: ReturnType<typeof pythonClient>;
let folder: string;
beforeAll(async () => {
  [service, client] = await Promise.all([
    startService({ validatesResponses: true }),
    installClient(),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'docs-programs-'));
});
afterAll(async () => {
  await service.close();
  await client.remove();
  await rm(folder, { recursive: true });
});

/** How to start a program of a language. */
async function startOf(name: string, language: string): Promise<[string, string[], string]> {
  const file = join(FOLDER, `${name}.${language}`);
  if (language === 'sh') return ['bash', ['-euo', 'pipefail', file], folder];
  if (language === 'py') return ['python3', ['-W', 'error', file], folder];
  const copy = join(client.folder, `${name}.ts`);
  await copyFile(file, copy);
  return [process.execPath, [copy], client.folder];
}

async function run(
  name: string,
  language: string,
  { key }: Tenant,
  more: Record<string, string> = {},
): Promise<Ended> {
  const [command, args, folder] = await startOf(name, language);
  const environment = {
    ...{ MODEL_RUN_BASE_URL: service.url, MODEL_RUN_KEY: key.key },
    ...(language === 'py' && 'environment' in python && python.environment),
    ...more,
  };
  return execute(command, args, { environment, folder });
}

/** What the program prints according to the guide. */
function promised(name: string, language: string): string[] {
  const text = readFileSync(join(FOLDER, `${name}.${language}`), 'utf8');
  return Array.from(text.matchAll(/(?:#|\/\/) => (.*)$/gm), ([, line = '']) => line);
}

/** Times are current. */
const timeless = (line: string) => line.replaceAll(/\d+ ms/g, '0 ms').trimEnd();
const linesOf = ({ stdout }: Ended) => stdout.trimEnd().split('\n').map(timeless);

/** What must exist before a program makes sense. */
async function prepare(name: string, tenant: Tenant): Promise<void> {
  const prompt = 'Summarise invoice {{number}} for {{audience}} in one sentence.';
  if (name === 'prompt-run') {
    const body = { name: 'invoice-summary', text: prompt, labels: ['production'] };
    await tenant.create(body, { path: PROMPTS });
  }
  if (name === 'cost-per-customer') {
    for (const endUserId of ['customer-118', 'customer-118', 'customer-119']) {
      const messages = [{ role: 'user', content: 'Hello, ledger!' }];
      const body = request('sandbox/echo', { messages, attribution: { endUserId } });
      await tenant.create(body, { headers: { Prefer: 'wait=20' } });
    }
  }
}

/** Enough for two calls of the batch, except in the shell, where each run takes two processes. */
const COUNTS: Record<string, string> = { sh: '10', ts: '110', py: '110' };

const tenantOf = () => service.tenant({ scopes: [...SCOPES] });
const inAll = NAMES.filter((name) => name !== RECEIVER).flatMap((name) =>
  CHOICES.map((language) => ({ name, language })),
);
const isMissing = (language: string) =>
  spawnSync(PROGRAMS[language] ?? language, ['--version']).status !== 0;

function skipIfMissing(language: string, skip: (condition: boolean, reason: string) => void): void {
  if (language === 'py' && 'reason' in python) skip(true, python.reason);
  else skip(isMissing(language), `${PROGRAMS[language]} is not on this machine`);
}

describe('the programs of the guides', () => {
  it.for(inAll)('$name in $language prints what it says', async ({ name, language }, { skip }) => {
    skipIfMissing(language, skip);
    const tenant = await tenantOf();
    await prepare(name, tenant);
    const more = name === 'batch-under-budget' ? { COUNT: COUNTS[language]! } : {};
    const ended = await run(name, language, tenant, more);
    expect(ended.code, ended.stderr).toBe(0);
    const expected = promised(name, language).map(timeless);
    if (name === 'batch-under-budget') {
      expect(ended.stdout).toMatch(/^(\d+) of \1 runs, 0 failed, 0\.\d+ USD\n$/);
      const [amount] = /0\.\d+/.exec(ended.stdout) ?? [];
      // One token more if the number of the invoice has two or three digits.
      const exact = 10 * 7_875 + (Number(COUNTS[language]) - 10) * 8_663;
      expect(Math.round(Number(amount) * 1e9)).toBe(exact);
      const [promisedAmount] = /0\.\d+/.exec(expected[0]!) ?? [];
      expect(Math.round(Number(promisedAmount) * 1e9)).toBe(10 * 7_875 + 990 * 8_663);
    } else if (expected.length > 0) expect(linesOf(ended)).toEqual(expected);
    else expect(ended.stdout.trim()).not.toBe('');
  });

  it('are in three languages in every guide', () => {
    const { guides } = composeDocument();
    for (const { title, text } of guides) {
      for (const language of ['Shell', 'TypeScript', 'Python'])
        expect(text, title).toContain(`data-language="${language}"`);
    }
  });
});

describe('the cookbook', () => {
  it.for(CHOICES)(
    'the agent loop in %s asks and calls nothing twice',
    async (language, { skip }) => {
      skipIfMissing(language, skip);
      const tenant = await tenantOf();
      const first = await run('agent-loop', language, tenant);
      const { spent } = await tenant.wallet();
      const second = await run('agent-loop', language, tenant);
      expect([second.code, second.stdout]).toEqual([0, first.stdout]);
      expect(spent).toBeGreaterThan(0);
      expect(await tenant.wallet()).toMatchObject({ held: 0, spent });
    },
  );

  it.for(CHOICES)(
    'the batch in %s stays within its budget, also begun again',
    async (language, { skip }) => {
      skipIfMissing(language, skip);
      const tenant = await tenantOf();
      const bounds = { COUNT: '60', BUDGET: '200000' };
      const first = await run('batch-under-budget', language, tenant, bounds);
      const [, bought] = /^(\d+) of 60 runs, 0 failed/.exec(first.stdout) ?? [];
      // More than if each had cost the most possible, but not everything.
      expect(Number(bought), first.stdout + first.stderr).toBeGreaterThan(2);
      expect(Number(bought)).toBeLessThan(60);
      const { spent } = await tenant.wallet();
      expect(spent).toBeLessThanOrEqual(200_000);
      const second = await run('batch-under-budget', language, tenant, bounds);
      expect([second.code, second.stdout]).toEqual([0, first.stdout]);
      expect(await tenant.wallet()).toMatchObject({ held: 0, spent });
    },
  );

  it.for(['ts', 'py'])(
    'the receiver in %s accepts what is signed, once',
    async (language, { skip }) => {
      skipIfMissing(language, skip);
      const secret = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`;
      const environment = {
        ...{ WEBHOOK_SECRET: secret, PORT: String(await freePort()) },
        ...('environment' in python && python.environment),
      };
      const receiver = await startReceiver(language, environment);
      const send = (more: Record<string, string> = {}) =>
        execute('bash', ['-euo', 'pipefail', join(FOLDER, `${RECEIVER}.sh`)], {
          environment: { ...environment, ...more },
        });
      try {
        expect((await send()).stdout).toBe('204\n');
        // The same version of the run in another message.
        expect((await send()).stdout).toBe('204\n');
        expect(
          (await send({ WEBHOOK_SECRET: 'whsec_b3RoZXIgc2VjcmV0IG9mIDI0IGJ5dGVz' })).stdout,
        ).toBe('400\n');
        expect(receiver.printed()).toBe('run_01k0a2v4xfe8t9m3c5h7j1q6wz completed 9923\n');
      } finally {
        await receiver.stop();
      }
    },
  );
});

async function startReceiver(language: string, environment: Record<string, string>) {
  const [command, args, folder] = await startOf(RECEIVER, language);
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await answers(`http://127.0.0.1:${environment.PORT}`, child);
  return { printed: () => printed, stop: () => stopped(child) };
}

/** A refusal of what is not a message shows that it listens. */
async function answers(address: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(address, { method: 'POST', body: '{}' }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the receiver did not start');
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
