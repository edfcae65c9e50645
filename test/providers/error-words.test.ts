/** What a provider says about a refusal: read from the known forms, bounded, and without secrets. */
import { describe, expect, test } from 'vitest';
import { readErrorWords } from '../../server/providers/refusals.ts';
import { compatible, json, openRouter, startRawServer, startUpstream, submit } from './upstream.ts';

const wordsOf = (body: unknown, secrets: string[] = []) =>
  readErrorWords(typeof body === 'string' ? body : JSON.stringify(body), secrets);

describe('the words are found', () => {
  const words = 'max_tokens must be at least 16.';
  test.each<[string, unknown]>([
    ['in the error', { error: { message: words, type: 'invalid', code: 400 } }],
    ['in an error that is a text', { error: words }],
    ['beside an error object of the older form', { object: 'error', message: words, code: 400 }],
    ['in the detail', { detail: words }],
    ['in a list of details', { detail: [{ loc: ['body'], msg: words }] }],
    ['in a list of errors', { errors: [{ message: words }] }],
    ['in a list', [{ error: { message: words } }]],
    ['in an error within the message', { message: { error: { message: words } } }],
  ])('%s', (_, body) => {
    expect(wordsOf(body)).toBe(words);
  });

  test('of the provider at a gateway, after those of the gateway', () => {
    const error = { message: 'Provider returned error', code: 400 };
    const raw = JSON.stringify({ error: { message: words } });
    expect(wordsOf({ error: { ...error, metadata: { raw } } })).toBe(
      `Provider returned error: ${words}`,
    );
    expect(wordsOf({ error: { ...error, metadata: { raw: 'No.' } } })).toBe(
      'Provider returned error: No.',
    );
    expect(wordsOf({ error: { ...error, metadata: { reasons: ['violence', 'hate'] } } })).toBe(
      'Provider returned error: violence; hate',
    );
  });

  test.each([
    '',
    '<html>No</html>',
    'null',
    '{}',
    '[]',
    '{"error":null}',
    '{"error":{"message":5}}',
  ])('nowhere in %j', (body) => {
    expect(wordsOf(body)).toBeUndefined();
  });

  test('nowhere in what is nested without end', () => {
    expect(wordsOf('{"error":'.repeat(10_000))).toBeUndefined();
    const deep = Array.from({ length: 20 }).reduce<object>((error) => ({ error }), { error: 'x' });
    expect(wordsOf(deep)).toBeUndefined();
  });
});

describe('the words are fit to be shown', () => {
  test('one line, of bounded length, that every reader takes', () => {
    expect(wordsOf({ error: 'a\r\n\tb\u0000c\ud800\u202ed\u2028e' })).toBe('a b\ufffdc\ufffd d e');
    const long = wordsOf({ error: 'word '.repeat(1_000) });
    expect(long).toHaveLength(1_000);
    expect(long).toMatch(/word…$/);
  });

  test.each([
    ['the key of the deployment', 'Bad key weird+key/1 here', 'Bad key [removed] here'],
    ['the same within a URL', 'See ?k=weird%2Bkey%2F1', 'See ?k=[removed]'],
    ['a bearer token', 'Got Bearer abc.DEF-123', 'Got Bearer [removed]'],
    ['a key by its prefix', 'Incorrect: sk-proj-a1b2c3d4e5.', 'Incorrect: [removed]'],
    ['a key that is masked', 'Incorrect: sk-ab***************wxyz', 'Incorrect: [removed]'],
    ['an organization', 'for org-AbCdEfGhIj on tokens', 'for [removed] on tokens'],
    ['credentials in a URL', 'at https://me:pass@host/x', 'at https://[removed]host/x'],
    ['a key in a query', 'GET /v1?key=a1b2c3d4e5&x=1', 'GET /v1?key=[removed]&x=1'],
    ['a named key', 'api_key: "a1b2c3d4e5"', 'api_key: "[removed]"'],
    ['a long mixed word', `hash ${'a1'.repeat(20)}.`, 'hash [removed].'],
    ['a token of three parts', 'got eyJhbGciOiJIUzI1NiJ9.e30.abc', 'got [removed]'],
  ])('without %s', (_, message, shown) => {
    expect(wordsOf({ error: message }, ['weird+key/1'])).toBe(shown);
  });

  test.each([
    'Unrecognized key: parallel_tool_calls',
    'max_tokens: 500000 is above the maximum of 16384.',
    'Unexpected token: got "]" at 12',
    'The model claude-3-5-sonnet-20241022 does not exist.',
    "This model's maximum context length is 8192 tokens.",
    'messages.1.content.0: `signature` is not valid',
    'See https://example.com/docs/errors.',
  ])('and keep what explains: %s', (message) => {
    expect(wordsOf({ error: message }, ['weird+key/1'])).toBe(message);
  });

  test('in work that grows with their length', () => {
    for (const unit of ['key=', 'a1', 'https://', 'Bearer ', 'sk-', 'a', '=:"', ' key : ']) {
      expect(() => wordsOf({ error: unit.repeat(60_000 / unit.length) })).not.toThrow();
    }
  });
});

describe('over the wire', () => {
  test('the words come with a refusal for what is asked, and not with one of the account', async () => {
    const upstream = await startUpstream((response, { body }) => {
      json(response, Number(body.model), { error: { message: 'Our reasons.' } });
    });
    const words = async (status: number) => {
      const { outcome } = await submit(openRouter(upstream.url), { model: String(status) });
      return 'words' in outcome ? outcome.words : undefined;
    };
    for (const status of [400, 403, 404, 413, 422])
      expect(await words(status)).toBe('Our reasons.');
    for (const status of [401, 402, 429]) expect(await words(status)).toBeUndefined();
    // The outcome is unknown, and its owner may know why.
    for (const status of [500, 502, 529]) expect(await words(status)).toBe('Our reasons.');
  });

  test('the key that the request went out with is not among them', async () => {
    const upstream = await startUpstream((response, { headers }) => {
      json(response, 400, { error: `You sent ${headers.authorization} to us.` });
    });
    const { outcome } = await submit(compatible(upstream.url, 'local-key'));
    expect(outcome).toMatchObject({ words: 'You sent Bearer [removed] to us.' });
  });

  test('a refusal whose body never ends, or is cut, is a refusal without words', async () => {
    const head =
      'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';
    for (const end of [false, true]) {
      const port = await startRawServer((socket) => {
        socket.once('data', () => {
          socket.write(`${head}{"error":`);
          if (end) socket.end();
        });
      });
      const { outcome } = await submit(compatible(`http://127.0.0.1:${port}`));
      expect(outcome).toEqual({
        kind: 'refused',
        providerStatus: 400,
        reason: 'The provider refused the request as not valid.',
      });
    }
  });

  test('a body beyond what is read is not waited for', async () => {
    const upstream = await startUpstream((response) => {
      json(response, 400, { error: 'x'.repeat(200_000) });
    });
    const { outcome } = await submit(openRouter(upstream.url));
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 400 });
    expect(outcome).not.toHaveProperty('words');
  });
});
