import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operation, operations } from './exchange.ts';
import { makeRun, RUNS, send, visible } from './requests.ts';
import { cases } from './seed.ts';
import { type FuzzedService, startFuzzedService } from './service.ts';

let service: FuzzedService;
let id: string;
beforeAll(async () => {
  service = await startFuzzedService();
  id = await makeRun(service);
});
afterEach(() => service.expectConsistent());
afterAll(() => service.close());

describe('a path', () => {
  const segment = fc.oneof(
    fc.constantFrom(
      '',
      '.',
      '..',
      '%00',
      '%2F',
      '%2e%2e',
      '%',
      '%zz',
      '%C0%80',
      '%ED%A0%80',
      '*',
      ';x=1',
    ),
    fc.constantFrom(
      'limits',
      'estimate',
      'batch',
      'LIMITS',
      '__proto__',
      'constructor',
      'run_',
      'null',
      '%F0%9F%98%80',
    ),
    fc.string({ unit: visible, maxLength: 30 }).map((text) => text.replaceAll(/[?#]/g, '_')),
    fc.stringMatching(/^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    fc.stringMatching(/^[a-z]{3}_[0-9a-z]{26}$/),
  );

  it('of a run is answered like a run that does not exist, whatever the id', async () => {
    const { statuses } = operation('getModelRun');
    await fc.assert(
      fc.asyncProperty(segment, fc.constantFrom('GET', 'HEAD'), async (one, method) => {
        fc.pre(!/^(limits|estimate|batch|)$/.test(one));
        const { status } = await send(service, method, `${RUNS}/${one}`, [], statuses);
        expect(status).toBe(404);
      }),
      cases(200),
    );
  });

  it('of any form, with any method, has an answer of the contract', async () => {
    const method = fc.oneof(
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
      fc.constantFrom('PROPFIND', 'SEARCH', 'PURGE', 'LINK', 'M-SEARCH', 'QUERY'),
    );
    const target = fc.oneof(
      fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
      segment.map((one) => `${RUNS}/${one}/`),
      segment.map((one) => `http://elsewhere${RUNS}/${one}`),
      fc.constantFrom(
        '*',
        RUNS,
        `${RUNS}/`,
        `//${RUNS}`,
        '/',
        '/livez',
        '/readyz',
        '/openapi.json',
      ),
      fc.constantFrom('/v1/developer/models', '/V1/developer/models', 'http://', 'http://[', 'a:b'),
    );
    await fc.assert(
      fc.asyncProperty(method, target, async (...request) => {
        await send(service, ...request);
      }),
      cases(400),
    );
  });

  it('that is known refuses other methods with 405 and those it has', async () => {
    const paths = Map.groupBy(operations, ({ path }) => path);
    const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const unknown = [...paths].flatMap(([path, its]) =>
      others
        .filter((method) => its.every((operation) => operation.method !== method))
        .map((method) => [path, method] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...unknown), async ([path, method]) => {
        const { status, headers } = await send(service, method, path.replace('{id}', id));
        expect(status).toBe(405);
        expect(headers.get('allow')).toMatch(/^[A-Z, ]+$/);
      }),
      cases(60),
    );
  });
});

describe('a query', () => {
  const name = fc.oneof(
    fc.constantFrom('limit', 'cursor', 'state', 'model', 'createdAfter', 'createdBefore'),
    fc.constantFrom(
      'idempotencyKey',
      'sessionId',
      'endUserId',
      'Limit',
      'limit[]',
      'limit[0]',
      'a[b][c]',
    ),
    fc.constantFrom('__proto__', 'constructor', '__proto__[x]', 'limit%5B%5D', '%00', '', '%'),
  );
  const time = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '2016-12-31T23:59:60Z'),
    fc.constantFrom('2025-01-01T00:00:00%2B99:99', '2025-02-30T00:00:00Z', '2025-01-01', 'now'),
    fc.constantFrom('0001-01-01T00:00:00%2B23:59', '2025-01-01t00:00:00z', '2025-01-01T24:00:00Z'),
    fc.constantFrom(
      '2025-01-01T00:00:00.123456789012345678901234567890Z',
      '2025-01-01%2000:00:00Z',
    ),
  );
  const cursor = fc.oneof(
    fc.uuid().map((uuid) => Buffer.from(uuid).toString('base64url')),
    fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((text) => Buffer.from(text).toString('base64url')),
    fc.base64String({ maxLength: 40 }).map(encodeURIComponent),
  );
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '1',
      '100',
      '101',
      '-1',
      '1e2',
      '1.0',
      '0x10',
      ' 1',
      '١',
      '%00',
      '%ff',
      '%',
    ),
    fc.constantFrom(
      '9'.repeat(400),
      'null',
      'true',
      '%ED%A0%80',
      'x'.repeat(2_000),
      '%F0%9F%98%80',
      "'",
    ),
    fc.constantFrom('reserved', 'completed', 'COMPLETED', 'sandbox/echo', 'sandbox%2Fecho'),
    time,
    cursor,
    fc.string({ unit: visible, maxLength: 20 }).map((text) => text.replaceAll('#', '')),
  );

  it('of a list is answered in the words of the contract', async () => {
    const lists = fc.constantFrom(operation('listModelRuns'), operation('listModels'));
    const parameters = fc.array(fc.tuple(name, value), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lists, parameters, async ({ path, statuses }, pairs) => {
        const query = pairs.map((pair) => pair.join('=')).join('&');
        await send(
          service,
          'GET',
          `${path}?${Buffer.from(query).toString('latin1')}`,
          [],
          statuses,
        );
      }),
      { ...cases(400), examples: [[operation('listModelRuns'), [['limit', '9'.repeat(400)]]]] },
    );
  });

  it('with a time or a cursor of the right shape never causes a server error', async () => {
    const { path, statuses } = operation('listModelRuns');
    const filter = fc.oneof(
      fc.tuple(fc.constantFrom('createdAfter', 'createdBefore'), time),
      fc.tuple(fc.constant('cursor'), cursor),
    );
    await fc.assert(
      fc.asyncProperty(filter, async ([one, text]) => {
        await send(service, 'GET', `${path}?${one}=${text}`, [], statuses);
      }),
      cases(200),
    );
  });

  it('that an operation does not know is refused, whatever the operation', async () => {
    const some = fc.constantFrom(...operations);
    await fc.assert(
      fc.asyncProperty(some, name, value, async ({ method, path, statuses }, one, text) => {
        const target = `${path.replace('{id}', id)}?${one}=${text}`;
        await send(service, method, Buffer.from(target).toString('latin1'), [], statuses);
      }),
      cases(150),
    );
  });
});
