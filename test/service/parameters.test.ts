/** The parameters of a model: what reaches the provider, what is refused, what is held, and what counts as a repeat. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun, ModelRunEstimate } from '../../client/index.ts';
import type { Model } from '../../server/model-runs/providers/index.ts';
import { replaceSyncedModels } from '../../server/model-runs/providers/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  jsonOf,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

const MODEL = {
  id: 'maker/model',
  provider: 'openrouter',
  providerModel: 'maker/model',
  name: 'Maker: Model',
  capabilities: { tools: true, reasoning: 'entries' },
  supportedParameters: ['temperature', 'top_p', 'stop', 'seed', 'reasoning', 'structured_outputs'],
  inputModalities: ['text' as const],
  pricing: { prompt: '0.000003', completion: '0.000015' },
  templateTokens: { perRequest: 0, perMessage: 0 },
} satisfies Model;
const PLAIN = { ...MODEL, id: 'maker/plain', supportedParameters: [] };
const ANSWER = {
  id: 'gen-1',
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.00001 },
};

let upstream: ReturnType<typeof startUpstream>;
let environment: Record<string, string>;
let database: TestDatabase;
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  upstream = startUpstream();
  await upstream.listening;
  database = await createTestDatabase();
  await replaceSyncedModels(database.db, 'openrouter', [MODEL, PLAIN]);
  environment = { OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: upstream.url() };
  service = await startService({ environment, database });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await database.drop();
  upstream.close();
});

/** Always gives the same answer, and keeps what it received. */
function startUpstream() {
  const received: { text: string; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const text = (await Array.fromAsync(request, String)).join('');
    received.push({ text, body: JSON.parse(text) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ANSWER));
  });
  return {
    received,
    listening: new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const SCHEMA = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const FORMAT = {
  type: 'json_schema',
  json_schema: { name: 'invoice', description: 'Facts.', schema: SCHEMA, strict: true },
};
const ALL = {
  ...{ temperature: 0.25, top_p: 0.9, stop: ['\n\n', 'END'], seed: -7 },
  ...{ reasoning: { effort: 'xhigh' }, response_format: FORMAT },
};
const FINISHED = { headers: { Prefer: 'wait=30' } };

async function sentFor(body: unknown) {
  const before = upstream.received.length;
  const created = await tenant.create(body, FINISHED);
  expect(runOf(created).state, created.text).toBe('completed');
  expect(upstream.received).toHaveLength(before + 1);
  return upstream.received[before]!;
}

describe('what a provider is sent', () => {
  it('is each parameter as it was given, from providers that take them, and no label', async () => {
    const metadata = { team: 'billing' };
    const { body } = await sentFor({ ...request('maker/model'), ...ALL, metadata });
    expect(body).toMatchObject({ ...ALL, provider: { require_parameters: true } });
    expect(body).not.toHaveProperty('metadata');
  });

  it('has none where none was given, or null, or the format of every answer', async () => {
    const absent = Object.fromEntries(Object.keys(ALL).map((name) => [name, null]));
    const { body: plain } = await sentFor(request('maker/model'));
    const others = [absent, { response_format: { type: 'text', json_schema: null } }];
    for (const other of others) {
      const { body } = await sentFor({ ...request('maker/model'), ...other });
      expect(body).toEqual({ ...plain, trace: expect.anything() });
    }
    for (const name of Object.keys(ALL)) expect(plain).not.toHaveProperty(name);
  });

  it('has the schema member for member and digit for digit', async () => {
    const odd = '{"2":"two","1":1.0,"maximum":12345678901234567890.10,"a\\"b":null}';
    const format = { type: 'json_schema', json_schema: { name: 'n', schema: 'ODD' } };
    const text = JSON.stringify({ ...request('maker/model'), response_format: format });
    const { text: sent } = await sentFor(text.replace('"ODD"', odd));
    expect(sent).toContain(`"json_schema":{"name":"n","schema":${odd}}`);
  });

  it('has strict of a tool next to its parameters', async () => {
    const tools = [{ name: 'f', description: 'd', parameters: SCHEMA, strict: true }];
    const { body } = await sentFor({ ...request('maker/model'), tools });
    expect(body.tools).toEqual([{ type: 'function', function: tools[0] }]);
  });
});

describe('a model that does not take a parameter', () => {
  const [only] = [{ type: 'json_object' }];
  const tools = [
    { name: 'f', description: '', parameters: {} },
    { name: 'g', description: '', parameters: {}, strict: false },
  ];
  const cases: [string, object, string[]][] = [
    ['maker/plain', ALL, Object.keys(ALL).map((name) => `#/${name}`)],
    ['maker/plain', { tools }, ['#/tools/1/strict']],
    ['maker/model', { response_format: only, seed: 1 }, ['#/response_format']],
    ['sandbox/echo', { reasoning: { effort: 'low' }, seed: 1 }, ['#/reasoning']],
  ];

  it.each(cases)('%s: %j is refused with 422 unsupported_parameter', async (model, more, at) => {
    const requestKey = `free ${JSON.stringify(more)}`.replace(/[^a-z]/g, '').slice(0, 200);
    for (const path of [RUNS, `${RUNS}/estimate`]) {
      const headers = path === RUNS ? { 'Idempotency-Key': requestKey } : {};
      const answer = await tenant.send({ path, headers, body: { ...request(model), ...more } });
      expect(answer.status).toBe(422);
      const { errors } = problemOf(answer, 'unsupported_parameter');
      expect(errors?.map(({ pointer }) => pointer)).toEqual(at);
    }
    expect((await tenant.create(request('sandbox/echo'), { requestKey })).status).toBe(202);
  });

  it('still replays a run that was created while it did', async () => {
    const body = { ...request('maker/model'), temperature: 1 };
    const options = { requestKey: 'known', ...FINISHED };
    const { id } = runOf(await tenant.create(body, options));
    await replaceSyncedModels(database.db, 'openrouter', [
      { ...MODEL, supportedParameters: [] },
      PLAIN,
    ]);
    const later = await startService({ environment, database });
    const headers = { 'Idempotency-Key': 'known' };
    const key = tenant.key.key;
    const again = await later.send({ path: RUNS, key, headers, body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(runOf(again).id).toBe(id);
    const fresh = { 'Idempotency-Key': 'fresh' };
    const refused = await later.send({ path: RUNS, key, headers: fresh, body });
    problemOf(refused, 'unsupported_parameter');
    await later.close();
    await replaceSyncedModels(database.db, 'openrouter', [MODEL, PLAIN]);
  });
});

describe('a body that says it wrongly', () => {
  const many = ['a', 'b', 'c', 'd', 'e'];
  const cases: [object, string, string][] = [
    [{ temperature: 2.1 }, '#/temperature', 'maximum'],
    [{ temperature: '1' }, '#/temperature', 'type'],
    [{ top_p: 0 }, '#/top_p', 'exclusive_minimum'],
    [{ stop: [] }, '#/stop', 'min_items'],
    [{ stop: many }, '#/stop', 'max_items'],
    [{ stop: 'END' }, '#/stop', 'type'],
    [{ seed: 1.5 }, '#/seed', 'type'],
    [{ reasoning: {} }, '#/reasoning/effort', 'required'],
    [{ reasoning: { effort: 'huge' } }, '#/reasoning/effort', 'enum'],
    [{ response_format: { type: 'xml' } }, '#/response_format/type', 'enum'],
    [{ response_format: { type: 'json_schema' } }, '#/response_format/json_schema', 'required'],
    [
      { response_format: { ...FORMAT, type: 'json_object' } },
      '#/response_format/json_schema',
      'additional_properties',
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'a b', schema: {} } } },
      '#/response_format/json_schema/name',
      'pattern',
    ],
  ];

  it.each(cases)('%j is refused with 400 at %s', async (more, pointer, code) => {
    const answer = await tenant.create({ ...request('sandbox/echo'), ...more });
    expect(answer.status).toBe(400);
    const { errors } = problemOf(answer, 'invalid_request');
    expect(errors?.map((fault) => [fault.pointer, fault.code])).toEqual([[pointer, code]]);
  });
});

describe('the hold', () => {
  const estimateOf = async (more: object) =>
    jsonOf(
      await tenant.send({
        path: `${RUNS}/estimate`,
        body: { ...request('maker/model'), ...more },
      }),
    ) as ModelRunEstimate;

  it('counts the bytes of what is sent, none of the labels, and no characters of the prompt', async () => {
    const plain = await estimateOf({});
    const formed = await estimateOf({ response_format: FORMAT });
    // 0.000003 USD for each byte, rounded once with the fee of 5 %.
    const bytes = Buffer.byteLength(`,"response_format":${JSON.stringify(FORMAT)}`);
    expect(formed.reservedAmount - plain.reservedAmount).toBe(bytes * 3_150);
    const stopped = await estimateOf({ stop: ['ü'] });
    expect(stopped.reservedAmount - plain.reservedAmount).toBe(
      ',"stop":["ü"]'.length * 3_150 + 3_150,
    );
    const labelled = await estimateOf({ metadata: { team: 'billing' } });
    expect(labelled.reservedAmount).toBe(plain.reservedAmount);
    for (const { promptChars } of [formed, stopped]) expect(promptChars).toBe(plain.promptChars);
  });
});

describe('a repeat', () => {
  it('is the same run with the same parameters, and 422 idempotency_key_reuse with others', async () => {
    const body = { ...request('maker/model'), ...ALL };
    const first = runOf(await tenant.create(body, { requestKey: 'repeat' }));
    const again = await tenant.create({ ...body, temperature: 2.5e-1 }, { requestKey: 'repeat' });
    expect(runOf(again).id).toBe(first.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    for (const other of [request('maker/model'), { ...body, seed: 8 }]) {
      problemOf(await tenant.create(other, { requestKey: 'repeat' }), 'idempotency_key_reuse');
    }
    await tenant.end(first.id);
  });
});

describe('the sandbox', () => {
  const answered = async (model: string, more: object): Promise<ModelRun> => {
    const created = await tenant.create({ ...request(model), ...more }, FINISHED);
    expect(created.status, created.text).toBe(200);
    return runOf(created);
  };
  const asking = (content: string) => ({ messages: [{ role: 'user', content }] });

  it('answers JSON that fits the schema, or any JSON, and costs what the schema adds', async () => {
    const formed = await answered('sandbox/echo', { response_format: FORMAT });
    expect(JSON.parse(formed.text!)).toEqual({ total: 1 });
    const plain = await answered('sandbox/echo', {});
    expect(formed.usage!.promptTokens).toBeGreaterThan(plain.usage!.promptTokens!);
    const json = await answered('sandbox/echo', {
      ...asking('Hello'),
      response_format: { type: 'json_object' },
    });
    expect(JSON.parse(json.text!)).toEqual({ text: 'Hello' });
  });

  it('stops before the first of the texts, with finishReason stop', async () => {
    const run = await answered('sandbox/echo', {
      ...asking('one two three'),
      stop: ['three', ' two'],
    });
    expect(run).toMatchObject({ text: 'one', finishReason: 'stop' });
  });

  it('answers alike with one seed, and does not think where it is not to', async () => {
    const [one, two] = [
      await answered('sandbox/echo', { seed: 1 }),
      await answered('sandbox/echo', { seed: 1 }),
    ];
    expect(one?.text).toBe(two?.text);
    const { usage } = await answered('sandbox/thinker', { reasoning: { effort: 'high' } });
    expect(usage?.reasoningTokens).toBeGreaterThan(0);
    const quiet = await answered('sandbox/thinker', { reasoning: { effort: 'none' } });
    expect(quiet.usage?.reasoningTokens).toBe(0);
  });
});
