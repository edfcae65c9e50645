/** Scores over HTTP: what they can judge, that one is saved once, how to find them, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Score, ScoreList } from '../../openapi/generated/developer.ts';
import {
  type Answer,
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

const SCORES = '/v1/developer/observability/scores';
const SPAN = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const body = (more: object = {}) => ({
  name: 'helpfulness',
  value: 0.8,
  source: 'automatic',
  ...more,
});
const post = (input: object, requestKey = unique('score'), by = tenant): Promise<Answer> =>
  by.send({ path: SCORES, body: input, headers: { 'Idempotency-Key': requestKey } });

async function saved(input: object, by = tenant): Promise<Score> {
  const answer = await post(input, unique('score'), by);
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer) as Score;
}

async function list(query: Record<string, string>, by = tenant): Promise<ScoreList> {
  const answer = await by.get(`${SCORES}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as ScoreList;
}
const idsOf = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);

const attribution = {
  sessionId: 'chat-1',
  endUserId: 'user-1',
  promptId: 'greeting',
  promptVersion: '3',
};
const run = async () => runOf(await tenant.create(request('sandbox/echo', { attribution }))).id;

describe('a score', () => {
  it.each([
    ['numeric', -1.5],
    ['numeric', 0],
    ['categorical', 'correct'],
    ['categorical', '1'],
    ['boolean', false],
  ])(
    'is saved with 201 as %s where its value is %j, and read back with 200',
    async (dataType, value) => {
      const score = await saved(
        body({ value, sessionId: 'chat-1', source: 'human', comment: 'Why not' }),
      );
      expect(score).toMatchObject({ dataType, value, source: 'human', comment: 'Why not' });
      expect(score).toMatchObject({ sessionId: 'chat-1', name: 'helpfulness' });
      expect(score).not.toHaveProperty('attribution');
      const read = await tenant.get(`${SCORES}/${score.id}`);
      expect([read.status, jsonOf(read)]).toEqual([200, score]);
    },
  );

  it('of a run has what the run is attributed to with 201', async () => {
    const runId = await run();
    expect(await saved(body({ runId }))).toMatchObject({ runId, attribution });
  });

  it('judges a tool run with 201, and a span that is not known yet', async () => {
    const call = { tool: 'sandbox/echo', input: { text: 'Hello' } };
    const { id } = jsonOf(await tenant.create(call, { path: TOOL_RUNS })) as { id: string };
    const score = await saved(body({ runId: id }));
    expect(score.runId).toBe(id);
    expect(score).not.toHaveProperty('attribution');
    expect(await saved(body({ span: SPAN }))).toMatchObject({ span: SPAN });
  });

  it('is saved once: the same key and body give 200 and the same score, another body 422 idempotency_key_reuse', async () => {
    const [key, input] = [unique('score'), body({ sessionId: 'once' })];
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(input, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true');
    expect(replays.map(({ status }) => status)).toEqual(Array(7).fill(200));
    // Empty members do not make another body.
    expect((await post({ ...input, comment: null }, key)).status).toBe(200);
    const other = await post({ ...input, value: 0.9 }, key);
    expect(other.status).toBe(422);
    problemOf(other, 'idempotency_key_reuse');
    expect(await idsOf({ sessionId: 'once' })).toHaveLength(1);
  });

  it('is the same for both where one key judges two things at once: one 201, one 422', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = unique('score');
      const answers = await Promise.all(
        ['one', 'two'].map((sessionId) => post(body({ sessionId }), key)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    }
  });

  it('is deleted with 204, then answers 404, and its key is free for 201', async () => {
    const key = unique('score');
    const { id } = jsonOf(await post(body({ sessionId: 'gone' }), key)) as Score;
    const remove = () => tenant.send({ path: `${SCORES}/${id}`, method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    for (const answer of [await remove(), await tenant.get(`${SCORES}/${id}`)]) {
      expect(answer.status).toBe(404);
      problemOf(answer, 'not_found');
    }
    expect((await post(body({ sessionId: 'gone', value: true }), key)).status).toBe(201);
  });

  it('of another workspace is neither read, nor deleted, nor listed: 404 and 200 without it', async () => {
    const outsider = await service.tenant();
    const { id } = await saved(body({ sessionId: 'ours' }));
    expect((await outsider.get(`${SCORES}/${id}`)).status).toBe(404);
    const removal = await outsider.send({ path: `${SCORES}/${id}`, method: 'DELETE' });
    expect(removal.status).toBe(404);
    expect((await list({ sessionId: 'ours' }, outsider)).data).toEqual([]);
    expect((await tenant.get(`${SCORES}/${id}`)).status).toBe(200);
  });
});

describe('the list of scores', () => {
  it('is narrowed with 200 by each filter', async () => {
    const [runId, name] = [await run(), unique('name')];
    const ofRun = await saved(body({ name, runId }));
    const ofSpan = await saved(
      body({ name, span: { ...SPAN, spanId: 'aaaaaaaaaaaaaaaa' }, source: 'human' }),
    );
    const ofSession = await saved(body({ name, sessionId: name, value: 'fine' }));
    expect(await idsOf({ name })).toEqual([ofSession.id, ofSpan.id, ofRun.id]);
    expect(await idsOf({ runId })).toEqual([ofRun.id]);
    expect(await idsOf({ traceId: SPAN.traceId, spanId: 'aaaaaaaaaaaaaaaa' })).toEqual([ofSpan.id]);
    expect(await idsOf({ sessionId: name })).toEqual([ofSession.id]);
    expect(await idsOf({ name, source: 'human' })).toEqual([ofSpan.id]);
    expect(await idsOf({ name, promptId: 'greeting', promptVersion: '3' })).toEqual([ofRun.id]);
    expect(await idsOf({ name, promptId: 'greeting', promptVersion: '2' })).toEqual([]);
    expect(
      await idsOf({ name, createdAfter: ofRun.createdAt, createdBefore: '2999-01-01T00:00:00Z' }),
    ).not.toContain(ofRun.id);
    expect(await idsOf({ name, createdBefore: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await idsOf({ runId: 'run_of_nobody' })).toEqual([]);
  });

  it('looks at a bounded number of scores for a span without its trace: 200 without any, and a cursor', async () => {
    const own = await service.tenant();
    const { id } = await saved(body({ span: SPAN }), own);
    await service.database.db.query(
      `insert into score (workspace, id, request_key, request_hash, api_key, name, source, boolean_value, session_id)
       select $1, ('ffffffff-ffff-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n::text, '', $2, 'x', 'human', true, 's'
       from generate_series(1, 1000) n`,
      [own.workspace, own.key.id],
    );
    const page = await list({ spanId: SPAN.spanId }, own);
    expect([page.data, typeof page.nextCursor]).toEqual([[], 'string']);
    const next = await list({ spanId: SPAN.spanId, cursor: page.nextCursor! }, own);
    expect([next.data.map((score) => score.id), next.nextCursor]).toEqual([[id], null]);
    const ofTrace = await list({ ...SPAN }, own);
    expect(ofTrace.data.map((score) => score.id)).toEqual([id]);
  });

  it('is read to its end page by page, each with 200, and cursors of other filters are 400 invalid_cursor', async () => {
    const name = unique('name');
    const all: string[] = [];
    for (let i = 0; i < 7; i += 1)
      all.unshift((await saved(body({ name, value: i, sessionId: name }))).id);
    const read: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ sessionId: name, limit: '3', ...(cursor && { cursor }) });
      read.push(...page.data.map(({ id }) => id));
      if (page.nextCursor !== null) {
        const other = await tenant.get(
          `${SCORES}?${new URLSearchParams({ name, cursor: page.nextCursor })}`,
        );
        expect(other.status).toBe(400);
        problemOf(other, 'invalid_cursor');
      }
      cursor = page.nextCursor;
    } while (cursor);
    expect(read).toEqual(all);
  });
});

describe('a score is refused with', () => {
  const outsider = 'run_01k0a2v4xfe8t9m3c5h7j1q6wz';

  it.each([
    [{}, 400, 'invalid_request', '#'],
    [{ sessionId: 'a', span: SPAN }, 400, 'invalid_request', '#'],
    [{ sessionId: 'a', value: null }, 400, 'invalid_request', '#/value'],
    [{ sessionId: 'a', value: [1] }, 400, 'invalid_request', '#/value'],
    [{ sessionId: 'a', value: 1e13 }, 400, 'invalid_request', '#/value'],
    [{ sessionId: 'a', source: 'model' }, 400, 'invalid_request', '#/source'],
    [{ span: { ...SPAN, spanId: 'A0F067AA0BA902B7' } }, 400, 'invalid_request', '#/span/spanId'],
    [{ runId: outsider }, 422, 'unknown_run', '#/runId'],
    [{ runId: `t${outsider}` }, 422, 'unknown_run', '#/runId'],
  ])('%j as %i %s at %s', async (more, status, code, pointer) => {
    const answer = await post(body(more));
    expect(answer.status, answer.text).toBe(status);
    expect(problemOf(answer, code).errors?.[0]?.pointer).toBe(pointer);
  });

  it('422 unknown_run where the run is of another kind or workspace', async () => {
    const runId = await run();
    for (const answer of [
      await post(body({ runId: `t${runId}` })),
      await post(body({ runId }), unique('score'), await service.tenant()),
    ]) {
      expect(answer.status).toBe(422);
      problemOf(answer, 'unknown_run');
    }
  });

  it('422 too_many_scores beyond 100 of one thing, however many come at once, and a known key is still answered with 200', async () => {
    const input = body({ sessionId: unique('session') });
    const key = unique('score');
    expect((await post(input, key)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 104 }, () => post(input)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.status).toBe(422);
      problemOf(answer, 'too_many_scores');
    }
    expect((await post(input, key)).status).toBe(200);
  });

  it('400 idempotency_key_missing without a key, and 403 insufficient_scope without the scope', async () => {
    const keyless = await tenant.send({ path: SCORES, body: body({ sessionId: 'a' }) });
    expect(keyless.status).toBe(400);
    problemOf(keyless, 'idempotency_key_missing');
    const reader = tenant.as(await tenant.newKey({ scopes: ['observability:read'] }));
    const refused = await post(body({ sessionId: 'a' }), unique('score'), reader);
    expect(refused.status).toBe(403);
    problemOf(refused, 'insufficient_scope');
    expect((await reader.get(SCORES)).status).toBe(200);
  });
});
