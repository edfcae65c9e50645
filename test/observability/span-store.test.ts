/** What the port of spans promises, for every store that implements it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientSpan, ClientSpanFilter } from '../../server/traces/span.ts';

import {
  hex,
  MAX_SPANS_PER_DAY,
  newWorkspace,
  type Opened,
  openStore,
  START,
  STORES,
  spanOf,
} from './span-stores.ts';

const HOUR_MICROS = 3_600_000_000;

describe.each(STORES)('the spans of programs in %s', (name) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openStore(name);
  });
  afterAll(() => opened.close());

  /** Every page, the positions in their order. */
  async function listAll(workspace: string, filter: ClientSpanFilter = {}, limit = 3) {
    const ids: string[] = [];
    let before: string | undefined;
    for (;;) {
      const { spans, next } = await opened.store.list(workspace, { filter, before, limit });
      ids.push(...spans.map(({ spanId }) => spanId));
      if (next === null) return ids;
      before = next;
    }
  }

  async function exportAll(workspace: string, limit: number) {
    const ids: string[] = [];
    let after: string | undefined;
    const times = { from: new Date(START), to: new Date(START + 3_600_000) };
    const span = { workspace, ...times, endUser: null };
    for (;;) {
      const rows = await opened.exported({ ...span, after, limit });
      if (rows.length === 0) return ids;
      ids.push(...rows.map((row) => row.span.toString('hex')));
      after = rows.at(-1)!.position;
    }
  }

  const reported = (
    workspace: string,
    more: Partial<Parameters<typeof opened.reported.select>[0]> = {},
  ) =>
    opened.reported.select({
      ...{ workspace, from: new Date(START), to: new Date(START + 7_200_000) },
      ...{ interval: undefined, dimensions: [], filters: {}, atMost: 100, ...more },
    });

  it('are given as they came, to the microsecond and the last digit', async () => {
    const workspace = newWorkspace();
    const span = spanOf({
      ...{ spanId: 'f'.repeat(16), parentSpanId: `0${'e'.repeat(15)}`, atMicros: 123_457 },
      ...{ name: 'it\'s "a" \\ name\n\t\u{1F600}', kind: 'client', status: 'error' },
      ...{ statusMessage: '', service: 'shop', operation: 'chat', model: 'm', tool: 't' },
      ...{ inputTokens: 5_000_000_000, outputTokens: 0, cachedInputTokens: 1, reasoningTokens: 2 },
      ...{ reportedCost: '123456789.000000000001', sessionId: 's', endUserId: 'u' },
      ...{ input: 'in\r\n', output: '{"a":"\\u0000"}', durationNanos: 9_007_199_254_740_991n },
      attributes: { a: [1, 'b', { c: null }], 'd.e': 'Grüße', f: 0.1 },
      events: [{ name: 'e', at: '2027-01-01T00:00:00.000Z', attributes: { x: true } }],
      truncated: true,
    });
    const plain = spanOf({ traceId: span.traceId, spanId: '0'.repeat(15).concat('1') });
    expect(await opened.store.save(workspace, [span, plain])).toBe(2);
    const { startedAtNanos, attributes, events, input, output, ...same } = span;
    const summary = { ...same, startedAt: new Date(START + 123) };
    const detail = { ...summary, ...{ attributes, events, input, output } };
    expect(await opened.store.get(workspace, span.traceId, span.spanId)).toStrictEqual(detail);
    const { startedAtNanos: _, attributes: __, events: ___, ...bare } = plain;
    const bareSummary = { ...bare, startedAt: new Date(START) };
    const ofTrace = await opened.store.ofTrace(workspace, span.traceId, 10);
    expect(ofTrace).toStrictEqual([bareSummary, summary]);
    expect(await opened.store.ofTrace(workspace, span.traceId, 1)).toStrictEqual([bareSummary]);
    const { spans } = await opened.store.list(workspace, { filter: {}, limit: 1 });
    expect(spans).toMatchObject([summary]);
  });

  it('are one, however often each is sent, and the first that came', async () => {
    const workspace = newWorkspace();
    const span = spanOf({ name: 'first', reportedCost: '1' });
    const other = spanOf({ traceId: span.traceId });
    expect(await opened.store.save(workspace, [span, span])).toBe(1);
    const again = { ...span, name: 'second', reportedCost: '5' };
    expect(await opened.store.save(workspace, [again, other])).toBe(1);
    expect(await opened.store.save(workspace, [other, again])).toBe(0);
    const names = (await opened.store.ofTrace(workspace, span.traceId, 9)).map((one) => one.name);
    expect(names.sort()).toEqual(['first', 'work']);
    expect(await reported(workspace)).toMatchObject([{ reported_cost: '1' }]);
  });

  it('are one in every read, where several callers send the same at the same moment', async () => {
    const workspace = newWorkspace();
    const traceId = hex(16);
    const spans = Array.from({ length: 40 }, (_, i) =>
      spanOf({
        ...{ traceId, atMicros: i, reportedCost: '0.5', inputTokens: 2 },
        ...{ sessionId: 's', endUserId: 'u', model: 'm' },
      }),
    );
    await Promise.all(Array.from({ length: 6 }, () => opened.store.save(workspace, spans)));
    const inOrder = spans.map(({ spanId }) => spanId);
    const ofTrace = await opened.store.ofTrace(workspace, traceId, 1_000);
    expect(ofTrace.map(({ spanId }) => spanId)).toEqual(inOrder);
    expect(await listAll(workspace, {}, 7)).toEqual(inOrder.toReversed());
    expect(await listAll(workspace, { model: 'm' }, 7)).toEqual(inOrder.toReversed());
    expect(await exportAll(workspace, 7)).toEqual(inOrder);
    for (const [by, key] of [
      ['trace', traceId],
      ['session', 's'],
      ['endUser', 'u'],
    ] as const) {
      const [sums] = await opened.store.sums(by, workspace, [key], 1_000);
      expect(sums).toMatchObject({ key, spans: 40, reportedCost: '20', isPartial: false });
    }
    expect(await reported(workspace)).toMatchObject([{ reported_cost: '20', input_tokens: 80 }]);
  });

  it('are in the next read, each time', async () => {
    const workspace = newWorkspace();
    for (let i = 0; i < 25; i++) {
      const span = spanOf({ atMicros: i });
      await opened.store.save(workspace, [span]);
      const { spans } = await opened.store.list(workspace, { filter: {}, limit: 1 });
      expect(spans[0]!.spanId).toBe(span.spanId);
    }
  });

  it('are those of the workspace in every read', async () => {
    const [ours, theirs] = [newWorkspace(), newWorkspace()];
    const same = { sessionId: 's', endUserId: 'u', reportedCost: '1' };
    const span = spanOf({ ...same, name: 'ours' });
    await opened.store.save(ours, [span]);
    await opened.store.save(theirs, [{ ...span, name: 'theirs' }, spanOf(same)]);
    const { store } = opened;
    expect(await store.get(ours, span.traceId, span.spanId)).toMatchObject({ name: 'ours' });
    expect(await store.get(theirs, span.traceId, span.spanId)).toMatchObject({ name: 'theirs' });
    expect(await store.ofTrace(ours, span.traceId, 9)).toHaveLength(1);
    expect(await listAll(ours)).toEqual([span.spanId]);
    expect(await exportAll(ours, 9)).toEqual([span.spanId]);
    expect(await store.sums('session', ours, ['s'], 9)).toMatchObject([{ spans: 1 }]);
    const { spans } = await store.list(theirs, { filter: {}, limit: 9 });
    const from = spans.at(-1)!.position;
    const query = { workspace: newWorkspace(), keys: ['u'], from, filter: {} };
    expect(await store.keysFrom('endUser', query)).toEqual([]);
    expect(await reported(ours)).toMatchObject([{ reported_cost: '1' }]);
    expect(await reported(newWorkspace())).toEqual([]);
    expect(await store.get(newWorkspace(), span.traceId, span.spanId)).toBeUndefined();
  });

  it('are refused beyond those of the day, and none of a body is saved then', async () => {
    const workspace = newWorkspace();
    const traceId = hex(16);
    const half = Array.from({ length: MAX_SPANS_PER_DAY / 2 }, () => spanOf({ traceId }));
    const code = 'ingest_quota_exceeded';
    await opened.store.save(workspace, half);
    await opened.store.save(workspace, half);
    await opened.store.save(
      workspace,
      half.slice(1).map((one) => ({ ...one, spanId: hex(8) })),
    );
    const two = [spanOf(), spanOf()];
    await expect(opened.store.save(workspace, two)).rejects.toMatchObject({ code });
    expect(await opened.store.ofTrace(workspace, two[0]!.traceId, 9)).toEqual([]);
    expect(await opened.store.save(workspace, two.slice(1))).toBe(1);
    await expect(opened.store.save(workspace, two.slice(1))).rejects.toMatchObject({ code });
    expect(await opened.store.save(newWorkspace(), two)).toBe(2);
  });

  it('are listed newest first, each once, and those that a filter takes', async () => {
    const workspace = newWorkspace();
    const facts: Partial<ClientSpan>[] = [
      ...[{ operation: 'chat' }, { model: 'm' }, { tool: 't' }, { sessionId: 's' }],
      ...[{ endUserId: 'u' }, { status: 'error' as const }, { traceId: 'a'.repeat(32) }],
    ];
    const spans = facts.flatMap((fact, i) =>
      // Several of one microsecond.
      [0, 0, i].map((micros) => spanOf({ ...fact, atMicros: micros * 1_000_000 })),
    );
    await opened.store.save(workspace, spans);
    const all = await listAll(workspace);
    expect(new Set(all)).toEqual(new Set(spans.map(({ spanId }) => spanId)));
    expect(all).toHaveLength(spans.length);
    const began = new Map(spans.map((span) => [span.spanId, span.startedAtNanos]));
    const times = all.map((id) => Number(began.get(id)!));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    for (const fact of facts) {
      const wanted = spans.filter((span) =>
        Object.entries(fact).every(([key, value]) => span[key as keyof ClientSpan] === value),
      );
      const found = await listAll(workspace, fact as ClientSpanFilter, 2);
      expect(found.toSorted(), JSON.stringify(fact)).toEqual(
        wanted.map((one) => one.spanId).sort(),
      );
    }
    const between = { startedAfter: new Date(START), startedBefore: new Date(START + 3_000) };
    expect(await listAll(workspace, between)).toHaveLength(2);
    expect(await listAll(workspace, { model: 'm', tool: 't' })).toEqual([]);
    expect(await listAll(workspace, { traceId: 'no trace' })).toEqual([]);
  });

  it('are added up by key, the newest of them, with whether there are more', async () => {
    const workspace = newWorkspace();
    const traceId = hex(16);
    await opened.store.save(workspace, [
      spanOf({ traceId, name: 'root', reportedCost: '0.1', sessionId: 's' }),
      spanOf({ traceId, atMicros: 1_000, status: 'error', reportedCost: '0.02', endUserId: 'u' }),
      spanOf({ traceId, atMicros: 2_000, name: 'last' }),
    ]);
    const { sums } = opened.store;
    expect(await sums('trace', workspace, [traceId, hex(16)], 3)).toStrictEqual([
      {
        ...{ key: traceId, spans: 3, errors: 1, reportedCost: '0.12', firstName: 'root' },
        ...{ firstAt: new Date(START), lastAt: new Date(START + 2), endsAt: new Date(START + 7) },
        ...{ sessionId: 's', endUserId: 'u', isPartial: false },
      },
    ]);
    expect(await sums('trace', workspace, [traceId], 1)).toStrictEqual([
      {
        ...{ key: traceId, spans: 1, errors: 0, reportedCost: null, firstName: 'last' },
        ...{
          firstAt: new Date(START + 2),
          lastAt: new Date(START + 2),
          endsAt: new Date(START + 7),
        },
        ...{ sessionId: null, endUserId: null, isPartial: true },
      },
    ]);
    expect(await sums('session', workspace, ['s', 'x'], 9)).toMatchObject([{ key: 's', spans: 1 }]);
    expect(await sums('endUser', workspace, ['u'], 9)).toMatchObject([{ key: 'u', errors: 1 }]);
  });

  it('count what they report once: a parent only for what no span below it reports, and the same ids once', async () => {
    const workspace = newWorkspace();
    const traceId = hex(16);
    const [root, step, call] = [hex(8), hex(8), hex(8)];
    const same = { traceId, sessionId: 's', endUserId: 'u' };
    await opened.store.save(workspace, [
      spanOf({ ...same, spanId: root, reportedCost: '3', inputTokens: 30, cachedInputTokens: 4 }),
      spanOf({ ...same, spanId: step, parentSpanId: root, atMicros: 1 }),
      spanOf({
        ...same,
        spanId: call,
        parentSpanId: step,
        atMicros: 2,
        reportedCost: '1',
        model: 'm',
      }),
      spanOf({ ...same, parentSpanId: step, atMicros: 3, reportedCost: '2', inputTokens: 20 }),
      // The same span again, with another start.
      spanOf({
        ...same,
        spanId: call,
        parentSpanId: step,
        atMicros: 4,
        reportedCost: '1',
        model: 'm',
      }),
      // It names itself and nobody that came as its parent.
      spanOf({
        ...same,
        spanId: 'c'.repeat(16),
        parentSpanId: 'c'.repeat(16),
        reportedCost: '0.5',
      }),
      // The same ids in another trace are another span.
      spanOf({ spanId: call, parentSpanId: root, reportedCost: '0.25' }),
    ]);
    for (const [by, key] of [
      ['trace', traceId],
      ['session', 's'],
      ['endUser', 'u'],
    ] as const) {
      const sums = await opened.store.sums(by, workspace, [hex(16), key], 100);
      expect(sums, by).toMatchObject([{ key, spans: 5, reportedCost: '3.5' }]);
    }
    const [all, ...none] = await reported(workspace);
    expect(all).toMatchObject({ reported_cost: '3.75', input_tokens: 20, cached_tokens: 4 });
    expect(none).toEqual([]);
    // Each figure is once in its rows too, and a row without any is left out.
    const rows = await reported(workspace, { dimensions: ['model'] });
    expect(rows.map((row) => [row.model, row.reported_cost])).toEqual([
      [null, '2.75'],
      ['m', '1'],
    ]);
    // Among the spans that a filter takes, the deepest ones count.
    const ofModel = await reported(workspace, { filters: { subjects: { model: ['m'] } } });
    expect(ofModel).toMatchObject([{ reported_cost: '1', input_tokens: null }]);
  });

  it('find the keys that have a matching span at a position or before it', async () => {
    const workspace = newWorkspace();
    const spans = [0, 1, 2].map((i) =>
      spanOf({ atMicros: i, sessionId: `s${i}`, ...(i === 2 && { model: 'm' }) }),
    );
    await opened.store.save(workspace, spans);
    const page = await opened.store.list(workspace, { filter: {}, limit: 2 });
    const from = page.spans[1]!.position;
    const keys = ['s0', 's1', 's2', 's3'];
    const query = { workspace, keys, from, filter: {} };
    expect((await opened.store.keysFrom('session', query)).sort()).toEqual(['s1', 's2']);
    const ofModel = { ...query, filter: { model: 'm' } };
    expect(await opened.store.keysFrom('session', ofModel)).toEqual(['s2']);
    const traces = { ...query, keys: spans.map(({ traceId }) => traceId) };
    const found = await opened.store.keysFrom('trace', traces);
    expect(found.sort()).toEqual(
      spans
        .slice(1)
        .map(({ traceId }) => traceId)
        .sort(),
    );
    const end = `0.${'0'.repeat(16)}.00000000-0000-0000-0000-000000000000`;
    expect(await opened.store.keysFrom('session', { ...query, from: end })).toHaveLength(3);
  });

  it('report by time and dimension, without what was not reported', async () => {
    const workspace = newWorkspace();
    await opened.store.save(workspace, [
      spanOf({ model: 'x', reportedCost: '0.1', inputTokens: 1 }),
      spanOf({ model: 'x', reportedCost: '0.2', atMicros: 1 }),
      spanOf({ model: 'y', outputTokens: 7, atMicros: HOUR_MICROS, sessionId: 's' }),
      spanOf({ model: 'z' }),
    ]);
    const none = { input_tokens: null, output_tokens: null, cached_tokens: null };
    const group = { model: null, tool: null, end_user_id: null, session_id: null };
    expect(await reported(workspace, { interval: 'hour', dimensions: ['model'] })).toStrictEqual([
      {
        ...{ ...group, start: new Date(START), model: 'x', reported_cost: '0.3' },
        ...{ ...none, input_tokens: 1, reasoning_tokens: null },
      },
      {
        ...{ ...group, start: new Date(START + 3_600_000), model: 'y', reported_cost: null },
        ...{ ...none, output_tokens: 7, reasoning_tokens: null },
      },
    ]);
    const day = new Date(Math.floor(START / 86_400_000) * 86_400_000);
    const [first] = await reported(workspace, { interval: 'day' });
    expect(first).toMatchObject({ start: day, model: null, reported_cost: '0.3' });
    const ofSession = { filters: { sessionId: ['s', 't'] }, dimensions: ['sessionId'] };
    expect(await reported(workspace, ofSession)).toMatchObject([{ session_id: 's' }]);
    expect(await reported(workspace, { filters: { subjects: { model: [] } } })).toEqual([]);
    const times = { from: new Date(START), to: new Date(START + 3_600_000) };
    const span = { workspace, ...times, endUser: null };
    const count = (atMost: number) =>
      opened.reported.count(
        { ...span, interval: undefined, dimensions: [], filters: {}, atMost: 1 },
        atMost,
      );
    expect([await count(10), await count(2)]).toEqual([3, 2]);
  });
});
