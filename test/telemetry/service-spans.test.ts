/**
 * One trace of one run, from the request through the queue of another process to the webhook, as real processes send it
 * to a collector.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Process, request, startProcess } from '../support/process.ts';
import { temporaryData } from '../support/program.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const PROMPT = 'a prompt that nobody but its model reads';

let database: TestDatabase;
let collector: Collector;
let models: AnsweringServer;
let receiver: Receiver;
let workspace: string;
let key: string;
let environment: Record<string, string>;
let serve: Process;
let work: Process;

beforeAll(async () => {
  [database, collector, models, receiver] = await Promise.all([
    ...[createTestDatabase(), startCollector(), startAnsweringServer(), startReceiver()],
  ] as const);
  const { db } = database;
  ({ id: workspace } = await createWorkspace(db, { name: 'acme' }));
  await createLedger({ db }).topUp({ workspace, amount: 1e12, reference: 'a' });
  ({ key } = await createKey(db, { workspace, name: 'k', scopes: [...SCOPES] }));
  await createWebhooks({ db, allowsPrivate: true }).create({ workspace, key: undefined } as never, {
    url: receiver.url,
    eventTypes: ['run.completed', 'run.failed'],
  });
  environment = {
    ...{ DATABASE_URL: database.url, PORT: '0', SANDBOX: 'off', MODELS_FILE: models.modelsFile },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SWEEP_INTERVAL_MS: '100' },
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  serve = await startProcess('serve', environment);
  work = await startProcess('work', { ...environment, OTEL_SERVICE_NAME: 'worker' });
});
afterAll(async () => {
  for (const { process, ended } of [serve, work]) {
    process.kill('SIGTERM');
    await ended;
  }
  await Promise.all([collector.close(), models.close(), receiver.close()]);
  await database.drop();
});
const data = await temporaryData();

async function create(headers: Record<string, string> = {}, at = serve): Promise<string> {
  const answer = await fetch(`${at.url}/v1/developer/model-runs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      Prefer: 'wait=20',
      ...headers,
    },
    body: JSON.stringify(request('local/parrot', PROMPT)),
  });
  const run = (await answer.json()) as { id: string; state: string };
  expect(run.state).toMatch(/completed|failed/);
  return run.id;
}

const ROUTE = 'POST /v1/developer/model-runs';
const WHOLE = [
  ...[ROUTE, 'create model_run', 'wait in queue', 'chat local/parrot', 'settle', 'POST webhook'],
];

function only(spans: CollectedSpan[], name: string): CollectedSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]!;
}

describe('a run', () => {
  it('is one trace through both processes, within that of its caller', async () => {
    const id = await create({ traceparent: `00-${TRACE}-${CALLER}-01` });
    const spans = await collector.trace(TRACE, WHOLE);
    const [server, created, wait, chat, settle, webhook] = WHOLE.map((name) => only(spans, name));
    expect(server).toMatchObject({ parentSpanId: CALLER, kind: 2, isError: false });
    expect(server!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/developer/model-runs',
      'http.response.status_code': 200,
      'model_run_api.operation': 'createModelRun',
    });
    expect(created).toMatchObject({ parentSpanId: server!.spanId, kind: 1 });
    expect(created!.attributes).toMatchObject({ 'model_run_api.run.id': id });
    for (const span of [wait, chat, settle, webhook]) {
      expect(span!.parentSpanId).toBe(created!.spanId);
      expect(span!.end).toBeGreaterThanOrEqual(span!.start);
      expect(span!.resource).toMatchObject({
        'service.name': 'worker',
        'deployment.environment.name': 'test',
        'process.pid': work.process.pid,
      });
    }
    expect(server!.resource).toMatchObject({ 'service.name': 'model-run-api' });
    expect(webhook).toMatchObject({ kind: 3 });
    expect(webhook!.attributes['http.response.status_code']).toBe(204);
  });

  it('has the call of its provider by the conventions for generative AI, and no content', async () => {
    const spans = await collector.trace(TRACE, WHOLE);
    const chat = only(spans, 'chat local/parrot');
    expect(chat.kind).toBe(3);
    expect(chat.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'local',
      'gen_ai.request.model': 'local/parrot',
      'gen_ai.response.model': 'parrot-2026-01',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 11,
      'gen_ai.usage.output_tokens': 7,
    });
    const exported = JSON.stringify(collector.spans, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(exported).not.toContain(PROMPT);
    expect(exported).not.toContain('parrot repeats');
    expect(exported).not.toContain(key);
    expect(exported).not.toContain('127.0.0.1');
  });

  it('hands its trace on to its provider and its webhook', async () => {
    const spans = await collector.trace(TRACE, WHOLE);
    const { spanId } = only(spans, 'chat local/parrot');
    expect(models.received.map(({ headers }) => headers.traceparent)).toContain(
      `00-${TRACE}-${spanId}-01`,
    );
    const webhook = only(spans, 'POST webhook');
    expect(receiver.received.map(({ headers }) => headers.traceparent)).toContain(
      `00-${TRACE}-${webhook.spanId}-01`,
    );
    expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer collector-secret' });
  });

  it('that no caller traces begins a trace; one that its caller does not sample has none', async () => {
    const before = collector.spans.length;
    await create({ traceparent: `00-${'a'.repeat(32)}-${CALLER}-00` });
    await create();
    const fresh = () =>
      collector.spans
        .slice(before)
        .find(({ name, traceId }) => name === 'settle' && traceId !== TRACE);
    await expect.poll(fresh).toBeDefined();
    const spans = await collector.trace(fresh()!.traceId, WHOLE);
    expect(only(spans, ROUTE).parentSpanId).toBe('');
    expect(collector.spans.filter(({ traceId }) => traceId === 'a'.repeat(32))).toEqual([]);
    // The service forwards what the caller sent to the provider unchanged.
    expect(models.received.map(({ headers }) => headers.traceparent)).toContain(
      `00-${'a'.repeat(32)}-${CALLER}-00`,
    );
  });

  it('that fails is recorded as an error of few words', async () => {
    models.answerWith(400);
    const trace = 'b'.repeat(32);
    await create({ traceparent: `00-${trace}-${CALLER}-01` });
    models.answerWith(200);
    const spans = await collector.trace(trace, WHOLE);
    const chat = only(spans, 'chat local/parrot');
    expect(chat).toMatchObject({ isError: true, attributes: { 'error.type': 'refused' } });
    expect(only(spans, 'settle').attributes).toMatchObject({ 'model_run_api.run.state': 'failed' });
  });

  it('records requests and answers if that is switched on', async () => {
    // Otherwise it may carry out the run, and it reports nothing of the content.
    work.process.kill('SIGTERM');
    await work.ended;
    const more = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
    const start = await startProcess('start', { ...environment, ...more });
    const trace = 'c'.repeat(32);
    await create({ traceparent: `00-${trace}-${CALLER}-01` }, start);
    const spans = await collector.trace(trace, ['chat local/parrot']);
    start.process.kill('SIGTERM');
    await start.ended;
    const { attributes } = only(spans, 'chat local/parrot');
    expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: PROMPT }] },
    ]);
    expect(attributes['gen_ai.output.messages']).toContain('the parrot repeats nothing');
  });
});

describe('runs of other kinds', () => {
  it('are recorded by the kernel like those of models: tools, and jobs until their end', async () => {
    const start = await startProcess('start', { ...environment, SANDBOX: 'on', DATA_DIR: data });
    const [tool, job] = ['d'.repeat(32), 'e'.repeat(32)];
    await send(start, 'tool-runs', tool, { tool: 'sandbox/echo', input: { text: PROMPT } });
    const source = 'console.log(6 * 7)';
    await send(start, 'compute-jobs', job, {
      environment: 'javascript',
      timeoutSeconds: 30,
      source,
    });
    const ofTool = await collector.trace(tool, ['execute_tool sandbox/echo', 'settle']);
    const ofJob = await collector.trace(job, ['run_code javascript', 'look up', 'settle']);
    start.process.kill('SIGTERM');
    await start.ended;
    expect(only(ofTool, 'execute_tool sandbox/echo').attributes).toMatchObject({
      ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'sandbox/echo' },
      'model_run_api.outcome': 'answered',
    });
    const created = only(ofJob, 'create compute_job');
    expect(only(ofJob, 'run_code javascript').attributes['model_run_api.outcome']).toBe(
      'under_way',
    );
    expect(only(ofJob, 'look up')).toMatchObject({ kind: 3, parentSpanId: created.spanId });
    const exported = JSON.stringify([ofTool, ofJob], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(exported).not.toContain(PROMPT);
    expect(exported).not.toContain(source);
  });
});

async function send(at: Process, path: string, trace: string, body: object): Promise<void> {
  const answer = await fetch(`${at.url}/v1/developer/${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': trace,
      traceparent: `00-${trace}-${CALLER}-01`,
    },
    body: JSON.stringify(body),
  });
  expect([200, 202]).toContain(answer.status);
}
