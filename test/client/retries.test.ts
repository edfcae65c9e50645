import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  AbortedError,
  ClientError,
  ConnectionError,
  createClient,
  InsufficientCreditError,
  OverloadedError,
  type ProblemCode,
  ProblemError,
  UnauthorizedError,
  UnknownProblemError,
  UsageError,
} from '../../client/index.ts';
import { against, closeHostiles, ECHO, thrownBy } from './client-against.ts';
import { answer, type Behavior, cut, drop, problem, run, stall } from './hostile-server.ts';

const CREATED = answer(202, run());

afterEach(closeHostiles);

describe('a creation without a certain answer', () => {
  it.each<[string, Behavior]>([
    ['a dropped connection', drop],
    ['an answer that is cut off', cut],
    ['408', problem(408, 'request_timeout')],
    ['429', problem(429, 'rate_limited', { headers: { 'Retry-After': '0' } })],
    ['500', problem(500, 'internal_error')],
    ['503', problem(503, 'overloaded', { headers: { 'Retry-After': '0' } })],
    ['a page of a proxy', answer(502, '<html><h1>Bad gateway</h1></html>')],
    ['a page that says 200', answer(200, '<html>Please log in</html>')],
    ['a date that is over', answer(503, {}, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' })],
  ])('as %s is sent again with the same key and bytes', async (_, trouble) => {
    const { modelRuns, hostile } = await against(trouble, trouble, CREATED);
    const request = structuredClone(ECHO);
    const creating = modelRuns.create(request);
    request.messages[0]!.content = 'Something else';
    const { requestKey } = await creating;
    expect(hostile.seen).toHaveLength(3);
    for (const { headers, body } of hostile.seen) {
      expect(headers['idempotency-key']).toBe(requestKey);
      expect(JSON.parse(body)).toEqual(ECHO);
    }
  });

  it('that stays silent is given up after the time of an attempt, and sent again', async () => {
    const { modelRuns, hostile } = await against(stall, CREATED);
    await modelRuns.create(ECHO, { retry: { attemptMs: 300 } });
    expect(hostile.seen).toHaveLength(2);
  });

  it('ends with the budget of attempts, and the error holds the key', async () => {
    const { modelRuns, hostile } = await against(drop);
    const error = await thrownBy(
      modelRuns.create(ECHO, { idempotencyKey: 'saved', maxRetries: 2 }),
    );
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ requestKey: 'saved', attempts: 3, mayHaveCreated: true });
    expect(hostile.seen).toHaveLength(3);
  });

  it('is sent once where retries are off', async () => {
    const { modelRuns, hostile } = await against(problem(503, 'overloaded'));
    const error = await thrownBy(modelRuns.create(ECHO, { retry: false }));
    expect(error).toBeInstanceOf(OverloadedError);
    // The database may have gone away right after the commit.
    expect(error).toMatchObject({ attempts: 1, mayHaveCreated: true });
    expect(hostile.seen).toHaveLength(1);
  });

  it('is reported as surely not done if the service was about to stop', async () => {
    const { modelRuns } = await against(problem(503, 'shutting_down'));
    expect(await thrownBy(modelRuns.create(ECHO, { retry: false }))).toMatchObject({
      mayHaveCreated: false,
    });
  });

  it('ends at once where the service asks for more time than there is', async () => {
    const { modelRuns, hostile } = await against(
      problem(429, 'rate_limited', { headers: { 'Retry-After': '3600' } }),
    );
    const error = await thrownBy(modelRuns.create(ECHO));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3_600, attempts: 1 });
    expect(hostile.seen).toHaveLength(1);
  });

  it('is not sent before the service wants it, by the clock of the service', async () => {
    const inOneSecond = {
      Date: 'Thu, 01 Jan 2099 00:00:00 GMT',
      'Retry-After': 'Thu, 01 Jan 2099 00:00:01 GMT',
    };
    const { modelRuns, hostile } = await against(answer(503, {}, inOneSecond), CREATED);
    const error = await thrownBy(modelRuns.create(ECHO, { retry: { totalMs: 900 } }));
    expect(error).toMatchObject({ retryAfterSeconds: 1, attempts: 1 });
    await modelRuns.create(ECHO);
    expect(hostile.seen).toHaveLength(2);
  });

  it('that is refused with 402 afterwards may still have created a run', async () => {
    const { modelRuns } = await against(drop, problem(402, 'insufficient_credit'));
    expect(await thrownBy(modelRuns.create(ECHO))).toMatchObject({
      mayHaveCreated: true,
      attempts: 2,
    });
  });
});

describe('a refusal', () => {
  it.each<[number, ProblemCode]>([
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [402, 'insufficient_credit'],
    [403, 'insufficient_scope'],
    [413, 'payload_too_large'],
    [422, 'idempotency_key_reuse'],
  ])('%i %s is never sent again', async (status, code) => {
    const { modelRuns, hostile } = await against(problem(status, code), CREATED);
    const error = await thrownBy(modelRuns.create(ECHO));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ status, code, requestId: 'req_1', mayHaveCreated: false });
    expect(error).toHaveProperty('requestKey', hostile.seen[0]!.headers['idempotency-key']);
    expect(hostile.seen).toHaveLength(1);
  });

  it('for lack of credit shows what could be afforded', async () => {
    const members = {
      requiredAmount: 9,
      availableAmount: 4,
      account: 'wallet',
      currency: 'USD',
      scale: 9,
    };
    const { modelRuns } = await against(
      problem(402, 'insufficient_credit', { ...members, affordableMaxOutputTokens: 40 }),
    );
    const error = await thrownBy(modelRuns.create(ECHO));
    expect(error).toBeInstanceOf(InsufficientCreditError);
    expect(error).toMatchObject({
      ...{ required: 9, available: 4, account: 'wallet', affordableMaxOutputTokens: 40 },
      name: 'InsufficientCreditError',
    });
  });

  it('with a code of later days keeps it', async () => {
    const { modelRuns } = await against(problem(422, 'sold_out' as ProblemCode));
    const error = await thrownBy(modelRuns.create(ECHO));
    expect(error).toBeInstanceOf(UnknownProblemError);
    expect(error).toMatchObject({ code: 'sold_out', status: 422, detail: 'It is so.' });
  });

  it('with a code that is a member of every object is not one of ours either', async () => {
    const { modelRuns } = await against(problem(422, 'constructor' as ProblemCode));
    expect(await thrownBy(modelRuns.create(ECHO))).toBeInstanceOf(UnknownProblemError);
  });

  it('that is not a problem document gives the status and the text', async () => {
    const { limits } = await against(answer(404, '<html><p>nginx: nothing here</p></html>'));
    const error = await thrownBy(limits());
    expect(error).toBeInstanceOf(UnknownProblemError);
    expect(error).toMatchObject({ code: 'http_404', problem: undefined });
    expect(String(error)).toMatch(/baseUrl is wrong: "nginx: nothing here"/);
  });

  it('never has the API key in it', async () => {
    const { modelRuns } = await against(problem(401, 'unauthorized'), drop);
    const refused = await thrownBy(modelRuns.create(ECHO));
    expect(refused).toBeInstanceOf(UnauthorizedError);
    const lost = await thrownBy(modelRuns.create(ECHO, { retry: false }));
    for (const error of [refused, lost]) expect(inspect(error)).not.toContain('tellnoone');
  });
});

describe('a redirect', () => {
  it.each([301, 302, 307, 308])(
    'with %i is not followed: the error has its address',
    async (status) => {
      const { modelRuns, hostile } = await against(
        answer(status, '', { Location: 'https://new.example/?token=1' }),
      );
      const error = await thrownBy(modelRuns.create(ECHO));
      expect(error).not.toBeInstanceOf(UsageError);
      expect(error).toMatchObject({
        message: expect.stringMatching(/redirects to https:\/\/new\.example:/),
        requestKey: hostile.seen[0]!.headers['idempotency-key'],
        mayHaveCreated: true,
      });
      expect(hostile.seen).toHaveLength(1);
    },
  );

  it('takes the prompt and the headers of a raw call nowhere', async () => {
    const other = await against(CREATED);
    const { POST, hostile } = await against(
      answer(307, '', { Location: `${other.hostile.url}/v1/developer/model-runs` }),
    );
    const params = { header: { 'Idempotency-Key': 'key' } };
    const { response } = await POST('/v1/developer/model-runs', { params, body: ECHO });
    expect(response.status).toBe(307);
    expect([hostile.seen.length, other.hostile.seen.length]).toEqual([1, 0]);
  });
});

describe('an aborted signal', () => {
  it('after sending ends the call with the key, and says that the run may exist', async () => {
    const { modelRuns, hostile } = await against(stall);
    const aborting = new AbortController();
    const creating = thrownBy(modelRuns.create(ECHO, { signal: aborting.signal }));
    while (hostile.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    aborting.abort(new Error('the user left'));
    const error = await creating;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      name: 'AbortError',
      requestKey: hostile.seen[0]!.headers['idempotency-key'],
      mayHaveCreated: true,
      cause: new Error('the user left'),
    });
  });

  it('during a pause sends nothing more', async () => {
    const { modelRuns, hostile } = await against(
      problem(429, 'rate_limited', { headers: { 'Retry-After': '10' } }),
    );
    const aborting = new AbortController();
    const creating = thrownBy(modelRuns.create(ECHO, { signal: aborting.signal }));
    while (hostile.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => aborting.abort(), 20);
    expect(await creating).toMatchObject({ name: 'AbortError', mayHaveCreated: false });
    expect(hostile.seen).toHaveLength(1);
  });

  it('ends a call whose fetch does not listen', async () => {
    const client = createClient({
      baseUrl: 'http://localhost:1',
      apiKey: 'mock',
      fetch: () => new Promise(() => {}),
    });
    const error = await thrownBy(client.limits({ signal: AbortSignal.timeout(20) }));
    expect(error).toBeInstanceOf(AbortedError);
  });
});

describe('the request key', () => {
  it('is announced before anything is sent, and sending waits until it is saved', async () => {
    const { modelRuns, hostile } = await against(CREATED);
    const seen: string[] = [];
    const { requestKey } = await modelRuns.create(ECHO, {
      async onRequestKey(key) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(hostile.seen).toEqual([]);
        seen.push(key);
      },
    });
    expect(seen).toEqual([requestKey]);
  });

  it('that could not be saved is not used', async () => {
    const { modelRuns, hostile } = await against(CREATED);
    const full = () => Promise.reject(new Error('the disk is full'));
    const error = await thrownBy(
      modelRuns.create(ECHO, { onRequestKey: full, idempotencyKey: 'a' }),
    );
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      ...{ message: 'the disk is full', requestKey: 'a', mayHaveCreated: false },
    });
    expect(hostile.seen).toEqual([]);
  });

  it('that begins with a quote is sent as the string that it is', async () => {
    const { modelRuns, hostile } = await against(CREATED);
    await modelRuns.create(ECHO, { idempotencyKey: '"a"\\b' });
    expect(hostile.seen[0]!.headers['idempotency-key']).toBe('"\\"a\\"\\\\b"');
  });
});

describe('middleware', () => {
  it('of the raw client sees every attempt', async () => {
    const { modelRuns, use } = await against(drop, problem(503, 'overloaded'), CREATED);
    const seen: string[] = [];
    use({
      onRequest: ({ request }) => void seen.push(request.method),
      onResponse: ({ response }) => void seen.push(String(response.status)),
    });
    await modelRuns.create(ECHO);
    expect(seen).toEqual(['POST', 'POST', '503', 'POST', '202']);
  });

  it.each([
    new TypeError('a check failed'),
    new ConnectionError('a check failed', { requestKey: 'of something else' }),
  ])('that throws a %s is not retried, and the error holds the key', async (cause) => {
    const { modelRuns, use, hostile } = await against(CREATED);
    use({
      onResponse() {
        throw cause;
      },
    });
    const error = await thrownBy(modelRuns.create(ECHO));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      ...{ message: 'a check failed', cause, attempts: 1, mayHaveCreated: true },
      requestKey: hostile.seen[0]!.headers['idempotency-key'],
    });
    expect(hostile.seen).toHaveLength(1);
  });

  it('that throws before anything was sent says that nothing was created', async () => {
    const { modelRuns, use, hostile } = await against(CREATED);
    use({
      onRequest() {
        throw new Error('not today');
      },
    });
    const error = await thrownBy(modelRuns.create(ECHO, { idempotencyKey: 'mine' }));
    expect(error).toMatchObject({ requestKey: 'mine', mayHaveCreated: false });
    expect(hostile.seen).toEqual([]);
  });
});
