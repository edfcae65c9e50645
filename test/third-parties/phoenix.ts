/** Phoenix as a destination of the spans of runs: the check starts it, and reads its spans through its API. */
import { deepStrictEqual } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelRun, Span } from '../../openapi/generated/developer.ts';
import { root } from '../../scripts/fingerprint.ts';
import { execute } from '../languages/execute.ts';
import { freePort } from '../support/free-port.ts';
import { eventually } from './exported.ts';
import type { Fixtures } from './fixtures.ts';
import { installPython } from './install.ts';

const STARTS_WITHIN_S = 120;
const COMES_WITHIN_S = 30;

interface PhoenixSpan {
  name: string;
  context: { trace_id: string; span_id: string };
  start_time: string;
  status_code: string;
  attributes: Record<string, unknown>;
}

export async function judgeBroadcast(fixtures: Fixtures, folder: string): Promise<void> {
  const phoenix = await startPhoenix(folder);
  try {
    await cli(fixtures, [
      'destinations',
      'create',
      fixtures.workspace,
      'Phoenix',
      phoenix.endpoint,
    ]);
    const run = await makeRun(fixtures);
    const traceId = run.traceId!;
    const spanId = traceId.slice(16);
    const ours = await fixtures.read<Span>(`/observability/traces/${traceId}/spans/${spanId}`);
    const theirs = await eventually(COMES_WITHIN_S, () => phoenix.read(spanId));
    const { attributes, ...rest } = exportedOf(theirs);
    deepStrictEqual(rest, {
      ...{ traceId, spanId, name: ours.name, status: ours.status },
      startedAt: Date.parse(ours.startedAt),
    });
    deepStrictEqual(attributes['gen_ai.request.model'], ours.model);
    deepStrictEqual(attributes['gen_ai.usage.input_tokens'], ours.usage?.inputTokens);
    deepStrictEqual(attributes['gen_ai.usage.output_tokens'], ours.usage?.outputTokens);
  } finally {
    await phoenix.stop();
  }
}

async function makeRun(fixtures: Fixtures): Promise<ModelRun> {
  const headers = { 'Idempotency-Key': 'broadcast', Prefer: 'wait=20' };
  const messages = [{ role: 'user', content: 'Hello!' }];
  const body = { model: 'sandbox/echo', messages, maxOutputTokens: 100 };
  return (await fixtures.send('/model-runs', headers, body)) as ModelRun;
}

function exportedOf({ name, context, start_time, status_code, attributes }: PhoenixSpan) {
  return {
    ...{ traceId: context.trace_id, spanId: context.span_id, name },
    status: status_code.toLowerCase(),
    startedAt: Date.parse(start_time),
    attributes: flat(attributes),
  };
}

/** It may have split names at their dots. */
function flat(of: Record<string, unknown>, before = ''): Record<string, unknown> {
  const entries = Object.entries(of).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(flat(value as Record<string, unknown>, `${before}${name}.`))
      : [[`${before}${name}`, value] as const],
  );
  return Object.fromEntries(entries);
}

function cli({ databaseUrl }: Fixtures, args: string[]): Promise<string> {
  const environment = { DATABASE_URL: databaseUrl, NODE_ENV: 'test', SANDBOX: 'on' };
  return execute(process.execPath, [join(root, 'server', 'main.ts'), ...args], { environment });
}

async function startPhoenix(folder: string) {
  const bin = await installPython('phoenix');
  const [port, grpcPort] = [await freePort(), await freePort()];
  const data = join(folder, 'phoenix');
  await mkdir(data, { recursive: true });
  const child = spawn(join(bin, 'phoenix'), ['serve'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PHOENIX_WORKING_DIR: data,
      PHOENIX_HOST: '127.0.0.1',
      PHOENIX_PORT: String(port),
      PHOENIX_GRPC_PORT: String(grpcPort),
      PHOENIX_TELEMETRY_ENABLED: 'false',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = async (path: string) => {
    const response = await fetch(url + path);
    if (!response.ok) throw new Error(`Phoenix answered ${path} with ${response.status}`);
    return response;
  };
  const stop = () => stopped(child);
  await eventually(STARTS_WITHIN_S, () => ask('/healthz')).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    endpoint: `${url}/v1/traces`,
    /** Throws while it is not there. */
    async read(spanId: string): Promise<PhoenixSpan> {
      const response = await ask('/v1/projects/default/spans?limit=1000');
      const { data: spans } = (await response.json()) as { data: PhoenixSpan[] };
      const found = spans.find(({ context }) => context.span_id === spanId);
      if (!found) throw new Error(`Phoenix has ${spans.length} spans, and none is ${spanId}`);
      return found;
    },
    stop,
  };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
