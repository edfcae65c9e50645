import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContract, documented } from '../support/contract.ts';
import { asOwner } from '../support/postgres.ts';
import {
  problemOf,
  RUNS,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

/** A service that fails unexpectedly when it reads its keys. */
let broken: TestService;
let tenant: Tenant;

beforeAll(async () => {
  broken = await startService({ parts: ['api'] });
  tenant = await broken.tenant();
  await asOwner(broken.database, (owner) =>
    owner.query('alter table api_key rename to api_key_elsewhere'),
  );
});
afterAll(() => broken.close());

describe('a fault of ours', () => {
  it('is answered without any detail of the cause', async () => {
    const answer = await broken.send({ path: RUNS, key: tenant.key.key });
    const problem = problemOf(answer, 'internal_error');
    expect(problem.detail).toContain('requestId');
    expect(answer.text).not.toMatch(/api_key|relation|42P01|select|\.ts/);
  });
});

describe('the contract of the tests', () => {
  const contract = createContract();
  const good = () => ({
    method: 'GET',
    target: '/livez',
    status: 200,
    headers: new Headers({
      'X-Request-Id': unique('req'),
      'Content-Type': 'application/json',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    }),
    text: '{"status":"ok"}',
    publicUrl: 'http://localhost',
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
    ['a header of another status', () => header('Retry-After', '1')],
    ['a header that is missing', () => header('X-Request-Id')],
    ['a header that is not valid', () => header('X-Request-Id', 'x'.repeat(129))],
    ['a body to HEAD', () => ({ method: 'HEAD' })],
  ])('finds %s', (_, change) => {
    expect(() => contract.check({ ...good(), ...change() })).toThrow(/breaks the contract/);
  });

  it('remembers statuses, headers and codes, and nothing that was wrong', () => {
    const fresh = createContract();
    fresh.check(good());
    expect(() => fresh.check({ ...good(), status: 204 })).toThrow();
    const problem = {
      type: 'http://localhost/problems/overloaded',
      title: 'The service is overloaded',
      ...{ status: 503, code: 'overloaded', detail: 'Later.', requestId: 'req_1' },
    };
    fresh.check({
      ...good(),
      status: 503,
      headers: new Headers({
        'X-Request-Id': 'req_1',
        'Content-Type': 'application/problem+json',
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        'Retry-After': '1',
      }),
      text: JSON.stringify(problem),
    });
    const { statuses, headers, codes } = fresh.seen();
    expect([...statuses]).toEqual(['getLiveness 200', 'getLiveness 503']);
    expect([...codes]).toEqual(['getLiveness 503 overloaded']);
    expect([...headers].sort()).toEqual([
      'getLiveness 200 cache-control',
      'getLiveness 200 x-content-type-options',
      'getLiveness 200 x-request-id',
      'getLiveness 503 cache-control',
      'getLiveness 503 retry-after',
      'getLiveness 503 x-content-type-options',
      'getLiveness 503 x-request-id',
    ]);
    expect(documented().headers.isSupersetOf(headers)).toBe(true);
  });
});
