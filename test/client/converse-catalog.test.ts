import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditLimitError, converse } from '../../client/agents.ts';
import {
  AbortedError,
  type CatalogTool,
  ConnectionError,
  InsufficientCreditError,
  type Message,
  UsageError,
} from '../../client/index.ts';
import { unique } from '../support/service.ts';
import { type AgentMock, breaksOnce, type Call, startAgentMock } from './agent-mock.ts';

let mock: AgentMock;
let echo: CatalogTool;
let fails: CatalogTool;
beforeAll(async () => {
  mock = await startAgentMock();
  const { tools } = mock.against([]);
  [echo, fails] = await Promise.all([tools.get('sandbox/echo'), tools.get('sandbox/fails')]);
});
afterAll(() => mock.close());

const QUESTION: Message = { role: 'user', content: 'Go' };
const MODEL_RUNS = '/v1/developer/model-runs';
const TOOL_RUNS = '/v1/developer/tool-runs';
const ask = (...tools: CatalogTool[]) => ({
  ...{ model: 'sandbox/tool-caller', messages: [QUESTION], maxOutputTokens: 9, tools },
});
const says = (id: string, text: string): Call => {
  return { id, name: 'sandbox__echo', input: { text } };
};
const resultsIn = (messages: Message[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('was fulfilled'),
    (error) => error,
  );

/** Headers of the mock for requests to a path alone. */
const preferring =
  (path: string, prefer: string, unless = 'none') =>
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request) => {
    const isOther = !request.url.endsWith(path) || request.method !== 'POST';
    if (isOther || (await request.clone().text()).includes(unless)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('Prefer', prefer);
    return fetch(new Request(request, { headers }));
  };

describe('the calls of tools of the catalog', () => {
  it('are tool runs side by side, and all results go back at once', async () => {
    let arrived = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const client = mock.against([says('call_1', 'one'), says('call_2', 'two')], (fetch) => {
      return async (request) => {
        if (request.url.endsWith(TOOL_RUNS) && ++arrived === 2) meet();
        if (request.url.endsWith(TOOL_RUNS)) await met;
        return fetch(request);
      };
    });
    const conversationKey = unique('talk');
    const request = {
      ...ask(echo),
      attribution: { sessionId: 'chat-1' },
      toolRuns: { timeoutSeconds: 5, maxReservedAmount: 2_000_000 },
    };
    const talk = await converse(client, request, { conversationKey });

    expect(resultsIn(talk.messages)).toEqual(['one', 'two']);
    expect(talk.toolRuns.map(({ parent }) => parent?.toolCallId)).toEqual(['call_1', 'call_2']);
    const [first] = talk.runs;
    const calls = client.created.filter(({ path }) => path === TOOL_RUNS);
    expect(calls.map(({ key }) => key).sort()).toEqual([
      `${first!.id}:call_1`,
      `${first!.id}:call_2`,
    ]);
    expect(calls[0]!.body).toEqual({
      ...{ tool: echo.id, version: echo.version, attribution: { sessionId: 'chat-1' } },
      ...{ timeoutSeconds: 5, maxReservedAmount: 2_000_000 },
      input: { text: expect.any(String) },
      parent: { runId: first!.id, toolCallId: expect.any(String) },
    });
    const turns = client.created.filter(({ path }) => path === MODEL_RUNS);
    expect(turns.map(({ key }) => key)).toEqual([1, 2].map((n) => `${conversationKey}:turn-${n}`));
    expect(turns[0]!.body.tools).toEqual([
      {
        name: 'sandbox__echo',
        description: echo.description,
        parameters: echo.inputSchema,
      },
    ]);
  });

  it('that fail are reported to the model with code and output, and the loop goes on', async () => {
    const calls = [{ id: 'call_1', name: 'sandbox__fails', input: {} }, says('call_2', 'fine')];
    const talk = await converse(mock.against(calls), ask(fails, echo));
    const [failed, fine] = resultsIn(talk.messages);
    expect(JSON.parse(String(failed))).toEqual({
      error: 'The tool was carried out and says that it failed; its output says why.',
      code: 'tool_error',
      output: 'The tool failed, as it always does.',
    });
    expect(fine).toBe('fine');
    expect(talk.run.state).toBe('completed');
  });

  it('with input that does not fit are reported with the pointers', async () => {
    const refuses = preferring(TOOL_RUNS, 'code=422, example=invalid_tool_input');
    const client = mock.against([says('call_1', 'x')], refuses);
    const talk = await converse(client, ask(echo));
    expect(JSON.parse(String(resultsIn(talk.messages)[0]))).toMatchObject({
      code: 'invalid_tool_input',
      errors: [expect.stringMatching(/^#\/input/)],
    });
    expect(talk.toolRuns).toEqual([]);
  });

  it('work together with functions of the caller', async () => {
    const own = {
      ...{ name: 'own', description: '', parameters: {} },
      execute: () => ({ celsius: 21 }),
    };
    const calls = [{ id: 'call_1', name: 'own', input: {} }, says('call_2', 'x')];
    const talk = await converse(mock.against(calls), { ...ask(), tools: [own, echo] });
    expect(resultsIn(talk.messages)).toEqual(['{"celsius":21}', 'x']);
    expect(talk.toolRuns).toHaveLength(1);
    const same = { ...own, name: 'sandbox__echo' };
    const twice = converse(mock.against([]), { ...ask(), tools: [same, echo] });
    await expect(twice).rejects.toThrow(UsageError);
  });

  it.each([
    ['any text', 'ü "x"\n', '%C3%BC%20%22x%22%0A', undefined],
    ['256 characters', 'x'.repeat(256), undefined, 'x'.repeat(256)],
    ['1,000 characters', 'x'.repeat(1_000), undefined, undefined],
  ])('may have ids of %s', async (_, id, written, toolCallId) => {
    const client = mock.against([says(id, 'x')]);
    const talk = await converse(client, ask(echo));
    const runId = talk.runs[0]!.id;
    const [sent] = client.created.filter(({ path }) => path === TOOL_RUNS);
    const cut = `${`${runId}:${id}`.slice(0, 240)}:0`;
    expect(sent!.key).toBe(written ? `${runId}:${written}` : cut);
    expect(sent!.body.parent).toEqual({ runId, ...(toolCallId && { toolCallId }) });
  });
});

describe('a conversation that is broken off', () => {
  it.each([
    ['with long polls', 20],
    ['with polls that are not held', 0],
  ])('at every request, %s, makes one run per turn and per call all the same', async (_, wait) => {
    const calls = [says('call_1', 'one'), says('call_2', 'two')];
    const client = mock.against(calls, breaksOnce);
    const options = { conversationKey: unique('talk'), waitSeconds: wait, deadlineMs: 20_000 };
    const errors: unknown[] = [];
    for (;;) {
      const talk = await converse(client, ask(echo), options).catch((error) => {
        errors.push(error);
      });
      if (talk) {
        expect(talk.runs).toHaveLength(2);
        expect(resultsIn(talk.messages)).toEqual(['one', 'two']);
        break;
      }
      expect(errors.length).toBeLessThan(20);
    }
    expect(errors.length).toBeGreaterThanOrEqual(6);
    expect(errors.every((error) => error instanceof ConnectionError)).toBe(true);
    const keys = client.created.map(({ key }) => key);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(4);
  });

  it('by a refusal ends with it, after its other calls', async () => {
    const refuses = preferring(TOOL_RUNS, 'code=402', 'two');
    const client = mock.against([says('call_1', 'one'), says('call_2', 'two')], refuses);
    const error = await thrownBy(converse(client, ask(echo)));
    expect(error).toBeInstanceOf(InsufficientCreditError);
    expect(error.conversation.toolRuns).toMatchObject([{ output: { content: [{ text: 'two' }] } }]);
    expect(resultsIn(error.conversation.messages)).toEqual([]);
  });

  it('by its caller creates nothing more', async () => {
    const leaving = new AbortController();
    const client = mock.against([says('call_1', 'one')], (fetch) => async (request) => {
      if (request.url.endsWith(TOOL_RUNS)) leaving.abort();
      return fetch(request);
    });
    const error = await thrownBy(converse(client, ask(echo), { signal: leaving.signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error.conversation.messages).toHaveLength(2);
    expect(client.created.filter(({ path }) => path === MODEL_RUNS)).toHaveLength(1);
  });
});

describe('the bound of the credit', () => {
  const bounded = (maxTotalAmount: number, ofModelRun = 100_000, ofToolRun = 1_050_000) => ({
    ...{ ...ask(echo), maxTotalAmount, maxReservedAmount: ofModelRun },
    toolRuns: { maxReservedAmount: ofToolRun },
  });

  it('needs the bounds of single runs', async () => {
    const client = mock.against([]);
    const { maxReservedAmount: _, ...without } = bounded(9);
    await expect(converse(client, without)).rejects.toThrow(UsageError);
    await expect(converse(client, { ...bounded(9), toolRuns: {} })).rejects.toThrow(UsageError);
    expect(client.created).toEqual([]);
  });

  it.each([
    ['the first turn', [99_999, 100_000], 0],
    ['the calls of a turn', [2_100_000, 100_000], 1],
    ['the second turn', [3_000_000, 1_500_000], 3],
  ] as const)('stops before %s', async (_, [all, ofModelRun], created) => {
    const client = mock.against([says('call_1', 'one'), says('call_2', 'two')]);
    const error = await thrownBy(converse(client, bounded(all, ofModelRun)));
    expect(error).toBeInstanceOf(CreditLimitError);
    expect(error.conversation.runs).toHaveLength(Math.min(created, 1));
    expect(client.created).toHaveLength(created);
  });

  it('does not stop a conversation that stays within it, and passes on the bounds of runs', async () => {
    const client = mock.against([says('call_1', 'one')]);
    const talk = await converse(client, bounded(2_000_000));
    expect(talk.run.state).toBe('completed');
    expect(client.created.map(({ body }) => body.maxReservedAmount)).toEqual([
      ...[100_000, 1_050_000, 100_000],
    ]);
  });
});
