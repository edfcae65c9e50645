/** Every sandbox model through the real adapter: each does to a run what its name says. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  fetchOpenRouterCatalog,
  type JsonValue,
  type Message,
  type Provider,
  type Submission,
} from '../../server/model-runs/providers/index.ts';
import { minPromptTokens } from '../../server/model-runs/request.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import { TOOLS } from '../providers/conversations.ts';
import { type Submitted, submit as submitTo } from '../providers/upstream.ts';
import { answerOf, openSandbox, sandboxProvider } from './sandbox.ts';

const signal = new AbortController().signal;
const PRICES = { prompt: '0.00000015', completion: '0.0000006' };

function submit(provider: Provider, model: string, changes: Partial<Submission> = {}) {
  return submitTo(provider, { model: `sandbox/${model}`, maxPrice: PRICES, ...changes });
}

const referenceOf = ({ outcome }: Submitted): string => {
  if (!('reference' in outcome) || outcome.reference === undefined) throw new Error('no reference');
  return outcome.reference;
};

test('echo repeats the message, with a usage and a cost that match', async () => {
  const provider = sandboxProvider(await openSandbox());
  const submitted = await submit(provider, 'echo', {
    messages: [{ role: 'user', content: 'Grüße 👩‍👩‍👧, again and again and again' }],
  });
  // 38 characters make 10 tokens; the starts of a message and of the answer are 5 more.
  expect(submitted.outcome).toEqual({
    kind: 'answered',
    reference: expect.stringMatching(/^gen-/),
    answer: {
      message: { role: 'assistant', content: 'Grüße 👩‍👩‍👧, again and again and again' },
      finishReason: 'stop',
      usage: { promptTokens: 15, completionTokens: 10, cachedPromptTokens: 0, reasoningTokens: 0 },
      cost: '0.00000825',
    },
  });
  expect(submitted.events).toEqual(['before send', `reference ${referenceOf(submitted)}`]);
  expect(await provider.lookUp!(referenceOf(submitted), signal)).toEqual({
    kind: 'executed',
    cost: '0.00000825',
    usage: { promptTokens: 15, completionTokens: 10, cachedPromptTokens: 0, reasoningTokens: 0 },
    finishReason: 'stop',
  });
});

test('the limit of output tokens is kept', async () => {
  const provider = sandboxProvider(await openSandbox());
  const { outcome } = await submit(provider, 'echo', {
    messages: [{ role: 'user', content: 'x'.repeat(1_000) }],
    maxOutputTokens: 3,
  });
  expect(answerOf(outcome)).toMatchObject({
    message: { content: 'x'.repeat(12) },
    finishReason: 'length',
    usage: { completionTokens: 3 },
  });
});

describe('tool-caller', () => {
  const ask: Message[] = [{ role: 'user', content: 'Weather?' }];
  const call = async (changes: Partial<Submission>) => {
    const provider = sandboxProvider(await openSandbox());
    return answerOf((await submit(provider, 'tool-caller', { messages: ask, ...changes })).outcome);
  };
  const namesOf = (message: { tool_calls?: { function: { name: string } }[] }) =>
    message.tool_calls?.map((one) => one.function.name);

  test('calls a tool with arguments that fit its schema', async () => {
    const { message, finishReason } = await call({ tools: TOOLS });
    expect(finishReason).toBe('tool_calls');
    expect(message.content).toBeNull();
    expect(namesOf(message)).toEqual(['get_weather']);
    const input = JSON.parse(message.tool_calls![0]!.function.arguments);
    expect(new Ajv2020().validate({ ...TOOLS[0]!.parameters }, input)).toBe(true);
    expect(input).toEqual({ city: 'example' });
  });

  test('calls the tool that was named', async () => {
    const toolChoice = { type: 'function', function: { name: 'now' } } as const;
    expect(namesOf((await call({ tools: TOOLS, toolChoice })).message)).toEqual(['now']);
  });

  test('calls two at once only where it may', async () => {
    const both = await call({ tools: TOOLS, toolChoice: 'required', parallelToolCalls: true });
    expect(namesOf(both.message)).toEqual(['get_weather', 'now']);
    expect(new Set(both.message.tool_calls!.map(({ id }) => id)).size).toBe(2);
    const one = await call({ tools: TOOLS, parallelToolCalls: false });
    expect(namesOf(one.message)).toEqual(['get_weather']);
  });

  test.each([{ tools: TOOLS, toolChoice: 'none' } as const, {}])(
    'calls none for %j',
    async (options) => {
      const { message, finishReason } = await call(options);
      expect(message.tool_calls).toBeUndefined();
      expect(message.content).toMatch(/tool/);
      expect(finishReason).toBe('stop');
    },
  );

  test('answers in words once the results have come, also where a call is required', async () => {
    const toolChoice = 'required';
    const { message } = await call({ tools: TOOLS, toolChoice, parallelToolCalls: true });
    const results = message.tool_calls!.map(
      ({ id, function: { name } }): Message => ({
        role: 'tool',
        tool_call_id: id,
        content: `sun from ${name}`,
      }),
    );
    const answer = await call({
      messages: [...ask, message, ...results],
      tools: TOOLS,
      toolChoice,
    });
    expect(answer.message).toEqual({
      role: 'assistant',
      content: 'The tools answered: get_weather said sun from get_weather; now said sun from now',
    });
  });

  test('stops within the arguments where the limit is', async () => {
    const { message, finishReason, usage } = await call({ tools: TOOLS, maxOutputTokens: 2 });
    expect(finishReason).toBe('length');
    expect(usage?.completionTokens).toBe(2);
    expect(message.tool_calls![0]!.function.arguments).toBe('{"city":');
  });
});

describe('thinker', () => {
  async function twoTurns(change: (details: JsonValue[]) => JsonValue[]) {
    const provider = sandboxProvider(await openSandbox());
    const first = answerOf((await submit(provider, 'thinker')).outcome);
    const details = first.message.reasoning_details!;
    const back = { ...first.message, reasoning_details: change(structuredClone(details)) };
    const messages: Message[] = [
      { role: 'user', content: 'Hello' },
      back,
      { role: 'user', content: 'And?' },
    ];
    return { details, first, second: (await submit(provider, 'thinker', { messages })).outcome };
  }

  test('gives reasoning that is whole again after the stream, and takes it back', async () => {
    const { details, first, second } = await twoTurns((same) => same);
    expect(details).toMatchObject([
      { type: 'reasoning.text', text: expect.stringContaining('5 characters'), index: 0 },
      { type: 'reasoning.encrypted', index: 1 },
    ]);
    expect(first.usage?.reasoningTokens).toBeGreaterThan(0);
    expect(second.kind).toBe('answered');
  });

  test.each<[string, (details: JsonValue[]) => JsonValue[]]>([
    ['dropped in part', (details) => details.slice(0, 1)],
    ['out of order', (details) => details.reverse()],
    [
      'with another signature',
      ([one, ...rest]) => [{ ...(one as object), signature: 'x' }, ...rest],
    ],
  ])('refuses reasoning that comes back %s', async (_, change) => {
    expect((await twoTurns(change)).second).toMatchObject({ kind: 'refused', providerStatus: 400 });
  });
});

test('slow answers late, with signs of life, and is looked up in vain until then', async () => {
  const provider = sandboxProvider(await openSandbox({ slowMs: 700 }));
  let early: unknown;
  const hooks = {
    beforeSend() {},
    onReference(reference: string) {
      early = provider.lookUp!(reference, signal);
    },
    onSize() {},
  };
  const messages: Message[] = [{ role: 'user', content: 'Hello' }];
  const outcome = await provider.submit(
    { runId: 'r', model: 'sandbox/slow', messages, maxOutputTokens: 9, maxPrice: PRICES },
    hooks,
    signal,
  );
  expect(outcome.kind).toBe('answered');
  expect(await early).toEqual({ kind: 'not_found' });
  const reference = outcome.kind === 'answered' ? outcome.reference! : '';
  expect(await provider.lookUp!(reference, signal)).toMatchObject({ kind: 'executed' });
});

test('streams says it piece by piece, and bills what was fetched of it', async () => {
  const provider = sandboxProvider(await openSandbox({ slowMs: 300 }));
  const messages: Message[] = [{ role: 'user', content: 'x'.repeat(400) }];
  const whole = await submit(provider, 'streams', { messages });
  expect(answerOf(whole.outcome)).toMatchObject({ usage: { completionTokens: 100 } });
  const cancelled = new AbortController();
  const { outcome } = await submitTo(
    provider,
    { model: 'sandbox/streams', maxPrice: PRICES, messages },
    signal,
    { onSize: (bytes) => bytes > 100 && cancelled.abort(), cancelled: cancelled.signal },
  );
  const { message, finishReason, usage } = answerOf(outcome);
  expect(finishReason).toBe('cancelled');
  expect(usage).toBeUndefined();
  expect('x'.repeat(400).startsWith(message.content!)).toBe(true);
  // The sandbox learns of the end a moment later.
  const costOfPart = async () => {
    const found = await provider.lookUp!(referenceOf({ outcome, events: [] }), signal);
    return found.kind === 'executed' ? Number(found.cost) : undefined;
  };
  await expect.poll(costOfPart).toBeLessThan(Number(answerOf(whole.outcome).cost));
});

test('refused is refused, with nothing to look up', async () => {
  const { outcome, events } = await submit(sandboxProvider(await openSandbox()), 'refused');
  expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 403 });
  expect(events).toEqual(['before send']);
});

test('busy has no capacity the first time a run asks, and answers the second time', async () => {
  const sandbox = await openSandbox();
  const provider = sandboxProvider(sandbox);
  const busy = { kind: 'refused_for_now', providerStatus: 429, retryAfterMs: 1_000 };
  expect((await submit(provider, 'busy', { runId: 'run_a' })).outcome).toMatchObject(busy);
  expect((await submit(provider, 'busy', { runId: 'run_b' })).outcome).toMatchObject(busy);
  expect((await submit(provider, 'busy', { runId: 'run_a' })).outcome.kind).toBe('answered');
  expect([sandbox.posts('run_a'), sandbox.posts('run_b'), sandbox.posts()]).toEqual([2, 1, 3]);
});

test('no-usage answers, and neither it nor the look-up ever says what it took', async () => {
  const provider = sandboxProvider(await openSandbox());
  const submitted = await submit(provider, 'no-usage');
  expect(answerOf(submitted.outcome)).toEqual({
    message: { role: 'assistant', content: 'Hello' },
    finishReason: 'stop',
  });
  expect(await provider.lookUp!(referenceOf(submitted), signal)).toEqual({
    kind: 'executed',
    finishReason: 'stop',
  });
});

test('unpriced answers without the cost, and the look-up has it', async () => {
  const provider = sandboxProvider(await openSandbox());
  const submitted = await submit(provider, 'unpriced');
  const answer = answerOf(submitted.outcome);
  expect(answer.usage).toMatchObject({ promptTokens: 7, completionTokens: 2 });
  expect(answer).not.toHaveProperty('cost');
  expect(await provider.lookUp!(referenceOf(submitted), signal)).toMatchObject({
    kind: 'executed',
    cost: '0.00000225',
  });
});

test.each([
  ['breaks', { kind: 'executed', cost: '0.00000225', finishReason: 'stop' }],
  ['cancelled', { kind: 'not_executed' }],
  ['lost', { kind: 'not_found' }],
])(
  '%s drops the connection after its headers, and the look-up tells the rest',
  async (model, found) => {
    const provider = sandboxProvider(await openSandbox());
    const submitted = await submit(provider, model);
    expect(submitted.outcome).toMatchObject({ kind: 'unknown', providerStatus: 200 });
    expect(submitted.events).toEqual(['before send', `reference ${referenceOf(submitted)}`]);
    expect(await provider.lookUp!(referenceOf(submitted), signal)).toMatchObject(found);
  },
);

test('a restarted sandbox knows the outcome of everything', async () => {
  const first = await openSandbox();
  const references: string[] = [];
  for (const model of ['echo', 'breaks', 'cancelled', 'lost', 'unpriced']) {
    references.push(referenceOf(await submit(sandboxProvider(first), model)));
  }
  await first.close();
  const second = sandboxProvider(await openSandbox());
  const found = [];
  for (const reference of references) found.push((await second.lookUp!(reference, signal)).kind);
  expect(found).toEqual(['executed', 'executed', 'not_executed', 'not_found', 'executed']);
});

describe('the models', () => {
  test('are all of the sandbox, and none is free', () => {
    expect(sandboxModels.map(({ id }) => id)).toEqual([
      'sandbox/echo',
      'sandbox/tool-caller',
      'sandbox/thinker',
      'sandbox/slow',
      'sandbox/streams',
      'sandbox/refused',
      'sandbox/busy',
      'sandbox/no-usage',
      'sandbox/unpriced',
      'sandbox/breaks',
      'sandbox/cancelled',
      'sandbox/lost',
    ]);
    expect(sandboxModels.every(({ provider }) => provider === 'sandbox')).toBe(true);
    expect(sandboxModels.every(({ pricing }) => Number(pricing.prompt) > 0)).toBe(true);
  });

  test('are the same in its catalog, prices and all', async () => {
    const sandbox = await openSandbox();
    const catalog = await fetchOpenRouterCatalog({
      baseUrl: sandbox.url,
      provider: 'sandbox',
      signal,
    });
    expect(catalog.skipped).toEqual([]);
    const withoutAllowances = (models: typeof sandboxModels) =>
      models.map(({ templateTokens: _, minOutputTokens: __, maxCharsPerToken: ___, ...model }) => {
        const { maxImageTokens: ____, ...listed } = model;
        return listed;
      });
    expect(withoutAllowances(catalog.models)).toEqual(withoutAllowances(sandbox.models()));
  });

  test('take no fewer tokens of a prompt than their longest token allows', async () => {
    const provider = sandboxProvider(await openSandbox());
    for (const content of ['x', '👍', ' x  ', 'x'.repeat(5_000)]) {
      const messages: Message[] = Array.from({ length: 5 }, () => ({ role: 'user', content }));
      const { usage } = answerOf((await submit(provider, 'echo', { messages })).outcome);
      const least = minPromptTokens(messages, sandboxModels[0]!.maxCharsPerToken!);
      expect(usage!.promptTokens).toBeGreaterThanOrEqual(least);
    }
  });

  test('never take more tokens of a prompt than its bytes and the allowance', async () => {
    const provider = sandboxProvider(await openSandbox());
    for (const content of ['', 'x', '👍', 'x'.repeat(5_000)]) {
      const messages: Message[] = Array.from({ length: 5 }, () => ({ role: 'user', content }));
      const { usage } = answerOf((await submit(provider, 'echo', { messages })).outcome);
      const { perRequest, perMessage } = sandboxModels[0]!.templateTokens;
      const bound = Buffer.byteLength(JSON.stringify(messages)) + perRequest + 5 * perMessage;
      expect(usage!.promptTokens).toBeLessThanOrEqual(bound);
    }
  });
});
