/** The bytes of bodies that a process holds at once are bounded, and no workspace takes the room of the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBodyBudget } from '../../server/platform/http/index.ts';
import { OTLP_TRACES } from '../support/observability.ts';
import {
  type Answer,
  problemOf,
  RUNS,
  request,
  startService,
  type TestService,
} from '../support/service.ts';
import { type Connection, exchange, type Field, head, open } from './connection.ts';
import { type ImpatientApi, startImpatientApi } from './impatient.ts';

const PER_PROCESS = 150_000;
const budget = createBodyBudget(PER_PROCESS);
let api: ImpatientApi;
let sibling: string;
let second: string;
let third: string;
const connections: Connection[] = [];
const PATIENCE = { timeout: 60_000, interval: 5 };
/** Bodies wait here for as long as a test needs them. */
const timeouts = { headersMs: 120_000, requestMs: 120_000 };

beforeAll(async () => {
  api = await startImpatientApi({ bodyBudget: budget, timeouts });
  sibling = await api.newKey();
  second = (await api.newWorkspace()).key;
  third = (await api.newWorkspace()).key;
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

/** Sends an unfinished body; resolves once its bytes have arrived. */
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
  it('is answered 429 rate_limited where its workspace has its share, before a byte is read', async () => {
    const first = await hold(api.key, 90_000);
    await expectRefusal(begin(sibling, 20_000), 429, 'rate_limited');
    expect((await exchangeWith(second)).status).toBe(200);
    first.destroy();
    await expect.poll(budget.inUse, PATIENCE).toBe(0);
    expect((await exchangeWith(sibling)).status).toBe(200);
  });

  it('is taken from a workspace alone up to two thirds of all', async () => {
    await hold(api.key, 50_000);
    await hold(sibling, 49_000);
    await expectRefusal(begin(api.key, 2_000), 429, 'rate_limited');
  });

  it('is answered 503 overloaded where those of others leave no room', async () => {
    await hold(api.key, 90_000);
    await hold(second, 35_000);
    await expectRefusal(begin(third, 20_000), 503, 'overloaded');
    expect((await exchangeWith(third)).status).toBe(200);
  });

  it('is refused with 429 at the byte that is too much where no length was announced', async () => {
    await hold(api.key, 20_000);
    const connection = begin(sibling, undefined, chunk(10_000));
    await expect.poll(budget.inUse, PATIENCE).toBeGreaterThanOrEqual(30_000);
    connection.write(chunk(85_000));
    await expectRefusal(connection, 429, 'rate_limited');
  });

  it('is answered 503 overloaded where it is too much without its compression', async () => {
    const body = gzipSync('{}'.padEnd(120_000));
    const connection = open(api);
    connections.push(connection);
    const fields: Field[] = [...fieldsOf(api.key, body.length), ['Content-Encoding', 'gzip']];
    connection.write(head('POST', OTLP_TRACES, fields), body);
    const answer = await connection.answer('POST', OTLP_TRACES);
    expect(answer.status).toBe(503);
    problemOf(answer, 'overloaded');
    await expect.poll(budget.inUse, PATIENCE).toBe(0);
  });

  it('keeps the memory bounded, however many connections leave theirs unfinished', async () => {
    const keys = [api.key, second, third];
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
    const own = createBodyBudget();
    const impatient = await startImpatientApi({ bodyBudget: own });
    const connection = open(impatient);
    connection.write(head('POST', TARGET, fieldsOf(impatient.key, 50_001)), ' '.repeat(50_000));
    problemOf(await connection.answer('POST', TARGET), 'request_timeout');
    connection.destroy();
    await expect.poll(own.inUse, PATIENCE).toBe(0);
    await impatient.close();
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

describe('bodies that keys of one workspace leave unfinished', () => {
  let service: TestService;
  const LARGEST_OF_DASHBOARD = 65_536;
  const LARGEST = 12 * 300_000 + 1_048_576;
  /** The smallest budget: one and a half times the largest body. */
  const environment = { BODY_BYTES_IN_FLIGHT: '1', MAX_PROMPT_CHARS: '300000' };

  beforeAll(async () => {
    service = await startService({ parts: ['api'], environment });
  });
  afterAll(() => service.close());

  function leave(key: string, bytes: number, sent = bytes - 1): Connection {
    const connection = open(service);
    connections.push(connection);
    connection.write(head('POST', TARGET, fieldsOf(key, bytes)), ' '.repeat(sent));
    return connection;
  }

  const ask = (key: string, bytes = LARGEST_OF_DASHBOARD) =>
    service.send({ path: TARGET, key, body: BODY.padEnd(bytes) });

  /** The answer to a body that is announced and not sent: a refusal, or none. */
  async function announce(key: string): Promise<number | undefined> {
    const connection = leave(key, LARGEST_OF_DASHBOARD, 0);
    const answer = await Promise.race([connection.answer('POST', TARGET), sleep(100)]);
    if (!answer) connection.destroy();
    return answer?.status;
  }

  async function signIn(): Promise<number> {
    const { status } = await fetch(`${service.url}/v1/dashboard/session`, {
      method: 'POST',
      headers: { Origin: service.url, 'Content-Type': 'application/json' },
      body: '{"email":"nobody@example.com","password":"x"}'.padEnd(LARGEST_OF_DASHBOARD),
    });
    return status;
  }

  it('leave room for other workspaces, however many keys and bodies', async () => {
    const [greedy, other] = await Promise.all([service.tenant(), service.tenant()]);
    const keys = await Promise.all(Array.from({ length: 6 }, () => greedy.newKey()));
    let refused = 0;
    for (let i = 0; i < 150; i += 1) {
      const answer = leave(keys[i % 6]!.key, 60_000).answer('POST', TARGET);
      void answer.then(
        () => (refused += 1),
        () => {},
      );
    }
    await expect.poll(() => refused, PATIENCE).toBeGreaterThan(60);
    expect((await ask(other.key.key)).status).toBe(200);
    expect(await signIn()).toBe(401);
    for (const connection of connections.splice(0)) connection.destroy();
    const largest = async () => (await ask(other.key.key, LARGEST)).status;
    await expect.poll(largest, PATIENCE).toBe(200);
  });

  it('leave room for the dashboard, which shares nothing with them', async () => {
    // Each takes two thirds of what the others left free.
    let free = 1.5 * LARGEST;
    while (free > LARGEST_OF_DASHBOARD) {
      const { key } = await service.tenant();
      const bytes = Math.floor((2 * free) / 3);
      leave(key.key, bytes);
      free -= bytes;
      await expect.poll(() => announce(key.key), PATIENCE).toBe(429);
    }
    expect((await ask((await service.tenant()).key.key)).status).toBe(503);
    expect(await signIn()).toBe(401);
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
