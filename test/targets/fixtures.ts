/**
 * What the scenarios of the real service need, for each kind of runs: tenants with and without money, a completed run
 * and one that stays pending, and access to the service and to its faulty variants.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { examplesOf, operation as nodeOf } from '../contract/document.ts';
import type { Contract, DocumentedOperation } from '../support/contract.ts';
import { BILLING, ENDPOINTS, KEYS } from '../support/management.ts';
import { SAVED_EXPORTS, SCORES } from '../support/metrics.ts';
import {
  COMPUTE_JOBS,
  contract,
  PROMPTS,
  RUNS,
  runOf,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';
import type { Api, Apis } from './apis.ts';
import type { Provocation } from './suite.ts';
import { type Change, sending } from './wire.ts';

/** How to get an answer, for any operation that has it. */
export type Way = (operation: DocumentedOperation) => Provocation | Promise<Provocation>;

export interface Fixtures {
  contract: Contract;
  service: TestService;
  apis: Apis;
  tenant: Tenant;
  /** Without a worker, so that created runs stay pending. */
  quiet: Api;
  completed: Known;
  pending: Known;
  /** The body that the client sends: the document's own example. */
  body: object;
  /** The path of runs of this kind. */
  path: string;
  /** A run of the tenant that is under way for some seconds. */
  underWay(): Promise<string>;
  /** Saves a score, by default that of the document's example. */
  score(body?: object): Promise<Known>;
  /** A key that the key of the tenant has created. */
  madeKey(): Promise<string>;
  /** Makes a customer, by default that of the document's example with another name. */
  customer(body?: object): Promise<MadeCustomer>;
  /** Grants something to a customer. */
  grant(endUserId: string): Promise<{ id: string; requestKey: string; body: object }>;
  /** An enabled webhook endpoint of the tenant; with a message, if asked for. */
  endpoint(withMessage?: boolean): Promise<{ id: string; messageId: string }>;
  /** An open payment of the tenant, of the document's example. */
  payment(): Promise<{ id: string; requestKey: string }>;
  /** A saved export of the tenant, of the document's example. */
  savedExport(): Promise<{ id: string; requestKey: string }>;
  /** Sets the auto-recharge of the tenant as the document's example has it, or removes it. */
  recharge(method: 'PUT' | 'DELETE'): Promise<void>;
  /** A request of the tenant to the service, as documented except for the change. */
  ask(change?: Change, input?: Input): Provocation;
  /** The same for another API on the database of the faulty ones. */
  askOf(api: Api, change?: Change, input?: Input): Promise<Provocation>;
}

/** The name of the client's package, which never changes. */
const PACKAGE = 'model-run-client.tgz';
/** What the document's first example of a score has. */
export const SCORE = examplesOf(nodeOf('createScore'))[0]!.value as object;

const CUSTOMERS = '/v1/developer/customers';
/** What the document's example of a customer has. */
const CUSTOMER = examplesOf(nodeOf('createCustomer'))[0]!.value as object;
const GRANT = examplesOf(nodeOf('createCustomerGrant'))[0]!.value as object;

export interface MadeCustomer {
  body: object & { endUserId: string };
  requestKey: string;
}

export const SAVED_EXPORT = examplesOf(nodeOf('createSavedExport'))[0]!.value as object;
const PAYMENT = examplesOf(nodeOf('createBillingPayment'))[0]!.value as object;
const RECHARGE = examplesOf(nodeOf('updateBillingRecharge'))[0]!.value as object;

export const ENDPOINT = examplesOf(nodeOf('createEndpoint'))[0]!.value as object;

export interface Known {
  id: string;
  traceId: string;
  requestKey: string;
}

export type Input = Partial<Pick<Provocation, 'key' | 'headers' | 'path' | 'send'>>;

/** The requests for one kind of runs. */
interface Kind {
  path: string;
  create: string;
  /** For a run that takes some seconds. */
  slow: object;
}

const SENT_WITHIN_MS = 200;

/** The prompt in the examples. */
export const PROMPT = { name: 'invoice-summary', label: 'production' };

const MODEL_RUNS: Kind = { path: RUNS, create: 'createModelRun', slow: { model: 'sandbox/slow' } };
const TOOLS: Kind = {
  ...{ path: TOOL_RUNS, create: 'createToolRun' },
  slow: { tool: 'sandbox/slow', input: {} },
};

const JOBS: Kind = {
  ...{ path: COMPUTE_JOBS, create: 'createComputeJob' },
  slow: { source: 'for (;;);', timeoutSeconds: 5, resources: { cpuMillis: 100 } },
};

/** The fixtures of each operation: those of its kind of runs. */
export async function makeAllFixtures(
  service: TestService,
  apis: Apis,
): Promise<(operation: DocumentedOperation) => Fixtures> {
  const [models, tools] = [
    await makeFixtures(service, apis, MODEL_RUNS),
    await makeFixtures(service, apis, TOOLS),
  ];
  const jobs = await setJobs(service, apis);
  const prompts = await setPrompts(models);
  return ({ id }) => {
    if (id.includes('Prompt')) return prompts;
    if (id.includes('Compute')) return jobs;
    return id.includes('Tool') ? tools : models;
  };
}

/** Its completed job has the artifact of the document's example. */
async function setJobs(service: TestService, apis: Apis): Promise<Fixtures> {
  const fixtures = await makeFixtures(service, apis, JOBS);
  const more = { source: `job.writeFile('result.json', '{"sum":4}')`, outputs: ['result.json'] };
  const headers = { Prefer: 'wait=30' };
  const body = { ...fixtures.body, ...more };
  const { id, traceId } = runOf(
    await fixtures.tenant.create(body, { headers, path: COMPUTE_JOBS }),
  );
  Object.assign(fixtures.completed, { id, traceId });
  return fixtures;
}

/** A prompt with the versions that the examples name. */
async function setPrompts(models: Fixtures): Promise<Fixtures> {
  const body = examplesOf(nodeOf('createPromptVersion'))[0]!.value as object;
  const { requestKey } = models.completed;
  for (let version = 1; version <= 7; version++) {
    const key = version === 1 ? requestKey : unique('save');
    await models.tenant.create(body, { path: PROMPTS, requestKey: key });
  }
  return { ...models, body, path: PROMPTS };
}

async function makeFixtures(
  service: TestService,
  apis: Apis,
  { path: runs, create, slow }: Kind,
): Promise<Fixtures> {
  const body = examplesOf(nodeOf(create))[0]!.value as object;
  const tenant = await service.tenant();
  const quiet = await apis.of('quiet');
  const quietKey = await apis.newKey();
  const completed = { id: '', traceId: '', requestKey: unique('request') };
  const pending = { id: '', traceId: '', requestKey: unique('request') };

  function provocation(
    { url, publicUrl }: Pick<Api, 'url' | 'publicUrl'>,
    key: string,
    change: Change = {},
    input: Input = {},
  ): Provocation {
    const { id, traceId } = completed;
    const spanId = traceId.slice(16);
    const name = runs === COMPUTE_JOBS ? { name: 'result.json' } : PROMPT;
    const path = { id, code: 'not_found', file: PACKAGE, traceId, spanId, ...name, ...input.path };
    const { headers = {}, send = sending({ publicUrl, contract }, change) } = input;
    return { url, key: input.key ?? key, path, headers, send };
  }

  const headers = { Prefer: 'wait=30' };
  const made = await tenant.create(body, {
    ...{ requestKey: completed.requestKey, headers, path: runs },
  });
  Object.assign(completed, { id: runOf(made).id, traceId: runOf(made).traceId });
  pending.id = await createOn(quiet.url + runs, quietKey, pending.requestKey, body);

  return {
    ...{ contract, service, apis, tenant, quiet, completed, pending, body, path: runs },
    async underWay() {
      // A cancel ends what waits at once, and only asks for the end of what was sent.
      const waiting = ['reserved', 'queued'];
      for (;;) {
        let run = runOf(await tenant.create({ ...body, ...slow }, { path: runs }));
        while (waiting.includes(run.state)) {
          await sleep(20);
          run = runOf(await tenant.get(`${runs}/${run.id}`));
        }
        // A run does not show when it is sent, which is soon after its claim. It takes five seconds.
        await sleep(SENT_WITHIN_MS);
        run = runOf(await tenant.get(`${runs}/${run.id}`));
        // On a busy machine it may have ended before it was seen under way.
        if (run.finishedAt === undefined) return run.id;
      }
    },
    async score(input = SCORE) {
      const requestKey = unique('score');
      const headers = { 'Idempotency-Key': requestKey };
      const saved = await tenant.send({ path: SCORES, body: input, headers });
      return { id: runOf(saved).id, traceId: '', requestKey };
    },
    async madeKey() {
      const headers = { 'Idempotency-Key': unique('key') };
      const body = { name: 'made', scopes: ['models:read'] };
      const { text } = await tenant.send({ path: KEYS, body, headers });
      return (JSON.parse(text) as { key: { id: string } }).key.id;
    },
    async customer(more = {}) {
      const requestKey = unique('customer');
      const body = { ...CUSTOMER, endUserId: requestKey, ...more };
      await tenant.create(body, { path: CUSTOMERS, requestKey });
      return { body, requestKey };
    },
    async grant(endUserId) {
      const requestKey = unique('grant');
      const path = `${CUSTOMERS}/${endUserId}/grants`;
      const given = await tenant.create(GRANT, { path, requestKey });
      return { id: runOf(given).id, requestKey, body: GRANT };
    },
    async endpoint(withMessage = false) {
      const headers = { 'Idempotency-Key': unique('endpoint') };
      const made = await tenant.send({ path: ENDPOINTS, body: ENDPOINT, headers });
      const { id } = (JSON.parse(made.text) as { endpoint: { id: string } }).endpoint;
      if (!withMessage) return { id, messageId: '' };
      await tenant.create(body, { path: runs, headers: { Prefer: 'wait=30' } });
      for (;;) {
        const { text } = await tenant.get(`${ENDPOINTS}/${id}/messages`);
        const [message] = (JSON.parse(text) as { data: { id: string }[] }).data;
        if (message) return { id, messageId: message.id };
        await sleep(20);
      }
    },
    async payment() {
      const requestKey = unique('payment');
      const made = await tenant.create(PAYMENT, { path: `${BILLING}/payments`, requestKey });
      return { id: runOf(made).id, requestKey };
    },
    async savedExport() {
      const requestKey = unique('export');
      const made = await tenant.create(SAVED_EXPORT, { path: SAVED_EXPORTS, requestKey });
      return { id: runOf(made).id, requestKey };
    },
    async recharge(method) {
      const body = method === 'PUT' ? RECHARGE : undefined;
      await tenant.send({ method, path: `${BILLING}/auto-recharge`, body });
    },
    ask: (change, input) => provocation(service, tenant.key.key, change, input),
    async askOf(api, change, input) {
      const key = api === quiet ? quietKey : await apis.newKey();
      return provocation(api, key, change, input);
    },
  };
}

async function createOn(
  url: string,
  key: string,
  requestKey: string,
  body: object,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': requestKey,
    },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { id: string }).id;
}
