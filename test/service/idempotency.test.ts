import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/index.ts';
import {
  type Answer,
  jsonOf,
  PLENTY,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
/** Has no worker, so its runs stay as they were saved. */
let api: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  api = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await api.close();
});

const WAIT = { Prefer: 'wait=30' };
const ECHO = request('sandbox/echo');
/** Members that only an assistant message has, as a type for all roles writes them for another role. */
const NULLS = { refusal: null, tool_calls: null, reasoning_details: null };

function expectReplay(answer: Answer, status: number, run: ModelRun): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
  expect(answer.headers.get('location')).toBe(`${RUNS}/${run.id}`);
  expect(answer.headers.get('content-location')).toBe(`${RUNS}/${run.id}`);
  expect(runOf(answer).id).toBe(run.id);
}

async function runsOf(owner: Tenant): Promise<ModelRun[]> {
  return (jsonOf(await owner.get(`${RUNS}?limit=100`)) as { data: ModelRun[] }).data;
}

describe('a replayed create', () => {
  it('of a run that has ended gives that run, and buys nothing', async () => {
    const requestKey = unique('replay');
    const created = await tenant.create(ECHO, { requestKey, headers: WAIT });
    const before = await tenant.wallet();
    const again = await tenant.create(ECHO, { requestKey });
    expectReplay(again, 200, runOf(created));
    expect(again.text).toBe(created.text);
    expect(again.headers.get('etag')).toBe(created.headers.get('etag'));
    expect(await tenant.wallet()).toEqual(before);
  });

  it('of a run that is pending gives it as it is', async () => {
    const owner = await api.tenant();
    const requestKey = unique('replay');
    const created = await owner.create(ECHO, { requestKey });
    const again = await owner.create(ECHO, { requestKey });
    expectReplay(again, 202, runOf(created));
    expect(runOf(again)).toEqual(runOf(created));
    expect(again.headers.has('retry-after')).toBe(true);
    expect((await owner.wallet()).held).toBe(runOf(created).reservedAmount);
  });

  it('can wait for the end of the run', async () => {
    const requestKey = unique('replay');
    const created = runOf(await tenant.create(request('sandbox/busy'), { requestKey }));
    const again = await tenant.create(request('sandbox/busy'), { requestKey, headers: WAIT });
    expectReplay(again, 200, created);
    expect(again.headers.get('preference-applied')).toBe('wait=30');
  });

  it('of a run that failed gives that failure for ever', async () => {
    const requestKey = unique('replay');
    const body = request('sandbox/refused');
    const created = await tenant.create(body, { requestKey, headers: WAIT });
    const again = await tenant.create(body, { requestKey });
    expectReplay(again, 200, runOf(created));
    expect(runOf(again).error).toEqual(runOf(created).error);
  });

  it.each([
    [
      'in another order of members, with other white space',
      '{ "maxOutputTokens":\n100, "messages": [{"content": "Hello",\t"role": "user"}], "model": "sandbox/echo" }',
    ],
    [
      'in other spellings of the same values',
      String.raw`{"model":"sandbox\/echo","messages":[{"role":"user","content":"\u0048ello"}],"maxOutputTokens":1e2}`,
    ],
    [
      'with null for members that are optional, and an attribution without members',
      JSON.stringify({
        ...{ ...ECHO, tools: null, tool_choice: null, parallel_tool_calls: null },
        ...{ maxReservedAmount: null, attribution: { sessionId: null } },
      }),
    ],
    [
      'with null for the members of messages of other roles',
      JSON.stringify({
        ...ECHO,
        messages: [{ ...ECHO.messages[0], ...NULLS, name: null, tool_call_id: null }],
      }),
    ],
  ])('is known %s', async (_, text) => {
    const requestKey = unique('replay');
    const created = runOf(await tenant.create(ECHO, { requestKey, headers: WAIT }));
    expectReplay(await tenant.create(text, { requestKey }), 200, created);
  });

  it('with an empty list of tools is known without one', async () => {
    const requestKey = unique('replay');
    const created = runOf(
      await tenant.create({ ...ECHO, tools: [] }, { requestKey, headers: WAIT }),
    );
    expectReplay(await tenant.create(ECHO, { requestKey }), 200, created);
  });

  it('with another body is refused with 422 idempotency_key_reuse, and changes nothing', async () => {
    const requestKey = unique('reuse');
    const created = await tenant.create(ECHO, { requestKey, headers: WAIT });
    for (const more of [
      { maxOutputTokens: 101 },
      { maxReservedAmount: 10 ** 9 },
      { model: 'sandbox/slow' },
    ]) {
      const answer = await tenant.create({ ...ECHO, ...more }, { requestKey });
      expect(answer.status).toBe(422);
      const problem = problemOf(answer, 'idempotency_key_reuse');
      expect(problem.errors).toMatchObject([{ header: 'Idempotency-Key' }]);
      expect(answer.headers.has('idempotent-replayed')).toBe(false);
    }
    expect((await tenant.get(created.headers.get('location')!)).text).toBe(created.text);
  });

  it('by another key of the workspace changes nothing, the payer included', async () => {
    const owner = await service.tenant();
    const requestKey = unique('replay');
    const created = runOf(await owner.create(ECHO, { requestKey, headers: WAIT }));
    const other = owner.as(await owner.newKey({ credit: 1_000_000 }));
    const before = await owner.wallet();
    expectReplay(await other.create(ECHO, { requestKey }), 200, created);
    expect(runOf(await other.create(ECHO, { requestKey })).keyId).toBe(created.keyId);
    expect(await owner.wallet()).toEqual(before);
  });

  it('is a create of its own in another workspace', async () => {
    const requestKey = unique('replay');
    const created = runOf(await tenant.create(ECHO, { requestKey }));
    const outsider = await service.tenant();
    const answer = await outsider.create(ECHO, { requestKey });
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
    expect(runOf(answer).id).not.toBe(created.id);
  });
});

describe('a known request key', () => {
  it('wins over an empty wallet', async () => {
    const requestKey = unique('known');
    const estimate = await service.tenant();
    const { reservedAmount } = runOf(await estimate.create(ECHO));
    const owner = await api.tenant({ amount: reservedAmount });
    const created = runOf(await owner.create(ECHO, { requestKey }));
    problemOf(await owner.create(ECHO), 'insufficient_credit');
    expectReplay(await owner.create(ECHO, { requestKey }), 202, created);
    const other = await owner.create(request('sandbox/slow'), { requestKey });
    problemOf(other, 'idempotency_key_reuse');
  });

  it.each<[string, Record<string, string>, Record<string, object>]>([
    [
      'lowered limits, and a full workspace',
      { MAX_OUTPUT_TOKENS: '50', MAX_PROMPT_CHARS: '3', MAX_PENDING_RUNS: '1' },
      {
        max_output_tokens_exceeded: ECHO,
        prompt_too_large: request('sandbox/echo', { maxOutputTokens: 50 }),
        too_many_pending_runs: request('sandbox/echo', {
          maxOutputTokens: 50,
          messages: [{ role: 'user', content: 'Hi' }],
        }),
      },
    ],
    ['a model that is gone', { SANDBOX: 'off' }, { unknown_model: ECHO }],
  ])('wins over %s', async (_, environment, refused) => {
    const owner = await api.tenant();
    const saved = await Promise.all(
      Object.entries(refused).map(async ([code, body]) => {
        const requestKey = unique('known');
        return { code, body, requestKey, run: runOf(await owner.create(body, { requestKey })) };
      }),
    );
    const later = await startService({ parts: ['api'], environment, database: api.database });
    const create = (body: object, requestKey: string) =>
      later.send({
        ...{ path: RUNS, key: owner.key.key, body },
        headers: { 'Idempotency-Key': requestKey },
      });
    for (const { code, body, requestKey, run } of saved) {
      problemOf(await create(body, unique('new')), code);
      expectReplay(await create(body, requestKey), 202, run);
      const other = await create(request('sandbox/slow'), requestKey);
      problemOf(other, 'idempotency_key_reuse');
    }
    await later.close();
  });

  it('is not shown to a key without the scope, nor for an invalid request', async () => {
    const owner = await api.tenant();
    const requestKey = unique('known');
    await owner.create(ECHO, { requestKey });
    const reader = owner.as(await owner.newKey({ scopes: ['models:read'] }));
    problemOf(await reader.create(ECHO, { requestKey }), 'insufficient_scope');
    problemOf(await owner.create({ ...ECHO, more: 1 }, { requestKey }), 'invalid_request');
    problemOf(await owner.create('{', { requestKey }), 'malformed_json');
  });
});

describe('a refused create', () => {
  it.each([
    ['unknown_model', request('Sandbox: says it again')],
    ['max_output_tokens_exceeded', request('sandbox/echo', { maxOutputTokens: 1_000_000 })],
    ['hold_above_maximum', request('sandbox/echo', { maxReservedAmount: 1 })],
    ['invalid_request', request('sandbox/echo', { messages: [] })],
    ['malformed_json', '{"model":'],
  ])('does not use up its request key (%s)', async (code, body) => {
    const requestKey = unique('refused');
    problemOf(await tenant.create(body, { requestKey }), code);
    const created = await tenant.create(ECHO, { requestKey });
    expect(created.headers.has('idempotent-replayed')).toBe(false);
    expect(runOf(created).idempotencyKey).toBe(requestKey);
  });

  it('for lack of credit (402) saves nothing, and succeeds once there is credit', async () => {
    const owner = await api.tenant({ amount: 1 });
    const requestKey = unique('refused');
    expect((await owner.create(ECHO, { requestKey })).status).toBe(402);
    expect(await runsOf(owner)).toEqual([]);
    expect(await owner.wallet()).toEqual({ available: 1, held: 0, spent: 0 });
    await owner.topUp(PLENTY);
    const created = await owner.create(ECHO, { requestKey });
    expect(created.headers.has('idempotent-replayed')).toBe(false);
    expect(created.status).toBe(202);
  });
});

describe('concurrent creates', () => {
  it('with one request key make one run and one hold', async () => {
    const owner = await api.tenant();
    const requestKey = unique('concurrent');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => owner.create(ECHO, { requestKey })),
    );
    const runs = answers.map(runOf);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    const fresh = answers.filter(({ headers }) => !headers.has('idempotent-replayed'));
    expect(fresh).toHaveLength(1);
    expect(await runsOf(owner)).toHaveLength(1);
    expect((await owner.wallet()).held).toBe(runs[0]!.reservedAmount);
  });

  it('with one request key and two bodies make one run, and refuse the other with idempotency_key_reuse', async () => {
    const owner = await api.tenant();
    const requestKey = unique('concurrent');
    const bodies = [ECHO, request('sandbox/slow')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => owner.create(bodies[i % 2], { requestKey })),
    );
    const [run] = await runsOf(owner);
    answers.forEach((answer, i) => {
      if (run!.model === (bodies[i % 2] as { model: string }).model) runOf(answer);
      else problemOf(answer, 'idempotency_key_reuse');
    });
    expect(await runsOf(owner)).toHaveLength(1);
  });

  it('spend no more than there is', async () => {
    const { reservedAmount } = runOf(await tenant.create(ECHO));
    const owner = await api.tenant({ amount: 10 * reservedAmount + 1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => owner.create(ECHO)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(202), count(402)]).toEqual([10, 40]);
    expect(await owner.wallet()).toEqual({ available: 1, held: 10 * reservedAmount, spent: 0 });
  });
});

describe('the form of a request key', () => {
  it.each([
    ['abc', '"abc"'],
    ['a"b', String.raw`"a\"b"`],
    [String.raw`a\b`, String.raw`"a\\b"`],
    ['k'.repeat(255), `"${'k'.repeat(255)}"`],
    ["it's;a=b,c", '"it\'s;a=b,c"'],
  ])('%s names the same key as %s', async (bare, quoted) => {
    const owner = await api.tenant();
    const created = await owner.create(ECHO, { requestKey: bare });
    expect(runOf(created).idempotencyKey).toBe(bare);
    expectReplay(await owner.create(ECHO, { requestKey: quoted }), 202, runOf(created));
    const query = `idempotencyKey=${encodeURIComponent(bare)}`;
    const found = jsonOf(await owner.get(`${RUNS}?${query}`)) as { data: ModelRun[] };
    expect(found.data.map(({ id }) => id)).toEqual([runOf(created).id]);
  });

  it('may be a quoted key that itself begins with a quote', async () => {
    const created = runOf(await tenant.create(ECHO, { requestKey: String.raw`"\"x"` }));
    expect(created.idempotencyKey).toBe('"x');
  });

  it.each([
    ...['a b', 'é', '"abc', '"a" "b"', '"a";p=1', '"a", "b"', '""', '"a b"', '"', '"é"'],
    ...['k'.repeat(256), `"${'k'.repeat(256)}"`, String.raw`"a\b"`, 'a\tb', '"a"b'],
  ])('is refused where it is not one: %s', async (requestKey) => {
    const answer = await tenant.create(ECHO, { requestKey });
    expect(answer.status).toBe(400);
    const problem = problemOf(answer, 'invalid_request');
    expect(problem.errors).toMatchObject([{ header: 'Idempotency-Key' }]);
  });

  it.each([
    ['absent', {}],
    ['empty', { 'Idempotency-Key': '' }],
  ])('is asked for where it is %s', async (_, headers) => {
    const answer = await tenant.send({ path: RUNS, body: ECHO, headers });
    expect(answer.status).toBe(400);
    const problem = problemOf(answer, 'idempotency_key_missing');
    expect(problem.errors).toMatchObject([{ header: 'Idempotency-Key', code: 'required' }]);
  });
});
