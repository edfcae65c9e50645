/**
 * The whole service in this process, on a database of the test's own: API, worker and sandbox as `npm start` composes
 * them, with tenants that have keys and money. Every answer that a test gets from here was checked against the
 * contract. Closes whatever was opened; a connection left open fails the test.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'openapi-fetch';
import { expect, inject } from 'vitest';
import { createClient, type ModelRun, type paths } from '../../client/index.ts';
import type { Problem } from '../../openapi/generated/developer.ts';
import { composeService, type ServiceOptions } from '../../server/compose.ts';
import { type CreatedKey, createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { cheapHashes } from './cheap-hashes.ts';
import { TEST_CLICKHOUSE_URL } from './clickhouse.ts';
import { createContract } from './contract.ts';
import { pooledEnvironment } from './pooler.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { PATIENT_SERVICE } from './program.ts';

export const RUNS = '/v1/developer/model-runs';
export const TOOL_RUNS = '/v1/developer/tool-runs';
export const COMPUTE_JOBS = '/v1/developer/compute-jobs';
export const PROMPTS = '/v1/developer/observability/prompts';
/** Small, so that bodies beyond the limit are small as well: 12 bytes a character and 1 MiB. */
export const MAX_PROMPT_CHARS = 5_000;
export const MAX_OUTPUT_TOKENS = 4_096;
export const MAX_BODY_BYTES = 12 * MAX_PROMPT_CHARS + 1_048_576;

/** Shared by all services of this test file. */
export const contract = createContract();

/** Where the services of this process run jobs. */
export const COMPUTE_DIR = join(tmpdir(), `model-run-jobs-${process.pid}`);

const ENVIRONMENT = {
  PORT: '0',
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SANDBOX: 'on',
  COMPUTE_DIR,
  COMPUTE_MAX_INPUT_BYTES: '32768',
  DATABASE_POOL: '6',
  ...PATIENT_SERVICE,
  MAX_PROMPT_CHARS: String(MAX_PROMPT_CHARS),
  MAX_OUTPUT_TOKENS: String(MAX_OUTPUT_TOKENS),
  LEASE_MS: '20000',
  // The longest interval that no test notices: each sweep is half a dozen statements.
  SWEEP_INTERVAL_MS: '150',
  CONNECT_TIMEOUT_MS: '10000',
  REQUEST_TIMEOUT_MS: '20000',
  DRAIN_MS: '20000',
  RECONCILE_DEADLINE_MS: '1500',
  RECONCILE_GRACE_MS: '200',
  PRICE_DEADLINE_MS: '1500',
};

export interface TestServiceOptions {
  parts?: ServiceOptions['parts'];
  environment?: Record<string, string>;
  /** Another service's database; by default, a new one that is dropped at the end. */
  database?: TestDatabase;
  /** Reaches the same database by another way. */
  databaseUrl?: string;
  /** For answers that a test gets elsewhere: then the service itself checks them against the contract. */
  validatesResponses?: boolean;
  /** Other contracts than those of the service, which itself checks its answers against them. */
  documents?: ServiceOptions['documents'];
  meter?: ServiceOptions['meter'];
}

export interface TestRequest {
  method?: string;
  path: string;
  key?: string;
  headers?: Record<string, string>;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface TestService {
  /** The address for requests from here. */
  url: string;
  port: number;
  /** The prefix of its problem types. */
  publicUrl: string;
  database: TestDatabase;
  send(request: TestRequest): Promise<Answer>;
  client(key: string): Client<paths>;
  tenant(options?: TenantOptions): Promise<Tenant>;
  /** Stops the service, and keeps its database. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const { parts = ['api', 'worker'], environment = {}, documents, meter } = options;
  const { validatesResponses = documents !== undefined } = options;
  const database = options.database ?? (await createTestDatabase());
  // Tests must not use the developer's own. The sandbox of payments makes it with the first payment.
  const dataDir = join(tmpdir(), `model-run-data-${new URL(database.url).pathname.slice(1)}`);
  const service = await composeService({
    ...{ parts, validatesResponses, passwords: cheapHashes, meter },
    ...(documents && { documents }),
    log: createLog({ level: 'silent' }),
    config: readConfig(
      pooledEnvironment(
        {
          ...ENVIRONMENT,
          DATA_DIR: dataDir,
          DATABASE_URL: options.databaseUrl ?? database.url,
          // `npm run check:clickhouse` runs whole files with it.
          CLICKHOUSE_URL: TEST_CLICKHOUSE_URL,
          ...environment,
        },
        inject('pooler'),
      ),
    ),
  });
  const publicUrl = service.url ?? '';
  const port = Number(environment.PORT ?? new URL(service.url ?? 'http://none:1').port);
  const url = `http://127.0.0.1:${port}`;

  async function send(request: TestRequest): Promise<Answer> {
    const { method = request.body === undefined ? 'GET' : 'POST', path } = request;
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      ...payloadOf(request),
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    if (!documents) contract.check({ ...answer, method, target: path, publicUrl });
    return answer;
  }

  function client(apiKey: string): Client<paths> {
    const made = createClient({ baseUrl: url, apiKey });
    made.use({
      async onResponse({ request, response }) {
        const { status, headers } = response;
        const { pathname, search } = new URL(request.url);
        const text = await response.clone().text();
        const { method } = request;
        contract.check({ method, target: pathname + search, status, headers, text, publicUrl });
      },
    });
    return made;
  }

  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= service.close());
  return {
    ...{ url, port, publicUrl, database, send, client, stop },
    tenant: (input) => makeTenant(database.db, send, input),
    async close() {
      await stop();
      if (options.database) return;
      await rm(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

export interface TenantOptions {
  /** The amount in the wallet. */
  amount?: number;
  scopes?: string[];
}

export interface Tenant {
  workspace: string;
  key: CreatedKey;
  /** A request with the tenant's key. */
  send(request: TestRequest): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Creates under this request key; by default, under a new one. */
  create(body: unknown, options?: CreateOptions): Promise<Answer>;
  /** Waits for the end of the run, however long that takes. `path` is that of its kind. */
  end(id: string, path?: string): Promise<ModelRun>;
  topUp(amount: number): Promise<void>;
  wallet(): Promise<{ available: number; held: number; spent: number }>;
  newKey(input?: Partial<Parameters<typeof createKey>[1]>): Promise<CreatedKey>;
  /** The same workspace with another key. */
  as(key: CreatedKey): Tenant;
}

export interface CreateOptions {
  requestKey?: string;
  headers?: Record<string, string>;
  /** The path of a resource other than model runs. */
  path?: string;
}

export const PLENTY = 1_000_000_000;
async function makeTenant(
  db: Db,
  send: TestService['send'],
  { amount = PLENTY, scopes = [...SCOPES] }: TenantOptions = {},
): Promise<Tenant> {
  const ledger = createLedger({ db });
  const { id: workspace } = await createWorkspace(db, { name: unique('tenant') });
  const topUp = async (more: number) => {
    await ledger.topUp({ workspace, amount: more, reference: unique('payment') });
  };
  if (amount > 0) await topUp(amount);
  const newKey: Tenant['newKey'] = (input) =>
    createKey(db, { workspace, name: 'test', scopes: [...SCOPES], ...input });

  function as(key: CreatedKey): Tenant {
    const sendAs: Tenant['send'] = (request) => send({ key: key.key, ...request });
    const get: Tenant['get'] = (path, headers = {}) => sendAs({ path, headers });
    return {
      ...{ workspace, key, topUp, newKey, as, get, send: sendAs },
      create: (body, { requestKey = unique('request'), headers = {}, path = RUNS } = {}) =>
        sendAs({ path, body, headers: { 'Idempotency-Key': requestKey, ...headers } }),
      async end(id, path = RUNS) {
        for (;;) {
          const run = runOf(await get(`${path}/${id}`, { Prefer: 'wait=20' }));
          if (run.finishedAt !== undefined) return run;
        }
      },
      async wallet() {
        const [wallet] = await ledger.balances(workspace);
        return { available: wallet!.available, held: wallet!.held, spent: wallet!.spent };
      },
    };
  }
  return as(await newKey({ scopes }));
}

/** A valid create body. */
export function request(model: string, more: Record<string, unknown> = {}) {
  return { model, messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 100, ...more };
}

export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(9).toString('hex')}`;
}

export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.text);
}

/** The run of a successful answer. */
export function runOf(answer: Answer): ModelRun {
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as ModelRun;
}

/** The problem of a refusal with this code. */
export function problemOf(answer: Answer, code: string): Problem {
  const problem = JSON.parse(answer.text) as Problem;
  expect(problem.code, answer.text).toBe(code);
  return problem;
}

function payloadOf({ key, headers = {}, body }: TestRequest): RequestInit {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return {
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit['body']>,
    }),
  };
}
