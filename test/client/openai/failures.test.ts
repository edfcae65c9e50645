/**
 * Failures as each package reports them: by its own typed errors, with the cause in them, and never with a second bill.
 */
import { ContextOverflowError } from '@langchain/core/errors';
import { APICallError, generateText, RetryError } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type ModelRunSummary } from '../../../client/index.ts';
import {
  causeOf,
  createOpenAIFetch,
  type OpenAIFetch,
  type OpenAIFetchOptions,
  type RunTerms,
} from '../../../client/openai.ts';
import { startService, type Tenant, type TestService } from '../../support/service.ts';
import { thrownBy } from '../client-against.ts';
import { aiSdk, langchain, openai } from './loops.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
});
afterAll(() => service.close());

const fetchOf = (tenant: Tenant, options: Partial<OpenAIFetchOptions> = {}) =>
  createOpenAIFetch({ baseUrl: service.url, apiKey: tenant.key.key, ...options });

async function runsOf({ key }: Tenant): Promise<ModelRunSummary[]> {
  const runs: ModelRunSummary[] = [];
  const { modelRuns } = createClient({ baseUrl: service.url, apiKey: key.key });
  for await (const run of modelRuns.list()) runs.push(run);
  return runs;
}

const hello = (model = 'sandbox/echo') => ({
  ...{ model, max_completion_tokens: 50 },
  messages: [{ role: 'user' as const, content: 'Hello' }],
});

/** The same call by each package, and what it throws. */
function callers(made: OpenAIFetch, model: string) {
  return {
    openai: () => openai(made).chat.completions.create(hello(model)),
    ai: () =>
      generateText({
        ...{ model: aiSdk(made)(model), prompt: 'Hello', maxOutputTokens: 50, maxRetries: 0 },
      }),
    langchain: () => langchain(made, { model }).invoke('Hello'),
  };
}

const REFUSED = [
  ['no credit', 'sandbox/echo', OpenAI.APIError, 402, 'insufficient_credit', 'insufficient_credit'],
  [
    'a model that nobody has',
    'none',
    OpenAI.NotFoundError,
    404,
    'model_not_found',
    'unknown_model',
  ],
] as const;

describe.each(REFUSED)('%s', (_, model, kind, status, code, problemCode) => {
  it(`is ${kind.name} of the openai package, and ${status} ${code} to all, with ${problemCode} as its cause`, async () => {
    const tenant = await service.tenant(model === 'none' ? {} : { amount: 0 });
    const call = callers(fetchOf(tenant), model);
    const thrown = await thrownBy(call.openai());
    expect(thrown).toBeInstanceOf(kind);
    expect(thrown).toMatchObject({ status, code });
    const ofAi = await thrownBy(call.ai());
    expect(APICallError.isInstance(ofAi)).toBe(true);
    expect(ofAi).toMatchObject({ statusCode: status, isRetryable: false });
    const ofLangchain = await thrownBy(call.langchain());
    expect(ofLangchain).toMatchObject({ status });
    for (const error of [thrown, ofAi, ofLangchain]) {
      expect(causeOf(error)?.problem).toMatchObject({ code: problemCode });
      expect(String(error)).toContain(code);
    }
    expect(await runsOf(tenant)).toEqual([]);
  });
});

it('a refusal of the service names the parameter as it was given', async () => {
  const ask = openai(fetchOf(await service.tenant())).chat.completions;
  const bad = { type: 'function' as const, function: { name: 'no name' } };
  const part = { type: 'image_url' as const, image_url: { url: 'ftp://example.com/a.png' } };
  for (const [param, more] of [
    ['temperature', { temperature: 9 }],
    ['max_completion_tokens', { max_completion_tokens: 1_000_000 }],
    ['reasoning_effort', { reasoning_effort: 'low' as const }],
    ['tools[0].function.name', { tools: [bad] }],
    [
      'messages[0].content[0].image_url.url',
      { messages: [{ role: 'user' as const, content: [part] }] },
    ],
  ] as const) {
    const error = await thrownBy(ask.create({ ...hello(), ...more } as never));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ param });
  }
});

it('a refusal says each fault once', async () => {
  const ask = openai(fetchOf(await service.tenant())).chat.completions;
  const one = await thrownBy(ask.create({ ...hello(), messages: [] }));
  expect(String(one).split('at least 1').length - 1).toBe(1);
  const two = await thrownBy(ask.create({ ...hello(), tool_choice: 'auto' }));
  expect(String(two)).toContain('#/tool_choice');
});

it('a refusal of the terms names the term, and the user only where that is at fault', async () => {
  const tenant = await service.tenant();
  const thrown = (terms: RunTerms, more: object = {}) =>
    thrownBy(openai(fetchOf(tenant, { terms })).chat.completions.create({ ...hello(), ...more }));
  const sessionId = { attribution: { sessionId: '' } };
  expect(await thrown(sessionId)).toMatchObject({ param: 'attribution.sessionId' });
  expect(await thrown({}, { user: '' })).toMatchObject({ param: 'user' });
});

it('a prompt beyond the limit is the context overflow of LangChain', async () => {
  const model = langchain(fetchOf(await service.tenant()));
  const error = await thrownBy(model.invoke('long '.repeat(2_000)));
  expect(ContextOverflowError.isInstance(error)).toBe(true);
});

describe('a run that failed', () => {
  it('is 400 where the provider refuses it for good, with the run, each time', async () => {
    const tenant = await service.tenant();
    const call = callers(fetchOf(tenant), 'sandbox/refused');
    const errors = [
      await thrownBy(call.openai()),
      await thrownBy(call.ai()),
      await thrownBy(call.langchain()),
      await thrownBy(call.openai()),
    ];
    expect(errors[0]).toBeInstanceOf(OpenAI.BadRequestError);
    expect(errors[1]).toMatchObject({ statusCode: 400 });
    for (const error of errors) {
      expect(causeOf(error)?.modelRun).toMatchObject({ error: { code: 'provider_refused' } });
    }
    expect(await tenant.wallet()).toMatchObject({ held: 0, spent: 0 });
  });

  it('that can be retried is replaced by a new run, also when a package retries by itself', async () => {
    const tenant = await service.tenant();
    const fetch = fetchOf(tenant);
    const patient = openai(fetch, { maxRetries: 1 }).chat.completions;
    const body = hello('sandbox/cancelled');
    const error = await thrownBy(patient.create(body));
    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(await runsOf(tenant)).toHaveLength(2);
    const keyed = { headers: { 'Idempotency-Key': 'mine' } };
    await thrownBy(patient.create(body, keyed));
    await thrownBy(patient.create(body, keyed));
    const keys = (await runsOf(tenant)).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([
      'mine',
      ...[1, 2].map(() => expect.stringMatching(/^chat:[0-9a-f-]{36}$/)),
    ]);
    expect(await tenant.wallet()).toMatchObject({ held: 0, spent: 0 });
  });
});

describe('time', () => {
  it('that a package has set ends its call, and a repeat meets the run', async () => {
    const tenant = await service.tenant();
    const fetch = fetchOf(tenant);
    const hasty = openai(fetch, { timeout: 400, maxRetries: 1 }).chat.completions;
    const error = await thrownBy(hasty.create(hello('sandbox/slow')));
    expect(error).toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    const whole = await openai(fetch).chat.completions.create(hello('sandbox/slow'));
    expect(whole).toMatchObject({ model_run: { replayed: true, state: 'completed' } });
    expect(await runsOf(tenant)).toHaveLength(1);
  });

  it('that the fetch has set is the timeout of each package', async () => {
    const call = callers(fetchOf(await service.tenant(), { deadlineMs: 150 }), 'sandbox/slow');
    expect(await thrownBy(call.openai())).toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    expect(await thrownBy(call.ai())).toMatchObject({ name: 'TimeoutError' });
    expect(await thrownBy(call.langchain())).toMatchObject({ name: 'TimeoutError' });
  });

  it('that the caller ends is its own abort, and the run goes on', async () => {
    const tenant = await service.tenant();
    const fetch = fetchOf(tenant);
    const signal = () => AbortSignal.any([AbortSignal.timeout(10_000), abortAfter(200)]);
    const body = hello('sandbox/slow');
    const ofOpenAI = openai(fetch).chat.completions.create(body, { signal: signal() });
    expect(await thrownBy(ofOpenAI)).toBeInstanceOf(OpenAI.APIUserAbortError);
    const ofAi = generateText({
      ...{ model: aiSdk(fetch)('sandbox/slow'), prompt: 'Hello', maxOutputTokens: 50 },
      abortSignal: signal(),
    });
    expect(await thrownBy(ofAi)).toMatchObject({ name: 'AbortError' });
    const ofLangchain = langchain(fetch, { model: 'sandbox/slow' });
    const aborted = ofLangchain.invoke('Hello', { signal: signal() });
    expect(await thrownBy(aborted)).toMatchObject({ name: expect.stringMatching(/Abort/) });
    const over = openai(fetch).chat.completions.create(body, { signal: AbortSignal.abort() });
    expect(await thrownBy(over)).toBeInstanceOf(OpenAI.APIUserAbortError);
    for (const { state } of await runsOf(tenant)) expect(state).not.toBe('failed');
  });
});

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

describe('a service that is not there', () => {
  it('is a lost connection to each package, and retries of theirs have the same key', async () => {
    const keys: (string | null)[] = [];
    const fetch = createOpenAIFetch({
      ...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'mock', retry: false },
      async fetch(request) {
        keys.push(request.headers.get('Idempotency-Key'));
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      },
    });
    const call = callers(fetch, 'sandbox/echo');
    expect(await thrownBy(call.openai())).toBeInstanceOf(OpenAI.APIConnectionError);
    expect(await thrownBy(call.ai())).toMatchObject({ message: /^Cannot connect to API/ });
    expect(await thrownBy(call.langchain())).toMatchObject({ message: /Connection error/ });
    keys.length = 0;
    await thrownBy(openai(fetch, { maxRetries: 1 }).chat.completions.create(hello()));
    const error = await thrownBy(
      generateText({
        model: aiSdk(fetch)('sandbox/echo'),
        prompt: 'Hello',
        maxOutputTokens: 50,
        maxRetries: 1,
      }),
    );
    expect(RetryError.isInstance(error)).toBe(true);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  it('that answers once its answer was lost twice has made one run', async () => {
    const tenant = await service.tenant();
    let lost = 2;
    const fetch = fetchOf(tenant, {
      retry: false,
      async fetch(request) {
        const response = await globalThis.fetch(request);
        if (lost-- > 0) throw new TypeError('cut off');
        return response;
      },
    });
    const patient = openai(fetch, { maxRetries: 2 }).chat.completions;
    expect(await patient.create(hello())).toMatchObject({ model_run: { replayed: true } });
    expect(await runsOf(tenant)).toHaveLength(1);
  });
});

describe('a conversation that is named', () => {
  it('buys each turn once, and refuses a turn with another request', async () => {
    const tenant = await service.tenant();
    const ask = openai(fetchOf(tenant, { conversationKey: 'ticket-1' })).chat.completions;
    const first = await ask.create(hello());
    expect(first).toMatchObject({ model_run: { idempotencyKey: 'ticket-1:turn-1' } });
    const more = [
      ...hello().messages,
      first.choices[0]!.message,
      { role: 'user' as const, content: 'And?' },
    ];
    const second = await ask.create({ ...hello(), messages: more });
    expect(second).toMatchObject({ model_run: { idempotencyKey: 'ticket-1:turn-2' } });
    const changed = [...more.slice(0, 2), { role: 'user' as const, content: 'Other' }];
    const error = await thrownBy(ask.create({ ...hello(), messages: changed }));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ code: 'idempotency_key_reuse' });
    const other = { headers: { 'Conversation-Key': 'ticket-2' } };
    expect(await ask.create(hello(), other)).toMatchObject({
      model_run: { idempotencyKey: 'ticket-2:turn-1', replayed: false },
    });
    expect(await runsOf(tenant)).toHaveLength(3);
  });
});
