/**
 * Runs every code sample for real: as a reader does, in a folder of its own, against the real service, while a proxy
 * records what it sends. For each language, one sample starts the program that runs it, and one running program runs
 * the others in turn.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@lezer/python';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClientPackage, isFresh } from '../../scripts/client-package/index.ts';
import { readContract } from '../../scripts/docs/contract.ts';
import { docsFolder } from '../../scripts/docs/guides.ts';
import { sampleOf } from '../../scripts/docs/samples.ts';
import { SCOPES } from '../../server/keys/index.ts';
import { type InstalledClient, installClient } from '../client/installed-client.ts';
import { at } from '../contract/document.ts';
import { runCommand } from '../support/commands.ts';
import { type DocumentedOperation, operations } from '../support/contract.ts';
import { ENDPOINTS, KEYS } from '../support/management.ts';
import { SCORES } from '../support/metrics.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  PROMPTS,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';
import { builtDocs } from './docs.ts';
import { type Ended, execute, withWays } from './execute.ts';
import { type Recorder, startRecorder } from './recorder.ts';

let service: TestService;
let tenant: Tenant;
let recorder: Recorder;
let client: InstalledClient;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  await builtDocs();
  if (!isFresh()) await buildClientPackage();
  service = await startService({ validatesResponses: true });
  recorder = await startRecorder(service.url);
  client = await installClient();
  folder = await mkdtemp(join(tmpdir(), 'docs-samples-'));
  tenant = await service.tenant({
    scopes: [...SCOPES],
  });
  const body = JSON.parse(example('request-simple'));
  const run = runOf(await tenant.create(body, { headers: { Prefer: 'wait=20' } }));
  const called = await tenant.send({
    path: '/v1/developer/tool-runs',
    body: {
      ...JSON.parse(simpleToolRun),
      attribution: { sessionId: 'chat-7731', endUserId: 'customer-118' },
    },
    headers: { 'Idempotency-Key': 'order-4711', Prefer: 'wait=20' },
  });
  const job = await tenant.send({
    path: COMPUTE_JOBS,
    body: {
      ...JSON.parse(simpleComputeJob),
      source: `console.log('Hello'); job.writeFile('result.json', '{"sum":4}')`,
      outputs: ['result.json'],
    },
    headers: { 'Idempotency-Key': 'report-2025-06', Prefer: 'wait=20' },
  });
  // The samples name versions up to 7.
  for (let version = 1; version <= 7; version++) {
    await tenant.create(JSON.parse(simplePrompt), { path: PROMPTS });
  }
  environment = {
    ...{ MODEL_RUN_BASE_URL: recorder.url, MODEL_RUN_KEY: tenant.key.key },
    ...{ RUN_ID: run.id, TOOL_RUN_ID: runOf(called).id },
    COMPUTE_JOB_ID: runOf(job).id,
    ...{ TRACE_ID: run.traceId!, SPAN_ID: run.traceId!.slice(16) },
  };
}, 300_000);
afterAll(async () => {
  await recorder?.close();
  await service?.close();
  await client?.remove();
  await rm(folder, { recursive: true });
});

/** A sample deletes it. */
async function savedScore(): Promise<string> {
  const body = { name: 'to be read', value: 1, source: 'human', sessionId: unique('session') };
  const headers = { 'Idempotency-Key': unique('score') };
  const saved = await tenant.send({ path: SCORES, body, headers });
  return (jsonOf(saved) as { id: string }).id;
}

/** A sample revokes it. The samples of all languages have one request key, which creates one key in a workspace. */
async function createdKey(): Promise<string> {
  const { workspace } = tenant;
  const { db } = service.database;
  await db.query('update api_key set request_key = null where workspace = $1', [workspace]);
  const headers = { 'Idempotency-Key': unique('key') };
  const body = { name: 'to be read', scopes: ['models:read'] };
  const created = await tenant.send({ path: KEYS, body, headers });
  return (jsonOf(created) as { key: { id: string } }).key.id;
}

/** With a message; a sample deletes it. The samples of all languages have one request key here as well. */
async function createdEndpoint() {
  const { workspace } = tenant;
  await service.database.db.query('delete from webhook_endpoint where workspace = $1', [workspace]);
  const headers = { 'Idempotency-Key': unique('endpoint') };
  const body = JSON.parse(example('request-webhook-endpoint'));
  const created = await tenant.send({ path: ENDPOINTS, body, headers });
  const { id } = (jsonOf(created) as { endpoint: { id: string } }).endpoint;
  runOf(await tenant.create(JSON.parse(simple), { headers: { Prefer: 'wait=20' } }));
  const messages = await tenant.get(`${ENDPOINTS}/${id}/messages`);
  const [message] = (jsonOf(messages) as { data: { id: string }[] }).data;
  return { WEBHOOK_ENDPOINT_ID: id, MESSAGE_ID: message!.id };
}

function example(name: string): string {
  return JSON.stringify(at('components', 'examples', name).value);
}

/** The operations for which a sample needs money or a balance get the same request in every language. */
const RUNNERS: Record<string, (file: string) => Promise<Ended>> = {
  sh: (file) => execute('bash', ['-euo', 'pipefail', file], { environment, folder }),
  async ts(file) {
    const copy = await copyBesideClient(file);
    return execute(process.execPath, [copy], { environment, folder: client.folder });
  },
  py: (file) => execute('python3', ['-W', 'error', file], { environment, folder }),
};

/** In a program that is already running. */
const STARTED_RUNNERS: typeof RUNNERS = {
  ts: async (file) =>
    runCommand([await copyBesideClient(file)], withWays(environment), {
      ...{ file: beside('run-samples.ts'), flags: [], folder: client.folder },
      environment: withWays({}),
    }),
  py: (file) =>
    runCommand([file], withWays(environment), {
      ...{ program: 'python3', flags: ['-W', 'error'], file: beside('run-samples.py'), folder },
      environment: withWays({}),
    }),
};
/** For each language, what is started for it alone. */
const STARTS = 'createModelRun';

async function copyBesideClient(file: string): Promise<string> {
  const copy = join(client.folder, file.split('/').at(-1)!);
  await copyFile(file, copy);
  return copy;
}

function beside(name: string): string {
  return join(import.meta.dirname, name);
}

/** The program that runs a sample, if it does not come with the project. */
const PROGRAMS: Record<string, string> = { sh: 'bash', py: 'python3' };
const isMissing = (program: string | undefined) =>
  program !== undefined && spawnSync(program, ['--version']).status !== 0;

/** The operations that each sample must have requested, from the recording. */
function expectRequested({
  id,
  method,
  path,
  takesBody,
  takesRequestKey,
}: DocumentedOperation): void {
  const recorded = recorder.take();
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
  const own = recorded.filter((each) => each.method === method && pattern.test(each.target));
  expect(own.length).toBeGreaterThan(0);
  for (const { headers, body } of own) {
    // Its times are current.
    if (id === 'createSpans') expect(JSON.parse(body)).toHaveProperty(SENT_SPAN, SPAN_NAME);
    else if (takesBody) expect(JSON.parse(body)).toEqual(JSON.parse(bodies[id] ?? simple));
    else expect(body).toBe('');
    if (path.startsWith('/v1/'))
      expect(headers.authorization).toBe(`Bearer ${environment.MODEL_RUN_KEY}`);
    const sent = headers['idempotency-key'];
    if (takesRequestKey) expect(sample(id, 'sh')).toContain(`Idempotency-Key: ${sent}'`);
  }
}
const SENT_SPAN = 'resourceSpans[0].scopeSpans[0].spans[0].name';
const SPAN_NAME = 'answer a question';
const simple = example('request-simple');
const simpleToolRun = example('tool-request-simple');
const simpleComputeJob = example('job-request-simple');
const simplePrompt = example('prompt-request-text');
/** A sample erases it, and the next language makes it again with the request key of the document. */
const simpleCustomer = example('customer-request');
const CUSTOMER = { path: '/v1/developer/customers', requestKey: 'customer-204-signed-up' };
/** Of operations that take another body. */
const bodies: Record<string, string> = {
  createModelRunBatch: example('request-batch'),
  createToolRun: simpleToolRun,
  estimateToolRun: simpleToolRun,
  createComputeJob: simpleComputeJob,
  estimateComputeJob: simpleComputeJob,
  createPromptVersion: simplePrompt,
  updatePromptLabel: example('prompt-label-request'),
  renderPrompt: example('prompt-render-request'),
  queryMetrics: example('metrics-query-by-model'),
  createScore: example('request-score-boolean'),
  createApiKey: example('request-key-of-customer'),
  updateApiKey: example('request-limits'),
  rotateApiKey: example('request-rotation'),
  createCustomer: simpleCustomer,
  updateCustomer: example('customer-change-request'),
  updateCustomerSettings: example('customer-settings-request'),
  createEndpoint: example('request-webhook-endpoint'),
  updateEndpoint: example('request-webhook-change'),
  rotateEndpointSecret: example('request-webhook-rotation'),
};

describe.each(Object.keys(RUNNERS))('the samples in %s', (language) => {
  const isLacking = isMissing(PROGRAMS[language]);
  it.for(operations.map((operation) => [operation.id, operation] as const))(
    '%s works as it stands',
    async ([id, operation], { skip }) => {
      skip(isLacking, `${PROGRAMS[language]} is not on this machine`);
      environment.SCORE_ID = await savedScore();
      environment.KEY_ID = await createdKey();
      await tenant.create(JSON.parse(simpleCustomer), CUSTOMER);
      if (id.includes('Endpoint')) Object.assign(environment, await createdEndpoint());
      recorder.take();
      const started = id === STARTS ? undefined : STARTED_RUNNERS[language];
      const runner = started ?? RUNNERS[language]!;
      const file = join(folder, `${id}.${language}`);
      await writeFile(file, sample(id, language));
      const { code, stdout, stderr } = await runner(file);
      expect(stderr, stdout).toBe('');
      expect(code).toBe(0);
      expectRequested(operation);
      const saysNothing = language === 'sh' && /-o \w/.test(sample(id, language));
      expect(stdout.trim() === '').toBe(saysNothing);
    },
  );
});

const contract = readContract('developer');
function sample(id: string, language: string): string {
  return `${sampleOf(contract, id, language)}\n`;
}

describe('the agent loop of the guide', () => {
  it('calls the tool once, however often it is begun', async () => {
    const file = join(docsFolder, 'code', 'agent-loop.ts');
    const [first, second] = [await RUNNERS.ts!(file), await RUNNERS.ts!(file)];
    expect(first.code, first.stderr).toBe(0);
    expect(second).toEqual(first);
    const created = recorder
      .take()
      .filter(({ method, target }) => method === 'POST' && target.endsWith('/tool-runs'));
    const keys = new Set(created.map(({ headers }) => headers['idempotency-key']));
    expect([created.length, keys.size]).toEqual([2, 1]);
  });
});

describe('the samples in Python', () => {
  it('have no fault of syntax, and need nothing but Python itself', () => {
    for (const { id: file } of operations) {
      const text = sample(file, 'py');
      const faults: number[] = [];
      parser.parse(text).iterate({
        enter({ type, from }) {
          if (type.isError) faults.push(from);
        },
      });
      expect(faults, file).toEqual([]);
      const modules = Array.from(text.matchAll(/^(?:import|from) ([a-z]+)/gm), ([, name]) => name);
      expect(['json', 'os', 'time', 'urllib'], file).toEqual(expect.arrayContaining(modules));
    }
  });
});
