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

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const USER = { role: 'user', content: 'Hello' };
const TOOL = { name: 'f', description: 'd', parameters: {} };
const CALL = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };

const echo = (more: object) => ({ ...request('sandbox/echo'), ...more });
const saying = (...messages: unknown[]) => echo({ messages });
const calling = (...tool_calls: unknown[]) => saying({ role: 'assistant', tool_calls }, USER);
const without = (name: string) =>
  Object.fromEntries(Object.entries(request('sandbox/echo')).filter(([member]) => member !== name));

/** The body, and the pointers to its faults: exactly these. */
const INVALID: [name: string, body: unknown, ...pointers: string[]][] = [
  ['an array', [], '#'],
  ['a string', '"text"', '#'],
  ['null', 'null', '#'],
  ['a number', '1', '#'],
  ['nothing at all', {}, '#/model', '#/messages', '#/maxOutputTokens'],
  ['no model', without('model'), '#/model'],
  ['a model that is a number', echo({ model: 1 }), '#/model'],
  ['an empty model', echo({ model: '' }), '#/model'],
  ['a model that is too long', echo({ model: 'm'.repeat(257) }), '#/model'],
  ['an unknown member', echo({ logprobs: true }), '#/logprobs'],
  ['a member with signs that pointers escape', echo({ 'a/b~c d': 1 }), '#/a~1b~0c%20d'],
  [
    'a member named __proto__',
    '{"__proto__":1}',
    '#/__proto__',
    '#/model',
    '#/messages',
    '#/maxOutputTokens',
  ],
  ['no messages', without('messages'), '#/messages'],
  ['messages that are no array', echo({ messages: USER }), '#/messages'],
  ['no message among messages', echo({ messages: [] }), '#/messages'],
  ['too many messages', echo({ messages: Array(10_001).fill(USER) }), '#/messages'],
  ['a message that is text', saying('Hello'), '#/messages/0'],
  ['a message that is null', saying(USER, null), '#/messages/1'],
  ['a message without a role', saying({ content: 'Hello' }), '#/messages/0/role'],
  ['a message with an unknown role', saying({ ...USER, role: 'bot' }), '#/messages/0/role'],
  ['a message with a role that is no text', saying({ ...USER, role: 1 }), '#/messages/0/role'],
  ['a message without content', saying({ role: 'user' }), '#/messages/0/content'],
  ['a message with empty content', saying({ ...USER, content: '' }), '#/messages/0/content'],
  [
    'content in parts',
    saying({ ...USER, content: [{ type: 'text' }] }),
    '#/messages/0/content/0/text',
  ],
  ['content that is null', saying({ role: 'system', content: null }, USER), '#/messages/0/content'],
  ['an unknown member of a message', saying({ ...USER, name: 'n' }), '#/messages/0/name'],
  ['an unknown member that is null', saying({ ...USER, nam: null }), '#/messages/0/nam'],
  ['calls of a user', saying({ ...USER, tool_calls: [CALL] }), '#/messages/0/tool_calls'],
  [
    'a result that names no call',
    saying({ role: 'tool', content: '' }),
    '#/messages/0/tool_call_id',
  ],
  ['a call without an id', calling({ ...CALL, id: undefined }), '#/messages/0/tool_calls/0/id'],
  ['a call of an unknown kind', calling({ ...CALL, type: 'x' }), '#/messages/0/tool_calls/0/type'],
  [
    'a call with arguments that are no text',
    calling(CALL, { ...CALL, function: { name: 'f', arguments: {} } }),
    '#/messages/0/tool_calls/1/function/arguments',
  ],
  [
    'reasoning that is text',
    saying({ role: 'assistant', content: 'a', reasoning_details: ['r'] }, USER),
    '#/messages/0/reasoning_details/0',
  ],
  ['no maxOutputTokens', without('maxOutputTokens'), '#/maxOutputTokens'],
  ...[0, -1, 1.5, '100', null, true, 2_147_483_648, 1e30].map(
    (value): [string, unknown, string] => [
      `maxOutputTokens of ${JSON.stringify(value)}`,
      echo({ maxOutputTokens: value }),
      '#/maxOutputTokens',
    ],
  ),
  ['a choice without a tool', echo({ tools: [], tool_choice: 'none' }), '#/tool_choice'],
  ['too many tools', echo({ tools: Array(129).fill(TOOL) }), '#/tools'],
  [
    'a tool without a description',
    echo({ tools: [{ name: 'f', parameters: {} }] }),
    '#/tools/0/description',
  ],
  [
    'a tool with a name of two words',
    echo({ tools: [{ ...TOOL, name: 'f g' }] }),
    '#/tools/0/name',
  ],
  [
    'a tool with a name that is too long',
    echo({ tools: [{ ...TOOL, name: 'f'.repeat(65) }] }),
    '#/tools/0/name',
  ],
  [
    'a tool with an array of parameters',
    echo({ tools: [{ ...TOOL, parameters: [] }] }),
    '#/tools/0/parameters',
  ],
  [
    'a tool in the wire form',
    echo({ tools: [{ type: 'function', function: TOOL }] }),
    '#/tools/0/type',
    '#/tools/0/function',
    '#/tools/0/name',
    '#/tools/0/description',
    '#/tools/0/parameters',
  ],
  ['two tools of one name', echo({ tools: [TOOL, TOOL] }), '#/tools/1/name'],
  ['an unknown choice', echo({ tools: [TOOL], tool_choice: 'any' }), '#/tool_choice'],
  ['a choice without tools', echo({ tool_choice: 'auto' }), '#/tool_choice'],
  [
    'a choice of a function that is not named',
    echo({ tools: [TOOL], tool_choice: { type: 'function' } }),
    '#/tool_choice/function',
  ],
  [
    'a choice of a tool that is not there',
    echo({ tools: [TOOL], tool_choice: { type: 'function', function: { name: 'g' } } }),
    '#/tool_choice/function/name',
  ],
  ['parallel calls without tools', echo({ parallel_tool_calls: true }), '#/parallel_tool_calls'],
  [
    'parallel calls as text',
    echo({ tools: [TOOL], parallel_tool_calls: 'yes' }),
    '#/parallel_tool_calls',
  ],
  ['a negative bound', echo({ maxReservedAmount: -1 }), '#/maxReservedAmount'],
  ['a bound in parts', echo({ maxReservedAmount: 0.5 }), '#/maxReservedAmount'],
  ['a bound beyond exact numbers', echo({ maxReservedAmount: 2 ** 53 }), '#/maxReservedAmount'],
  ['an unknown attribution', echo({ attribution: { team: 't' } }), '#/attribution/team'],
  ['an empty attribution', echo({ attribution: { sessionId: '' } }), '#/attribution/sessionId'],
  [
    'an attribution that is too long',
    echo({ attribution: { promptId: 'p'.repeat(257) } }),
    '#/attribution/promptId',
  ],
  [
    'an attribution with a line break',
    echo({ attribution: { endUserId: 'a\nb' } }),
    '#/attribution/endUserId',
  ],
  [
    'many faults',
    echo({ model: 1, maxOutputTokens: 0, messages: [USER, {}] }),
    '#/model',
    '#/maxOutputTokens',
    '#/messages/1/role',
  ],
];

describe('a body that breaks the schema', () => {
  it.each(INVALID)(
    'is refused with 400 and the pointers to the faults: %s',
    async (_, body, ...pointers) => {
      const headers = { 'Idempotency-Key': 'k' };
      for (const path of [RUNS, `${RUNS}/estimate`]) {
        const answer = await tenant.send({ path, headers: path === RUNS ? headers : {}, body });
        expect(answer.status).toBe(400);
        const { errors } = problemOf(answer, 'invalid_request');
        expect(errors!.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort());
      }
    },
  );
});

describe('a body with values that nobody can use', () => {
  const deep = (depth: number) => ['{"a":'.repeat(depth - 1), '{}', '}'.repeat(depth - 1)].join('');
  const withParameters = (json: string) =>
    JSON.stringify(echo({ tools: [TOOL] })).replace('"parameters":{}', `"parameters":${json}`);
  const withContent = (json: string) =>
    JSON.stringify(request('sandbox/echo')).replace('"Hello"', json);

  it.each([
    ['NUL in a text', withContent(String.raw`"a\u0000b"`), '#/messages/0/content', 'nul'],
    ['NUL in a name', withParameters(String.raw`{"a\u0000":1}`), '#/tools/0/parameters', 'nul'],
    ['half of a pair', withContent(String.raw`"\ud83d"`), '#/messages/0/content', 'surrogate'],
    [
      'the other half',
      withContent(String.raw`"\ude00 \ud83d"`),
      '#/messages/0/content',
      'surrogate',
    ],
    [
      'half of a pair in a name',
      withParameters(String.raw`{"\ud800":1}`),
      '#/tools/0/parameters',
      'surrogate',
    ],
    [
      'a number beyond all',
      JSON.stringify(request('sandbox/echo')).replace('100', '1e400'),
      '#/maxOutputTokens',
      'number',
    ],
    ['a number below all', withParameters('{"a":[-1e400]}'), '#/tools/0/parameters/a/0', 'number'],
    [
      'nesting that is too deep',
      withParameters(deep(65)),
      /^#\/tools\/0\/parameters(\/a)+$/,
      'depth',
    ],
    ['nesting that is absurd', withParameters(deep(100_000)), '#', 'depth'],
    ['a member twice', '{"model":"m","model":"n"}', '#/model', 'duplicate'],
    [
      'a member twice, in two spellings',
      String.raw`{"messages":[{"role":"user","content":"a","c\u006fntent":"b"}]}`,
      '#/messages/0/content',
      'duplicate',
    ],
    [
      'a member of what is passed through twice',
      withParameters('{"a":[0,{"b/c":1,"d":2,"b/c":1}]}'),
      '#/tools/0/parameters/a/1/b~1c',
      'duplicate',
    ],
    [
      '__proto__ twice',
      withParameters('{"__proto__":1,"__proto__":1}'),
      '#/tools/0/parameters/__proto__',
      'duplicate',
    ],
    ['too many values', withParameters(`{"a":[${'0,'.repeat(100_000)}0]}`), '#', 'values'],
    ['arrays that are absurd', '['.repeat(100_000) + ']'.repeat(100_000), '#', 'depth'],
  ])('is refused: %s', async (_, body, pointer, code) => {
    const answer = await tenant.create(body);
    expect(answer.status).toBe(400);
    const fault = problemOf(answer, 'invalid_request').errors![0]!;
    expect(fault.code).toBe(code);
    expect(fault.pointer).toMatch(pointer);
  });

  it.each([
    ['a whole pair', withContent(String.raw`"\ud83d\ude00"`)],
    ['deep but bounded nesting', withParameters(deep(60))],
    ['control characters in a text', withContent(String.raw`"\u0001\u001f\u007f\n"`)],
  ])('is not one with %s', async (_, body) => {
    expect((await tenant.create(body)).status).toBe(202);
  });
});

describe('a member of a message of another role', () => {
  it('is one that does not belong there', async () => {
    const answer = await tenant.create(saying({ ...USER, refusal: 'No.', 'a/b': 1 }));
    const { errors } = problemOf(answer, 'invalid_request');
    const fault = { detail: 'is not a member that belongs here', code: 'additional_properties' };
    expect(new Set(errors)).toEqual(
      new Set([
        { pointer: '#/messages/0/a~1b', ...fault },
        { pointer: '#/messages/0/refusal', ...fault },
      ]),
    );
  });
});

describe('a body that is not JSON', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const text = JSON.stringify(request('sandbox/echo'));

  it.each([
    ['empty', ''],
    ['cut', text.slice(0, -1)],
    ['followed by more', `${text}{}`],
    ['with a comma too many', '{"model":"m",}'],
    ['with single quotes', "{'model':'m'}"],
    ['a word', 'secret'],
    ['a form', 'model=m&messages=secret'],
    ['not a number', '{"maxOutputTokens":NaN}'],
    ['with a raw line break in a text', '{"model":"secret\n"}'],
    ['not UTF-8', bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ['UTF-16', new Uint8Array(Buffer.from(text, 'utf16le'))],
    ['a surrogate in UTF-8', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ])('is refused, and no word of it is quoted: %s', async (_, body) => {
    const answer = await tenant.create(body);
    expect(answer.status).toBe(400);
    const problem = problemOf(answer, 'malformed_json');
    expect(problem.errors).toBeUndefined();
    expect(answer.text).not.toContain('secret');
  });
});

describe('a value of another type', () => {
  it.each([
    ['must be an array or null', echo({ tools: 'f' }), '#/tools'],
    ['must be a string', echo({ model: 1 }), '#/model'],
    ['must be an integer', echo({ maxOutputTokens: 'many' }), '#/maxOutputTokens'],
    ['must be an object', '"text"', '#'],
  ])('is explained in plain words: %s', async (detail, body, pointer) => {
    const { errors } = problemOf(await tenant.create(body), 'invalid_request');
    expect(errors).toEqual([{ pointer, detail, code: 'type' }]);
  });
});

describe('the position where a body stops being JSON', () => {
  it.each([
    ['{', 1],
    ['{"model":', 9],
    ['{"model":"m",}', 13],
    ['{"é":x}', 6],
    [String.raw`{"a":"\u00e9","b":01}`, 19],
    ['[1,2', 4],
  ])('is given as a byte offset: %s', async (body, byte) => {
    const { detail } = problemOf(await tenant.create(body), 'malformed_json');
    expect(detail).toBe(`The body is not valid JSON (at byte ${byte}).`);
  });
});

describe('a refused body', () => {
  it('creates no run', async () => {
    const answer = await tenant.get(RUNS);
    const { data } = JSON.parse(answer.text) as { data: { id: string }[] };
    expect(data).toHaveLength(3);
    const created = runOf(await tenant.create(request('sandbox/echo')));
    expect(created.reservedAmount).toBeGreaterThan(0);
  });
});
