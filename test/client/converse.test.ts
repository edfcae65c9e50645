import { afterEach, describe, expect, it } from 'vitest';
import {
  type AnyTool,
  type ConverseRequest,
  converse,
  TurnLimitError,
  tool,
} from '../../client/agents.ts';
import { createClient, DeadlineError, type Message, RunFailedError } from '../../client/index.ts';
import {
  answer,
  type Behavior,
  type Hostile,
  problem,
  run,
  startHostile,
} from './hostile-server.ts';

const opened: Hostile[] = [];
afterEach(async () => {
  for (const hostile of opened.splice(0)) await hostile.close();
});

/** A model that makes these calls in its first answer, and then says "done". */
async function modelThatCalls(...calls: [name: string, text: string][]) {
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: calls.map(([name, text], index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: text },
    })),
    something_new: [1],
  } as const;
  const asks = answer(200, { ...run({ id: 'run_1', state: 'completed' }), message });
  const done = { role: 'assistant', content: 'done' } as const;
  const ends = answer(200, run({ id: 'run_2', state: 'completed', text: 'done', message: done }));
  return { ...(await talkTo(asks, ends)), message };
}

async function talkTo(...steps: Behavior[]) {
  const hostile = await startHostile(...steps);
  opened.push(hostile);
  const client = createClient({ baseUrl: hostile.url, apiKey: 'mock', retry: false });
  const bodies = () => hostile.seen.map(({ body }) => JSON.parse(body) as ConverseRequest);
  return { client, hostile, bodies };
}

const QUESTION: Message = { role: 'user', content: 'Go' };

function ask(...tools: AnyTool[]): ConverseRequest {
  return { model: 'm', messages: [QUESTION], maxOutputTokens: 9, tools };
}

function named(name: string, execute: AnyTool['execute']): AnyTool {
  return { name, description: 'd', parameters: { type: 'object' }, execute };
}

function resultsIn(request: ConverseRequest): string[] {
  return request.messages.flatMap((message) =>
    message.role === 'tool' ? [String(message.content)] : [],
  );
}

describe('the calls of a turn', () => {
  it('are carried out side by side, and all results go back at once after the message as it came', async () => {
    const { client, bodies, message } = await modelThatCalls(['a', '{"x":1}'], ['b', '{}']);
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const waits = named('a', async ({ x }: { x: number }) => {
      await met;
      return { x };
    });
    const meets = named('b', () => meet());
    const talk = await converse(client, ask(waits, meets), { conversationKey: 'k' });
    expect(talk.text).toBe('done');
    expect(bodies()[1]!.messages).toEqual([
      QUESTION,
      message,
      { role: 'tool', tool_call_id: 'call_0', content: '{"x":1}' },
      { role: 'tool', tool_call_id: 'call_1', content: '' },
    ]);
    expect(bodies()[1]!.tools).toEqual([
      { name: 'a', description: 'd', parameters: { type: 'object' } },
      { name: 'b', description: 'd', parameters: { type: 'object' } },
    ]);
  });

  it.each<[string, [string, string], AnyTool['execute'], RegExp]>([
    ['broken JSON', ['a', '{"x":'], () => 'no', /^\{"error":"The arguments are not JSON/],
    ['no object', ['a', '[1]'], () => 'no', /must be a JSON object/],
    ['a name that nobody has', ['z', '{}'], () => 'no', /There is no function z; there are: a\./],
    ['a name that objects have', ['toString', '{}'], () => 'no', /no function toString/],
    ['a function that throws', ['a', '{}'], () => expect.fail('full'), /a failed: full/],
    ['a rejection', ['a', '{}'], () => Promise.reject(new Error('late')), /a failed: late/],
    ['a thrown word', ['a', '{}'], () => Promise.reject('word'), /a failed: word/],
    ['a value that JSON has not', ['a', '{}'], () => 1n, /a failed: .*BigInt/],
  ])('with %s become a result that says so', async (_, call, execute, result) => {
    const { client, bodies } = await modelThatCalls(call);
    await converse(client, ask(named('a', execute)));
    expect(resultsIn(bodies()[1]!)).toEqual([expect.stringMatching(result)]);
  });

  it('without arguments get an empty object', async () => {
    const { client, bodies } = await modelThatCalls(['a', '']);
    await converse(client, ask(named('a', (args) => JSON.stringify(args))));
    expect(resultsIn(bodies()[1]!)).toEqual(['{}']);
  });

  it('are checked before they are carried out', async () => {
    const { client, bodies } = await modelThatCalls(['a', '{"x":"no number"}']);
    const checked = tool({
      ...{ name: 'a', description: 'd', parameters: {} },
      parse(value): { x: number } {
        const { x } = value as { x: unknown };
        if (typeof x !== 'number') throw new Error('x must be a number');
        return { x };
      },
      execute: ({ x }) => x + 1,
    });
    await converse(client, ask(checked));
    expect(resultsIn(bodies()[1]!)).toEqual([expect.stringMatching(/x must be a number/)]);
  });

  it('know which call of which run they are', async () => {
    const { client } = await modelThatCalls(['a', '{}']);
    const known: unknown[] = [];
    await converse(client, ask(named('a', (_, { runId, callId }) => known.push(runId, callId))));
    expect(known).toEqual(['run_1', 'call_0']);
  });
});

describe('a conversation that does not end well', () => {
  it('stops at its bound with all messages, and can be continued', async () => {
    const { client, hostile } = await modelThatCalls(['a', '{}']);
    const error = await converse(client, { ...ask(named('a', () => 'ok')), maxTurns: 1 }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(TurnLimitError);
    expect(error.conversation.messages.map(({ role }: Message) => role)).toEqual([
      'user',
      'assistant',
      'tool',
    ]);
    expect(hostile.seen).toHaveLength(1);
  });

  it('by a failed run throws it with the conversation', async () => {
    const failed = { code: 'provider_refused' as const, message: 'No.', retryable: false };
    const { client } = await talkTo(answer(200, run({ state: 'failed', error: failed })));
    const error = await converse(client, ask()).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RunFailedError);
    expect(error).toMatchObject({ run: { error: failed }, conversation: { messages: [QUESTION] } });
  });

  it('by 402 insufficient_credit names the request key of the turn', async () => {
    const { client } = await talkTo(problem(402, 'insufficient_credit'));
    const talk = converse(client, ask(), { conversationKey: 'mine' });
    await expect(talk).rejects.toMatchObject({
      requestKey: 'mine:turn-1',
      conversation: { conversationKey: 'mine' },
    });
  });

  it('by a function that never returns ends at the deadline, and aborts its signal', async () => {
    const { client } = await modelThatCalls(['a', '{}']);
    let callSignal: AbortSignal | undefined;
    const hangs = named('a', (_, { signal }) => {
      callSignal = signal;
      return new Promise(() => {});
    });
    const error = await converse(client, ask(hangs), { deadlineMs: 500 }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error.conversation.messages).toHaveLength(2);
    expect(callSignal?.aborted).toBe(true);
  });

  it('by its caller ends while functions are carried out', async () => {
    const { client } = await modelThatCalls(['a', '{}']);
    const leaving = new AbortController();
    const leaves = named('a', () => {
      leaving.abort();
      return new Promise(() => {});
    });
    await expect(converse(client, ask(leaves), { signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortError',
      run: { id: 'run_1' },
    });
  });
});
