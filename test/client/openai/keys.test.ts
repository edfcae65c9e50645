/** The request key of a chat completion: a call that is retried keeps its key, and two calls never have one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, UsageError } from '../../../client/index.ts';
import { createOpenAIFetch, type RunTerms } from '../../../client/openai.ts';
import { startService, type TestService } from '../../support/service.ts';
import { against, REQUEST, RUN, type Sent, user } from './against.ts';

const keysOf = (sent: Sent[]) => sent.map(({ headers }) => headers.get('Idempotency-Key'));

describe('the request key', () => {
  it('is another one for each call without a name, also if the calls are equal', async () => {
    const { send, sent } = against();
    await Promise.all([send(REQUEST), send(REQUEST)]);
    await send(REQUEST);
    expect(new Set(keysOf(sent)).size).toBe(3);
  });

  it('is that of a call that ended without an answer, for the next equal call', async () => {
    const keys: string[] = [];
    let lost = 2;
    const fetch = createOpenAIFetch({
      ...{ baseUrl: 'http://nowhere.invalid', apiKey: 'mock', retry: false },
      async fetch({ headers }) {
        keys.push(headers.get('Idempotency-Key')!);
        if (lost-- > 0) throw new TypeError('cut off');
        return Response.json(RUN);
      },
    });
    const ask = (body: object) =>
      fetch('http://nowhere.invalid/chat/completions', {
        ...{ method: 'POST', body: JSON.stringify(body) },
      });
    await Promise.allSettled([ask(REQUEST), ask(REQUEST)]);
    await ask({ ...REQUEST, max_tokens: 6 });
    await Promise.all([ask(REQUEST), ask(REQUEST), ask(REQUEST)]);
    expect(keys.slice(3)).toEqual(expect.arrayContaining(keys.slice(0, 2)));
    expect(new Set(keys).size).toBe(4);
  });

  it('is the hash of the whole request with `reuseEqual`, without members that change nothing', async () => {
    const { send, sent } = against({ reuseEqual: true });
    await send(REQUEST);
    await send({ ...REQUEST, n: 1, user: null, tools: [] });
    await send({ ...REQUEST, messages: [{ role: 'user', content: 'Ho' }] });
    const [first, same, other] = keysOf(sent);
    // Of {"maxOutputTokens":5,"messages":[{"content":"Hi","role":"user"}],"model":"m"}. A loop that was begun with one
    // version of this package and goes on with the next would pay again if it changed.
    expect(first).toBe('chat:d97c0f745756eb9a96f4472df8415d6faca022e42ef9bb81c76b7445b133ae19');
    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });

  it('is what the header says, or the turn of the conversation that a header or an option names', async () => {
    const { send, sent } = against({ conversationKey: () => 'ticket' });
    const answered = { ...REQUEST, messages: [user, { role: 'assistant', content: 'Hi' }, user] };
    await send(REQUEST, { 'Idempotency-Key': 'mine', 'Conversation-Key': 'other' });
    await send(REQUEST, { 'Conversation-Key': 'other' });
    await send(answered);
    expect(keysOf(sent)).toEqual(['mine', 'other:turn-1', 'ticket:turn-2']);
    const long = { 'Conversation-Key': 'x'.repeat(250) };
    const refusal = await (await send(REQUEST, long)).json();
    expect(refusal).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('does not depend on the order of members, nor on members that change nothing', async () => {
    const { send, sent } = against({ reuseEqual: true });
    const [one, other] = twins();
    await send(one);
    await send(other);
    await send(REQUEST);
    await send({ ...REQUEST, metadata: {}, response_format: { type: 'text' } });
    const [first, second, short, alike] = keysOf(sent);
    expect(second).toBe(first);
    expect(alike).toBe(short);
    expect(short).not.toBe(first);
  });

  it('differs wherever two requests differ', async () => {
    const { send, sent } = against({ reuseEqual: true });
    const requests: object[] = [
      REQUEST,
      { ...REQUEST, max_tokens: 6 },
      { ...REQUEST, stop: 'a' },
      { ...REQUEST, stop: ['a', 'b'] },
      { ...REQUEST, stop: ['b', 'a'] },
      { ...REQUEST, user: 'ada' },
      { ...REQUEST, user: 'bob' },
      { ...REQUEST, metadata: { a: 'b' } },
      { ...REQUEST, messages: [user, user] },
      { ...REQUEST, messages: [{ ...user, content: '\ud800' }] },
      { ...REQUEST, messages: [{ ...user, content: '\ufffd' }] },
      { ...REQUEST, messages: [{ ...user, content: 'e\u0301' }] },
      { ...REQUEST, messages: [{ ...user, content: '\u00e9' }] },
      { ...REQUEST, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    ];
    for (const body of requests) await send(body);
    expect(new Set(keysOf(sent)).size).toBe(requests.length);
  });

  it.each<unknown>(['', null, 5, Promise.resolve('a')])(
    'is refused where the name of the conversation is %j, which many calls would share',
    async (name) => {
      const { send, sent } = against({ conversationKey: () => name as never });
      const refusal = await send(REQUEST);
      expect(refusal.status).toBe(400);
      expect(await refusal.text()).toContain('conversationKey');
      expect(sent).toEqual([]);
      const options = { baseUrl: 'http://nowhere.invalid', apiKey: 'mock' };
      const made = () => createOpenAIFetch({ ...options, conversationKey: name as never });
      expect(made).toThrow(UsageError);
    },
  );
});

describe('a call whose runs keep failing', () => {
  it('meets the last of them in few requests, and is bought once the provider is back', async () => {
    const service = failing();
    const ask = () =>
      service.fetch('http://nowhere.invalid/chat/completions', {
        ...{ method: 'POST', body: JSON.stringify(REQUEST) },
      });
    for (let call = 1; call <= 300; call++) {
      service.requests = 0;
      expect((await ask()).status).toBe(503);
      expect(service.requests).toBeLessThan(30);
    }
    expect(service.keys).toHaveLength(300);
    expect(service.keys.at(-1)).toBe(`${service.keys[0]}:try-300`);
    service.isBack = true;
    expect((await ask()).status).toBe(200);
    expect(await (await ask()).json()).toMatchObject({ model_run: { replayed: true } });
    expect(service.keys).toHaveLength(301);
  });
});

describe('the terms of a call', () => {
  it('are those at the start of the call, even if the object changes meanwhile', async () => {
    const shared: RunTerms = { attribution: { endUserId: '' } };
    let next = '';
    const { send, sent } = against({
      terms() {
        shared.attribution!.endUserId = next;
        return shared;
      },
    });
    const ask = (endUserId: string) => {
      next = endUserId;
      return send(REQUEST);
    };
    await Promise.all([ask('ada'), ask('bob')]);
    const users = sent.map(({ body }) => (body.attribution as { endUserId: string }).endUserId);
    expect(users.sort()).toEqual(['ada', 'bob']);
    expect(new Set(keysOf(sent)).size).toBe(2);
  });

  it.each([undefined, null, 'a', [], Promise.resolve({ maxReservedAmount: 1 })])(
    'are refused where they are no object of terms: %s',
    async (terms) => {
      const { send, sent } = against({ terms: () => terms as never });
      const refusal = await send(REQUEST);
      expect(refusal.status).toBe(400);
      expect(await refusal.text()).toContain('terms');
      expect(sent).toEqual([]);
    },
  );
});

describe('against the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ validatesResponses: true });
  });
  afterAll(() => service.close());

  it('a request with its members in another order is the same run, with the same bill', async () => {
    const { key, wallet } = await service.tenant();
    const options = { baseUrl: service.url, apiKey: key.key };
    const send = createOpenAIFetch({ ...options, reuseEqual: true });
    const [one, other] = twins();
    const ids: unknown[] = [];
    for (const [request, name] of [[one], [other], [one, 'mine'], [other, 'mine']] as const) {
      const answer = await send('http://nowhere.invalid/v1/chat/completions', {
        ...{ method: 'POST', headers: name ? { 'Idempotency-Key': name } : {} },
        body: JSON.stringify({ ...request, model: 'sandbox/echo' }),
      });
      const { id, ...rest } = (await answer.json()) as { id: string };
      expect(answer.status, JSON.stringify(rest)).toBe(200);
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(2);
    let spent = 0;
    for await (const { chargedAmount } of createClient(options).modelRuns.list()) {
      spent += chargedAmount!;
    }
    expect(await wallet()).toMatchObject({ held: 0, spent });
  });
});

/** A service whose provider is down until it is back. */
function failing() {
  const runs = new Map<string, object>();
  const error = { code: 'provider_unavailable', message: 'Down.', retryable: true };
  const service = {
    ...{ isBack: false, requests: 0 },
    get keys() {
      return [...runs.keys()];
    },
    fetch: createOpenAIFetch({
      ...{ baseUrl: 'http://nowhere.invalid', apiKey: 'mock', retry: false, reuseEqual: true },
      async fetch({ headers, method, url }) {
        service.requests += 1;
        const { pathname, searchParams } = new URL(url);
        if (method === 'GET') {
          const id = pathname.split('/').at(-1);
          const one = [...runs.values()].find((run) => 'id' in run && run.id === id);
          const found = runs.get(searchParams.get('idempotencyKey') ?? '');
          return Response.json(one ?? { data: found ? [found] : [], nextCursor: null });
        }
        const key = headers.get('Idempotency-Key')!;
        const replayed = runs.has(key);
        if (!replayed) {
          const end = service.isBack ? { state: 'completed' } : { state: 'failed', error };
          runs.set(key, { ...RUN, id: `run_${runs.size}`, idempotencyKey: key, ...end });
        }
        return Response.json(runs.get(key), {
          headers: { 'Idempotent-Replayed': `${replayed}` },
        });
      },
    }),
  };
  return service;
}

/** One request in two orders. */
function twins() {
  const city = { type: 'string', description: 'A city.' };
  const tool = (parameters: object) => ({
    ...{ type: 'function', function: { name: 'f', parameters } },
  });
  return [
    {
      ...{ ...REQUEST, user: 'ada', metadata: { team: 'a', tier: 'b' } },
      tools: [tool({ type: 'object', properties: { city, country: city } })],
    },
    {
      tools: [
        tool({
          properties: { country: { description: city.description, type: 'string' }, city },
          type: 'object',
        }),
      ],
      ...{ metadata: { tier: 'b', team: 'a' }, user: 'ada' },
      ...{ messages: [{ content: user.content, role: 'user' }], max_tokens: 5, model: 'm' },
    },
  ] as const;
}
