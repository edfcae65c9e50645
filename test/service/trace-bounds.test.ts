/** Traces at their bounds, and programs that report false facts about spans. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Span, SpanList, Trace, TraceList } from '../../openapi/generated/developer.ts';
import { runUuidOf } from '../../server/kinds.ts';
import { TEST_CLICKHOUSE_URL } from '../support/clickhouse.ts';
import { OBSERVABILITY, OTLP_TRACES, otlpOf } from '../support/observability.ts';
import {
  jsonOf,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

async function fresh(): Promise<Tenant> {
  tenant = await service.tenant();
  return tenant;
}

async function read<T>(path: string): Promise<T> {
  const answer = await tenant.get(`${OBSERVABILITY}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as T;
}

async function run(more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const created = await tenant.create(request('sandbox/echo', more), { headers });
  return tenant.end(runOf(created).id);
}

async function send(...spans: Parameters<typeof otlpOf>[0]) {
  const answer = await tenant.send({ path: OTLP_TRACES, body: otlpOf(spans) });
  expect(answer.status, answer.text).toBe(200);
}

async function copyRun(id: string, times: number): Promise<void> {
  await service.database.db.query(
    `insert into run select (json_populate_record(r, json_build_object('id', left(r.id::text, 15) || substr(gen_random_uuid()::text, 16)))).*
     from run r, generate_series(1, $2) where r.id = $1`,
    [id, times],
  );
}

describe('a trace', () => {
  it('has a name that is cut to 256 characters, as those of programs are', async () => {
    await fresh();
    const { id, traceId } = await run();
    const { db } = service.database;
    await db.query("update run set subject = repeat('m', 256) where workspace = $1", [
      tenant.workspace,
    ]);
    const { spans } = await read<Trace>(`/traces/${traceId}`);
    expect(spans[0]).toMatchObject({ name: `chat ${'m'.repeat(251)}`, run: { id } });
    expect((await read<TraceList>('/traces')).data[0]!.name).toBe(spans[0]!.name);
  });

  it('has spans of one millisecond in the order in which they began', async () => {
    await fresh();
    const traceId = hex(16);
    const start = BigInt(Date.now()) * 1_000_000n;
    const ids = ['3', '1', '4', '2'].map((digit) => digit.repeat(16));
    await send(
      ...ids.map((spanId, i) => ({
        ...{ traceId, spanId, startTimeUnixNano: String(start + BigInt(i) * 1_000n) },
      })),
    );
    const { spans } = await read<Trace>(`/traces/${traceId}`);
    expect(spans.map(({ spanId }) => spanId)).toEqual(ids);
  });

  it('has the run, whatever a program says of its span', async () => {
    await fresh();
    const { id, traceId, chargedAmount } = await run();
    const spanId = traceId!.slice(16);
    await send({
      traceId: traceId!,
      spanId,
      name: 'forged',
      startedAt: new Date(Date.now() - 5_000),
    });
    const trace = await read<Trace>(`/traces/${traceId}`);
    expect(trace.spans.map(({ source, run }) => [source, run?.id])).toEqual([['run', id]]);
    expect(trace.totals.chargedAmount).toBe(chargedAmount);
    expect((await read<Span>(`/traces/${traceId}/spans/${spanId}`)).run?.id).toBe(id);
    expect((await read<SpanList>('/spans')).data.map(({ source }) => source)).toEqual([
      ...['run', 'client'],
    ]);
  });

  it('has each span once, where spans are part of each other or of themselves', async () => {
    await fresh();
    const traceId = hex(16);
    const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(16)) as [string, string, string];
    const startedAt = new Date();
    await send(
      { traceId, spanId: a, parentSpanId: b, startedAt },
      { traceId, spanId: b, parentSpanId: a, startedAt },
      { traceId, spanId: c, parentSpanId: c, startedAt },
    );
    const { spans } = await read<Trace>(`/traces/${traceId}`);
    expect(spans.map(({ spanId, depth }) => [spanId, depth])).toEqual([
      ...[
        [c, 0],
        [a, 0],
        [b, 1],
      ],
    ]);
  });

  it('has what its workspace knows of it, where another one has a trace of the same id', async () => {
    const [ours, theirs] = [await fresh(), await fresh()];
    const { traceId } = await run({ attribution: { sessionId: 's-1' } });
    const theirSpan = traceId!.slice(16);
    tenant = ours;
    problemOf(await ours.get(`${OBSERVABILITY}/traces/${traceId}`), 'not_found');
    problemOf(await ours.get(`${OBSERVABILITY}/traces/${traceId}/spans/${theirSpan}`), 'not_found');
    const own = await run({}, { traceparent: `00-${traceId}-${theirSpan}-01` });
    await send({ traceId: traceId!, spanId: hex(8), attributes: { 'session.id': 's-1' } });
    const trace = await read<Trace>(`/traces/${traceId}`);
    expect(trace.totals).toMatchObject({ runs: 1, clientSpans: 1 });
    expect(trace.spans.flatMap(({ run }) => run?.id ?? [])).toEqual([own.id]);
    const [session] = (await read<TraceList>('/sessions')).data;
    expect(session!.totals).toMatchObject({ runs: 0, clientSpans: 1, chargedAmount: 0 });
    tenant = theirs;
    expect((await read<Trace>(`/traces/${traceId}`)).totals).toMatchObject({
      runs: 1,
      clientSpans: 0,
    });
  });

  it('stays that of the create, where a replay of it comes with another traceparent', async () => {
    await fresh();
    const [requestKey, traceId] = [unique('request'), hex(16)];
    const create = (id: string) =>
      tenant.create(request('sandbox/echo'), {
        requestKey,
        headers: { traceparent: `00-${id}-${hex(8)}-01` },
      });
    const first = runOf(await create(traceId));
    const again = runOf(await create(hex(16)));
    expect([again.id, again.traceId]).toEqual([first.id, traceId]);
    await tenant.end(first.id);
  });
});

describe('groups of spans', () => {
  it('is listed on a later page, even if an earlier span of it arrives in between', async () => {
    await fresh();
    const [old] = [await run(), await run()];
    const first = await read<TraceList>('/traces?limit=1');
    const startedAt = new Date(new Date(old.createdAt).getTime() - 1_000);
    await send({ traceId: old.traceId!, spanId: hex(8), startedAt });
    const second = await read<TraceList>(`/traces?limit=1&cursor=${first.nextCursor}`);
    expect(second.data).toMatchObject([{ traceId: old.traceId, totals: { clientSpans: 1 } }]);
  });

  it('adds up 1,000 of a source, and says isPartial where there are more', async () => {
    await fresh();
    const traceId = hex(16);
    const attributes = { 'session.id': 's-1', 'user.id': 'u-1', 'gen_ai.usage.cost': 1 };
    await send(...Array.from({ length: 1_000 }, () => ({ traceId, spanId: hex(8), attributes })));
    const { id } = await run(
      { attribution: { sessionId: 's-1', endUserId: 'u-1' } },
      { traceparent: `00-${traceId}-${hex(8)}-01` },
    );
    await copyRun(runUuidOf(id)!, 999);
    for (const list of ['/traces', '/sessions', '/end-users']) {
      const [whole] = (await read<TraceList>(list)).data;
      expect(whole).not.toHaveProperty('isPartial');
      expect(whole!.totals).toMatchObject({
        runs: 1_000,
        clientSpans: 1_000,
        reportedCost: '1000',
      });
    }
    await send({ traceId, spanId: hex(8), attributes });
    for (const list of ['/traces', '/sessions', '/end-users']) {
      const [part] = (await read<TraceList>(list)).data;
      expect(part).toMatchObject({ isPartial: true, totals: { runs: 1_000, clientSpans: 1_000 } });
    }
    await copyRun(runUuidOf(id)!, 1);
    const [part] = (await read<TraceList>('/traces')).data;
    expect(part).toMatchObject({ isPartial: true, totals: { runs: 1_000, clientSpans: 1_000 } });
    const trace = await read<Trace>(`/traces/${traceId}`);
    expect(trace).toMatchObject({ isPartial: true, totals: { runs: 1_001, clientSpans: 1_001 } });
  });

  // They are created in PostgreSQL.
  it.skipIf(TEST_CLICKHOUSE_URL)(
    'adds up 100,000 spans of programs where one trace is read',
    async () => {
      await fresh();
      const traceId = hex(16);
      await send({ traceId, spanId: hex(8), attributes: { 'gen_ai.usage.cost': 1 } });
      await service.database.db.query(
        `insert into client_span (workspace, trace, span, started_at, duration, name, kind, status, attributes)
       select s.workspace, s.trace, int8send(i), s.started_at - i * interval '1 ms', 0, 'work', 'client', 'ok', '{}'
       from client_span s, generate_series(1, 100000) i where s.workspace = $1`,
        [tenant.workspace],
      );
      const trace = await read<Trace>(`/traces/${traceId}`);
      expect(trace).toMatchObject({ isPartial: true, totals: { clientSpans: 100_000 } });
      expect(trace.totals.reportedCost).toBe('1');
      expect(trace.spans).toHaveLength(1_000);
      expect(trace.startedAt).toBe(trace.spans[0]!.startedAt);
      expect(trace.spans[0]!.spanId).toBe((100_000).toString(16).padStart(16, '0'));
    },
  );
});
