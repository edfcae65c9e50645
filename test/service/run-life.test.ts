import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTerminal } from '../../server/runs/index.ts';
import {
  type Answer,
  PLENTY,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const WAIT = { Prefer: 'wait=30' };

describe('the life of a run over HTTP', () => {
  it('begins as a saved run that is accepted and not yet done', async () => {
    const answer = await tenant.create(request('sandbox/echo'), { requestKey: 'first' });
    const run = runOf(answer);

    expect(answer.status).toBe(202);
    expect(run).toMatchObject({
      model: 'sandbox/echo',
      state: 'submitting',
      currency: 'USD',
      scale: 9,
      idempotencyKey: 'first',
      keyId: expect.stringMatching(/^key_/),
    });
    expect(run.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(headersOf(answer)).toMatchObject({
      location: `${RUNS}/${run.id}`,
      'content-location': `${RUNS}/${run.id}`,
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Prefer',
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
      etag: expect.stringMatching(/^W\/".+"$/),
    });
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
    expect(answer.headers.has('preference-applied')).toBe(false);
  });

  it('is read at its location until it is done, and then has its answer and its cost', async () => {
    const created = await tenant.create(request('sandbox/echo'));
    const location = created.headers.get('location')!;
    await expect.poll(async () => runOf(await tenant.get(location)).state).toBe('completed');

    const answer = await tenant.get(location);
    const run = runOf(answer);
    expect(run).toMatchObject({
      id: runOf(created).id,
      text: 'Hello',
      message: { role: 'assistant', content: 'Hello' },
      finishReason: 'stop',
      usage: { promptTokens: 7, completionTokens: 2 },
      feeBasisPoints: 500,
    });
    expect(run.feeAmount).toBe(Math.ceil((run.providerAmount! * 500) / 10_000));
    expect(run.chargedAmount).toBe(run.providerAmount! + run.feeAmount!);
    expect(run.chargedAmount).toBeLessThanOrEqual(run.reservedAmount);
    expect(Date.parse(run.finishedAt!)).toBeGreaterThanOrEqual(Date.parse(run.createdAt));
    expect(run).not.toHaveProperty('error');
    expect(run).not.toHaveProperty('reconciliation');
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('etag')).not.toBe(created.headers.get('etag'));
  });

  it('takes its money out of the wallet once, and gives back what it held', async () => {
    const own = await service.tenant();
    const run = runOf(await own.create(request('sandbox/echo'), { headers: WAIT }));
    expect(await own.wallet()).toEqual({
      available: PLENTY - run.chargedAmount!,
      held: 0,
      spent: run.chargedAmount,
    });
  });

  it('comes with status 200 also where it failed', async () => {
    const answer = await tenant.create(request('sandbox/refused'), { headers: WAIT });
    expect(answer.status).toBe(200);
    expect(runOf(answer)).toMatchObject({ state: 'failed', error: { retryable: false } });
  });

  it('ends with an error where nothing could be sent in time', async () => {
    const hurried = await startService({ environment: { RUN_DEADLINE_MS: '300' } });
    const owner = await hurried.tenant();
    const run = runOf(await owner.create(request('sandbox/busy'), { headers: WAIT }));
    expect(run).toMatchObject({ state: 'failed', error: { code: 'run_expired', retryable: true } });
    expect(await owner.wallet()).toEqual({ available: PLENTY, held: 0, spent: 0 });
    await hurried.close();
  });

  it('repeats what it was sent, to the last character', async () => {
    const content =
      '\u2028 "quoted" \\ \u0001\r\n\t 😀 e\u0301 \u{10ffff} \ufeff data: [DONE]\n\n</script>';
    const attribution = { sessionId: 's/1', endUserId: 'Ü', promptId: 'p', promptVersion: '2' };
    const messages = [{ role: 'user', content }];
    const answer = await tenant.create(request('sandbox/echo', { messages, attribution }), {
      headers: WAIT,
    });
    expect(runOf(answer)).toMatchObject({ text: content, message: { content }, attribution });
  });

  it('ends where the output is as long as it may be', async () => {
    const messages = [{ role: 'user', content: 'x'.repeat(1_000) }];
    const body = request('sandbox/echo', { messages, maxOutputTokens: 10 });
    const run = runOf(await tenant.create(body, { headers: WAIT }));
    expect(run).toMatchObject({ finishReason: 'length', usage: { completionTokens: 10 } });
    expect(run.chargedAmount).toBeLessThanOrEqual(run.reservedAmount);
  });

  it('works through the typed client', async () => {
    const client = service.client(tenant.key.key);
    const created = await client.POST('/v1/developer/model-runs', {
      params: { header: { 'Idempotency-Key': 'typed', Prefer: 'wait=30' } },
      body: {
        model: 'sandbox/echo',
        messages: [{ role: 'user', content: 'Hello' }],
        maxOutputTokens: 10,
      },
    });
    const id = created.data!.id;
    const read = await client.GET('/v1/developer/model-runs/{id}', { params: { path: { id } } });
    expect(read.data).toEqual(created.data);
  });
});

describe('a wait', () => {
  it('holds the answer to a create until the run has ended', async () => {
    const answer = await tenant.create(request('sandbox/echo'), { headers: WAIT });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preference-applied')).toBe('wait=30');
    expect(answer.headers.has('retry-after')).toBe(false);
    expect(runOf(answer).state).toBe('completed');
  });

  it('holds a read until the run has ended', async () => {
    const { id } = runOf(await tenant.create(request('sandbox/busy')));
    const answer = await tenant.get(`${RUNS}/${id}`, WAIT);
    expect(answer.headers.get('preference-applied')).toBe('wait=30');
    expect(runOf(answer).state).toBe('completed');
  });

  it('ends with the run as it is when the time is over', async () => {
    const answer = await tenant.create(request('sandbox/slow'), { headers: { Prefer: 'wait=1' } });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBe('wait=1');
    expect(isTerminal(runOf(answer).state as never)).toBe(false);
    expect(answer.headers.has('retry-after')).toBe(true);
  });

  it.each([
    ['wait=999', 'wait=50'],
    ['wait=50', 'wait=50'],
    ['respond-async, wait=7', 'wait=7'],
    ['Wait=7', 'wait=7'],
    ['wait=7; because="now"', 'wait=7'],
    ['wait=0', 'wait=0'],
  ])('of %s is applied as %s', async (prefer, applied) => {
    const { id } = runOf(await tenant.create(request('sandbox/echo'), { headers: WAIT }));
    const answer = await tenant.get(`${RUNS}/${id}`, { Prefer: prefer });
    expect(answer.headers.get('preference-applied')).toBe(applied);
  });

  it('of no time at all is no wait', async () => {
    const answer = await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=0' } });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBe('wait=0');
  });

  it.each([
    ...['wait', 'wait=-1', 'wait=1.5', 'wait=x', 'wait="5"', '!!', 'respond-async', ',', '='],
    ...['wait=99999999999999999999', 'é', 'wait=5; ='],
  ])('that makes no sense (%s) is ignored', async (prefer) => {
    const { id } = runOf(await tenant.create(request('sandbox/echo'), { headers: WAIT }));
    const answer = await tenant.get(`${RUNS}/${id}`, {
      Prefer: prefer,
      traceparent: prefer,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('preference-applied')).toBe(false);
  });
});

describe('a version of a run', () => {
  let answer: Answer;
  let path: string;
  beforeAll(async () => {
    answer = await tenant.create(request('sandbox/echo'), { headers: WAIT });
    path = answer.headers.get('location')!;
  });

  it.each([
    ['the tag', (etag: string) => etag],
    ['its strong form', (etag: string) => etag.slice(2)],
    ['a list with the tag', (etag: string) => `"other", ${etag}, W/"another"`],
    ['any', () => '*'],
  ])('that the caller has, named by %s, is not sent again', async (_, form) => {
    const etag = answer.headers.get('etag')!;
    const again = await tenant.get(path, { 'If-None-Match': form(etag) });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    expect(again.headers.get('vary')).toBe('Authorization, Prefer');
  });

  it.each(['W/"other"', '"', 'W/', 'nothing', '', '"é"', ', ,', 'W/W/"1"'])(
    'is sent to a caller who has another, or names none (%s)',
    async (tag) => {
      const again = await tenant.get(path, { 'If-None-Match': tag });
      expect(again.status).toBe(200);
      expect(runOf(again)).toEqual(runOf(answer));
    },
  );

  it('that has ended is answered at once, however long the caller would wait', async () => {
    const etag = answer.headers.get('etag')!;
    const again = await tenant.get(path, { 'If-None-Match': etag, Prefer: 'wait=50' });
    expect(again.status).toBe(304);
    expect(again.headers.get('preference-applied')).toBe('wait=50');
  });
});

describe('a run that no worker has claimed', () => {
  let api: TestService;
  let owner: Tenant;
  beforeAll(async () => {
    api = await startService({ parts: ['api'] });
    owner = await api.tenant();
  });
  afterAll(() => api.close());

  it('is still the same when a wait for a change is over', async () => {
    const created = await owner.create(request('sandbox/echo'));
    const answer = await owner.get(created.headers.get('location')!, {
      'If-None-Match': created.headers.get('etag')!,
      Prefer: 'wait=1',
    });
    expect(answer.status).toBe(304);
    expect(answer.headers.has('retry-after')).toBe(true);
    expect(answer.headers.get('preference-applied')).toBe('wait=1');
  });

  it('answers a wait for a change when another process claims it', async () => {
    const created = await owner.create(request('sandbox/echo'));
    const changed = owner.get(created.headers.get('location')!, {
      'If-None-Match': created.headers.get('etag')!,
      Prefer: 'wait=50',
    });
    const worker = await startService({ parts: ['worker'], database: api.database });
    const answer = await changed;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).not.toBe(created.headers.get('etag'));
    expect((await owner.end(runOf(created).id)).state).toBe('completed');
    await worker.close();
  });
});

function headersOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(headers);
}
