/**
 * The OpenTelemetry Collector as who collects service spans: it is started here between the service and a sink, to which it
 * hands on what it has understood, as JSON of its own making.
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
import { freePort } from '../support/free-port.ts';
import { buildCollector } from './install.ts';
import type { Scene } from './scene.ts';
import { eventually } from './told.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const PROMPT = 'what nobody is to be told';
const COMES_WITHIN_S = 60;
const NAMES = ['POST /v1/developer/model-runs', 'create model_run', 'chat sandbox/echo', 'settle'];
/** What the Collector made of the trace, to be looked at. */
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

export async function judgeServiceSpans(scene: Scene, folder: string): Promise<void> {
  const program = await buildCollector();
  const sink = await startSink();
  const collector = await startCollector(program, folder, sink.url);
  const service = await startService(scene, collector.endpoint);
  try {
    await createRun(service.url, scene.key);
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
  } finally {
    await service.stop();
    await collector.stop();
    sink.close();
  }
}

function judgeTrace(spans: readonly JsonSpan[]): void {
  const [server, created, chat, settle] = NAMES.map((name) => {
    const found = spans.filter((span) => span.name === name);
    deepStrictEqual(found.length, 1, `one ${name}`);
    return found[0]!;
  });
  deepStrictEqual(
    [server, created, chat, settle].map((span) => [span!.traceId, span!.parentSpanId, span!.kind]),
    [
      [TRACE, CALLER, 2],
      [TRACE, server!.spanId, 1],
      [TRACE, created!.spanId, 3],
      [TRACE, created!.spanId, 1],
    ],
  );
  const said = Object.fromEntries(chat!.attributes.map(({ key, value }) => [key, value]));
  deepStrictEqual(
    [said['gen_ai.operation.name'], said['gen_ai.request.model'], said['gen_ai.provider.name']],
    [{ stringValue: 'chat' }, { stringValue: 'sandbox/echo' }, { stringValue: 'sandbox' }],
  );
  if (!said['gen_ai.usage.output_tokens']) throw new Error('the tokens are missing');
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

/** A process of its own, on the database of the scene. */
async function startService({ databaseUrl }: Scene, endpoint: string) {
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts'), 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, NODE_ENV: 'test', PORT: '0', SANDBOX: 'on' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'error' },
    },
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const url = await eventually(COMES_WITHIN_S, async () => {
    const found = /(http:\S+)\/v1\/developer/.exec(said)?.[1];
    if (found === undefined) throw new Error('the service did not start');
    return found;
  });
  return { url, stop: () => stopped(child) };
}

async function createRun(url: string, key: string): Promise<void> {
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
