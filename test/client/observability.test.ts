/** Metrics, scores and exports through the client: as the service answers, and when an answer is lost. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ConnectionError,
  IdempotencyKeyReuseError,
  MetricsTooWideError,
  NotFoundError,
  UnknownRunError,
  UsageError,
} from '../../client/index.ts';
import { createObservability, type TraceNode, treeOf } from '../../client/observability.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { request, startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const SPAN = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) };
const clientWith = (fetch?: (request: Request) => Promise<Response>) =>
  createObservability({
    ...{ baseUrl: service.url, apiKey: tenant.key.key, retry: { baseDelayMs: 1 } },
    ...(fetch && { fetch }),
  });

it('metrics are read by dates, and what is too wide is a MetricsTooWideError', async () => {
  await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } });
  const { metrics } = clientWith();
  const { data } = await metrics({ measures: ['count'], dimensions: ['model'], ...SPAN });
  expect(data).toEqual([{ group: { model: 'sandbox/echo' }, count: 1 }]);
  const wide = { measures: ['count' as const], from: '2020-01-01T00:00:00Z', to: SPAN.to };
  await expect(metrics(wide)).rejects.toBeInstanceOf(MetricsTooWideError);
  const never = { measures: ['count' as const], from: new Date(Number.NaN), to: SPAN.to };
  await expect(metrics(never)).rejects.toBeInstanceOf(UsageError);
});

it('a score whose answers are lost is saved once, read, listed and deleted', async () => {
  let lost = 2;
  const { scores } = clientWith(async (request) => {
    const response = await fetch(request);
    if (lost-- > 0) throw new TypeError('cut off');
    return response;
  });
  const input = { name: 'fit', value: 0.5, source: 'human' as const, sessionId: 'client' };
  const score = await scores.create(input, { idempotencyKey: 'one' });
  expect(score).toMatchObject(input);
  expect(await scores.get(score.id)).toEqual(score);
  const listed: unknown[] = [];
  for await (const each of scores.list({ sessionId: 'client', limit: 1 })) listed.push(each);
  expect(listed).toEqual([score]);
  const other = scores.create({ ...input, value: 1 }, { idempotencyKey: 'one' });
  await expect(other).rejects.toMatchObject({ requestKey: 'one' });
  await expect(other).rejects.toBeInstanceOf(IdempotencyKeyReuseError);
  lost = 1;
  await scores.delete(score.id);
  await expect(scores.get(score.id)).rejects.toBeInstanceOf(NotFoundError);
  await expect(scores.get('../runs')).rejects.toBeInstanceOf(UsageError);
  const { sessionId: _, ...ofRun } = { ...input, runId: 'run_01k0a2v4xfe8t9m3c5h7j1q6wz' };
  await expect(scores.create(ofRun)).rejects.toBeInstanceOf(UnknownRunError);
});

it('an export is read as a stream, and a refusal of it is the error of its code', async () => {
  const file = await clientWith().export({ dataset: 'runs', format: 'ndjson', ...SPAN });
  const [line = ''] = (await text(file)).split('\n');
  expect(JSON.parse(line)).toMatchObject({ model: 'sandbox/echo', state: 'completed' });
  const backward = { dataset: 'runs', format: 'csv', from: SPAN.to, to: SPAN.from } as const;
  await expect(clientWith().export(backward)).rejects.toMatchObject({ code: 'invalid_request' });
  const nobody = clientWith(() => Promise.reject(new TypeError('no route')));
  const exported = nobody.export({ dataset: 'runs', format: 'csv', ...SPAN });
  await expect(exported).rejects.toBeInstanceOf(ConnectionError);
});

it('traces are listed page by page, and read as trees, span by span, by session and by end user', async () => {
  const [traceId, root, call] = ['ab'.repeat(16), '1'.repeat(16), '2'.repeat(16)];
  const attributes = { 'session.id': 'talk', 'user.id': 'ann' };
  const spans = [
    { traceId, spanId: root, name: 'answer', attributes },
    { traceId, spanId: call, name: 'search', parentSpanId: root },
  ];
  const path = OTLP_TRACES;
  expect((await tenant.send({ path, body: otlpOf(spans) })).status).toBe(200);
  const traceparent = `00-${traceId}-${call}-01`;
  await tenant.create(request('sandbox/echo'), { headers: { traceparent, Prefer: 'wait=20' } });
  let lost = 1;
  const { traces } = clientWith(async (request) => {
    const response = await fetch(request);
    if (lost-- > 0) throw new TypeError('cut off');
    return response;
  });
  const trace = await traces.get(traceId.toUpperCase());
  const drawn = (nodes: TraceNode[]): unknown[] =>
    nodes.map(({ span, children }) => [span.name, drawn(children)]);
  expect(drawn(treeOf(trace))).toEqual([['answer', [['search', [['chat sandbox/echo', []]]]]]]);
  const list = traces.list({ startedAfter: SPAN.from, startedBefore: SPAN.to, limit: 1 });
  const listed = await Array.fromAsync(list);
  expect(listed.length).toBeGreaterThan(1);
  expect(listed[0]).toMatchObject({ traceId, name: 'answer' });
  const names = await Array.fromAsync(traces.listSpans({ traceId, limit: 2 }), ({ name }) => name);
  expect(names.sort()).toEqual(['answer', 'chat sandbox/echo', 'search']);
  const span = await traces.getSpan(traceId, root);
  expect(span).toMatchObject({ name: 'answer', attributes: { 'otel.scope.name': 'test' } });
  expect(await Array.fromAsync(traces.listSessions({ sessionId: 'talk' }))).toMatchObject([
    { sessionId: 'talk' },
  ]);
  expect(await Array.fromAsync(traces.listEndUsers({ endUserId: 'ann' }))).toMatchObject([
    { endUserId: 'ann' },
  ]);
  await expect(traces.get('0'.repeat(32))).rejects.toBeInstanceOf(NotFoundError);
  await expect(traces.get('../spans')).rejects.toBeInstanceOf(UsageError);
  const never = traces.listSpans({ startedAfter: new Date(Number.NaN) });
  await expect(Array.fromAsync(never)).rejects.toBeInstanceOf(UsageError);
});

it('a tree has a root for each span whose parent is not there', () => {
  const spans = [0, 1, 2, 1, 0].map((depth, i) => ({ depth, name: String(i) }));
  const drawn = (nodes: TraceNode[]): unknown[] =>
    nodes.map(({ span, children }) => [span.name, ...drawn(children)]);
  expect(drawn(treeOf({ spans } as never))).toEqual([['0', ['1', ['2']], ['3']], ['4']]);
  expect(treeOf({ spans: [] })).toEqual([]);
});
