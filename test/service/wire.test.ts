import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { exchange, type Field, head, open } from './connection.ts';

let service: TestService;
let tenant: Tenant;
let authorization: Field;

beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
  authorization = ['Authorization', `Bearer ${tenant.key.key}`];
});
afterAll(() => service.close());

const LIMITS = `${RUNS}/limits`;
const BODY = JSON.stringify(request('sandbox/echo'));
const JSON_TYPE: Field = ['Content-Type', 'application/json'];
const LENGTH: Field = ['Content-Length', Buffer.byteLength(BODY)];

const create = (...fields: Field[]) =>
  exchange(service, {
    method: 'POST',
    target: RUNS,
    fields: [authorization, ...fields],
    body: [BODY],
  });

describe('the media type of a body', () => {
  it.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''],
    ...['application/json; charset=latin1', 'application/json; charset=utf-16', 'application/xml'],
    ...[
      'application/problem+json',
      'application/jsonp',
      'json',
      '*/*',
      'application/json, text/html',
    ],
  ])('is JSON, and %s is not', async (type) => {
    const answer = await tenant.create(BODY, { headers: { 'Content-Type': type } });
    expect(answer.status).toBe(415);
    problemOf(answer, 'unsupported_media_type');
  });

  it.each([
    ...['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8'],
    ...['application/json;charset="UTF-8"', 'application/json; odd=thing'],
  ])('may be written %s', async (type) => {
    const headers = { 'Content-Type': type };
    expect((await tenant.create(BODY, { headers })).status).toBe(202);
  });

  it('is asked for if there is none', async () => {
    const answer = await create(LENGTH, ['Idempotency-Key', 'untyped']);
    expect(answer.status).toBe(415);
  });

  it.each(['gzip', 'br', 'deflate', 'GZIP, identity'])(
    'is not looked for inside %s',
    async (coding) => {
      const headers = { 'Content-Encoding': coding };
      expect((await tenant.create(BODY, { headers })).status).toBe(415);
    },
  );
});

describe('a header that is sent twice', () => {
  const key: Field = ['Idempotency-Key', 'one'];

  it.each([
    ['Idempotency-Key', [JSON_TYPE, LENGTH, key, ['Idempotency-Key', 'two']]],
    ['Idempotency-Key', [JSON_TYPE, LENGTH, key, ['idempotency-key', 'one']]],
    ['Content-Type', [JSON_TYPE, JSON_TYPE, LENGTH, key]],
    ['Host', [JSON_TYPE, LENGTH, key, ['Host', 'a'], ['Host', 'b']]],
  ] satisfies [string, Field[]][])(
    'is refused where one must be meant: %s',
    async (name, fields) => {
      const answer = await create(...fields);
      expect(answer.status).toBe(400);
      expect(problemOf(answer, 'invalid_request').errors).toMatchObject([{ header: name }]);
    },
  );

  it('is refused with 400 where it says where the body ends', async () => {
    const smuggled: Field[][] = [
      [LENGTH, ['Content-Length', 5]],
      [LENGTH, ['Transfer-Encoding', 'chunked']],
      [
        ['Transfer-Encoding', 'chunked'],
        ['Transfer-Encoding', 'identity'],
      ],
      [['Transfer-Encoding', 'xchunked']],
      [['Content-Length', '-1']],
      [['Content-Length', '1e3']],
      [['Content-Length', '+5']],
    ];
    for (const fields of smuggled) {
      const answer = await create(JSON_TYPE, key, ...fields);
      expect(answer.status, JSON.stringify(fields)).toBe(400);
      problemOf(answer, 'invalid_request');
    }
    expect(JSON.parse((await tenant.get(`${RUNS}?idempotencyKey=one`)).text).data).toEqual([]);
  });

  it('is joined where many may be meant', async () => {
    const created = await tenant.create(request('sandbox/echo'));
    const fields: Field[] = [
      authorization,
      ['If-None-Match', '"other"'],
      ['If-None-Match', created.headers.get('etag')!],
    ];
    const target = created.headers.get('location')!;
    expect((await exchange(service, { target, fields })).status).toBe(304);
    const prefer: Field[] = [authorization, ['Prefer', 'respond-async'], ['Prefer', 'wait=0']];
    const answer = await exchange(service, { target, fields: prefer });
    expect(answer.headers.get('preference-applied')).toBe('wait=0');
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['no version', 'GET /livez\r\n\r\n'],
    ['an unknown version', 'GET /livez HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['a header without a colon', 'GET /livez HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
    ['a header with a space in its name', 'GET /livez HTTP/1.1\r\nHost: a\r\nA B: c\r\n\r\n'],
    ['a control character in a header', 'GET /livez HTTP/1.1\r\nHost: a\r\nA: \x00b\r\n\r\n'],
    ['an unknown method', 'NONSENSE /livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n'],
  ])('is a problem all the same: %s', async (_, text) => {
    const connection = open(service);
    connection.write(text);
    const answer = await connection.answer('GET', '/livez');
    expect(answer.status).toBe(400);
    problemOf(answer, 'invalid_request');
    connection.destroy();
  });

  it('does not hurt the good request before it', async () => {
    const connection = open(service);
    connection.write(head('GET', '/livez'), 'nonsense\r\n\r\n');
    expect((await connection.answer('GET', '/livez')).status).toBe(200);
    await connection.closed;
  });
});

describe('what the service does not use', () => {
  const chunked: Field = ['Transfer-Encoding', 'chunked'];

  it.each<[string, Field[], string[]]>([
    [
      'an upgrade',
      [
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
      ],
      [],
    ],
    ['an expectation', [['Expect', 'nonsense']], []],
    ['a body of a read', [['Content-Length', 5]], ['hello']],
    ['a type of no body', [['Content-Type', 'x;;;=']], []],
    [
      'a range',
      [
        ['Range', 'bytes=0-1'],
        ['If-Range', '"x"'],
      ],
      [],
    ],
    ['conditions on time', [['If-Modified-Since', 'Sat, 01 Jan 2050 00:00:00 GMT']], []],
    [
      'cookies',
      [
        ['Cookie', 'a=b'],
        ['Cookie', 'c=d'],
      ],
      [],
    ],
    ['an origin', [['Origin', 'https://evil.example']], []],
    ['another method behind this one', [['X-HTTP-Method-Override', 'DELETE']], []],
  ])('is ignored: %s', async (_, fields, body) => {
    const request = { target: LIMITS, fields: [authorization, ...fields], body };
    expect((await exchange(service, request)).status).toBe(200);
  });

  it('is ignored in a body in chunks: extensions and trailers', async () => {
    const fields = [authorization, JSON_TYPE, chunked];
    const size = Buffer.byteLength(BODY).toString(16);
    const body = [`${size};name=value\r\n${BODY}\r\n0\r\nIdempotency-Key: trailing\r\n\r\n`];
    const request = { method: 'POST', target: `${RUNS}/estimate`, fields, body };
    expect((await exchange(service, request)).status).toBe(200);
    const created = await exchange(service, { ...request, target: RUNS });
    problemOf(created, 'idempotency_key_missing');
  });

  it('is refused with 413 where it is a fault of the chunks', async () => {
    const request = {
      method: 'POST',
      target: `${RUNS}/estimate`,
      fields: [authorization, JSON_TYPE, chunked],
    };
    const broken = await exchange(service, { ...request, body: ['zz\r\n{}\r\n'] });
    problemOf(broken, 'invalid_request');
    const extended = await exchange(service, { ...request, body: [`2;${'x'.repeat(20_000)}\r\n`] });
    expect(extended.status).toBe(413);
  });
});

describe('headers that are too large', () => {
  it.each([
    ['one', [['Prefer', 'x'.repeat(20_000)]]],
    ['many', Array.from({ length: 400 }, (_, i) => [`X-Number-${i}`, 'x'.repeat(40)])],
  ] as [string, Field[]][])('are a problem: %s', async (_, fields) => {
    const answer = await exchange(service, { target: LIMITS, fields: [authorization, ...fields] });
    expect(answer.status).toBe(431);
    problemOf(answer, 'headers_too_large');
  });

  it('are those that have more than 16,384 bytes together with the target', async () => {
    const statusOf = async (bytes: number) => {
      const pad = bytes - countedBytes(LIMITS, [authorization, ['Prefer', '']]);
      const fields: Field[] = [authorization, ['Prefer', 'x'.repeat(pad)]];
      return (await exchange(service, { target: LIMITS, fields })).status;
    };
    expect(await statusOf(16_384)).toBe(200);
    expect(await statusOf(16_385)).toBe(431);
  });

  /** Counts the target, and the names and values of the headers, without the characters between them. */
  function countedBytes(target: string, fields: Field[]): number {
    const sent = head('GET', target, fields).slice(0, -4).split('\r\n');
    const between = 'GET '.length + ' HTTP/1.1'.length + ': '.length * (sent.length - 1);
    return sent.join('').length - between;
  }
});

describe('the host name that the caller used', () => {
  it('is in no answer', async () => {
    const fields: Field[] = [
      ['Host', 'evil.example'],
      ['X-Forwarded-Host', 'evil.example'],
      ['X-Forwarded-Proto', 'https'],
      ['Forwarded', 'host=evil.example'],
      authorization,
    ];
    for (const target of [
      '/nowhere',
      `${RUNS}/unknown`,
      '/openapi.json',
      'http://evil.example/x',
    ]) {
      const { text, headers } = await exchange(service, { target, fields });
      expect(text).not.toContain('evil');
      expect(JSON.stringify([...headers])).not.toContain('evil');
    }
    const answer = await exchange(service, {
      method: 'POST',
      target: RUNS,
      fields: [...fields, JSON_TYPE, LENGTH, ['Idempotency-Key', 'evil']],
      body: [BODY],
    });
    expect(answer.headers.get('location')).toBe(`${RUNS}/${runOf(answer).id}`);
  });

  it('need not be a valid name', async () => {
    const fields: Field[] = [['Host', 'a b"<>'], authorization];
    expect((await exchange(service, { target: LIMITS, fields })).status).toBe(200);
  });
});

describe('what a caller says about itself', () => {
  it('is not taken for the identifier of the exchange', async () => {
    const answer = await tenant.get(LIMITS, { 'X-Request-Id': 'mine' });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it.each(['text/html', 'application/xml;q=1, */*;q=0', 'nonsense', 'application/problem+json'])(
    'about the form it likes is ignored: %s',
    async (accept) => {
      const headers = { Accept: accept, 'Accept-Language': 'xx', 'Accept-Encoding': 'gzip' };
      expect((await tenant.get(LIMITS, headers)).status).toBe(200);
      expect((await tenant.get(`${RUNS}/unknown`, headers)).status).toBe(404);
    },
  );

  it.each([
    ...['', 'nonsense', '00-0-0-0', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`, 'x'.repeat(5_000)],
    ...['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'ff-a-b-c', '"', 'é'],
  ])('about its trace is never a reason to refuse: %s', async (traceparent) => {
    const headers = { traceparent, tracestate: traceparent };
    expect((await tenant.create(request('sandbox/echo'), { headers })).status).toBe(202);
    expect((await tenant.get(LIMITS, headers)).status).toBe(200);
  });
});

describe('HEAD', () => {
  it('gives the headers of GET, and no body', async () => {
    const created = await tenant.create(request('sandbox/echo'));
    const run = created.headers.get('location')!;
    for (const path of [
      '/livez',
      '/readyz',
      '/openapi.json',
      LIMITS,
      RUNS,
      run,
      '/v1/developer/models',
    ]) {
      const get = await tenant.get(path);
      const answer = await tenant.send({ method: 'HEAD', path });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      for (const name of [
        'content-type',
        'content-length',
        'etag',
        'cache-control',
        'retry-after',
      ]) {
        expect(answer.headers.get(name), `${path} ${name}`).toBe(get.headers.get(name));
      }
    }
  });

  it('is refused like GET', async () => {
    const head = (path: string, key?: string) =>
      service.send({ method: 'HEAD', path, ...(key !== undefined && { key }) });
    expect((await head(LIMITS)).status).toBe(401);
    expect((await head(`${RUNS}?limit=x`, tenant.key.key)).status).toBe(400);
    expect((await head('/nowhere')).status).toBe(404);
    expect((await head(`${RUNS}/estimate`, tenant.key.key)).status).toBe(405);
  });

  it('knows versions and waits', async () => {
    const created = await tenant.create(request('sandbox/echo'));
    const headers = { 'If-None-Match': created.headers.get('etag')!, Prefer: 'wait=0' };
    const path = created.headers.get('location')!;
    expect((await tenant.send({ method: 'HEAD', path, headers })).status).toBe(304);
  });
});
