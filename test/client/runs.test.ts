import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converse } from '../../client/agents.ts';
import {
  createClient,
  createMemoryRequestKeys,
  expectCompleted,
  hasToolCalls,
  IdempotencyKeyReuseError,
  InsufficientCreditError,
  InsufficientScopeError,
  isCompleted,
  isFailed,
  isPending,
  isTerminal,
  type ModelRunClient,
  NotFoundError,
  RunFailedError,
  UnauthorizedError,
  UnsupportedParameterError,
  UsageError,
} from '../../client/index.ts';
import {
  contract,
  MAX_OUTPUT_TOKENS,
  MAX_PROMPT_CHARS,
  PLENTY,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';
import { type Behavior, handOn, startHostile } from './hostile-server.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function clientFor(tenant: Tenant, baseUrl = service.url): ModelRunClient {
  const client = createClient({ baseUrl, apiKey: tenant.key.key, retry: { baseDelayMs: 1 } });
  if (baseUrl === service.url) client.use(HELD_TO_THE_CONTRACT);
  return client;
}

const HELD_TO_THE_CONTRACT = {
  async onResponse({ request, response }: { request: Request; response: Response }) {
    const { pathname, search } = new URL(request.url);
    contract.check({
      method: request.method,
      target: pathname + search,
      status: response.status,
      headers: response.headers,
      text: await response.clone().text(),
      publicUrl: service.publicUrl,
    });
  },
};

function ask(content: string, model = 'sandbox/echo') {
  return { model, messages: [{ role: 'user' as const, content }], maxOutputTokens: 100 };
}

describe('a run through the client', () => {
  it('is created, waited for and read, and is charged once', async () => {
    const tenant = await service.tenant();
    const { modelRuns } = clientFor(tenant);
    const created = await modelRuns.create(ask('Hello'));
    expect(created).toMatchObject({ replayed: false, requestKey: created.run.idempotencyKey });
    const run = expectCompleted(await modelRuns.wait(created.run.id));
    expect(run.text).toBe('Hello');
    expect(await modelRuns.get(run.id)).toEqual(run);
    const again = await modelRuns.create(ask('Hello'), { idempotencyKey: created.requestKey });
    expect(again).toEqual({ run, requestKey: created.requestKey, replayed: true });
    expect(await tenant.wallet()).toMatchObject({ held: 0, spent: run.chargedAmount });
    expect(await Array.fromAsync(modelRuns.list())).toHaveLength(1);
  });

  it('reports every step', async () => {
    const { modelRuns } = clientFor(await service.tenant());
    const states: string[] = [];
    const run = await modelRuns.createAndWait(ask('Hello', 'sandbox/unpriced'), {
      onProgress: ({ state }) => states.push(state),
    });
    expect(states.at(0)).toBe('submitting');
    expect(states.at(-1)).toBe('completed');
    expect(new Set(states).size).toBeGreaterThan(2);
    expect([isCompleted(run), isTerminal(run), isPending(run)]).toEqual([true, true, false]);
  });

  it('that fails is returned as it is, and throws only where that is wanted', async () => {
    const { modelRuns } = clientFor(await service.tenant());
    const run = await modelRuns.createAndWait(ask('Hello', 'sandbox/refused'));
    expect(isFailed(run) && run.error.code).toBe('provider_refused');
    expect(() => expectCompleted(run)).toThrow(RunFailedError);
  });

  it('is found by its request key, and nothing is found by another', async () => {
    const { modelRuns } = clientFor(await service.tenant());
    const requestKey = unique('"quoted');
    const { run } = await modelRuns.create(ask('Hello'), { idempotencyKey: requestKey });
    expect((await modelRuns.find(requestKey))?.id).toBe(run.id);
    expect(await modelRuns.find(unique('never'))).toBeUndefined();
  });

  it.each<[string, Behavior[]]>([
    ['answer is lost', [handOnLater(true), handOnLater(false)]],
    ['answers are lost thrice', [...Array(3).fill(handOnLater(true)), handOnLater(false)]],
  ])('whose %s is bought once', async (_, steps) => {
    const tenant = await service.tenant();
    const hostile = await startHostile(...steps);
    try {
      const created = await clientFor(tenant, hostile.url).modelRuns.create(ask('Hello'));
      expect(created.replayed).toBe(true);
      const { modelRuns } = clientFor(tenant);
      const run = await modelRuns.wait(created.run.id);
      expect((await Array.fromAsync(modelRuns.list())).map(({ id }) => id)).toEqual([run.id]);
      expect(await tenant.wallet()).toMatchObject({ held: 0, spent: run.chargedAmount });
    } finally {
      await hostile.close();
    }
  });

  /** The service has its address only when the tests run. */
  function handOnLater(keep: boolean): Behavior {
    return (seen, response) => handOn(service.url, { keep })(seen, response);
  }
});

describe('a refusal of the service', () => {
  it('is an error of its own class', async () => {
    const tenant = await service.tenant({ amount: 100_000 });
    const { modelRuns } = clientFor(tenant);
    const poor = await modelRuns
      .create({ ...ask('Hello'), maxOutputTokens: 4_000 })
      .catch((e) => e);
    expect(poor).toBeInstanceOf(InsufficientCreditError);
    expect(poor).toMatchObject({ available: 100_000, account: 'wallet', currency: 'USD' });
    expect(poor.required).toBeGreaterThan(100_000);
    const maxOutputTokens: number = poor.affordableMaxOutputTokens;
    await modelRuns.create(
      { ...ask('Hello'), maxOutputTokens },
      { idempotencyKey: poor.requestKey },
    );

    await expect(modelRuns.get('run_none')).rejects.toBeInstanceOf(NotFoundError);
    const reader = tenant.as(await tenant.newKey({ scopes: ['models:read'] }));
    await expect(clientFor(reader).modelRuns.create(ask('a'))).rejects.toBeInstanceOf(
      InsufficientScopeError,
    );
    const outsider = createClient({ baseUrl: service.url, apiKey: 'mrk_unknown' });
    await expect(outsider.limits()).rejects.toBeInstanceOf(UnauthorizedError);
  });
});

describe('one name', () => {
  it('buys one run, however often and by how many callers it is used at once', async () => {
    const tenant = await service.tenant();
    const { modelRuns } = clientFor(tenant);
    const requestKeys = createMemoryRequestKeys();
    const once = () => modelRuns.once('order-1', ask('Hello'), { requestKeys });
    const ended = await Promise.all(Array.from({ length: 5 }, once));
    expect(new Set(ended.map(({ id }) => id)).size).toBe(1);
    expect(await Array.fromAsync(modelRuns.list())).toHaveLength(1);
  });

  it('with another request is refused, and buys nothing', async () => {
    const tenant = await service.tenant();
    const { modelRuns } = clientFor(tenant);
    const requestKeys = createMemoryRequestKeys();
    await modelRuns.once('order-1', ask('Hello'), { requestKeys });
    const other = await modelRuns
      .once('order-1', ask('Bye'), { requestKeys })
      .catch((error) => error);
    expect(other).toBeInstanceOf(IdempotencyKeyReuseError);
    expect(other.requestKey).toBe(requestKeys.get('order-1'));
    expect(await Array.fromAsync(modelRuns.list())).toHaveLength(1);
  });

  it('that was refused is good for the same request later', async () => {
    const tenant = await service.tenant({ amount: 0 });
    const { modelRuns } = clientFor(tenant);
    const requestKeys = createMemoryRequestKeys();
    const once = () => modelRuns.once('order-1', ask('Hello'), { requestKeys });
    await expect(once()).rejects.toBeInstanceOf(InsufficientCreditError);
    await tenant.topUp(PLENTY);
    expect(isCompleted(await once())).toBe(true);
  });
});

describe('a refusal', () => {
  it('has the figures of the bound that the request was beyond: 422', async () => {
    const { modelRuns: runs } = clientFor(await service.tenant());
    for (const refused of [runs.create, runs.estimate]) {
      const long = refused(ask('x'.repeat(MAX_PROMPT_CHARS + 1)));
      await expect(long).rejects.toMatchObject({
        ...{ name: 'PromptTooLargeError', status: 422 },
        ...{ promptChars: MAX_PROMPT_CHARS + 1, maxPromptChars: MAX_PROMPT_CHARS },
      });
      const much = refused({ ...ask('x'), maxOutputTokens: MAX_OUTPUT_TOKENS + 1 });
      await expect(much).rejects.toMatchObject({
        ...{ name: 'MaxOutputTokensExceededError', status: 422 },
        maxOutputTokens: MAX_OUTPUT_TOKENS,
      });
    }
  });
});

describe('reading', () => {
  it('goes through all pages, and no further than is wanted', async () => {
    const tenant = await service.tenant();
    const { modelRuns } = clientFor(tenant);
    for (const content of ['1', '2', '3', '4', '5']) await modelRuns.createAndWait(ask(content));
    const ids = (await Array.fromAsync(modelRuns.list({ limit: 2 }))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual([...ids].sort().reverse());
    const pages = await Array.fromAsync(modelRuns.list({ limit: 2, state: 'completed' }).pages());
    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
    const states = ['completed', 'failed'] as const;
    expect(await Array.fromAsync(modelRuns.list({ state: states, promptId: 'none' }))).toEqual([]);
    expect(await Array.fromAsync(modelRuns.list({ state: states }))).toHaveLength(5);
    const hourAgo = new Date(Date.now() - 3_600_000);
    expect(await Array.fromAsync(modelRuns.list({ createdAfter: hourAgo }))).toHaveLength(5);
    expect(await Array.fromAsync(modelRuns.list({ createdBefore: hourAgo }))).toEqual([]);
    for await (const first of modelRuns.list({ limit: 1 })) {
      expect(first.id).toBe(ids[0]);
      break;
    }
  });

  it('reads limits, models and estimates', async () => {
    const { limits, modelRuns, models } = clientFor(await service.tenant());
    expect((await limits()).feeBasisPoints).toBe(500);
    const ids = (await Array.fromAsync(models.list({ limit: 3 }))).map(({ id }) => id);
    expect(ids).toContain('sandbox/echo');
    const { supportedParameters } = await models.get('sandbox/echo');
    expect(supportedParameters).toContain('structured_outputs');
    await expect(models.get('sandbox/none')).rejects.toThrow(NotFoundError);
    for (const id of ['', '..', 'a\n']) await expect(models.get(id)).rejects.toThrow(UsageError);
    const thinking = await Array.fromAsync(
      models.list({ supportedParameter: ['reasoning'], tools: true }),
    );
    expect(thinking.map(({ id }) => id)).toEqual(['sandbox/thinker']);
    const estimate = await modelRuns.estimate(ask('Hello'));
    const { run } = await modelRuns.create(ask('Hello'));
    expect(estimate).toMatchObject({ covered: true, reservedAmount: run.reservedAmount });
  });
});

describe('labels and parameters', () => {
  it('are sent as they are given, and labels find the run again', async () => {
    const { modelRuns } = clientFor(await service.tenant());
    const metadata = { team: 'a:b & c', job: '' };
    const { run } = await modelRuns.create({ ...ask('one two'), metadata, stop: [' two'] });
    await modelRuns.create(ask('Hello'));
    const found = await Array.fromAsync(modelRuns.list({ metadata }));
    expect(found.map((one) => [one.id, one.metadata])).toEqual([[run.id, metadata]]);
    expect(expectCompleted(await modelRuns.wait(run.id)).text).toBe('one');
  });

  it('that the model does not take are an UnsupportedParameterError', async () => {
    const { modelRuns } = clientFor(await service.tenant());
    const refused = modelRuns.create({ ...ask('Hello'), reasoning: { effort: 'low' } });
    await expect(refused).rejects.toThrow(UnsupportedParameterError);
  });
});

describe('a conversation', () => {
  const tool = {
    name: 'get_weather',
    description: 'The weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: () => 'sunny',
  };
  const request = { ...ask('How is it?', 'sandbox/tool-caller'), tools: [tool] };

  it('of two turns buys two runs, and none when it is repeated', async () => {
    const tenant = await service.tenant();
    const client = clientFor(tenant);
    const first = await converse(client, request, { conversationKey: 'talk-1' });
    expect(first.text).toContain('sunny');
    expect(first.runs.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'talk-1:turn-1',
      'talk-1:turn-2',
    ]);
    expect(hasToolCalls(first.runs[0]!)).toBe(true);
    const spent = await tenant.wallet();
    expect(await converse(client, request, { conversationKey: 'talk-1' })).toEqual(first);
    expect(await tenant.wallet()).toEqual(spent);
  });

  it('continues where it was saved: no turn and no function a second time', async () => {
    const tenant = await service.tenant();
    const client = clientFor(tenant);
    let saved = '';
    const crash = converse(client, request, {
      conversationKey: 'talk-2',
      onTurn({ messages }) {
        saved = JSON.stringify(messages);
        throw new Error('killed');
      },
    });
    await expect(crash).rejects.toThrow('killed');
    const never = { ...tool, execute: () => expect.fail('was asked again') };
    const messages = JSON.parse(saved) as typeof request.messages;
    const resumed = await converse(
      client,
      { ...request, messages, tools: [never] },
      { conversationKey: 'talk-2' },
    );
    expect(resumed.text).toContain('sunny');
    expect(await Array.fromAsync(client.modelRuns.list())).toHaveLength(2);
  });

  it('with other results than those that were sent is refused, not bought again', async () => {
    const tenant = await service.tenant();
    const client = clientFor(tenant);
    await converse(client, request, { conversationKey: 'talk-3' });
    const other = { ...request, tools: [{ ...tool, execute: () => 'rainy' }] };
    const refused = await converse(client, other, { conversationKey: 'talk-3' }).catch((e) => e);
    expect(refused).toBeInstanceOf(IdempotencyKeyReuseError);
    expect(refused.conversation.messages).toHaveLength(3);
    expect(await Array.fromAsync(client.modelRuns.list())).toHaveLength(2);
  });

  it('is ended by its answer though a call was forced', async () => {
    const client = clientFor(await service.tenant());
    const talk = await converse(client, { ...request, tool_choice: 'required' });
    expect(talk.runs).toHaveLength(2);
  });

  it('carries reasoning back as it came', async () => {
    const client = clientFor(await service.tenant());
    const first = await converse(client, ask('Think', 'sandbox/thinker'));
    expect(first.messages.at(-1)).toHaveProperty('reasoning_details');
    const messages = [...first.messages, { role: 'user' as const, content: 'And again' }];
    const second = await converse(client, { ...ask('', 'sandbox/thinker'), messages });
    expect(second.run.message).toBeDefined();
  });
});
