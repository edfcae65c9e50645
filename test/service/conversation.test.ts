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
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const WAIT = { Prefer: 'wait=30' };
const QUESTION = { role: 'user', content: 'What is the weather?' };
const TOOLS = [
  {
    name: 'get_weather',
    description: 'Tells the weather of a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      'x-unknown': { kept: [1, null, { deep: true }] },
    },
  },
  { name: 'get_time', description: 'Tells the time.', parameters: { type: 'object' } },
];

async function complete(body: object) {
  const run = runOf(await tenant.create(body, { headers: WAIT }));
  expect(run, JSON.stringify(run.error)).toMatchObject({ state: 'completed' });
  return run;
}

describe('a conversation with tools', () => {
  it('continues with the message that was sent back unchanged, and the results of its calls', async () => {
    const options = { tools: TOOLS, tool_choice: 'required', parallel_tool_calls: true };
    const first = await complete(
      request('sandbox/tool-caller', { messages: [QUESTION], ...options }),
    );
    const calls = first.message!.tool_calls!;
    expect(first.finishReason).toBe('tool_calls');
    expect(calls.map((call) => call.function.name)).toEqual(['get_weather', 'get_time']);
    expect(JSON.parse(calls[0]!.function.arguments)).toHaveProperty('city');

    const results = calls.map(({ id }, i) => ({
      role: 'tool',
      tool_call_id: id,
      content: `R${i}`,
    }));
    const messages = [QUESTION, first.message, ...results];
    const second = await complete(request('sandbox/tool-caller', { messages, tools: TOOLS }));
    expect(second.finishReason).toBe('stop');
    expect(second.text).toBe('The tools answered: get_weather said R0; get_time said R1');

    const third = [...messages, second.message, { role: 'user', content: 'And now?' }];
    const last = await complete(request('sandbox/tool-caller', { messages: third, tools: TOOLS }));
    expect(last.message!.tool_calls).toHaveLength(1);
  });

  it('takes results in any order, and tools other than those of the turn before', async () => {
    const first = await complete(
      request('sandbox/tool-caller', {
        messages: [QUESTION],
        tools: TOOLS,
        parallel_tool_calls: true,
      }),
    );
    const results = first.message!.tool_calls!.map(({ id }) => ({
      role: 'tool',
      tool_call_id: id,
      content: '',
    }));
    const messages = [QUESTION, first.message, ...results.reverse()];
    await complete(request('sandbox/tool-caller', { messages }));
  });

  it.each([
    ['none', undefined],
    [{ type: 'function', function: { name: 'get_time' } }, 'get_time'],
    ['auto', 'get_weather'],
  ])('asks for the calls that were chosen: %j', async (tool_choice, called) => {
    const messages = [QUESTION];
    const run = await complete(
      request('sandbox/tool-caller', { messages, tools: TOOLS, tool_choice }),
    );
    expect(run.message!.tool_calls?.[0]?.function.name).toBe(called);
  });

  it('has its broken arguments kept as the model wrote them', async () => {
    const parameters = { type: 'object', properties: { text: { type: 'string', minLength: 40 } } };
    const tools = [
      { name: 'say', description: 'Says.', parameters: { ...parameters, required: ['text'] } },
    ];
    const first = await complete(
      request('sandbox/tool-caller', { messages: [QUESTION], tools, maxOutputTokens: 2 }),
    );
    const [call] = first.message!.tool_calls!;
    expect(first.finishReason).toBe('length');
    expect(() => JSON.parse(call!.function.arguments)).toThrow();

    const result = { role: 'tool', tool_call_id: call!.id, content: 'What?' };
    await complete(
      request('sandbox/tool-caller', { messages: [QUESTION, first.message, result], tools }),
    );
  });
});

describe('the reasoning of a turn', () => {
  const hello = { role: 'user', content: 'Hello' };
  const more = { role: 'user', content: 'Go on' };

  it('returns unchanged in the next turn, and is accepted by the model that signed it', async () => {
    const first = await complete(request('sandbox/thinker'));
    expect(first.message!.reasoning_details).toMatchObject([
      { type: 'reasoning.text', signature: expect.any(String) },
      { type: 'reasoning.encrypted', data: expect.any(String) },
    ]);
    const second = await complete(
      request('sandbox/thinker', { messages: [hello, first.message, more] }),
    );
    const messages = [hello, first.message, more, second.message, more];
    await complete(request('sandbox/thinker', { messages }));
  });

  it('is not repaired: what was changed on the way fails as provider_refused', async () => {
    const { message } = await complete(request('sandbox/thinker'));
    const reversed = { ...message, reasoning_details: [...message!.reasoning_details!].reverse() };
    const run = runOf(
      await tenant.create(request('sandbox/thinker', { messages: [hello, reversed, more] }), {
        headers: WAIT,
      }),
    );
    expect(run).toMatchObject({ state: 'failed', error: { code: 'provider_refused' } });
  });

  it('is the same text in every answer', async () => {
    const requestKey = 'thoughts';
    const body = request('sandbox/thinker');
    const created = await tenant.create(body, { requestKey, headers: WAIT });
    const read = await tenant.get(created.headers.get('location')!);
    const replayed = await tenant.create(body, { requestKey });
    expect(read.text).toBe(created.text);
    expect(replayed.text).toBe(created.text);
  });
});

describe('a conversation that does not fit together', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const asking = (...ids: string[]) => ({ role: 'assistant', tool_calls: ids.map(call) });
  const result = (id: string, name?: string) => ({
    ...{ role: 'tool', tool_call_id: id, content: 'r' },
    ...(name !== undefined && { name }),
  });
  const user = { role: 'user', content: 'u' };
  const spoken = { role: 'assistant', content: 'a' };

  it.each([
    ['a call without a result at the end', [user, asking('a')], '#/messages/1'],
    ['one of two calls without a result', [user, asking('a', 'b'), result('a')], '#/messages/2'],
    ['talk before all results', [user, asking('a', 'b'), result('a'), user], '#/messages/3'],
    ['two results of a call', [asking('a'), result('a'), result('a')], '#/messages/2/tool_call_id'],
    ['a result that names no call', [asking('a'), result('b')], '#/messages/1/tool_call_id'],
    ['a result without any call', [user, result('a')], '#/messages/1/tool_call_id'],
    [
      'a result of an earlier message',
      [asking('a'), result('a'), user, result('a')],
      '#/messages/3/tool_call_id',
    ],
    ['a result of another function', [user, asking('a'), result('a', 'g')], '#/messages/2/name'],
    ['an id twice in one message', [asking('a', 'a'), result('a')], '#/messages/0/tool_calls/1/id'],
    ['an assistant with the last word', [user, spoken], '#/messages/1'],
    ['a system message with the last word', [{ role: 'system', content: 's' }], '#/messages/0'],
  ])('is refused: %s', async (_, messages, pointer) => {
    const answer = await tenant.create(request('sandbox/echo', { messages }));
    expect(answer.status).toBe(422);
    const problem = problemOf(answer, 'inconsistent_tool_calls');
    expect(problem.errors).toMatchObject([{ pointer }]);
  });

  it('answers 422 name_mismatch to a result that names another function, on an estimate too', async () => {
    const messages = [user, asking('a'), result('a', 'F')];
    const body = request('sandbox/echo', { messages });
    for (const answer of [
      await tenant.create(body),
      await tenant.send({ method: 'POST', path: `${RUNS}/estimate`, body }),
    ]) {
      expect(answer.status).toBe(422);
      const { errors } = problemOf(answer, 'inconsistent_tool_calls');
      expect(errors).toMatchObject([{ pointer: '#/messages/2/name', code: 'name_mismatch' }]);
    }
  });

  it('does not mind a call of a function that the tools do not have, or that was never given', async () => {
    const messages = [user, asking('a'), result('a', 'f')];
    await complete(request('sandbox/tool-caller', { messages, tools: TOOLS }));
    await complete(request('sandbox/tool-caller', { messages }));
    await complete(request('sandbox/echo', { messages: [user, asking('a'), result('a')] }));
  });

  it('does not mind ids that come again in another turn', async () => {
    const messages = [user, asking('a'), result('a'), asking('a'), result('a')];
    await complete(request('sandbox/echo', { messages }));
    expect((await tenant.get(`${RUNS}?limit=1`)).status).toBe(200);
  });
});
