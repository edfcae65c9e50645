/** Spans that programs send: the bounds on what the service keeps of them, and the days by which it keeps them. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Span } from '../../openapi/generated/developer.ts';
import { keepSpanDays } from '../../server/traces/index.ts';
import { OBSERVABILITY, OTLP_TRACES, otlpOf } from '../support/observability.ts';
import {
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
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

interface Otlp {
  resourceSpans: { scopeSpans: { spans: object[] }[] }[];
}

async function post(body: unknown, headers: Record<string, string> = {}) {
  return tenant.send({ path: OTLP_TRACES, body, headers });
}

async function read<T>(path: string): Promise<T> {
  const answer = await tenant.get(`${OBSERVABILITY}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as T;
}

async function count(): Promise<number> {
  const [row] = await service.database.db.query<{ count: number }>(
    'select count(*)::integer as count from client_span where workspace = $1',
    [tenant.workspace],
  );
  return row!.count;
}

describe('a body of spans', () => {
  it('is taken with 200 where members are of another type than the protocol has', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const odd = { toString: 1, valueOf: 1 };
    const attributes = [
      { key: 'int', value: { intValue: odd } },
      { key: 'double', value: { doubleValue: odd } },
      { key: 'nan', value: { doubleValue: 'NaN' } },
    ];
    const numbers = { kind: odd, status: { code: odd }, droppedAttributesCount: odd };
    const body = otlpOf([{ traceId, spanId, ...numbers }]);
    const [sentSpan] = (body as Otlp).resourceSpans[0]!.scopeSpans[0]!.spans;
    Object.assign(sentSpan!, { attributes });
    expect((await post(body)).status).toBe(200);
    expect(await read<Span>(`/traces/${traceId}/spans/${spanId}`)).toMatchObject({
      ...{ kind: 'internal', status: 'unset' },
      attributes: { int: null, double: null, nan: 'NaN' },
    });
  });

  it('is cut to the limit of all attributes, where their values are lists as well', async () => {
    await fresh();
    const [traceId, spanId] = [hex(16), hex(8)];
    const values = Array.from({ length: 400 }, () => ({ stringValue: 'x'.repeat(32) }));
    const body = otlpOf([{ traceId, spanId }]);
    const [sentSpan] = (body as Otlp).resourceSpans[0]!.scopeSpans[0]!.spans;
    const keys = Array.from({ length: 20 }, (_, i) => `list ${i}`);
    const attributes = keys.map((key) => ({ key, value: { arrayValue: { values } } }));
    Object.assign(sentSpan!, { attributes });
    expect((await post(body)).status).toBe(200);
    const span = await read<Span>(`/traces/${traceId}/spans/${spanId}`);
    expect(span.truncated).toBe(true);
    expect(JSON.stringify(span.attributes).length).toBeLessThan(70_000);
    expect(span.attributes['list 3']).toHaveLength(400);
  });

  const PROTOBUF = { 'Content-Type': 'application/x-protobuf' };
  const BROKEN = Buffer.from([10, 9, 0]);
  /** Whoever decodes them comes to the broken end, and refuses the body for its format. */
  const empty = (field: number, count: number) =>
    Buffer.concat([Buffer.alloc(2 * count, Buffer.from([(field << 3) | 2, 0])), BROKEN]);
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
  const within = (field: number, body: Buffer) =>
    Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(body.length)]), body]);

  it.each([
    ['resources', empty(1, 2_000_000)],
    ['scopes', within(1, empty(2, 2_000_000))],
    ['attributes', within(1, within(2, within(2, empty(9, 2_000_000))))],
    ['events', within(1, within(2, within(2, empty(11, 2_000_000))))],
  ])('of millions of empty %s is refused with 400 before it is decoded', async (_, body) => {
    await fresh();
    const answer = await post(body, PROTOBUF);
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([
      { pointer: '#', code: 'max_items' },
    ]);
  });

  it('of a million empty values is refused with 400 before it is parsed', async () => {
    await fresh();
    // Whoever parses it finds no end.
    const answer = await post(`{"resourceSpans":[${'{},'.repeat(1_000_000)}`);
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([
      { pointer: '#', code: 'max_items' },
    ]);
  });

  it('of millions of empty spans is refused with 422 before it is decoded', async () => {
    await fresh();
    const spans = within(1, within(2, empty(2, 2_000_000)));
    problemOf(await post(spans, PROTOBUF), 'too_many_spans');
  });

  it.each([
    ['a message that is a number', Buffer.from([8, 1])],
    ['a group', Buffer.from([0x9b, 6, 0x9c, 6])],
    ['a length beyond the end', BROKEN],
    ['a message longer than what it is in', within(1, Buffer.from([18, 9, 0]))],
    ['text that is a number', within(1, within(2, within(2, Buffer.from([40, 1]))))],
  ])('with %s is refused with 400', async (_, body) => {
    await fresh();
    expect(problemOf(await post(body, PROTOBUF), 'invalid_request').errors).toMatchObject([
      { pointer: '#', code: 'format' },
    ]);
  });

  it('counts as many bytes as it has without its compression: then 429 rate_limited', async () => {
    const small = await startService({
      database: service.database,
      environment: { RATE_LIMIT_BYTES_PER_MINUTE: '1' },
    });
    tenant = await small.tenant();
    const body = gzipSync('{}'.padEnd(3_000_000));
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await post(body, headers)).status).toBe(200);
    problemOf(await post(body, headers), 'rate_limited');
    await small.stop();
  });
});

describe('days of spans', () => {
  it('are made ahead, and dropped when they are kept no longer', async () => {
    const { db } = service.database;
    const days = () =>
      db.query<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'client_span'::regclass order by 1`,
      );
    await fresh();
    await post(otlpOf([{ traceId: hex(16), spanId: hex(8) }]));
    await db.query("select * from keep_span_days(0, 2, 1, '2020-01-01')");
    expect((await days()).slice(0, 3).map(({ name }) => name)).toEqual([
      ...['client_span_20200101', 'client_span_20200102', 'client_span_20200103'],
    ]);
    const [kept] = await db.query<{ made: number; dropped: number }>(
      "select * from keep_span_days(0, 0, 0, '2020-01-03')",
    );
    expect(kept).toEqual({ made: 0, dropped: 2 });
    expect((await days())[0]!.name).toBe('client_span_20200103');
    expect(await count()).toBe(1);
  });

  it('are made while somebody reads those that are to be dropped, which stay until then', async () => {
    const { db } = service.database;
    await db.query("select keep_span_days(0, 0, 1, '2021-01-01')");
    const keep = async () => {
      const [kept] = await db.query<{ made: number; dropped: number }>(
        "select * from keep_span_days(0, 0, 0, '2021-01-02')",
      );
      return kept;
    };
    await db.transaction(async (tx) => {
      await tx.query('select count(*) from client_span');
      expect(await keep()).toEqual({ made: 1, dropped: 0 });
    });
    expect((await keep())!.dropped).toBeGreaterThan(0);
  });

  it('are dropped by and by, where there are very many', async () => {
    const { db } = service.database;
    await db.query("select keep_span_days(39, 0, 40, '2019-06-01')");
    const drop = () => db.query("select dropped from keep_span_days(0, 0, 0, '2019-06-01')");
    expect(await drop()).toEqual([{ dropped: 30 }]);
    expect(await drop()).toEqual([{ dropped: 9 }]);
  });

  it('are kept by the clock of the database, where that of a process is wrong', async () => {
    await fresh();
    await post(otlpOf([{ traceId: hex(16), spanId: hex(8) }]));
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2100-01-01T00:00:00Z'));
    await keepSpanDays(service.database.db, 30).finally(() => clock.mockRestore());
    expect(await count()).toBe(1);
  });

  it('are made when a span comes and they are not there', async () => {
    await fresh();
    const { db } = service.database;
    await db.query("select keep_span_days(0, 0, 0, '2100-01-01')");
    expect((await post(otlpOf([{ traceId: hex(16), spanId: hex(8) }]))).status).toBe(200);
    expect(await count()).toBe(1);
  });
});
