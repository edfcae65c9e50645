import { createServer } from 'node:net';
import { type Item, parseList } from 'structured-headers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/platform/lib/ids.ts';
import { SPAN_LIMITS } from '../../server/traces/span.ts';
import { operations } from '../support/contract.ts';
import {
  type Answer,
  jsonOf,
  MAX_BODY_BYTES,
  MAX_OUTPUT_TOKENS,
  MAX_PROMPT_CHARS,
  problemOf,
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
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const ECHO = request('sandbox/echo');

describe('a run that is not yours', () => {
  const seenOf = ({ status, headers, text }: Answer) => {
    const { requestId: _, ...problem } = JSON.parse(text);
    const {
      'x-request-id': __,
      date: ___,
      ratelimit: ____,
      ...others
    } = Object.fromEntries(headers);
    return { status, headers: others, problem };
  };

  it('is answered 404 like one that does not exist, and like an invalid id', async () => {
    const outsider = await service.tenant();
    const { id } = runOf(await outsider.create(ECHO));
    const foreign = await tenant.get(`${RUNS}/${id}`);
    expect(foreign.status).toBe(404);
    problemOf(foreign, 'not_found');

    const ids = [
      ...[newId('run'), 'run_', 'run', 'x', id.toUpperCase(), `${id}0`, id.slice(0, -1)],
      ...[id.replace('run_', 'key_'), tenant.workspace, '0', '-', 'null', '%00', '%20', '%ff'],
      ...['..%2f..', '%F0%9F%98%80', `run_${'z'.repeat(26)}`, 'r'.repeat(4_000)],
      ...['limits%20', 'LIMITS', "'%20or%201=1", '%25', '{id}', '*', ':id'],
    ];
    for (const other of ids) {
      const answer = await tenant.get(`${RUNS}/${other}`);
      expect(seenOf(answer), other).toEqual(seenOf(foreign));
    }
  });

  it('is the same to HEAD, to a wait and to a caller who says to have it', async () => {
    const outsider = await service.tenant();
    const { id } = runOf(await outsider.create(ECHO));
    const path = `${RUNS}/${id}`;
    expect((await tenant.send({ method: 'HEAD', path })).status).toBe(404);
    const waiting = await tenant.get(path, { Prefer: 'wait=50', 'If-None-Match': '*' });
    expect(seenOf(waiting)).toEqual(seenOf(await tenant.get(path)));
  });
});

describe('a path that does not exist', () => {
  it.each([
    ...['/v1', '/v1/developer', `${RUNS}/`, `${RUNS}/a/b`, `${RUNS}/limits/`, '/V1/developer'],
    ...['/v1/developer/file-runs', '/livez/', '//livez', '/.env', '/%', '/livez%00', '/metrics'],
    ...[RUNS.toUpperCase(), '/v1/developer/models/sandbox/echo', '/problems'],
  ])('is a problem, with or without a key: %s', async (path) => {
    for (const key of [undefined, tenant.key.key]) {
      const answer = await service.send({ path, ...(key !== undefined && { key }) });
      expect(answer.status).toBe(404);
      problemOf(answer, 'not_found');
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

describe('a method that a path does not have', () => {
  const paths = [...new Set(operations.map(({ path }) => path))];

  it.each(paths)('gets the list of those that it has: %s', async (path) => {
    const has = operations
      .filter((operation) => operation.path === path)
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
    for (const method of all.filter((each) => !has.includes(each))) {
      const answer = await service.send({ method, path: path.replace('{id}', newId('run')) });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get('allow')!.split(', ').sort()).toEqual([...has].sort());
      if (method !== 'HEAD') problemOf(answer, 'method_not_allowed');
    }
  });
});

describe('what this deployment does not take', () => {
  const content = (chars: number) => [{ role: 'user', content: 'x'.repeat(chars) }];

  it.each([
    ['unknown_model', '#/model', request('sandbox/Echo')],
    ['unknown_model', '#/model', request('Sandbox: says it again')],
    ['unknown_model', '#/model', request(' sandbox/echo')],
    [
      'max_output_tokens_exceeded',
      '#/maxOutputTokens',
      request('sandbox/echo', { maxOutputTokens: MAX_OUTPUT_TOKENS + 1 }),
    ],
    [
      'prompt_too_large',
      '#/messages',
      request('sandbox/echo', { messages: content(MAX_PROMPT_CHARS + 1) }),
    ],
    [
      'hold_above_maximum',
      '#/maxReservedAmount',
      request('sandbox/echo', { maxReservedAmount: 0 }),
    ],
  ])('is refused as %s at %s', async (code, pointer, body) => {
    for (const path of [RUNS, `${RUNS}/estimate`]) {
      const headers = path === RUNS ? { 'Idempotency-Key': 'k' } : {};
      const answer = await tenant.send({ path, body, headers });
      expect(answer.status).toBe(422);
      expect(problemOf(answer, code).errors).toMatchObject([{ pointer, code }]);
    }
  });

  it('begins right after the limits', async () => {
    const messages = content(MAX_PROMPT_CHARS);
    const largest = request('sandbox/echo', { messages, maxOutputTokens: MAX_OUTPUT_TOKENS });
    const { reservedAmount } = runOf(await tenant.create(largest));
    const exact = { ...largest, maxReservedAmount: reservedAmount };
    expect(runOf(await tenant.create(exact)).reservedAmount).toBe(reservedAmount);
    const answer = await tenant.create({ ...largest, maxReservedAmount: reservedAmount - 1 });
    expect(problemOf(answer, 'hold_above_maximum')).toMatchObject({
      requiredAmount: reservedAmount,
      maxReservedAmount: reservedAmount - 1,
      currency: 'USD',
      scale: 9,
    });
  });

  it('counts characters as people do, however they are written', async () => {
    const escaped = JSON.stringify(request('sandbox/echo')).replace(
      'Hello',
      String.raw`\ud83d\ude00`.repeat(MAX_PROMPT_CHARS),
    );
    expect((await tenant.create(escaped)).status).toBe(202);
    const more = escaped.replace(String.raw`\ud83d`, String.raw`x\ud83d`);
    problemOf(await tenant.create(more), 'prompt_too_large');
  });
});

describe('a wallet that does not cover the hold', () => {
  it('says what is needed, what is available, and what that would cover', async () => {
    const enough = runOf(await tenant.create(ECHO)).reservedAmount;
    const poor = await service.tenant({ amount: enough - 1 });
    const answer = await poor.create(ECHO);
    expect(answer.status).toBe(402);
    const problem = problemOf(answer, 'insufficient_credit');
    expect(problem).toMatchObject({
      requiredAmount: enough,
      availableAmount: enough - 1,
      account: 'wallet',
      currency: 'USD',
      scale: 9,
    });
    const affordable = problem.affordableMaxOutputTokens!;
    expect(affordable).toBeLessThan(100);
    expect((await poor.create({ ...ECHO, maxOutputTokens: affordable + 1 })).status).toBe(402);
    expect((await poor.create({ ...ECHO, maxOutputTokens: affordable })).status).toBe(202);
  });

  it('names no number of tokens if it covers none', async () => {
    const poor = await service.tenant({ amount: 1 });
    const problem = problemOf(await poor.create(ECHO), 'insufficient_credit');
    expect(problem).not.toHaveProperty('affordableMaxOutputTokens');
    const empty = await service.tenant({ amount: 0 });
    expect(problemOf(await empty.create(ECHO), 'insufficient_credit').availableAmount).toBe(0);
  });

  it('does not matter to a key with credit of its own, and that credit not to others', async () => {
    const enough = runOf(await tenant.create(ECHO)).reservedAmount;
    const owner = await service.tenant({ amount: 2 * enough });
    const rich = owner.as(await owner.newKey({ credit: enough }));
    expect((await owner.create(ECHO)).status).toBe(202);
    expect((await owner.create(ECHO)).status).toBe(402);
    expect((await rich.create(ECHO)).status).toBe(202);
    const refused = problemOf(await rich.create(ECHO), 'insufficient_credit');
    expect(refused).toMatchObject({ account: 'key_credit', availableAmount: 0 });
  });

  it('is asked after the credit of a key that may fall back to it', async () => {
    const enough = runOf(await tenant.create(ECHO)).reservedAmount;
    const owner = await service.tenant({ amount: 2 * enough });
    const key = await owner.newKey({ credit: enough, walletFallback: true });
    const holder = owner.as(key);
    expect((await holder.create(ECHO)).status).toBe(202);
    expect((await owner.wallet()).available).toBe(enough);
    expect((await holder.create(ECHO)).status).toBe(202);
    expect((await owner.wallet()).available).toBe(0);
    expect((await holder.create(ECHO)).status).toBe(402);
  });
});

describe('too much at once', () => {
  it('is refused with 429 rate_limited beyond the rate of the key, which every answer has', async () => {
    const limited = await startService({
      parts: ['api'],
      environment: { RATE_LIMIT_PER_MINUTE: '4' },
      database: service.database,
    });
    const key = (await tenant.newKey()).key;
    const read = (path: string) => limited.send({ path, key });
    const left: number[] = [];
    for (const path of [`${RUNS}/limits`, `${RUNS}?limit=x`, `${RUNS}/unknown`, RUNS, RUNS]) {
      const answer = await read(path);
      const [[name, state]] = parseList(answer.headers.get('ratelimit')!) as [Item];
      expect(name).toBe('default');
      left.push(Number(state.get('r')));
      expect(answer.headers.get('ratelimit-policy')).toBe(
        '"default";q=4;w=60, "bytes";q=134217728;w=60;qu="content-bytes"',
      );
      expect(answer.status === 429).toBe(left.length > 4);
    }
    expect(left).toEqual([3, 2, 1, 0, 0]);

    const answer = await read(RUNS);
    problemOf(answer, 'rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const other = (await tenant.newKey()).key;
    expect((await limited.send({ path: RUNS, key: other })).status).toBe(200);
    expect((await limited.send({ path: '/livez', key })).status).toBe(200);
    await limited.close();
  });

  it('answers 429 rate_limited to bytes beyond the rate of the key, before they are read', async () => {
    const limited = await startService({
      parts: ['api'],
      // Raised to the size of the largest body, which carries spans.
      environment: { RATE_LIMIT_BYTES_PER_MINUTE: '1' },
    });
    // Alone on its database: a process beside others reports only the remainder that is certain.
    const { key } = (await limited.tenant()).key;
    const estimate = (bytes: number) =>
      limited.send({ path: `${RUNS}/estimate`, key, body: JSON.stringify(ECHO).padEnd(bytes) });
    const left = (answer: Answer) =>
      (parseList(answer.headers.get('ratelimit')!) as Item[]).map(([, state]) => state.get('r'));

    const rate = SPAN_LIMITS.maxBodyBytes;
    const whole = Math.floor(rate / MAX_BODY_BYTES);
    for (let i = 0; i < whole; i++) expect((await estimate(MAX_BODY_BYTES)).status).toBe(200);
    const last = await estimate((rate % MAX_BODY_BYTES) - 1_000);
    expect(last.status).toBe(200);
    expect(left(last)).toEqual([6_000 - whole - 1, 1_000]);
    const beyond = await estimate(1_001);
    expect(beyond.status).toBe(429);
    problemOf(beyond, 'rate_limited');
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(left(beyond)).toEqual([6_000 - whole - 2, 1_000]);
    expect((await estimate(1_000)).status).toBe(200);
    expect((await limited.send({ path: RUNS, key })).status).toBe(200);
    await limited.close();
  });

  it('is refused with 429 too_many_pending_runs beyond the pending runs of a workspace, whichever key asks', async () => {
    const small = await startService({
      parts: ['api'],
      environment: { MAX_PENDING_RUNS: '2' },
    });
    const owner = await small.tenant();
    const other = owner.as(await owner.newKey());
    await owner.create(ECHO);
    await owner.create(ECHO);
    const answer = await other.create(ECHO);
    expect(answer.status).toBe(429);
    problemOf(answer, 'too_many_pending_runs');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await (await small.tenant()).create(ECHO)).status).toBe(202);

    const worker = await startService({ parts: ['worker'], database: small.database });
    const later = { timeout: 60_000 };
    await expect.poll(async () => (await other.create(ECHO)).status, later).toBe(202);
    await worker.close();
    await small.close();
  });
});

describe('a problem', () => {
  it('is named under the public URL of the deployment', async () => {
    const { data } = jsonOf(await tenant.get(RUNS)) as { data: unknown[] };
    expect(data.length).toBeGreaterThan(0);
    const PUBLIC_URL = 'https://runs.example.com/api';
    const PORT = String(await freePort());
    const environment = { PUBLIC_URL, PORT };
    const known = await startService({ parts: ['api'], environment, database: service.database });
    expect(known.publicUrl).toBe(PUBLIC_URL);
    const problem = problemOf(await known.send({ path: '/nowhere' }), 'not_found');
    expect(problem.type).toBe(`${PUBLIC_URL}/problems/not_found`);
    await known.close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
