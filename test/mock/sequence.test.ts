import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { converse } from '../../client/agents.ts';
import { createClient } from '../../client/index.ts';
import type { ModelList, ModelRun, Problem } from '../../openapi/generated/developer.ts';
import { examplesOf, operation as nodeOf } from '../contract/document.ts';
import type { Answer } from '../support/service.ts';
import { type QueriedMock, type Question, RUN, startQueriedMock } from './asking.ts';
import { say } from './checked.ts';

let mock: QueriedMock;
beforeAll(async () => {
  // Runs advance when they are read, and not because the machine is slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  mock = await startQueriedMock();
});
afterAll(() => {
  vi.useRealTimers();
  return mock.close();
});

const requestNamed = (name: string) =>
  examplesOf(nodeOf('createModelRun')).find((example) => example.name === name)!.value;
const runOf = ({ text }: Answer) => JSON.parse(text) as ModelRun;
const problemOf = ({ text }: Answer) => JSON.parse(text) as Problem;
const create = (more: Partial<Question> = {}) => mock.ask({ operation: 'createModelRun', ...more });
const read = (name: string, more: Partial<Question> = {}) =>
  mock.ask({ operation: 'getModelRun', name, ...more });

const TOOLS = [
  {
    name: 'find_order',
    description: 'Finds an order.',
    parameters: {
      type: 'object',
      properties: { number: { type: 'integer', minimum: 7 } },
      required: ['number'],
    },
  },
];
const FIRST = {
  ...{ model: 'sandbox/tool-caller', maxOutputTokens: 100, tools: TOOLS },
  messages: [{ role: 'user', content: 'Where is order 7?' }],
};

describe('a run of the mock', () => {
  it('is found by its request key, and another key finds none', async () => {
    const { modelRuns } = createClient({ baseUrl: mock.url, apiKey: 'any' });
    expect(await modelRuns.find('a-key-that-was-never-used')).toBeUndefined();
    const body = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'Hello' }] };
    const created = await create({
      requestKey: 'found-again',
      body: { ...body, maxOutputTokens: 9 },
    });
    expect(await modelRuns.find('found-again')).toMatchObject({
      id: runOf(created).id,
      idempotencyKey: 'found-again',
    });
  });

  it('is reserved, and completed under the same id when it is read', async () => {
    const created = await create({ requestKey: 'first' });
    expect(created.status).toBe(202);
    expect(created.headers.get('location')).toMatch(/\/run_[0-9a-z]{26}$/);
    expect(created.headers.get('content-location')).toBe(created.headers.get('location'));
    expect(created.headers.has('retry-after')).toBe(true);
    expect(created.headers.has('idempotent-replayed')).toBe(false);
    expect(created.headers.has('preference-applied')).toBe(false);
    expect(runOf(created)).toMatchObject({ state: 'reserved', idempotencyKey: 'first' });

    const { id, model } = runOf(created);
    const ended = await read(id);
    expect(runOf(ended)).toMatchObject({
      ...{ id, model, state: 'completed', idempotencyKey: 'first' },
    });
    expect(ended.headers.has('retry-after')).toBe(false);
  });

  it('is completed at once for those who wait, and pending for those who do not', async () => {
    const waited = await create({ prefer: 'wait=20' });
    expect(waited.status).toBe(200);
    expect(waited.headers.get('preference-applied')).toBe('wait=20');
    const long = await create({ prefer: 'wait=500' });
    expect(long.headers.get('preference-applied')).toBe('wait=50');
    const impatient = await create({ prefer: 'wait=0' });
    expect(impatient.status).toBe(202);
    expect(impatient.headers.get('preference-applied')).toBe('wait=0');
  });

  it('is replayed for a request key that is known, and for no other body', async () => {
    const requestKey = 'once';
    const first = runOf(await create({ requestKey }));
    const pending = await create({ requestKey });
    expect([pending.status, pending.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    await read(first.id);
    const again = await create({ requestKey });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(runOf(again).id).toBe(first.id);
    expect((await create({ requestKey: '"once"' })).headers.has('idempotent-replayed')).toBe(true);
    const other = await create({ requestKey, body: requestNamed('request-attributed') });
    expect(other.status).toBe(422);
    expect(problemOf(other)).toMatchObject({
      ...{ code: 'idempotency_key_reuse' },
      errors: [{ header: 'Idempotency-Key', code: 'idempotency_key_reuse' }],
    });
  });

  it('is refused with 402 on demand without using up the key', async () => {
    const requestKey = 'refused';
    const refused = await create({ requestKey, prefer: 'wait=20, code=402' });
    expect(refused.status).toBe(402);
    expect(problemOf(refused).affordableMaxOutputTokens).toBeGreaterThan(0);
    expect((await create({ requestKey })).headers.has('idempotent-replayed')).toBe(false);
  });

  it('that the list shows is the one that is read', async () => {
    const { id } = runOf(await create({ body: say('sandbox/refused') }));
    await read(id);
    const list = await mock.ask({ operation: 'listModelRuns', name: '' });
    const { data } = JSON.parse(list.text) as { data: ModelRun[] };
    const failed = data.find(({ state }) => state === 'failed')!;
    const { message: _, text: __, ...facts } = runOf(await read(failed.id));
    expect(facts).toEqual(failed);
  });

  it('is listed after the cursor of its list, and after no other', async () => {
    const older = runOf(await create());
    await create();
    const list = (query: string, path = 'model-runs') =>
      mock.send(
        new Request(`${mock.url}/v1/developer/${path}?${query}`, {
          headers: { Authorization: 'Bearer any' },
        }),
      );
    const { nextCursor } = JSON.parse((await list('limit=1')).text) as { nextCursor: string };
    const second = await list(`limit=1&cursor=${nextCursor}`);
    expect(JSON.parse(second.text)).toMatchObject({ data: [{ id: older.id }] });
    for (const wrong of [
      ...[list('cursor=made-up'), list(`cursor=${nextCursor}&state=failed`)],
      list(`cursor=${nextCursor}`, 'models'),
    ]) {
      const answer = await wrong;
      expect(answer.status).toBe(400);
      expect(problemOf(answer)).toMatchObject({
        ...{ code: 'invalid_cursor' },
        errors: [{ parameter: 'cursor', code: 'invalid_cursor' }],
      });
    }
  });

  it('is 404 under an invalid id', async () => {
    const answer = await read('unknown');
    expect(answer.status).toBe(404);
    expect(problemOf(answer).code).toBe('not_found');
  });

  it('is 304 for those who have it, and where that is asked for', async () => {
    const { id } = runOf(await create({ prefer: 'wait=20' }));
    const headers = { 'If-None-Match': 'W/"1"' };
    const changed = await read(id, { headers });
    expect(changed.status).toBe(200);
    expect((await read(RUN, { headers, prefer: 'code=304' })).status).toBe(304);
    const known = { 'If-None-Match': changed.headers.get('etag')! };
    expect((await read(id, { headers: known })).status).toBe(304);
  });
});

describe('a batch of the mock', () => {
  const body = { model: 'sandbox/echo', messages: [{ role: 'user' as const, content: 'Hello' }] };
  const requests = ['batch-1', 'batch-2', 'batch-3'].map((idempotencyKey, i) => ({
    idempotencyKey,
    request: { ...body, maxOutputTokens: i + 1 },
  }));
  const batch = (all: object) =>
    mock.ask({ operation: 'createModelRunBatch', body: { requests: all } });

  it('answers each request for itself, and knows its keys as single creates do', async () => {
    const { modelRuns } = createClient({ baseUrl: mock.url, apiKey: 'any' });
    const first = await modelRuns.createMany(requests);
    expect(first.map(({ run, replayed }) => [run?.idempotencyKey, replayed])).toEqual(
      requests.map(({ idempotencyKey }) => [idempotencyKey, false]),
    );
    const [one, ...others] = requests;
    const other = { ...one!, request: { ...one!.request, maxOutputTokens: 9 } };
    const again = await modelRuns.createMany([other, ...others]);
    expect(again[0]!.error).toMatchObject({ code: 'idempotency_key_reuse' });
    expect(again.slice(1).map(({ replayed }) => replayed)).toEqual([true, true]);
    const single = await create({ requestKey: 'batch-2', body: requests[1]!.request });
    expect(single.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is refused if a key occurs twice', async () => {
    const refused = await batch([requests[0], requests[0]]);
    expect(problemOf(refused)).toMatchObject({ code: 'idempotency_key_reuse' });
  });
});

describe('a cancel of the mock', () => {
  it('is of the run that was created, and 404 under an invalid id', async () => {
    const body = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'Stop' }] };
    const created = await create({
      requestKey: 'to-cancel',
      body: { ...body, maxOutputTokens: 9 },
    });
    const { id } = runOf(created);
    const cancelled = await mock.ask({ operation: 'cancelModelRun', name: id });
    expect(runOf(cancelled)).toMatchObject({
      ...{ id, model: 'sandbox/echo', idempotencyKey: 'to-cancel' },
      cancelRequestedAt: expect.any(String),
    });
    const none = await mock.ask({ operation: 'cancelModelRun', name: 'nonsense' });
    expect(problemOf(none)).toMatchObject({ code: 'not_found' });
  });
});

describe('a conversation with tools', () => {
  it.each([
    ['at once', { prefer: 'wait=20' }],
    ['when it is read', {}],
  ])('calls the tool of the request, with arguments that fit: %s', async (_, preference) => {
    const created = runOf(await create({ body: FIRST, ...preference }));
    const run = runOf(await read(created.id));
    expect(run.finishReason).toBe('tool_calls');
    const [call] = run.message!.tool_calls!;
    expect(call!.function.name).toBe('find_order');
    expect(JSON.parse(call!.function.arguments)).toEqual({ number: 7 });
    if (created.state === 'completed') expect(created.message).toEqual(run.message);

    const result = { role: 'tool', tool_call_id: call!.id, content: '{"city":"Utrecht"}' };
    const second = { ...FIRST, messages: [...FIRST.messages, run.message, result] };
    const ended = runOf(await create({ body: second, ...preference }));
    const answer = runOf(await read(ended.id));
    expect(answer).toMatchObject({ state: 'completed', finishReason: 'stop' });
    expect(answer.message?.tool_calls).toBeUndefined();
  });

  it('keeps the arguments of the example if the request has the tool of the example', async () => {
    const run = runOf(await create({ body: requestNamed('request-tools'), prefer: 'wait=1' }));
    expect(run.message).toEqual(
      examplesOf(nodeOf('createModelRun'), '200').find(
        ({ name }) => name === 'run-completed-tool-calls',
      )!.value.message,
    );
  });
});

describe('what a request asks for', () => {
  it('its labels are on the run, and an answer with a schema is JSON that fits it', async () => {
    const body = requestNamed('request-structured');
    const run = runOf(await create({ body, prefer: 'wait=1' }));
    expect(run.metadata).toEqual({ team: 'billing', job: 'month-end' });
    expect(JSON.parse(run.text!)).toEqual({ number: 1, paid: true });
    expect(run.message?.content).toBe(run.text);
    expect(runOf(await read(run.id)).metadata).toEqual(run.metadata);
    const plain = runOf(await create({ body: requestNamed('request-simple'), prefer: 'wait=1' }));
    expect(plain).not.toHaveProperty('metadata');
  });
});

describe('the catalog', () => {
  const listed = async (query: string) => {
    const headers = { Authorization: 'Bearer any' };
    const answer = await mock.send(
      new Request(`${mock.url}/v1/developer/models${query}`, { headers }),
    );
    return (JSON.parse(answer.text) as ModelList).data.map(({ id }) => id);
  };

  it('has each model under its identifier, and 404 not_found under any other', async () => {
    for (const id of await listed('')) {
      const answer = await mock.ask({ operation: 'getModel', name: id });
      expect(JSON.parse(answer.text)).toMatchObject({ id });
    }
    expect((await mock.ask({ operation: 'getModel', name: 'sandbox' })).status).toBe(404);
  });

  it('is narrowed by what models take', async () => {
    const all = await listed('');
    const withTools = await listed('?tools=true');
    expect(withTools).toContain('sandbox/tool-caller');
    expect(await listed('?tools=false')).toEqual(all.filter((id) => !withTools.includes(id)));
    expect(await listed('?supportedParameter=seed&supportedParameter=stop')).toEqual(all);
    expect(await listed('?supportedParameter=reasoning')).toEqual(['sandbox/thinker']);
  });
});

describe('the client', () => {
  let fresh: QueriedMock;
  beforeAll(async () => {
    fresh = await startQueriedMock();
  });
  afterAll(() => fresh.close());
  const client = () => createClient({ baseUrl: fresh.url, apiKey: 'mrk_any' });

  it('comes to the end of a list', async () => {
    for (const model of ['sandbox/echo', 'sandbox/refused', 'sandbox/slow']) {
      const { run } = await client().modelRuns.create(say(model));
      await client().modelRuns.get(run.id);
    }
    const states: string[] = [];
    for await (const { state } of client().modelRuns.list()) states.push(state);
    expect(states).toEqual(['submitting', 'failed', 'completed']);
  });

  it.each([1, 2, 3, 100])(
    'comes to the end of a list in pages of %i, each run once',
    async (limit) => {
      const ids: string[] = [];
      for await (const { id } of client().modelRuns.list({ limit })) ids.push(id);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(3);
    },
  );

  it('filters the list by several states, page by page', async () => {
    const states: string[] = [];
    const filters = { state: ['completed', 'submitting'], limit: 1 } as const;
    for await (const { state } of client().modelRuns.list(filters)) states.push(state);
    expect(states).toEqual(['submitting', 'completed']);
    for await (const run of client().modelRuns.list({ promptId: 'p' })) expect(run).toBeUndefined();
  });

  it('creates and waits without a word about the mock', async () => {
    const run = await client().modelRuns.createAndWait(requestNamed('request-simple') as never);
    expect(run).toMatchObject({ state: 'completed', chargedAmount: 9_923 });
  });

  it('has a conversation with a function of its own', async () => {
    const inputs: unknown[] = [];
    const { run } = await converse(client(), {
      ...FIRST,
      tools: [
        {
          ...TOOLS[0]!,
          execute: (args: unknown) => {
            inputs.push(args);
            return { city: 'Utrecht' };
          },
        },
      ],
    } as never);
    expect(inputs).toEqual([{ number: 7 }]);
    expect(run).toMatchObject({ state: 'completed', finishReason: 'stop' });
  });
});
