import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedOperation, operations } from '../support/contract.ts';
import {
  type Answer,
  contract,
  problemOf,
  RUNS,
  request,
  startService,
  type Tenant,
  type TestRequest,
  type TestService,
  unique,
} from '../support/service.ts';
import { exchange, head, open } from './connection.ts';
import { type ImpatientApi, startImpatientApi } from './impatient.ts';
import { openPassage, type Passage } from './outage.ts';

/** What no request can bring about, and why. */
const NEVER: Record<string, string> = {
  'getLiveness 500': 'it does nothing that could fail',
  'getLiveness 503': 'it looks at nothing but the process',
  'getOpenApiDocument 500': 'the document is in memory',
  'getOpenApiDocument 503': 'the document is in memory',
  'getReadiness 500': 'whatever fails there is a reason for 503',
};

const pairs = operations.flatMap((operation) =>
  [...operation.responses.keys()].map((status) => ({ operation, status })),
);
const nameOf = ({ operation, status }: (typeof pairs)[number]) => `${operation.id} ${status}`;

let service: TestService;
/** One request per key and minute. */
let hasty: TestService;
/** Whose database can be taken away. */
let cutOff: TestService;
let passage: Passage;
/** Whose keys can't be read, for a reason that nobody expects. */
let broken: TestService;
let impatient: ImpatientApi;
let tenant: Tenant;
let run: Answer;

beforeAll(async () => {
  service = await startService();
  const { database } = service;
  passage = await openPassage(database.url);
  hasty = await startService({
    ...{ parts: ['api'], database },
    environment: { RATE_LIMIT_PER_MINUTE: '1' },
  });
  cutOff = await startService({ parts: ['api'], database, databaseUrl: passage.url });
  broken = await startService({ parts: ['api'] });
  impatient = await startImpatientApi();
  tenant = await service.tenant();
  run = await tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=30' } });
  await passage.shut();
  await broken.database.db.query('alter table api_key rename to api_key_elsewhere');
});
afterAll(async () => {
  await hasty.close();
  await cutOff.close();
  await broken.close();
  await impatient.close();
  await service.close();
});

/** A request that is as it should be. */
function valid(operation: DocumentedOperation): TestRequest & { method: string } {
  const { method, path, scopes, takesBody, takesRequestKey } = operation;
  return {
    method,
    path: path.replace('{id}', run.headers.get('location')!.split('/').at(-1)!),
    ...(scopes && { key: tenant.key.key }),
    ...(takesBody && { body: request('sandbox/echo') }),
    headers: takesRequestKey ? { 'Idempotency-Key': unique('request') } : {},
  };
}

type Way = (operation: DocumentedOperation) => Promise<Answer>;

const withHeaders = (asked: TestRequest, headers: Record<string, string>): TestRequest => ({
  ...asked,
  headers: { ...asked.headers, ...headers },
});

/** How each status is brought about, for any operation that has it. */
const WAYS: Record<number, Way> = {
  200: (operation) => service.send(withHeaders(valid(operation), { Prefer: 'wait=30' })),
  202: (operation) => service.send(valid(operation)),
  304: (operation) => service.send(withHeaders(valid(operation), { 'If-None-Match': '*' })),
  400(operation) {
    const asked = valid(operation);
    return service.send({ ...asked, path: `${asked.path}?unknown=1` });
  },
  401(operation) {
    const { key: _, ...asked } = valid(operation);
    return service.send(asked);
  },
  async 402(operation) {
    const poor = await service.tenant({ amount: 0 });
    return service.send({ ...valid(operation), key: poor.key.key });
  },
  async 403(operation) {
    const { key } = await tenant.newKey({ scopes: ['tools:read'] });
    return service.send({ ...valid(operation), key });
  },
  404: (operation) => service.send({ ...valid(operation), path: `${RUNS}/unknown` }),
  405: (operation) => service.send({ ...valid(operation), method: 'DELETE' }),
  async 408(operation) {
    const { method, path } = valid(operation);
    const connection = open(impatient);
    connection.write(head(method, path).slice(0, -2));
    return connection.answer(method, path).finally(connection.destroy);
  },
  async 413(operation) {
    const { method, path, key } = valid(operation);
    const fields = [
      ['Authorization', `Bearer ${key}`],
      ['Content-Length', 10 ** 9],
    ] as const;
    return exchange(service, { method, target: path, fields });
  },
  415: (operation) => service.send(withHeaders(valid(operation), { 'Content-Type': 'text/plain' })),
  422: (operation) => service.send({ ...valid(operation), body: request('unknown') }),
  async 429(operation) {
    const { key } = await tenant.newKey();
    const asked = { ...valid(operation), key };
    await hasty.send(asked);
    return hasty.send(asked);
  },
  431: (operation) => service.send(withHeaders(valid(operation), { Prefer: 'x'.repeat(20_000) })),
  500: (operation) => broken.send(valid(operation)),
  503: (operation) => cutOff.send(valid(operation)),
};

describe('every answer that the document has is to be had', () => {
  it.each(pairs.filter((pair) => !(nameOf(pair) in NEVER)).map((pair) => [nameOf(pair), pair]))(
    '%s',
    async (_, pair) => {
      const { operation, status } = pair as (typeof pairs)[number];
      const answer = await WAYS[status]!(operation);
      expect(answer.status, answer.text).toBe(status);
      if (operation.scopes && isToKnownKey(status)) {
        expect(answer.headers.has('ratelimit')).toBe(true);
        expect(answer.headers.has('ratelimit-policy')).toBe(true);
      }
    },
  );

  it('but for those that no request can bring about', () => {
    const unseen = pairs.map(nameOf).filter((name) => !contract.seen().has(name));
    expect(unseen.sort()).toEqual(Object.keys(NEVER).sort());
  });
});

describe('a fault of ours', () => {
  it('is told without anything of what it was', async () => {
    const answer = await broken.send({ path: RUNS, key: tenant.key.key });
    const problem = problemOf(answer, 'internal_error');
    expect(problem.detail).toContain('requestId');
    expect(answer.text).not.toMatch(/api_key|relation|42P01|select|\.ts/);
  });
});

describe('the contract of the tests', () => {
  const good = () => ({
    method: 'GET',
    target: '/livez',
    status: 200,
    headers: new Headers({
      'X-Request-Id': unique('req'),
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    }),
    text: '{"status":"ok"}',
    publicUrl: service.url,
  });
  const header = (name: string, value?: string) => {
    const { headers } = good();
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return { headers };
  };

  it('finds nothing wrong with a documented answer', () => {
    expect(() => contract.check(good())).not.toThrow();
  });

  it.each<[string, () => object]>([
    ['a status that is not documented', () => ({ status: 204 })],
    ['a path that is not documented', () => ({ target: '/health' })],
    ['a body that is not valid', () => ({ text: '{"status":"fine"}' })],
    ['a body that is not JSON', () => ({ text: 'ok' })],
    ['another media type', () => header('Content-Type', 'application/json; charset=utf-8')],
    ['a header that is not documented', () => header('X-Powered-By', 'anything')],
    ['a header that is missing', () => header('X-Request-Id')],
    ['a header that is not valid', () => header('X-Request-Id', 'x'.repeat(129))],
    ['a body to HEAD', () => ({ method: 'HEAD' })],
  ])('finds %s', (_, change) => {
    expect(() => contract.check({ ...good(), ...change() })).toThrow(/breaks the contract/);
  });
});

/** Whether an answer with this status is one to a key that is known. */
function isToKnownKey(status: number): boolean {
  return ![401, 405, 408, 431, 500, 503].includes(status);
}
