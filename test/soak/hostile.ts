/**
 * A hostile workspace as a process of its own: `node hostile.ts <address of the API> <key>`. It does as much as it may of
 * what costs the service most, and prints its counts by kind and status once it is asked to end. Its process has the
 * lowest priority, because a real one would be on another machine.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { attributesOf } from '../support/observability.ts';

const [, , url = '', key = ''] = process.argv;
const DEVELOPER = `${url}/v1/developer`;
const HOLD_MS = 15_000;
const headers = { Authorization: `Bearer ${key}` };
const counts: Record<string, number> = {};
const artifacts: string[] = [];

setPriority(constants.priority.PRIORITY_LOW);
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0));
});

function count(what: string, outcome: string | number): void {
  const name = `${what} ${outcome}`;
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Repeats one thing for as long as the process lives, this many times at once. A refusal is the service's right. */
function keep(what: string, atOnce: number, once: (i: number) => Promise<number>): void {
  for (let lane = 0; lane < atOnce; lane++) {
    void (async () => {
      for (let i = lane; ; i += atOnce) {
        const status = await once(i).catch(() => undefined);
        count(what, status ?? 'failed');
        if (status === undefined || status >= 400) await sleep(250);
      }
    })();
  }
}

async function post(path: string, body: unknown, more: Record<string, string> = {}) {
  const response = await fetch(DEVELOPER + path, {
    ...{ method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    headers: { ...headers, 'Content-Type': 'application/json', ...more },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const createJob = (source: string, more: object) =>
  post(
    '/compute-jobs',
    { environment: 'echo', source, resources: { memoryMb: 256 }, ...more },
    { 'Idempotency-Key': randomUUID(), Prefer: 'wait=20' },
  );

async function createJobWithOutput() {
  const source = 'job.writeFile("o", "x".repeat(3e7));';
  const created = await createJob(source, { timeoutSeconds: 20, outputs: ['o'] });
  const { id } = created.body;
  let { state } = created.body;
  while (state === 'queued' || state === 'running') {
    await sleep(500);
    const answer = await fetch(`${DEVELOPER}/compute-jobs/${id}`, { headers });
    state = ((await answer.json()) as { state?: string }).state;
  }
  if (state === 'completed') artifacts.push(String(id));
  return created;
}

const READERS = ['whole', 'half', 'unread'] as const;

/** Reads the whole answer, or half of it, or nothing, and keeps the connection as long as it may. */
function download(path: string, how: (typeof READERS)[number]): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(DEVELOPER + path, { headers, agent: false }, (response) => {
      const status = response.statusCode ?? 0;
      const done = () => resolve(status);
      if (how === 'whole' || status >= 400) response.resume().once('end', done);
      else if (how === 'half') readHalf(response);
      if (how !== 'whole' && status < 400) setTimeout(() => response.destroy(), HOLD_MS);
      response.once('close', done).once('error', done);
    });
    sent.once('error', reject).end();
  });
}

function readHalf(response: IncomingMessage): void {
  let read = 0;
  response.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > 4_000_000) response.pause();
  });
}

/** A body of almost the largest size: 250 spans of 16 kB. */
function flood(): string {
  const startTimeUnixNano = String(BigInt(Date.now()) * 1_000_000n);
  const attributes = attributesOf({ 'input.value': 'x'.repeat(14_000), 'session.id': 'flood' });
  const traceId = randomBytes(16).toString('hex');
  const spans = Array.from({ length: 250 }, () => ({
    ...{ traceId, spanId: randomBytes(8).toString('hex'), name: 'flood', startTimeUnixNano },
    attributes,
  }));
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

// Beside its busy jobs, it would take long until there is something to download.
while (artifacts.length < 3) await createJobWithOutput();
process.send?.('ready');

keep('busy job', 8, async () => (await createJob('for (;;);', { timeoutSeconds: 10 })).status);
keep('job with a log', 2, async () => {
  const source = 'for (let i = 0; i < 1e5; i++) console.log("x".repeat(100));';
  return (await createJob(source, { timeoutSeconds: 10 })).status;
});
keep('job with an output', 2, async () => (await createJobWithOutput()).status);
keep('download', 24, async (i) => {
  const id = artifacts[Math.floor(Math.random() * artifacts.length)];
  if (id === undefined) return 404;
  return download(`/compute-jobs/${id}/artifacts/o`, READERS[i % READERS.length]!);
});
keep('export', 6, (i) => {
  const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const [dataset, format] = [i % 2 ? 'runs' : 'spans', ['ndjson', 'csv', 'parquet'][i % 3]];
  const path = `/observability/export?dataset=${dataset}&format=${format}&from=${from}&to=${to}`;
  return download(path, READERS[i % READERS.length]!);
});
keep(
  'flood of spans',
  4,
  async () => (await post('/observability/otlp/v1/traces', flood())).status,
);
