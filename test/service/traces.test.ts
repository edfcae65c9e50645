/** Traces over HTTP: the service makes spans from runs, and reads them as trees, lists and groups. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  EndUserList,
  SessionList,
  Span,
  SpanList,
  ToolRun,
  Trace,
  TraceList,
} from '../../openapi/generated/developer.ts';
import { OBSERVABILITY, OTLP_TRACES, otlpOf } from '../support/observability.ts';
import {
  jsonOf,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function fresh(): Promise<Tenant> {
  tenant = await service.tenant();
  return tenant;
}

async function read<T>(path: string): Promise<T> {
  const answer = await tenant.get(`${OBSERVABILITY}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as T;
}

async function run(model: string, more: object = {}, headers: Record<string, string> = {}) {
  const created = await tenant.create(request(model, more as Record<string, unknown>), { headers });
  return tenant.end(runOf(created).id);
}

async function call(tool: string, input: object, more: object = {}, headers = {}) {
  const body = { tool: `sandbox/${tool}`, input, ...more };
  const created = await tenant.create(body, {
    path: TOOL_RUNS,
    headers: { Prefer: 'wait=20', ...headers },
  });
  expect(created.status, created.text).toBe(200);
  return jsonOf(created) as ToolRun;
}

async function send(...spans: Parameters<typeof otlpOf>[0]) {
  const answer = await tenant.send({ path: OTLP_TRACES, body: otlpOf(spans) });
  expect(answer.status, answer.text).toBe(200);
  expect(jsonOf(answer)).toEqual({});
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

async function ledgerSum(workspace: string): Promise<number> {
  const [row] = await service.database.db.query<{ sum: number }>(
    `select coalesce(sum(amount), 0)::bigint as sum from ledger_entry
     where workspace = $1 and kind in ('capture_provider', 'capture_fee')`,
    [workspace],
  );
  return row!.sum;
}

describe('the trace of a run', () => {
  it('has the UUID of the run as its id, and its last 8 bytes as the id of the span', async () => {
    await fresh();
    const attribution = { sessionId: 'chat-1', endUserId: 'user-1', promptId: 'greeting' };
    const done = await run('sandbox/echo', { attribution });
    expect(done.traceId).toMatch(/^[0-9a-f]{32}$/);
    const trace = await read<Trace>(`/traces/${done.traceId}`);
    expect(trace.spans).toHaveLength(1);
    expect(trace.spans[0]).toMatchObject({
      ...{ traceId: done.traceId, spanId: done.traceId!.slice(16), depth: 0, source: 'run' },
      ...{ name: 'chat sandbox/echo', kind: 'client', status: 'ok', operation: 'chat' },
      ...{ model: 'sandbox/echo', sessionId: 'chat-1', endUserId: 'user-1' },
      ...{ startedAt: done.createdAt, finishedAt: done.finishedAt },
      usage: { inputTokens: done.usage!.promptTokens, outputTokens: done.usage!.completionTokens },
      run: { id: done.id, state: 'completed', chargedAmount: done.chargedAmount },
    });
    expect(trace.totals).toMatchObject({
      ...{ runs: 1, pendingRuns: 0, clientSpans: 0, errors: 0 },
      chargedAmount: done.chargedAmount,
    });
    const span = await read<Span>(`/traces/${done.traceId}/spans/${done.traceId!.slice(16)}`);
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'sandbox/echo',
      'gen_ai.provider.name': 'sandbox',
      'gen_ai.usage.input_tokens': done.usage!.promptTokens,
      'gen_ai.conversation.id': 'chat-1',
      'user.id': 'user-1',
      'gen_ai.prompt.name': 'greeting',
    });
  });

  it('is read right after the create, while the run is pending', async () => {
    await fresh();
    const created = runOf(await tenant.create(request('sandbox/slow')));
    const trace = await read<Trace>(`/traces/${created.traceId}`);
    expect(trace.spans[0]).toMatchObject({ status: 'unset', run: { id: created.id } });
    expect(trace.spans[0]).not.toHaveProperty('finishedAt');
    expect(trace.totals).toMatchObject({ runs: 1, pendingRuns: 1, chargedAmount: 0 });
    await tenant.end(created.id);
  });

  it('is that of the traceparent header, and the caller is the parent', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const traceparent = `00-${traceId}-${spanId}-01`;
    const done = await run('sandbox/echo', {}, { traceparent });
    expect(done.traceId).toBe(traceId);
    const trace = await read<Trace>(`/traces/${traceId}`);
    expect(trace.spans[0]).toMatchObject({ parentSpanId: spanId, depth: 0 });
    await send({ traceId, spanId, name: 'answer a question' });
    const whole = await read<Trace>(`/traces/${traceId}`);
    expect(whole.spans.map(({ name, depth }) => [name, depth])).toEqual([
      ['answer a question', 0],
      ['chat sandbox/echo', 1],
    ]);
  });

  it('ignores a traceparent that is malformed', async () => {
    await fresh();
    const done = await run('sandbox/echo', {}, { traceparent: '00-1-2-3' });
    const [row] = await service.database.db.query<{ id: string }>(
      'select id from run where workspace = $1',
      [tenant.workspace],
    );
    expect(done.traceId).toBe(row!.id.replaceAll('-', ''));
  });

  it('has the runs that it wanted below it, whatever traceparent they came with', async () => {
    await fresh();
    const traceparent = `00-${hex(16)}-${hex(8)}-01`;
    const wanting = await run('sandbox/tool-caller', {}, { traceparent });
    const other = `00-${hex(16)}-${hex(8)}-01`;
    const parent = { runId: wanting.id, toolCallId: 'call_1' };
    const first = await call('add', { a: 2, b: 3 }, { parent }, { traceparent: other });
    const second = await call('echo', { text: 'x' }, { parent: { runId: first.id } });
    const failed = await call('fails', {}, { parent });
    for (const { traceId } of [first, second, failed]) expect(traceId).toBe(wanting.traceId);
    const trace = await read<Trace>(`/traces/${wanting.traceId}`);
    expect(trace.spans.map(({ name, depth, status }) => [name, depth, status])).toEqual([
      ['chat sandbox/tool-caller', 0, 'ok'],
      ['execute_tool sandbox/add', 1, 'ok'],
      ['execute_tool sandbox/echo', 2, 'ok'],
      ['execute_tool sandbox/fails', 1, 'error'],
    ]);
    expect(trace.totals).toMatchObject({ runs: 4, errors: 1 });
    expect(trace.totals.chargedAmount).toBe(await ledgerSum(tenant.workspace));
    const { spanId } = trace.spans[1]!;
    const span = await read<Span>(`/traces/${wanting.traceId}/spans/${spanId}`);
    expect(span).toMatchObject({
      attributes: { 'gen_ai.tool.name': 'sandbox/add', 'gen_ai.tool.call.id': 'call_1' },
    });
  });

  it('begins a new trace if the parent is of another workspace, or does not exist', async () => {
    await fresh();
    const strange = await run('sandbox/echo');
    await fresh();
    for (const runId of [strange.id, 'run_01k0a2v4xfe8t9m3c5h7j1q6wz']) {
      const child = await call('echo', { text: 'x' }, { parent: { runId } });
      expect(child.traceId).not.toBe(strange.traceId);
      expect((await read<Trace>(`/traces/${child.traceId}`)).spans).toHaveLength(1);
    }
    problemOf(await tenant.get(`${OBSERVABILITY}/traces/${strange.traceId}`), 'not_found');
  });

  it.each(['unknown', '0'.repeat(32), hex(16), hex(16).toUpperCase()])(
    'is 404 for %s',
    async (id) => {
      await fresh();
      for (const path of [`/traces/${id}`, `/traces/${id}/spans/${hex(8)}`]) {
        const answer = await tenant.get(`${OBSERVABILITY}${path}`);
        expect(answer.status).toBe(404);
        problemOf(answer, 'not_found');
      }
    },
  );
});

describe('the list of spans', () => {
  it('lists runs and spans of programs together, newest first, page by page and each once', async () => {
    await fresh();
    const traceId = hex(16);
    const made: string[] = [];
    for (let i = 0; i < 6; i++) {
      const done = await run('sandbox/echo');
      made.push(done.traceId!.slice(16));
      const spanId = hex(8);
      await send({ traceId, spanId });
      made.push(spanId);
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await read<SpanList>(`/spans?limit=5${cursor}`);
      seen.push(...page.data.map(({ spanId }) => spanId));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual(made.toReversed());
  });

  it('is narrowed by what is asked for', async () => {
    await fresh();
    const attribution = { sessionId: 's-1', endUserId: 'u-1' };
    const done = await run('sandbox/echo', { attribution });
    const added = await call('add', { a: 1, b: 1 });
    const refused = await run('sandbox/refused');
    const traceId = hex(16);
    const attributes = {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'sandbox/echo' },
      ...{ 'session.id': 's-1', 'user.id': 'u-2' },
    };
    const spanId = hex(8);
    await send({ traceId, spanId, attributes });
    const names = async (query: string) =>
      (await read<SpanList>(`/spans?${query}`)).data.map((span) => span.run?.id ?? span.spanId);
    expect(await names('source=client')).toEqual([spanId]);
    expect(await names('source=run')).toEqual([refused.id, added.id, done.id]);
    expect(await names('operation=chat')).toEqual([spanId, refused.id, done.id]);
    expect(await names('operation=execute_tool')).toEqual([added.id]);
    expect(await names('model=sandbox/echo')).toEqual([spanId, done.id]);
    expect(await names('tool=sandbox/add')).toEqual([added.id]);
    expect(await names('sessionId=s-1')).toEqual([spanId, done.id]);
    expect(await names('endUserId=u-2')).toEqual([spanId]);
    expect(await names('status=error')).toEqual([refused.id]);
    expect(await names(`traceId=${traceId}`)).toEqual([spanId]);
    expect(await names(`traceId=${added.traceId}`)).toEqual([added.id]);
    expect(await names(`traceId=${'0'.repeat(32)}`)).toEqual([]);
    expect(await names('model=sandbox/echo&tool=sandbox/add')).toEqual([]);
    expect(await names('startedAfter=2099-01-01T00:00:00Z')).toEqual([]);
    expect(await names('startedBefore=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await names('startedAfter=2020-01-01T00:00:00Z&limit=1')).toEqual([spanId]);
  });

  it('is of the workspace alone', async () => {
    await fresh();
    await run('sandbox/echo');
    await send({ traceId: hex(16), spanId: hex(8) });
    await fresh();
    expect(await read('/spans')).toEqual({ data: [], nextCursor: null });
    expect(await read('/traces')).toEqual({ data: [], nextCursor: null });
  });

  it('is refused with 400 where a cursor is of another list', async () => {
    await fresh();
    for (let i = 0; i < 3; i++) await send({ traceId: hex(16), spanId: hex(8) });
    const { nextCursor } = await read<SpanList>('/spans?limit=1');
    problemOf(await tenant.get(`${OBSERVABILITY}/traces?cursor=${nextCursor}`), 'invalid_cursor');
  });
});

describe('groups of spans', () => {
  it('lists each trace once, by its newest span, with its sums', async () => {
    await fresh();
    const traces: string[] = [];
    for (let i = 0; i < 5; i++) {
      const [traceId, spanId] = [hex(16), hex(8)];
      await send({ traceId, spanId, name: `root ${i}`, attributes: { 'gen_ai.usage.cost': 0.5 } });
      await run('sandbox/echo', {}, { traceparent: `00-${traceId}-${spanId}-01` });
      traces.push(traceId);
    }
    const own = await run('sandbox/echo');
    traces.push(own.traceId!);
    // An old trace that goes on is at the top again.
    await send({ traceId: traces[0]!, spanId: hex(8) });
    traces.push(traces.shift()!);
    const seen: TraceList['data'] = [];
    for (let cursor = ''; ; ) {
      const page = await read<TraceList>(`/traces?limit=2${cursor}`);
      seen.push(...page.data);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen.map(({ traceId }) => traceId)).toEqual(traces.toReversed());
    expect(seen[0]).toMatchObject({
      name: 'root 0',
      totals: { runs: 1, clientSpans: 2, reportedCost: '0.5' },
    });
    const sum = seen.reduce((total, { totals }) => total + totals.chargedAmount, 0);
    expect(sum).toBe(await ledgerSum(tenant.workspace));
  });

  it('lists sessions and end users, of runs and of programs', async () => {
    await fresh();
    const attribution = { sessionId: 's-1', endUserId: 'u-1' };
    const done = await run('sandbox/echo', { attribution });
    await run('sandbox/echo', { attribution: { sessionId: 's-2' } });
    await send({
      ...{ traceId: hex(16), spanId: hex(8) },
      attributes: { 'langfuse.session.id': 's-1', 'langfuse.user.id': 'u-2' },
    });
    const sessions = await read<SessionList>('/sessions');
    expect(sessions.data.map(({ sessionId }) => sessionId)).toEqual(['s-1', 's-2']);
    expect(sessions.data[0]).toMatchObject({
      endUserId: 'u-2',
      totals: { runs: 1, clientSpans: 1, chargedAmount: done.chargedAmount },
    });
    const users = await read<EndUserList>('/end-users');
    expect(users.data.map(({ endUserId }) => endUserId)).toEqual(['u-2', 'u-1']);
    const traces = await read<TraceList>('/traces?sessionId=s-1');
    expect(traces.data).toHaveLength(2);
    expect((await read<SessionList>('/sessions?endUserId=u-1')).data).toHaveLength(1);
  });
});

describe('limits', () => {
  it('are read for nothing, with the scope to read', async () => {
    await fresh();
    expect(await read('/limits')).toMatchObject({ maxBodyBytes: 4_194_304, retentionDays: 30 });
    const key = await tenant.newKey({ scopes: ['observability:run'] });
    problemOf(await tenant.as(key).get(`${OBSERVABILITY}/limits`), 'insufficient_scope');
    const body = otlpOf([{ traceId: hex(16), spanId: hex(8), name: unique('span') }]);
    expect((await tenant.as(key).send({ path: OTLP_TRACES, body })).status).toBe(200);
  });
});
