import { describe, expect, it } from 'vitest';
import type {
  AssistantMessage,
  JsonValue,
  Message,
  ToolCall,
} from '../../../server/model-runs/providers/model-provider.ts';
import { checkShape, checkToolCalls, promptChars } from '../../../server/model-runs/request.ts';
import { returnable } from '../../../server/model-runs/submission.ts';
import { parseBody } from '../../../server/platform/http/intake.ts';
import { Problem } from '../../../server/platform/lib/problem.ts';

const call = (id: string, name = 'f'): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
});
const user: Message = { role: 'user', content: 'Hi' };
const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string, name?: string): Message => ({
  ...{ role: 'tool', tool_call_id: id, content: '' },
  ...(name !== undefined && { name }),
});

function faultOf(check: () => void): string {
  try {
    check();
  } catch (error) {
    if (error instanceof Problem) return `${error.code} ${error.options.errors?.[0]?.pointer}`;
    throw error;
  }
  return 'accepted';
}

describe('tool calls and results', () => {
  const conversations: [string, Message[], string][] = [
    ['a plain question', [user], 'accepted'],
    ['a completed set of results', [user, calls('a', 'b'), result('b'), result('a')], 'accepted'],
    [
      'ids that repeat across turns',
      [user, calls('a'), result('a'), calls('a'), result('a')],
      'accepted',
    ],
    [
      'results that name their functions, in any order',
      [
        user,
        { role: 'assistant', tool_calls: [call('a', 'f'), call('b', 'g')] },
        result('b', 'g'),
        result('a', 'f'),
      ],
      'accepted',
    ],
    [
      'a result with the name of another call',
      [
        user,
        { role: 'assistant', tool_calls: [call('a', 'f'), call('b', 'g')] },
        result('b', 'f'),
        result('a'),
      ],
      'inconsistent_tool_calls #/messages/2/name',
    ],
    [
      'a result with a name in other letters',
      [user, calls('a'), result('a', 'F')],
      'inconsistent_tool_calls #/messages/2/name',
    ],
    ['a user after the results', [user, calls('a'), result('a'), user], 'accepted'],
    [
      'a missing result at the end',
      [user, calls('a', 'b'), result('a')],
      'inconsistent_tool_calls #/messages/2',
    ],
    [
      'a user before all results',
      [user, calls('a', 'b'), result('a'), user],
      'inconsistent_tool_calls #/messages/3',
    ],
    [
      'a result without a call',
      [user, result('a')],
      'inconsistent_tool_calls #/messages/1/tool_call_id',
    ],
    [
      'a second result',
      [user, calls('a'), result('a'), result('a')],
      'inconsistent_tool_calls #/messages/3/tool_call_id',
    ],
    [
      'a result of an earlier turn',
      [user, calls('a'), result('a'), user, result('a')],
      'inconsistent_tool_calls #/messages/4/tool_call_id',
    ],
    [
      'an id twice in one message',
      [user, calls('a', 'a'), result('a')],
      'inconsistent_tool_calls #/messages/1/tool_calls/1/id',
    ],
    [
      'an assistant at the end',
      [user, { role: 'assistant', content: 'Hi' }],
      'inconsistent_tool_calls #/messages/1',
    ],
    [
      'a system message at the end',
      [user, { role: 'system', content: 'Hi' }],
      'inconsistent_tool_calls #/messages/1',
    ],
  ];
  for (const [what, messages, expected] of conversations) {
    it(`${expected === 'accepted' ? 'accepts' : 'refuses'} ${what}`, () => {
      expect(faultOf(() => checkToolCalls(messages))).toBe(expected);
    });
  }
});

describe('rules of shape', () => {
  const base = { model: 'm', maxOutputTokens: 1, messages: [user] };
  const tool = { name: 'f', description: 'd', parameters: {} };
  const named = { type: 'function' as const, function: { name: 'g' } };

  it('wants names of tools to be unique', () => {
    expect(faultOf(() => checkShape({ ...base, tools: [tool, tool] }))).toBe(
      'invalid_request #/tools/1/name',
    );
  });
  it('wants a selector to name a given tool', () => {
    expect(faultOf(() => checkShape({ ...base, tools: [tool], tool_choice: named }))).toBe(
      'invalid_request #/tool_choice/function/name',
    );
  });
  it('wants tools where there is a choice among them', () => {
    expect(faultOf(() => checkShape({ ...base, tool_choice: 'auto' }))).toBe(
      'invalid_request #/tool_choice',
    );
    expect(faultOf(() => checkShape({ ...base, parallel_tool_calls: true }))).toBe(
      'invalid_request #/parallel_tool_calls',
    );
  });
});

describe('the size of a prompt', () => {
  it('counts code points, not UTF-16 units or bytes', () => {
    expect(promptChars({ messages: [{ role: 'user', content: 'aé😀' }] })).toBe(3);
  });
  it('counts every string that the caller chose', () => {
    const messages: Message[] = [
      {
        role: 'assistant',
        tool_calls: [call('id', 'name')],
        reasoning_details: [{ ab: ['c', { d: 1 }] }],
      },
      { role: 'tool', tool_call_id: 'id', name: 'name', content: 'xyz' },
    ];
    const tools = [{ name: 'n', description: 'dd', parameters: { type: 'object' } }];
    expect(promptChars({ messages, tools })).toBe(
      2 + 4 + 2 + (2 + 1 + 1) + 2 + 4 + 3 + 1 + 2 + (4 + 6),
    );
  });
});

const REQUEST = { model: 'm', maxOutputTokens: 1 };

describe('a message of a provider', () => {
  const text = (length: number) => 'x'.repeat(length);
  const entries = (count: number) => Array.from({ length: count }, () => ({ type: 'a' }));
  const nested = (depth: number): JsonValue => (depth === 0 ? 1 : { deeper: nested(depth - 1) });
  const returned: [string, AssistantMessage][] = [
    ['a text', { role: 'assistant', content: 'Hi' }],
    ['an empty text', { role: 'assistant', content: '' }],
    ['no text', { role: 'assistant', content: null }],
    ['its role alone', { role: 'assistant' }],
    ['a refusal', { role: 'assistant', content: null, refusal: 'No.' }],
    ['reasoning alone', { role: 'assistant', reasoning_details: [{ type: 'reasoning.text' }] }],
    ['a call', { role: 'assistant', content: null, tool_calls: [call('a')] }],
  ];
  it.each(returned)('is returned as it is and accepted back: %s', (_, message) => {
    expect(returnable(message)).toEqual(message);
    expect(faultOf(() => checkShape({ ...REQUEST, messages: [user, message, user] }))).toBe(
      'accepted',
    );
  });

  const withReasoning: [string, JsonValue[]][] = [
    ['is no object', ['odd']],
    ['is nested too deep', [nested(64)]],
    ['has too many entries', entries(10_001)],
    ['has too many values', Array(9_000).fill({ type: 'odd', index: 0, text: 'a' })],
  ];
  it.each(withReasoning)('is returned without reasoning that %s', (_, reasoning_details) => {
    const message: AssistantMessage = { role: 'assistant', content: 'Hi', reasoning_details };
    expect(returnable(message)).toEqual({ role: 'assistant', content: 'Hi' });
  });

  const large: [string, JsonValue[]][] = [
    ['entries', entries(10_000)],
    ['values in one entry', [{ type: 'odd', parts: Array(24_900).fill(1) }]],
    ['values that are empty', [{ type: 'odd', parts: Array(24_900).fill({}) }]],
  ];
  it.each(large)('is accepted back with many %s, among others', (_, reasoning_details) => {
    const message: AssistantMessage = { role: 'assistant', content: 'Hi', reasoning_details };
    expect(returnable(message)).toEqual(message);
    const others = Array.from({ length: 5_000 }, () => user);
    const body = Buffer.from(JSON.stringify({ ...REQUEST, messages: [...others, message, user] }));
    expect(faultOf(() => parseBody(body))).toBe('accepted');
  });

  const beyond: [string, AssistantMessage][] = [
    ['a text', { role: 'assistant', content: text(10_000_001) }],
    ['a name', { role: 'assistant', tool_calls: [call('a', text(1_025))] }],
    [
      'the number of calls',
      { role: 'assistant', tool_calls: Array.from({ length: 1_025 }, (_, i) => call(`c${i}`)) },
    ],
  ];
  it.each(beyond)('is left out where %s is beyond the bounds of a request', (_, message) => {
    expect(returnable(message)).toBeUndefined();
  });
});
