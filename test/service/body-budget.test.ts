/** The bytes of bodies that a process holds at once are bounded, for all callers and for each of them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBodyBudget } from '../../server/http/index.ts';
import { type Answer, problemOf, RUNS, request } from '../support/service.ts';
import { type Connection, exchange, type Field, head, open } from './connection.ts';
import { type ImpatientApi, startImpatientApi } from './impatient.ts';

const PER_KEY = 60_000;
const PER_PROCESS = 100_000;
const budget = createBodyBudget({ maxBytes: PER_PROCESS, maxBytesPerCaller: PER_KEY });
let api: ImpatientApi;
let other: string;
let third: string;
const connections: Connection[] = [];
const PATIENCE = { timeout: 10_000, interval: 5 };

beforeAll(async () => {
  api = await startImpatientApi({ bodyBudget: budget });
  other = await api.newKey();
  third = await api.newKey();
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.destroy();
  await expect.poll(budget.inUse, PATIENCE).toBe(0);
});
afterAll(() => api.close());

const TARGET = `${RUNS}/estimate`;
const BODY = JSON.stringify(request('sandbox/echo'));

function fieldsOf(key: string, length?: number): Field[] {
  return [
    ['Authorization', `Bearer ${key}`],
    ['Content-Type', 'application/json'],
    length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', length],
  ];
}

function begin(key: string, length?: number, ...parts: string[]): Connection {
  const connection = open(api);
  connections.push(connection);
  connection.write(head('POST', TARGET, fieldsOf(key, length)), ...parts);
  return connection;
}

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

/** A body that is not finished, once its bytes have arrived. */
async function hold(key: string, bytes: number): Promise<Connection> {
  const before = budget.inUse();
  const connection = begin(key, bytes + 1, ' '.repeat(bytes));
  await expect.poll(() => budget.inUse() - before, PATIENCE).toBeGreaterThanOrEqual(bytes);
  return connection;
}

async function expectRefusal(connection: Connection, status: number, code: string): Promise<void> {
  const answer = await connection.answer('POST', TARGET);
  expect(answer.status).toBe(status);
  problemOf(answer, code);
  expect(answer.headers.get('retry-after')).toBe('1');
}

describe('a body beyond the bytes that may be under way', () => {
  it('is answered 429 rate_limited where its key has too many, before a byte is read', async () => {
    const first = await hold(api.key, 50_000);
    await expectRefusal(begin(api.key, 20_000), 429, 'rate_limited');
    expect((await exchangeWith(other)).status).not.toBe(429);
    first.destroy();
    await expect.poll(budget.inUse, PATIENCE).toBe(0);
    expect((await exchangeWith(api.key)).status).not.toBe(429);
  });

  it('is answered 503 overloaded where all callers together have too many', async () => {
    await hold(api.key, 50_000);
    await hold(other, 40_000);
    await expectRefusal(begin(third, 20_000), 503, 'overloaded');
  });

  it('is refused at the byte that is too much where no length was announced', async () => {
    await hold(api.key, 20_000);
    const connection = begin(api.key, undefined, chunk(10_000));
    await expect.poll(budget.inUse, PATIENCE).toBeGreaterThanOrEqual(30_000);
    connection.write(chunk(40_000));
    await expectRefusal(connection, 429, 'rate_limited');
  });

  it('keeps the memory bounded, however many connections leave theirs unfinished', async () => {
    const keys = [api.key, other, third];
    let most = 0;
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const connection = begin(keys[i % 3]!, 40_000, ' '.repeat(30_000));
      const count = ({ status }: Answer) => {
        if (status === 503 || status === 429) refused += 1;
      };
      void connection.answer('POST', TARGET).then(count, () => {});
    }
    const sample = () => {
      most = Math.max(most, budget.inUse());
      return refused;
    };
    await expect.poll(sample, PATIENCE).toBeGreaterThan(200);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(PER_PROCESS);
  });
});

describe('the bytes of a body', () => {
  it.each<[string, number, string]>([
    ['an answer', 200, BODY],
    ['what is no JSON', 400, '{'],
    ['what is not valid', 400, '{}'],
  ])('are given back after %s', async (_, status, body) => {
    const connection = begin(api.key, body.length, body);
    expect((await connection.answer('POST', TARGET)).status).toBe(status);
    await expect.poll(budget.inUse, PATIENCE).toBe(0);
  });

  it('are given back when the caller goes', async () => {
    (await hold(api.key, 50_000)).destroy();
    await expect.poll(budget.inUse, PATIENCE).toBe(0);
  });

  it('are given back when they took too long: 408 request_timeout', async () => {
    const connection = await hold(api.key, 50_000);
    problemOf(await connection.answer('POST', TARGET), 'request_timeout');
    await expect.poll(budget.inUse, PATIENCE).toBe(0);
  });

  it('are given back when the body grew too large: 413 payload_too_large', async () => {
    const wide = createBodyBudget();
    const large = await startImpatientApi({ bodyBudget: wide });
    const connection = open(large);
    connection.write(head('POST', TARGET, fieldsOf(large.key)), chunk(100_001));
    problemOf(await connection.answer('POST', TARGET), 'payload_too_large');
    connection.destroy();
    await expect.poll(wide.inUse, PATIENCE).toBe(0);
    await large.close();
  });

  it('count what they take where they come one by one', async () => {
    const connection = begin(api.key, undefined, chunk(1).repeat(20_000));
    await expect.poll(budget.inUse, PATIENCE).toBeGreaterThanOrEqual(20_000);
    expect(budget.inUse()).toBeLessThanOrEqual(40_000);
    connection.destroy();
  });
});

function exchangeWith(key: string) {
  return exchange(api, {
    method: 'POST',
    target: TARGET,
    fields: fieldsOf(key, BODY.length),
    body: [BODY],
  });
}
