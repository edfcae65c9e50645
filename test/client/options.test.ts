import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { converse } from '../../client/agents.ts';
import {
  type ClientOptions,
  createClient,
  createMemoryRequestKeys,
  UsageError,
} from '../../client/index.ts';

const ECHO = {
  model: 'sandbox/echo',
  messages: [{ role: 'user' as const, content: 'Hello' }],
  maxOutputTokens: 100,
};
const sent: Request[] = [];
const GOOD: ClientOptions = {
  baseUrl: 'http://localhost:8080',
  apiKey: 'mrk_secret',
  fetch: async (request) => {
    sent.push(request);
    return Response.json({ maxPromptChars: 1, maxOutputTokens: 1, feeBasisPoints: 1 });
  },
};

function sentenceOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  throw new Error('was taken');
}

afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
});

describe('an option that cannot be right', () => {
  it.each([
    ['baseUrl', undefined, /baseUrl is undefined: give the address/],
    ['baseUrl', '', /baseUrl is empty/],
    ['baseUrl', 'localhost:8080', /neither http nor https/],
    ['baseUrl', 'no url', /is no URL/],
    ['baseUrl', 'ftp://host', /neither http nor https/],
    ['baseUrl', 'http://host/?a=1', /has a query/],
    ['baseUrl', 'http://user:word@host', /leave them out/],
    ['baseUrl', 'http://host/v1/developer', /leave \/v1 and the rest out/],
    ['baseUrl', 'http://host/v1/', /leave \/v1 and the rest out/],
    ['apiKey', undefined, /apiKey is undefined: is the variable set/],
    ['apiKey', '', /apiKey is empty/],
    ['apiKey', 'mrk_a b', /has a space/],
    ['apiKey', 'mrk_a\n', /trim what you read/],
    ['apiKey', 'Bearer mrk_a', /without the word 'Bearer'/],
    ['apiKey', 'mrk_ä', /copy it again/],
    ['headers', { 'a b': '1' }, /HTTP can't carry/],
    ['headers', { authorization: '1' }, /give the key as apiKey/],
    ['maxRetries', Number.NaN, /maxRetries is NaN/],
    ['maxRetries', -1, /at least 0/],
    ['logLevel', 'loud', /logLevel is of type string: give one of debug, info/],
    ['retry', { totalMs: -1 }, /at least 1/],
  ])('%s %j is refused with what to do', (name, value, sentence) => {
    expect(sentenceOf(() => createClient({ ...GOOD, [name]: value }))).toMatch(sentence);
  });

  it('never has the key in its sentence', () => {
    for (const apiKey of ['mrk_tellnoone ', 'Bearer mrk_tellnoone', 'mrk_tellnooneé']) {
      expect(sentenceOf(() => createClient({ ...GOOD, apiKey }))).not.toContain('tellnoone');
    }
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a key as bytes', { apiKey: Buffer.from('mrk_tellnoone') }, /apiKey is of type object/],
    ['a key in a list', { apiKey: ['mrk_tellnoone'] }, /apiKey is of type object/],
    ['a key as an object', { apiKey: new String('mrk_tellnoone') }, /apiKey is of type object/],
    ['a key as the address', { baseUrl: 'mrk_tellnoone', apiKey: 'http://host' }, /no URL/],
    ['an address as an object', { baseUrl: new URL('http://a:tellnoone@host') }, /of type object/],
    ['a password', { baseUrl: 'ftp://a:tellnoone@host' }, /neither http nor https/],
    ['a query', { baseUrl: 'http://host?key=tellnoone' }, /has a query/],
    ['a path', { baseUrl: 'http://host/tellnoone/v1' }, /leave \/v1/],
    ['a header', { headers: { A: '1', 'X-Key': 'tellnoone\nx' } }, /can't carry: X-Key/],
    ['Authorization', { headers: { Authorization: 'tellnoone\u2028' } }, /carry: Authorization/],
  ])('never shows %s', (_, options, sentence) => {
    let thrown: unknown;
    try {
      createClient({ ...GOOD, ...options });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UsageError);
    expect(String(thrown)).toMatch(sentence);
    expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('tellnoone');
  });
});

describe('a base URL', () => {
  it.each([
    ['http://host:1/', 'http://host:1/v1/developer/model-runs/limits'],
    ['https://host/inner//', 'https://host/inner/v1/developer/model-runs/limits'],
  ])('%s is taken as it is meant', async (baseUrl, url) => {
    await createClient({ ...GOOD, baseUrl }).limits();
    expect(sent.map((request) => request.url)).toEqual([url]);
  });
});

describe('a call that cannot be right', () => {
  const client = createClient({ ...GOOD, requestKeys: createMemoryRequestKeys() });
  const { modelRuns } = client;
  const over = AbortSignal.abort();
  const loop: Record<string, unknown> = { ...ECHO };
  loop.attribution = loop;

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a request key with a space',
      () => modelRuns.create(ECHO, { idempotencyKey: 'a b' }),
      /visible/,
    ],
    ['an empty request key', () => modelRuns.create(ECHO, { idempotencyKey: '' }), /1 to 255/],
    ['a long wait', () => modelRuns.create(ECHO, { waitSeconds: 51 }), /at most 50/],
    [
      'NaN',
      () => modelRuns.create({ ...ECHO, maxOutputTokens: Number.NaN }),
      /maxOutputTokens.*NaN/,
    ],
    ['a loop', () => modelRuns.create(loop as typeof ECHO), /written as JSON/],
    ['no request', () => modelRuns.create(undefined as unknown as typeof ECHO), /give \{ model/],
    [
      'a signal that is over',
      () => modelRuns.create(ECHO, { signal: over }),
      /signal that is not over/,
    ],
    ['an empty id', () => modelRuns.get(''), /give the id of a run/],
    ...['.', '..', 'limits', 'estimate', 'a/b', 'a\r\nX: y', '\0', '\ud800'].map(
      (id): [string, () => Promise<unknown>, RegExp] => [
        `the id ${JSON.stringify(id)}`,
        () => modelRuns.get(id),
        /give the id of a run/,
      ],
    ),
    ['half a character in a name', () => modelRuns.once('order-\ud800', ECHO), /surrogate/],
    ['no id', () => modelRuns.wait(undefined as unknown as string), /give the id of a run/],
    ['a deadline of NaN', () => modelRuns.wait('run_1', { deadlineMs: Number.NaN }), /deadlineMs/],
    ['a wait that is over', () => modelRuns.wait('run_1', { signal: over }), /that is not over/],
    ['no name', () => modelRuns.once('', ECHO), /the same after a restart/],
    ['no store', () => createClient(GOOD).modelRuns.once('a', ECHO), /give requestKeys/],
    ['a header', () => modelRuns.get('run_1', { headers: { b: '\n\0' } }), /can't carry/],
    ['no turns', () => converse(client, { ...ECHO, maxTurns: 0 }), /maxTurns is 0/],
    [
      'a bad conversation',
      () => converse(client, ECHO, { conversationKey: 'ü' }),
      /conversationKey/,
    ],
  ])('with %s sends nothing and says what to do', async (_, call, sentence) => {
    await expect(call()).rejects.toThrow(sentence);
    expect(sent).toEqual([]);
  });

  it('by two tools of one name says so', async () => {
    const tool = { name: 'a', description: '', parameters: {}, execute: () => '' };
    await expect(converse(client, { ...ECHO, tools: [tool, tool] })).rejects.toThrow(/its own/);
    expect(sent).toEqual([]);
  });
});

describe('a secret key', () => {
  const page = { window: { document: {} } };
  const worker = {
    WorkerGlobalScope: class {},
    importScripts() {},
    navigator: { userAgent: 'Mozilla/5.0 (X11)' },
  };

  function pretend(globals: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  }

  it.each([
    ['a page', page],
    ['a worker of a page', worker],
  ])('is refused in %s, with the ways out', (_, globals) => {
    pretend(globals);
    const sentence = sentenceOf(() => createClient(GOOD));
    expect(sentence).toMatch(/from your server.*apiKey, such as 'mock'.*dangerouslyAllowBrowser/s);
  });

  it('is accepted in a page with an explicit option', () => {
    pretend(page);
    createClient({ ...GOOD, dangerouslyAllowBrowser: true });
  });

  it('does not include the key of the mock', () => {
    pretend(page);
    createClient({ ...GOOD, apiKey: 'mock' });
  });

  it.each([
    [
      'an edge runtime',
      { WorkerGlobalScope: class {}, navigator: { userAgent: 'Cloudflare-Workers' } },
    ],
    [
      'a worker of Deno',
      { WorkerGlobalScope: class {}, importScripts() {}, navigator: { userAgent: 'Deno/2' } },
    ],
    ['React Native', { window: globalThis }],
  ])('is taken in %s', (_, globals) => {
    pretend(globals);
    createClient(GOOD);
  });
});
