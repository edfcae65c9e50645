import { describe, expect, it } from 'vitest';
import { Problem } from '../../../server/kernel/problem.ts';
import type { AssistantMessage, Message, ToolCall } from '../../../server/providers/port.ts';
import {
  canBeSentBack,
  checkShape,
  checkToolCalls,
  promptChars,
} from '../../../server/resources/model-runs/prompt.ts';

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
const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: '' });

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

  it('wants content or tool calls of an assistant', () => {
    const messages: Message[] = [user, { role: 'assistant', content: '' }, user];
    expect(faultOf(() => checkShape({ ...base, messages }))).toBe('invalid_request #/messages/1');
  });
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
      { role: 'tool', tool_call_id: 'id', content: 'xyz' },
    ];
    const tools = [{ name: 'n', description: 'dd', parameters: { type: 'object' } }];
    expect(promptChars({ messages, tools })).toBe(
      2 + 4 + 2 + (2 + 1 + 1) + 2 + 3 + 1 + 2 + (4 + 6),
    );
  });
});

describe('a message of a provider', () => {
  const acceptable: [AssistantMessage, boolean][] = [
    [{ role: 'assistant', content: 'Hi' }, true],
    [{ role: 'assistant', content: '' }, false],
    [{ role: 'assistant', content: null, tool_calls: [call('a')] }, true],
    [{ role: 'assistant', tool_calls: [call('a'), call('a')] }, false],
    [{ role: 'assistant', tool_calls: [call('')] }, false],
    [{ role: 'assistant', content: 'Hi', reasoning_details: ['odd'] }, false],
  ];
  for (const [message, expected] of acceptable) {
    it(`${expected ? 'is' : 'is not'} handed out when it reads ${JSON.stringify(message)}`, () => {
      expect(canBeSentBack(message)).toBe(expected);
    });
  }
});
