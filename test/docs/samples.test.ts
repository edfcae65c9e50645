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
import { giveGrant } from '../../server/money/index.ts';
import { type InstalledClient, installClient } from '../client/installed-client.ts';
import { at } from '../contract/document.ts';
import { runCommand } from '../support/commands.ts';
import { type DocumentedOperation, operations } from '../support/contract.ts';
import { BILLING, ENDPOINTS, KEYS } from '../support/management.ts';
import { SAVED_EXPORTS, SCORES } from '../support/metrics.ts';
import { pythonClient } from '../support/python.ts';
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
let python: ReturnType<typeof pythonClient>;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  python = pythonClient();
  await builtDocs();
  if (!isFresh()) await buildClientPackage();
  service = await startService({ validatesResponses: true });
  recorder = await startRecorder(service.url);
  client = await installClient();
  folder = await mkdtemp(join(tmpdir(), 'docs-samples-'));
}, 300_000);
afterAll(async () => {
  await recorder?.close();
  await service?.close();
  await client?.remove();
  await rm(folder, { recursive: true });
});

/** A new workspace, with what the samples name by variables. Request keys of samples are left to the samples. */
async function newWorkspace(): Promise<void> {
  tenant = await service.tenant({ scopes: [...SCOPES] });
  const run = await createdRun({});
  const called = await createdRun({
    path: '/v1/developer/tool-runs',
    body: {
      ...JSON.parse(simpleToolRun),
      attribution: { sessionId: 'chat-7731', endUserId: 'customer-118' },
    },
  });
  const job = await createdRun({
    path: COMPUTE_JOBS,
    body: {
      ...JSON.parse(simpleComputeJob),
      source: `console.log('Hello'); job.writeFile('result.json', '{"sum":4}')`,
      outputs: ['result.json'],
    },
  });
  // The samples name versions up to 7.
  for (let version = 1; version <= 7; version++) {
    await tenant.create(JSON.parse(simplePrompt), { path: PROMPTS });
  }
  environment = {
    ...{ MODEL_RUN_BASE_URL: recorder.url, MODEL_RUN_KEY: tenant.key.key },
    ...('environment' in python && python.environment),
    ...{ RUN_ID: run.id, TOOL_RUN_ID: called.id, COMPUTE_JOB_ID: job.id },
    ...{ TRACE_ID: run.traceId!, SPAN_ID: run.traceId!.slice(16) },
  };
}

async function createdRun({ body = JSON.parse(simple), path }: { body?: object; path?: string }) {
  const headers = { Prefer: 'wait=20' };
  return runOf(await tenant.create(body, { headers, ...(path !== undefined && { path }) }));
}

/** Samples delete, revoke and erase these. */
async function created(path: string, body: object): Promise<object> {
  return jsonOf(await tenant.create(body, { path })) as object;
}

async function withTargets(id: string): Promise<void> {
  if (id.includes('Score')) {
    const score = { name: 'solved', value: true, source: 'human', sessionId: unique('session') };
    const saved = (await created(SCORES, score)) as { id: string };
    environment.SCORE_ID = saved.id;
  }
  if (id.includes('ApiKey')) {
    const key = { name: 'to be read', scopes: ['models:read'] };
    const made = (await created(KEYS, key)) as { key: { id: string } };
    environment.KEY_ID = made.key.id;
  }
  if (id.includes('Customer') && id !== 'createCustomer') {
    const customers = '/v1/developer/customers';
    await tenant.create(JSON.parse(simpleCustomer), { path: customers });
    if (/^(get|revoke)CustomerGrant$/.test(id)) {
      const given = await created(`${customers}/customer-204/grants`, { amount: 1 });
      environment.GRANT_ID = (given as { id: string }).id;
    }
  }
  if (/Endpoint|WebhookMessage/.test(id)) {
    const body = JSON.parse(example('request-webhook-endpoint'));
    const made = (await created(ENDPOINTS, body)) as { endpoint: { id: string } };
    environment.WEBHOOK_ENDPOINT_ID = made.endpoint.id;
    await createdRun({});
    const messages = await tenant.get(`${ENDPOINTS}/${made.endpoint.id}/messages`);
    const [message] = (jsonOf(messages) as { data: { id: string }[] }).data;
    environment.MESSAGE_ID = message!.id;
  }
  if (/SavedExport/.test(id)) {
    const body = JSON.parse(example('request-saved-export'));
    const saved = (await created(SAVED_EXPORTS, body)) as { id: string };
    environment.SAVED_EXPORT_ID = saved.id;
  }
  if (id === 'listAlerts') {
    await service.database.db.query(
      `insert into alert (workspace, kind, subject, data) values ($1, 'credit.low', 'sample', '{}')
       on conflict do nothing`,
      [tenant.workspace],
    );
  }
  if (id === 'listBillingGrants') await grant();
  if (id === 'getBillingPayment' || id === 'listBillingPayments') {
    const body = JSON.parse(example('request-payment'));
    const started = (await created(`${BILLING}/payments`, body)) as { id: string };
    environment.PAYMENT_ID = started.id;
  }
  if (id === 'createBillingCardPage') {
    const body = JSON.parse(example('request-auto-recharge'));
    await tenant.send({ method: 'PUT', path: `${BILLING}/auto-recharge`, body });
  }
}

/** The samples list something. */
async function grant(): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const given = { workspace: tenant.workspace, amount: 1, reason: 'goodwill', expiresAt } as const;
  await service.database.db.transaction((tx) =>
    giveGrant(tx, { ...given, reference: unique('grant') }),
  );
}

function example(name: string): string {
  return JSON.stringify(at('components', 'examples', name).value);
}

const RUNNERS: Record<
  string,
  (file: string, environment: Record<string, string>) => Promise<Ended>
> = {
  sh: (file, environment) => execute('bash', ['-euo', 'pipefail', file], { environment, folder }),
  async ts(file, environment) {
    const copy = await copyBesideClient(file);
    return execute(process.execPath, [copy], { environment, folder: client.folder });
  },
  py: (file, environment) => execute('python3', ['-W', 'error', file], { environment, folder }),
};

/** In a program that is already running. */
const STARTED_RUNNERS: typeof RUNNERS = {
  ts: async (file, environment) =>
    runCommand([await copyBesideClient(file)], withWays(environment), {
      ...{ file: beside('run-samples.ts'), flags: [], folder: client.folder },
      environment: withWays({}),
    }),
  py: (file, environment) =>
    runCommand([file], withWays(environment), {
      ...{ program: 'python3', flags: ['-W', 'error'], file: beside('run-samples.py'), folder },
      environment: withWays('environment' in python ? python.environment : {}),
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
  for (const { headers, body, status } of own) {
    expect(status).toBeLessThan(400);
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
const simpleCustomer = example('customer-request');
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
  createCustomerGrant: example('customer-grant-request'),
  updateCustomerSettings: example('customer-settings-request'),
  createEndpoint: example('request-webhook-endpoint'),
  updateEndpoint: example('request-webhook-change'),
  rotateEndpointSecret: example('request-webhook-rotation'),
  updateAlertSettings: example('request-alert-settings'),
  createSavedExport: example('request-saved-export'),
  createBillingPayment: example('request-payment'),
  updateBillingRecharge: example('request-auto-recharge'),
};

const guarded = operations.filter(({ path }) => path.startsWith('/v1/'));

describe.each(Object.keys(RUNNERS))('the samples in %s', (language) => {
  const isLacking = isMissing(PROGRAMS[language]);
  beforeAll(async () => {
    await newWorkspace();
  });

  it.for(operations.map((operation) => [operation.id, operation] as const))(
    '%s works as it stands, after those before it in one new workspace',
    async ([id, operation], { skip }) => {
      skip(isLacking, `${PROGRAMS[language]} is not on this machine`);
      if (language === 'py' && 'reason' in python) skip(true, python.reason);
      await withTargets(id);
      recorder.take();
      const { code, stdout, stderr } = await runSample(id, language, environment);
      expect(stderr, stdout).toBe('');
      expect(code).toBe(0);
      expectRequested(operation);
      const saysNothing = language === 'sh' && /-o \w/.test(sample(id, language));
      expect(stdout.trim() === '').toBe(saysNothing);
    },
  );

  // curl prints each answer.
  it.for(language === 'sh' ? [] : guarded)(
    '$id prints the detail of a refusal',
    async ({ id }, { skip }) => {
      if (language === 'py' && 'reason' in python) skip(true, python.reason);
      await withTargets(id);
      const refused = await fetch(`${service.url}/v1/developer/account`);
      const { detail } = (await refused.json()) as { detail: string };
      const ended = await runSample(id, language, { ...environment, MODEL_RUN_KEY: 'mrk_wrong' });
      expect(ended.stdout + ended.stderr).toContain(detail);
    },
  );
});

async function runSample(id: string, language: string, given: typeof environment): Promise<Ended> {
  const started = id === STARTS ? undefined : STARTED_RUNNERS[language];
  // A running program imports a file once.
  const file = join(folder, `${unique(id)}.${language}`);
  await writeFile(file, sample(id, language));
  return (started ?? RUNNERS[language]!)(file, given);
}

const contract = readContract('developer');
function sample(id: string, language: string): string {
  return `${sampleOf(contract, id, language)}\n`;
}

describe('the agent loop of the guide', () => {
  it('calls the tool once, however often it is begun', async () => {
    const file = join(docsFolder, 'code', 'agent-loop.ts');
    recorder.take();
    const [first, second] = [
      await RUNNERS.ts!(file, environment),
      await RUNNERS.ts!(file, environment),
    ];
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
  it('have no fault of syntax, and need nothing but the client', () => {
    for (const { id: file } of operations) {
      const text = sample(file, 'py');
      const faults: number[] = [];
      parser.parse(text).iterate({
        enter({ type, from }) {
          if (type.isError) faults.push(from);
        },
      });
      expect(faults, file).toEqual([]);
      const modules = Array.from(text.matchAll(/^(?:import|from) (\w+)/gm), ([, name]) => name);
      expect(modules, file).toContain('model_run_client');
      expect(['model_run_client', 'os', 'time'], file).toEqual(expect.arrayContaining(modules));
    }
  });
});
