/**
 * The OpenTelemetry Collector as the receiver of service spans: the check starts it between the service and a sink,
 * which receives what the Collector understood, in the Collector's own JSON.
 */
import { deepStrictEqual } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { root } from '../../scripts/fingerprint.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { createWebhooks } from '../../server/webhooks/index.ts';
import { makeTenant } from '../crash/tenant.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { eventually } from './exported.ts';
import { buildCollector } from './install.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const PROMPT = 'what nobody is to be told';
const COMES_WITHIN_S = 60;
const PLENTY = 10_000_000_000;
/** In the order of a run. */
const NAMES = [
  ...['POST /v1/developer/model-runs', 'create model_run', 'wait in queue', 'chat sandbox/echo'],
  ...['settle', 'POST webhook'],
];
/** What the Collector made of the trace. */
const KEPT = join(root, 'test', 'artefacts', 'service-trace.json');

/** As OTLP/JSON has it. */
interface TracesData {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: JsonSpan[] }[];
  }[];
}

interface JsonSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: KeyValue[];
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

export async function judgeServiceSpans(_: unknown, folder: string): Promise<void> {
  const program = await buildCollector();
  await using stack = new AsyncDisposableStack();
  const sink = await startSink();
  stack.defer(sink.close);
  const collector = await startCollector(program, folder, sink.url);
  stack.defer(collector.stop);
  const service = await startService(collector.endpoint, stack);
  await createRun(service);
  const spans = await eventually(COMES_WITHIN_S, async () => {
    const found = spansOf(sink.received);
    const names = found.map(({ name }) => name);
    if (!NAMES.every((name) => names.includes(name))) throw new Error(`only ${names} came`);
    return found;
  });
  judgeTrace(spans);
  const whole = JSON.stringify(sink.received, null, 2);
  if (whole.includes(PROMPT)) throw new Error('the prompt was told');
  await mkdir(join(KEPT, '..'), { recursive: true });
  await writeFile(KEPT, `${whole}\n`);
}

function judgeTrace(spans: readonly JsonSpan[]): void {
  const [server, created, ...others] = NAMES.map((name) => {
    const found = spans.filter((span) => span.name === name);
    deepStrictEqual(found.length, 1, `one ${name}`);
    return found[0]!;
  });
  const [, chat] = others;
  deepStrictEqual(
    [server!.parentSpanId, created!.parentSpanId, ...others.map((span) => span.parentSpanId)],
    [CALLER, server!.spanId, ...others.map(() => created!.spanId)],
  );
  deepStrictEqual(
    [server, created, ...others].map((span) => span!.kind),
    [2, 1, 1, 3, 1, 3],
  );
  const attributes = Object.fromEntries(chat!.attributes.map(({ key, value }) => [key, value]));
  deepStrictEqual(
    [
      attributes['gen_ai.operation.name'],
      attributes['gen_ai.request.model'],
      attributes['gen_ai.provider.name'],
    ],
    [{ stringValue: 'chat' }, { stringValue: 'sandbox/echo' }, { stringValue: 'sandbox' }],
  );
  if (!attributes['gen_ai.usage.output_tokens']) throw new Error('the tokens are missing');
}

function spansOf(received: readonly TracesData[]): JsonSpan[] {
  const all = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
  return all.filter(({ traceId }) => traceId === TRACE);
}

async function startSink() {
  const received: TracesData[] = [];
  const server = createServer(async (request, response) => {
    received.push((await json(request)) as TracesData);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function startCollector(program: string, folder: string, sink: string) {
  const port = await freePort();
  const configuration = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { otlphttp: { endpoint: sink, encoding: 'json', compression: 'none' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], exporters: ['otlphttp'] } },
    },
  };
  const file = join(folder, 'collector.json');
  await writeFile(file, JSON.stringify(configuration));
  const child = spawn(program, [`--config=${file}`], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  await eventually(COMES_WITHIN_S, () => fetch(`${endpoint}/v1/traces`, { method: 'POST' }));
  return { endpoint, stop: () => stopped(child) };
}

/** Two processes on their own database: one accepts requests, the other carries out runs. */
async function startService(endpoint: string, stack: AsyncDisposableStack) {
  const dataDir = await makeDataDir();
  stack.defer(() => removeDataDir(dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 1, applicationName: 'third parties' });
  stack.defer(() => db.close());
  const { key, workspace } = await makeTenant(db, PLENTY);
  const receiver = await startReceiver();
  stack.defer(receiver.close);
  const webhooks = createWebhooks({ db, allowsPrivate: true });
  const eventTypes = ['run.completed'] as const;
  await webhooks.create({ workspace }, { url: receiver.url, eventTypes });
  const environment = {
    ...process.env,
    ...{ DATABASE_URL: postgres.url, NODE_ENV: 'test', PORT: '0', SANDBOX: 'on' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'error' },
  };
  const url = await started('serve', environment, stack);
  await started('work', { ...environment, OTEL_SERVICE_NAME: 'model-run-worker' }, stack);
  return { url, key };
}

/** Its address, if it has one. */
async function started(
  command: string,
  env: NodeJS.ProcessEnv,
  stack: AsyncDisposableStack,
): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts'), command], {
    ...{ stdio: ['ignore', 'pipe', 'inherit'], env },
  });
  stack.defer(() => stopped(child));
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await eventually(COMES_WITHIN_S, async () => {
    if (!output.includes('Ctrl-C stops')) throw new Error(`${command} did not start`);
  });
  return /(http:\S+)\/v1\/developer/.exec(output)?.[1] ?? '';
}

async function createRun({ url, key }: { url: string; key: string }): Promise<void> {
  const response = await fetch(`${url}/v1/developer/model-runs`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'service-spans',
      Prefer: 'wait=20',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify({
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: PROMPT }],
      maxOutputTokens: 100,
    }),
  });
  if (response.status !== 200) throw new Error(`the create was answered ${response.status}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
