/** Many creates in one request: each has its own result, under the keys of single creates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRunBatch } from '../../openapi/generated/developer.ts';
import {
  type Answer,
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
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

type Batched = { idempotencyKey: string; request: object };

const one = (model = 'sandbox/echo', more: Record<string, unknown> = {}): Batched => ({
  idempotencyKey: unique('request'),
  request: request(model, more),
});

const send = (requests: unknown, by = tenant): Promise<Answer> =>
  by.send({ path: `${RUNS}/batch`, body: { requests } });

async function resultsOf(requests: Batched[], by = tenant): Promise<ModelRunBatch['results']> {
  const answer = await send(requests, by);
  expect(answer.status, answer.text).toBe(200);
  return (JSON.parse(answer.text) as ModelRunBatch).results;
}

describe('a batch', () => {
  it('creates each run under its own key: 202, in the order of the request', async () => {
    const requests = Array.from({ length: 100 }, () => one());
    const results = await resultsOf(requests);
    expect(results.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      requests.map(({ idempotencyKey }) => idempotencyKey),
    );
    for (const { status, run, replayed, idempotencyKey } of results) {
      expect([status, replayed]).toEqual([202, false]);
      expect(run).toMatchObject({ idempotencyKey, model: 'sandbox/echo' });
    }
    expect(new Set(results.map(({ run }) => run!.id)).size).toBe(100);
    const ended = await Promise.all(results.map(({ run }) => tenant.end(run!.id)));
    expect(ended.every(({ state }) => state === 'completed')).toBe(true);
  });

  it('answers each for itself: a refusal of one has its status, and a pointer into the batch', async () => {
    const [first, second, third] = await resultsOf([
      one(),
      one('no/such-model'),
      one('sandbox/echo', { tool_choice: 'auto' }),
    ]);
    expect(first).toMatchObject({ status: 202, run: { model: 'sandbox/echo' } });
    expect(second).toMatchObject({
      status: 422,
      problem: {
        code: 'unknown_model',
        status: 422,
        errors: [{ pointer: '#/requests/1/request/model', code: 'unknown_model' }],
      },
    });
    expect(second).not.toHaveProperty('run');
    expect(third).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '#/requests/2/request/tool_choice' }] },
    });
  });

  it('holds what the credit covers, and refuses the rest with 402', async () => {
    const { reservedAmount } = runOf(await tenant.create(request('sandbox/slow')));
    const poor = await service.tenant({ amount: 3 * reservedAmount });
    const results = await resultsOf(
      Array.from({ length: 5 }, () => one('sandbox/slow')),
      poor,
    );
    expect(results.map(({ status }) => status).sort()).toEqual([202, 202, 202, 402, 402]);
    expect((await poor.wallet()).held).toBe(3 * reservedAmount);
  });

  it('repeated gives the same runs and buys nothing; a single create finds them as well', async () => {
    const requests = [one(), one()];
    const first = await resultsOf(requests);
    const again = await resultsOf(requests);
    expect(again.map(({ run }) => run!.id)).toEqual(first.map(({ run }) => run!.id));
    expect(again.map(({ replayed }) => replayed)).toEqual([true, true]);
    const { idempotencyKey: requestKey, request: body } = requests[0]!;
    const single = await tenant.create(body, { requestKey });
    expect(single.headers.get('idempotent-replayed')).toBe('true');
    expect(runOf(single).id).toBe(first[0]!.run!.id);
  });

  it('with another body under a known key: 422 idempotency_key_reuse at that key', async () => {
    const known = one();
    await resultsOf([known]);
    const other = { ...known, request: request('sandbox/slow') };
    const [result] = await resultsOf([other]);
    expect(result).toMatchObject({
      status: 422,
      problem: {
        code: 'idempotency_key_reuse',
        errors: [{ pointer: '#/requests/0/idempotencyKey' }],
      },
    });
  });
});

describe('refused as a whole, and nothing created', () => {
  it.each([
    [
      'a request that breaks the schema',
      () => [one(), one('sandbox/echo', { maxOutputTokens: 0 })],
      '#/requests/1/request/maxOutputTokens',
    ],
    ['more than 100 requests', () => Array.from({ length: 101 }, () => one()), '#/requests'],
    ['no request', () => [], '#/requests'],
    [
      'a key with a space',
      () => [{ ...one(), idempotencyKey: 'a b' }],
      '#/requests/0/idempotencyKey',
    ],
  ])('%s: 400 invalid_request', async (_, requests, pointer) => {
    const fresh = await service.tenant();
    const problem = problemOf(await send(requests(), fresh), 'invalid_request');
    expect(problem.errors).toContainEqual(expect.objectContaining({ pointer }));
    expect(JSON.parse((await fresh.get(RUNS)).text)).toMatchObject({ data: [] });
  });

  it('a request key that occurs twice: 422 idempotency_key_reuse', async () => {
    const fresh = await service.tenant();
    const twice = one();
    problemOf(await send([twice, one(), twice], fresh), 'idempotency_key_reuse');
    expect(JSON.parse((await fresh.get(RUNS)).text)).toMatchObject({ data: [] });
  });

  it('more requests than a key has in a minute: 400 invalid_request, which says how many pass', async () => {
    const strict = await startService({ environment: { RATE_LIMIT_PER_MINUTE: '2' } });
    const owner = await strict.tenant();
    const { errors } = problemOf(await send([one(), one(), one()], owner), 'invalid_request');
    expect(errors).toEqual([
      { pointer: '#/requests', code: 'max_items', detail: expect.stringContaining('at most 2 ') },
    ]);
    const patient = owner.as(await owner.newKey());
    expect((await send([one(), one()], patient)).status).toBe(200);
    await strict.close();
  });

  it('more requests than the key has left in its minute: 429 rate_limited', async () => {
    const strict = await startService({ environment: { RATE_LIMIT_PER_MINUTE: '5' } });
    const owner = await strict.tenant();
    const left = (await send([one(), one(), one()], owner)).headers.get('ratelimit');
    expect(left).toContain('"default";r=2;');
    problemOf(await send([one(), one(), one()], owner), 'rate_limited');
    // The refused batch counted as one request.
    expect((await send([one()], owner)).status).toBe(200);
    await strict.close();
  });
});
