import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  exchange,
  expectContract,
  headOf,
  type Lines,
  operation,
  operations,
} from './exchange.ts';
import { body, headerText, makeRun, send, usual, VALID, visible } from './requests.ts';
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

describe('headers', () => {
  const known = fc.constantFrom(
    'Prefer',
    'If-None-Match',
    'traceparent',
    'tracestate',
    'Accept',
    'Range',
  );
  const strange = fc.constantFrom(
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
    'Cookie',
    'Origin',
    'Expect',
  );
  const more = fc.constantFrom(
    'X-Request-Id',
    'Content-Encoding',
    'Upgrade',
    '__proto__',
    'constructor',
  );
  const text = fc.oneof(
    headerText(60),
    fc.constantFrom(
      'wait=0',
      'wait=-1',
      'wait="1"',
      'wait=1.5',
      'wait=1;x',
      'respond-async',
      ',,,',
      'wait',
    ),
    fc.constantFrom(
      '*',
      'W/"1"',
      '"1", W/"2"',
      '"',
      'W/',
      '00-0-0-00',
      '100-continue',
      'gzip',
      'x'.repeat(9_000),
    ),
    fc.constantFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'),
  );

  it('with known, strange or unknown names and any text never cause a server error', async () => {
    const some = fc.constantFrom(...operations);
    const lines = fc.array(fc.tuple(fc.oneof(known, strange, more), text), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(some, lines, async ({ method, path, statuses }, headers) => {
        await send(service, method, path.replace('{id}', id), headers, statuses);
      }),
      cases(300),
    );
  });

  it('named Idempotency-Key are a key or are refused', async () => {
    const { method, path, statuses } = operation('createModelRun');
    const quoted = fc.string({ unit: visible, maxLength: 20 }).map((inner) => `"${inner}"`);
    const key = fc.oneof(text, quoted, fc.string({ unit: visible, maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(fc.array(key, { maxLength: 3 }), async (keys) => {
        const head = headOf(method, path, [
          ...usual(service, VALID).slice(0, -1),
          ...keys.map((one) => ['idempotency-KEY', one] as const),
        ]);
        await ask(service, Buffer.from(head + VALID, 'latin1'), { statuses });
      }),
      cases(200),
    );
  });

  it('that could mean two requests have one answer of the contract', async () => {
    const { method, path, statuses } = operation('createModelRun');
    const length = String(VALID.length);
    const smuggling = fc.constantFrom<[string, string]>(
      ['Content-Length', length],
      ['Content-Length', '0'],
      ['Content-Length', `+${length}`],
      ['Content-Length', `${length}, ${length}`],
      ['Content-Length', '-1'],
      ['Content-Length', '9'.repeat(30)],
      ['Transfer-Encoding', 'chunked'],
      ['Transfer-Encoding', 'identity'],
      ['Transfer-Encoding', 'chunked, identity'],
      ['Transfer-Encoding', '\x0bchunked'],
      ['Transfer-Encoding ', 'chunked'],
      ['Host', 'elsewhere'],
      ['Host', ''],
      ['Content-Type', 'text/plain'],
      ['Authorization', 'Bearer x'],
      ['Idempotency-Key', 'another'],
      ['X-Folded', 'one\r\n two'],
      ['X-Naked', 'one\rtwo'],
      ['X-Line', 'one\ntwo: three'],
      ['X Space', 'x'],
      ['', 'x'],
      ['X-Nul', 'a\0b'],
      ['X-Huge', 'x'.repeat(20_000)],
      ['Connection', 'close, keep-alive, upgrade'],
      ['Expect', '100-continue'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(smuggling, { minLength: 1, maxLength: 3 }),
        fc.nat({ max: 5 }),
        fc.constantFrom('', '5\r\nhello\r\n0\r\n\r\n', '\r\n\r\n'),
        async (added, at, tail) => {
          const lines: [string, string][] = usual(service, VALID);
          lines.splice(at, 0, ...added);
          const bytes = Buffer.from(headOf(method, path, lines) + VALID + tail, 'latin1');
          const answer = await exchange(service.port, bytes);
          // A connection that announces more than it sends closes without an answer at the end.
          if (answer) expectContract(service, answer, statuses);
        },
      ),
      cases(200),
    );
  });
});

describe('a key', () => {
  const well = (text: string) => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    let rest = crc32(text);
    let digits = '';
    for (let i = 0; i < 6; i++) {
      digits = alphabet[rest % 62]! + digits;
      rest = Math.floor(rest / 62);
    }
    return text + digits;
  };

  it('that is not the key opens nothing, on any operation that asks for one', async () => {
    const keyed = fc.constantFrom(...operations.filter(({ statuses }) => statuses.includes(401)));
    const scheme = fc.constantFrom(
      'Bearer ',
      'bearer ',
      'BEARER  ',
      'Basic ',
      '',
      'Bearer',
      'Bearer\t',
    );
    const key = fc.oneof(
      fc.stringMatching(/^mrk_[0-9A-Za-z]{32}$/).map(well),
      fc.nat({ max: 41 }).map((at) => {
        const { key } = service;
        return key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      }),
      fc.nat({ max: 41 }).map((at) => service.key.slice(0, at)),
      fc.constantFrom(`${'x'.repeat(10_000)}`, '""', '\xff', 'null', ', '),
      fc.constant(null).map(() => `${service.key}0`),
      fc.constant(null).map(() => `${service.key} ${service.key}`),
      fc.constant(null).map(() => service.key.toLowerCase()),
      headerText(50),
    );
    await fc.assert(
      fc.asyncProperty(keyed, scheme, key, async ({ method, path, statuses }, word, text) => {
        const lines: Lines = [
          ['Host', 'localhost'],
          ['Authorization', word + text],
          ...(method === 'POST' ? body(VALID) : []),
        ];
        const head = headOf(method, path, lines) + (method === 'POST' ? VALID : '');
        const answer = await ask(service, Buffer.from(head, 'latin1'), { statuses });
        expect(answer.status).toBe(401);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
      }),
      cases(300),
    );
  });
});
