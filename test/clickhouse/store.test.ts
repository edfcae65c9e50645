/** ClickHouse itself: acknowledged spans stay, days go, spans move over from PostgreSQL, and both stores agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copySpans, dropOldDays } from '../../server/clickhouse/index.ts';
import { openClickHouse, statement } from '../../server/platform/db/clickhouse/connection.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { createSpanStore } from '../../server/traces/index.ts';
import type { ClientSpan } from '../../server/traces/span.ts';
import {
  dailyLimits,
  hex,
  newWorkspace,
  type Opened,
  openStore,
  RETENTION_DAYS,
  START,
  spanOf,
} from '../observability/span-stores.ts';
import { json, run } from '../support/program.ts';

const log = createLog({ level: 'silent' });
const COUNT = statement('select count() as n from client_span');
const DAY_NANOS = 86_400_000_000_000n;
const DAY_MS = 86_400_000;
const PATIENCE = { timeout: 60_000, interval: 100 };

describe('ClickHouse', () => {
  let opened: Opened;
  let direct: ReturnType<typeof openClickHouse>;
  beforeAll(async () => {
    opened = await openStore('ClickHouse');
    direct = openClickHouse({ url: opened.clickHouse!.url, log });
  });
  afterAll(async () => {
    await direct.close();
    await opened.close();
  });

  async function countRows(): Promise<number> {
    const [row] = await direct.query<{ n: string }>(COUNT);
    return Number(row!.n);
  }

  it('has what was acknowledged, after it was killed while spans came', async () => {
    const workspace = newWorkspace();
    const traceId = hex(16);
    const acknowledged: string[] = [];
    let refused = 0;
    let over = false;
    const sending = Array.from({ length: 3 }, async () => {
      while (!over) {
        const spans = Array.from({ length: 20 }, () => spanOf({ traceId }));
        try {
          await opened.store.save(workspace, spans);
          acknowledged.push(...spans.map(({ spanId }) => spanId));
        } catch (error) {
          expect(error).toMatchObject({ code: 'overloaded', options: { retryAfterSeconds: 5 } });
          refused += 1;
        }
        if (acknowledged.length >= 200) over = true;
        if (acknowledged.length >= 100 && refused === 0) await opened.clickHouse!.kill();
        if (refused === 3) await opened.clickHouse!.start();
      }
    });
    await Promise.all(sending);
    expect(refused).toBeGreaterThanOrEqual(3);
    const there = await opened.store.ofTrace(workspace, traceId, 10_000);
    const ids = new Set(there.map(({ spanId }) => spanId));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(there.length);
  });

  it('keeps each day for the retention time, and then drops it as a whole', async () => {
    const workspace = newWorkspace();
    const day = (ago: number) =>
      spanOf({ startedAtNanos: BigInt(START) * 1_000_000n - BigInt(ago - 1) * DAY_NANOS });
    const [old, last] = [day(RETENTION_DAYS + 1), day(RETENTION_DAYS)];
    await opened.store.save(workspace, [old, last]);
    await opened.keepDays();
    const { spans } = await opened.store.list(workspace, { filter: {}, limit: 9 });
    expect(spans.map(({ spanId }) => spanId)).toEqual([last.spanId]);
    expect(await dropOldDays(direct, RETENTION_DAYS)).toBe(0);
  });

  it('removes what a workspace keeps no longer, from PostgreSQL as well, and nothing of others', async () => {
    const [workspace, other] = [newWorkspace(), newWorkspace()];
    const spans = [0, 1, 2].map((day) =>
      spanOf({ atMicros: -day * 86_400_000_000, sessionId: 's' }),
    );
    const { db } = opened.database;
    const old = createSpanStore({
      ...{ db, reads: db, limits: dailyLimits, retentionDays: RETENTION_DAYS },
    });
    await old.save(workspace, spans);
    for (const of of [workspace, other]) await opened.store.save(of, spans);
    // From earlier days: the span of that very moment stays.
    const moment = new Date(START - DAY_MS);
    expect(await opened.removeBefore(workspace, moment, () => false)).toBe(true);
    const left = (store: typeof opened.store, of: string) =>
      store
        .list(of, { filter: {}, limit: 9 })
        .then((page) => page.spans.map(({ spanId }) => spanId));
    await expect
      .poll(() => left(opened.store, workspace), PATIENCE)
      .toEqual(spans.slice(0, 2).map(({ spanId }) => spanId));
    expect(await left(old, workspace)).toHaveLength(2);
    expect(await left(opened.store, other)).toHaveLength(3);
    // Sums, which another table may keep, do not include them either.
    const [sums] = await opened.store.sums('session', workspace, ['s'], 1_000);
    const [sumsOfOther] = await opened.store.sums('session', other, ['s'], 1_000);
    expect(sums!.spans).toBe(2);
    expect(sumsOfOther!.spans).toBe(3);
    await opened.removeBefore(workspace, new Date(START + DAY_MS), () => false);
    expect(await left(old, workspace)).toEqual([]);
  });

  it('removes an end user, by what names one and by the traces and sessions that were for one', async () => {
    const workspace = newWorkspace();
    const [named, inTrace, inSession, ofOther, ofNobody] = [
      spanOf({ endUserId: 'ann' }),
      spanOf({}),
      spanOf({ sessionId: 'hers' }),
      spanOf({ endUserId: 'bob', sessionId: 'hers' }),
      spanOf({}),
    ];
    await opened.store.save(workspace, [named, inTrace, inSession, ofOther, ofNobody]);
    const references = {
      endUser: 'ann',
      traces: [uuidOf(inTrace.traceId)],
      sessions: ['hers'],
      runs: [],
    };
    const found = await opened.ofEndUser(workspace, references);
    expect(found).toHaveLength(3);
    await opened.removeOfEndUser(workspace, references);
    const { spans } = await opened.store.list(workspace, { filter: {}, limit: 9 });
    expect(spans.map(({ spanId }) => spanId).sort()).toEqual(
      [ofOther.spanId, ofNobody.spanId].sort(),
    );
    expect(await opened.ofEndUser(workspace, references)).toEqual([]);
  });

  it('answers like PostgreSQL for the same spans, after a copy and after a second copy', async () => {
    const { db } = opened.database;
    const options = {
      db,
      reads: db,
      limits: dailyLimits,
      retentionDays: RETENTION_DAYS,
    };
    const old = createSpanStore(options);
    const workspace = newWorkspace();
    const spans = Array.from({ length: 300 }, (_, i) => anySpan(i));
    await old.save(workspace, spans);
    const before = await countRows();
    expect(await copySpans(db, direct)).toBe(300);
    expect(await copySpans(db, direct)).toBe(300);
    expect(await countRows()).toBeGreaterThan(before + 300);
    const { store } = opened;
    for (const { traceId, spanId } of spans.slice(0, 20)) {
      expect(await store.get(workspace, traceId, spanId)).toStrictEqual(
        await old.get(workspace, traceId, spanId),
      );
      // The order of those of one moment differs between a UUID and its text.
      expect(sorted(await store.ofTrace(workspace, traceId, 99))).toStrictEqual(
        sorted(await old.ofTrace(workspace, traceId, 99)),
      );
    }
    for (const by of ['session', 'endUser'] as const) {
      const keys = ['k0', 'k1', 'k2', 'none'];
      const [ours, theirs] = await Promise.all([
        store.sums(by, workspace, keys, 1_000),
        old.sums(by, workspace, keys, 1_000),
      ]);
      expect(byKey(ours)).toStrictEqual(byKey(theirs));
    }
    expect(await store.save(workspace, spans)).toBe(0);
  });

  it('gets the spans of PostgreSQL by a command', async () => {
    const { database, clickHouse } = opened;
    const environment = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickHouse!.url };
    const copied = await json<{ copied: number }>(['spans', 'copy'], environment);
    expect(copied).toEqual({ copied: 300 });
    const found = await run(['spans', 'copy'], environment);
    expect(found.stdout).toBe('Copied 300 spans to ClickHouse.\n');
  });

  it('keeps the first received of several copies', async () => {
    const workspace = newWorkspace();
    const span = spanOf({ name: 'late' });
    await opened.store.save(workspace, [span]);
    const row = { workspace, trace: uuidOf(span.traceId), span: BigInt(`0x${span.spanId}`) };
    const columns = {
      duration: '1',
      name: 'early',
      kind: 'client',
      status: 'ok',
      attributes: '{}',
    };
    await direct.insert('client_span', [
      {
        ...{ ...row, ...columns, span: String(row.span), truncated: false },
        started_at: new Date(START).toISOString(),
        received_at: new Date(START + 1_000).toISOString(),
      },
    ]);
    expect(await opened.store.ofTrace(workspace, span.traceId, 9)).toMatchObject([
      { name: 'early' },
    ]);
    await direct.command(statement('optimize table client_span final'));
    expect(await opened.store.ofTrace(workspace, span.traceId, 9)).toMatchObject([
      { name: 'early' },
    ]);
  });

  it('takes a page of copies with as many days as can be kept', async () => {
    const workspace = newWorkspace();
    const spans = Array.from({ length: 182 }, (_, ago) =>
      spanOf({ startedAtNanos: BigInt(START) * 1_000_000n - BigInt(ago) * DAY_NANOS }),
    );
    expect(await opened.store.save(workspace, spans)).toBe(182);
  });
});

function anySpan(i: number): ClientSpan {
  return spanOf({
    ...{ traceId: String(i % 20).padStart(32, 'a'), atMicros: i * 7_919, name: `n${i % 3}` },
    ...(i % 2 === 0 && { sessionId: `k${i % 3}`, reportedCost: `${i}.5` }),
    ...(i % 3 === 0 && { endUserId: `k${i % 4}`, inputTokens: i, parentSpanId: hex(8) }),
    ...(i % 5 === 0 && { status: 'error' as const, statusMessage: 'no', model: 'm', input: 'x' }),
    ...(i % 7 === 0 && { attributes: { i, text: `"${i}"` }, truncated: true }),
  });
}

function sorted<T extends { spanId: string }>(spans: readonly T[]): T[] {
  return spans.toSorted((a, b) => (a.spanId < b.spanId ? -1 : 1));
}

function byKey<T extends { key: string }>(sums: readonly T[]): T[] {
  return sums.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function uuidOf(traceId: string): string {
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
