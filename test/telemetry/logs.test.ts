/**
 * The log of processes with all kinds of work and faults, at its finest level: every line about a request, a run or a
 * process names it, and none has a secret or any content.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { runUuidOf } from '../../server/kinds.ts';
import { createLedger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { ANSWER, type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { startCollector } from '../support/collector.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Process, request, startProcess } from '../support/process.ts';
import { temporaryData } from '../support/program.ts';

const SECRETS = {
  prompt: 'sesame-prompt-3f1c',
  password: 'sesame-password-77aa',
  providerKey: 'sesame-provider-key-18d2',
  oidc: 'sesame-oidc-secret-91c0',
  collector: 'sesame-collector-token-55e1',
  query: 'sesame-query-value-e0b4',
  path: 'sesame-path-8d77',
  hook: 'sesame-hook-path-c4c4',
  cookie: 'sesame-cookie-13d3',
  tool: 'sesame-tool-input-6a6a',
};

let database: TestDatabase;
let models: AnsweringServer;
let start: Process;
let key: string;
let keyId: string;
let webhookSecret: string;
let lines: Record<string, unknown>[];
let text: string;
let requestIds: string[];
let created: string;

beforeAll(async () => {
  const collector = await startCollector();
  [database, models] = await Promise.all([createTestDatabase(), startAnsweringServer()]);
  const { db } = database;
  const { id: workspace } = await createWorkspace(db, { name: 'acme' });
  await createLedger({ db }).topUp({ workspace, amount: 1e12, reference: 'a' });
  const made = await createKey(db, { workspace, name: 'k', scopes: [...SCOPES] });
  key = made.key;
  keyId = uuidToId('key', made.id);
  const broken = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  const endpoint = await createWebhooks({ db, allowsPrivate: true }).create(
    { workspace } as never,
    {
      url: `http://127.0.0.1:${port}/${SECRETS.hook}`,
      eventTypes: ['run.completed', 'run.failed'],
    },
  );
  webhookSecret = endpoint.secret;
  start = await startProcess('start', {
    ...{ DATABASE_URL: database.url, PORT: '0', NODE_ENV: 'production', LOG_LEVEL: 'trace' },
    ...{ SANDBOX: 'on', MODELS_FILE: models.modelsFile, LAME_DUCK_MS: '0', DRAIN_MS: '4000' },
    ...{ WEBHOOK_PRIVATE_NETWORKS: 'on', OPENROUTER_API_KEY: SECRETS.providerKey },
    ...{ OPENROUTER_BASE_URL: 'http://127.0.0.1:1/v1', SWEEP_INTERVAL_MS: '100' },
    ...{ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'id', OIDC_NAME: 'x' },
    OIDC_CLIENT_SECRET: SECRETS.oidc,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRETS.collector}`,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    RATE_LIMIT_PER_MINUTE: '60',
  });
  await beBusy();
  start.process.kill('SIGTERM');
  const ended = await start.ended;
  text = ended.stdout + ended.stderr;
  lines = ended.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  broken.close();
  await Promise.all([models.close(), collector.close()]);
});
afterAll(() => database.drop());
await temporaryData();

/** Work of all kinds, most of which fails, with secrets wherever a caller can put one. */
async function beBusy(): Promise<void> {
  requestIds = [];
  const send = async (path: string, init: RequestInit & { as?: string } = {}) => {
    const { as = key, headers, ...rest } = init;
    const response = await fetch(start.url + path, {
      ...rest,
      headers: { Authorization: `Bearer ${as}`, Cookie: `a=${SECRETS.cookie}`, ...headers },
    });
    requestIds.push(response.headers.get('x-request-id')!);
    return { response, body: await response.text() };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
        Prefer: 'wait=10',
        ...headers,
      },
    });
  const runs = '/v1/developer/model-runs';
  const { body } = await post(runs, request('local/parrot', SECRETS.prompt));
  created = (JSON.parse(body) as { id: string }).id;
  await send(`${runs}/${created}?wait=${SECRETS.query}`);
  await send(`${runs}/${created}`);
  for (const status of [400, 401, 429, 500]) {
    models.answerWith(status);
    await post(runs, request('local/parrot', SECRETS.prompt), { Prefer: 'wait=2' });
  }
  models.answerWith(200);
  for (const model of ['sandbox/lost', 'sandbox/refused', 'sandbox/echo', 'sandbox/nothing']) {
    await post(runs, request(model, SECRETS.prompt), { Prefer: 'wait=2' });
  }
  await post(runs, `{"model": "${SECRETS.prompt}`);
  await post(runs, { ...request('local/parrot'), [SECRETS.prompt]: SECRETS.prompt });
  await post('/v1/developer/tool-runs', {
    tool: 'sandbox/echo',
    input: { text: SECRETS.tool },
  });
  await send(`/${SECRETS.path}?key=${SECRETS.query}`);
  await send(runs, { as: `mrk_${SECRETS.path}` });
  const signIn = { email: 'somebody@example.com', password: SECRETS.password };
  await post('/v1/dashboard/session', signIn, { Origin: start.url });
  await send(`${runs}?endUserId=${SECRETS.query}`);
  await send(`${runs}/${SECRETS.path}`);
  // The database goes away during all work.
  const slow = request('sandbox/slow', SECRETS.prompt);
  const underWay = post(runs, slow, { Prefer: 'wait=2' }).catch(() => undefined);
  await database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'model-run%' and datname = current_database()
       and usename = current_user and pid <> pg_backend_pid()`,
  );
  await underWay;
  for (let i = 0; i < 60; i += 1) await send(`${runs}/${created}`).catch(() => undefined);
}

describe('the log', () => {
  it('has no secret and no content, at any level', () => {
    expect(lines.length).toBeGreaterThan(50);
    const secrets = [
      ...Object.values(SECRETS),
      ...[key, webhookSecret, webhookSecret.replace('whsec_', ''), ANSWER],
      new URL(database.url).password,
      'somebody@example.com',
    ].filter((secret) => secret !== '');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('says in each line which process wrote it', () => {
    for (const line of lines) {
      expect(line).toMatchObject({ pid: start.process.pid, host: expect.any(String) });
    }
  });

  it('has a line for each request, with its route, its key and its run', () => {
    const answered = lines.filter(({ msg }) => msg === 'answered');
    expect(answered.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(requestIds));
    const create = answered.find(({ operation }) => operation === 'createModelRun');
    expect(create).toMatchObject({
      ...{ method: 'POST', route: '/v1/developer/model-runs', status: 200, key: keyId },
      ...{ run: runUuidOf(created), requestId: expect.stringMatching(/^req_/) },
      ...{ durationMs: expect.any(Number), bytes: expect.any(Number) },
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const read = answered.find(
      ({ operation, status }) => operation === 'getModelRun' && status === 200,
    );
    expect(read).toMatchObject({ route: '/v1/developer/model-runs/:id', run: runUuidOf(created) });
    const unknown = answered.find(({ status, operation }) => status === 404 && !operation);
    expect(unknown).not.toHaveProperty('route');
    expect(answered.map(({ problem }) => problem)).toContain('rate_limited');
  });

  it('names the run in each line of one', () => {
    const ofRuns = lines.filter(({ msg }) => /submission|looked up|settle|late/.test(String(msg)));
    expect(ofRuns.length).toBeGreaterThan(0);
    for (const line of ofRuns) expect(line.run).toMatch(/^[0-9a-f-]{36}$/);
  });
});
