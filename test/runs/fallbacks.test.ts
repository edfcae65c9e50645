/**
 * A model with several upstreams: a run goes to the next one only if nothing was sent, a worker claims each attempt
 * before it sends it, the hold is that of the dearest upstream, and the charge that of the upstream that answered.
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../server/keys/index.ts';
import { createCatalog } from '../../server/model-runs/providers/catalog.ts';
import {
  createKeyRing,
  createOpenAiCompatibleProvider,
  createRegistry,
  type Model,
  type Provider,
} from '../../server/model-runs/providers/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import type { Worker } from '../../server/platform/worker/index.ts';
import type { CircuitTimes } from '../../server/runs/circuits.ts';
import { delta, json, startUpstream, stream, type Upstream } from '../providers/upstream.ts';
import { faultsInBooks } from '../support/books.ts';
import { request, startTestRuns, type TestRuns } from '../support/model-runs.ts';

const CHEAP = { prompt: '0.000001', completion: '0.000002' };
const DEAR = { prompt: '0.000010', completion: '0.000020' };
const USAGE = { prompt_tokens: 3, completion_tokens: 2 };
const NOBODY = 'http://127.0.0.1:1/v1';

type Answer = (response: ServerResponse) => void;

const answers: Answer = (response) =>
  stream(response, [
    delta({ content: 'Hello' }),
    delta({}, 'stop'),
    { id: 'gen-1', choices: [], usage: USAGE },
    '[DONE]',
  ]);
const says =
  (status: number): Answer =>
  (response) =>
    json(response, status, { error: { message: 'no' } });

let t: TestRuns;
let principal: Principal;
let worker: Worker | undefined;

beforeAll(async () => {
  t = await startTestRuns();
  await t.listen();
  principal = await t.tenant(1_000_000_000);
});
afterEach(async () => {
  await worker?.drain(5_000);
  worker = undefined;
});
afterAll(() => t.close());

/** When the code that sends to the provider throws. */
type Fault = 'before it sends' | 'after it began to send';

function withFault(provider: Provider, fault: Fault | undefined): Provider {
  if (fault === undefined) return provider;
  return {
    ...provider,
    submit(_, hooks) {
      if (fault === 'after it began to send') hooks.beforeSend();
      throw new Error('a fault of ours');
    },
  };
}

/** A model at the first of these upstreams, with the others as fallbacks; each has its own name for it. */
async function openModel(
  servers: { url: string; pricing?: object; keys?: string[]; fault?: Fault }[],
  circuits: Partial<CircuitTimes> = {},
) {
  const id = randomUUID().slice(0, 8);
  const names = servers.map((_, i) => `${id}-${i}`);
  const providers = servers.map(({ url, keys = ['key'] }, i) =>
    createOpenAiCompatibleProvider({
      ...{ name: names[i]!, baseUrl: url, maxInFlight: 16, maxAnswerBytes: 1_000_000 },
      ...{ connectTimeoutMs: 1_000, requestTimeoutMs: 20_000 },
      keys: createKeyRing(keys.map((value) => ({ name: value, value }))),
    }),
  );
  const registry = createRegistry(
    providers.map((provider, i) => withFault(provider, servers[i]!.fault)),
  );
  const upstreams = names.map((provider, i) => ({
    ...{ provider, providerModel: `at-${i}`, reasoning: 'nothing' as const },
    pricing: (servers[i]!.pricing ?? CHEAP) as Model['pricing'],
  }));
  const { reasoning: _, ...first } = upstreams[0]!;
  const model: Model = {
    ...{ ...first, id: `m/${id}`, name: 'M', fallbacks: upstreams.slice(1) },
    capabilities: { tools: false, reasoning: 'nothing' },
    ...{ supportedParameters: [], inputModalities: ['text'] },
    templateTokens: { perRequest: 10, perMessage: 5 },
  };
  const sources = [{ name: 'the test', models: [model] }];
  const catalog = await createCatalog({ db: t.db, sources, synced: [] });
  const runs = t.build({ catalog, registry, circuits });
  return {
    ...{ runs, names, model },
    async create() {
      const body = { ...request('x'), model: model.id };
      return (await runs.create(principal, { idempotencyKey: randomUUID(), body })).run;
    },
    async work() {
      worker = await t.startWorker({ work: runs, leaseMs: 20_000 });
    },
    async run() {
      if (!worker) await this.work();
      return t.end(principal, await this.create(), runs);
    },
    close: async () => {
      catalog.close();
      await registry.close();
    },
  };
}

async function rowOf(id: string) {
  const [row] = await t.db.query<{ provider: string; attempt: number; queue: string | null }>(
    `select provider, attempt, (select queue from run_queue q where q.run = r.id) as queue
     from run r where id = $1`,
    [idToUuid('run', id)],
  );
  return row!;
}

const bodiesOf = ({ received }: Upstream) => received.map(({ body }) => body.model);

describe('a run goes to the next upstream', () => {
  it.each([
    ['refuses the connection', undefined],
    ['is busy (429)', 429],
    ['does not accept the key (401)', 401],
    ['has no credit left (402)', 402],
  ])('where the first %s, at the price of who answers', async (_, status) => {
    const first = status === undefined ? undefined : await startUpstream(says(status));
    const second = await startUpstream(answers);
    const m = await openModel([
      { url: first?.url ?? NOBODY, pricing: CHEAP },
      { url: second.url, pricing: DEAR },
    ]);
    const ended = await m.run();
    expect(ended).toMatchObject({ state: 'completed', listAmount: 3 * 10_000 + 2 * 20_000 });
    expect(bodiesOf(second)).toEqual(['at-1']);
    expect(first ? bodiesOf(first) : []).toEqual(first ? ['at-0'] : []);
    expect(await rowOf(ended.id)).toMatchObject({ provider: m.names[1], attempt: 2 });
    await m.close();
  });

  it.each<[Fault, string, number]>([
    ['before it sends', 'completed', 1],
    ['after it began to send', 'failed', 0],
  ])('if the code of the first throws %s: %s', async (fault, state, requests) => {
    const second = await startUpstream(answers);
    const m = await openModel([{ url: NOBODY, fault }, { url: second.url }]);
    expect((await m.run()).state).toBe(state);
    expect(second.received).toHaveLength(requests);
    await m.close();
  });

  it('and is held at the highest price, whichever provider answers', async () => {
    const upstream = await startUpstream(answers);
    const held = async (...pricings: object[]) => {
      const m = await openModel(pricings.map((pricing) => ({ url: upstream.url, pricing })));
      const ended = await m.run();
      await worker?.drain(5_000);
      worker = undefined;
      await m.close();
      return [ended.reservedAmount, ended.listAmount];
    };
    const [dear] = await held(DEAR);
    expect(await held(CHEAP, DEAR)).toEqual([dear, 3 * 1_000 + 2 * 2_000]);
    expect(await held(DEAR, CHEAP)).toEqual([dear, 3 * 10_000 + 2 * 20_000]);
  });

  it('at once where the circuit of the first is open, and so do those that wait for it', async () => {
    const second = await startUpstream(answers);
    const m = await openModel([{ url: NOBODY }, { url: second.url }], { atLeast: 3 });
    const waiting = await Promise.all(Array.from({ length: 20 }, () => m.create()));
    await m.work();
    const ended = await Promise.all(waiting.map((run) => t.end(principal, run, m.runs)));
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['completed']));
    expect(m.runs.awaySince({ kind: 'model_run', provider: m.names[0]! })).toBeInstanceOf(Date);
    const later = await m.run();
    expect(await rowOf(later.id)).toMatchObject({ provider: m.names[1], attempt: 1 });
    expect(second.received).toHaveLength(21);
    await m.close();
  });

  it('if gateways say that there is no server, once they have said so for a few', async () => {
    const first = await startUpstream(says(503));
    const second = await startUpstream(answers);
    const m = await openModel([{ url: first.url }, { url: second.url }], { atLeast: 3 });
    for (let i = 0; i < 3; i++) expect((await m.run()).error?.code).toBe('outcome_unknown');
    expect((await m.run()).state).toBe('completed');
    expect([first.received.length, second.received.length]).toEqual([3, 1]);
    await m.close();
  });

  it('and back to the first after the last, once one of them is there', async () => {
    let isBusy = true;
    const first = await startUpstream((response) => (isBusy ? says(429) : answers)(response));
    const m = await openModel([{ url: first.url }, { url: NOBODY }]);
    const created = await m.create();
    await m.work();
    await expect.poll(async () => (await rowOf(created.id)).attempt).toBeGreaterThan(2);
    isBusy = false;
    const ended = await t.end(principal, created, m.runs);
    expect(ended.state).toBe('completed');
    await m.close();
  });
});

describe('a run does not go to the next upstream', () => {
  it.each([400, 403, 404, 500, 503])('where the first answered %i', async (status) => {
    const first = await startUpstream(says(status));
    const second = await startUpstream(answers);
    const m = await openModel([{ url: first.url }, { url: second.url }]);
    const ended = await m.run();
    expect(ended.error?.code).toBe(status < 500 ? 'provider_refused' : 'outcome_unknown');
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
    await m.close();
  });

  it('if the first broke off after the first byte', async () => {
    const first = await startUpstream((response) => void response.socket?.resetAndDestroy());
    const second = await startUpstream(answers);
    const m = await openModel([{ url: first.url }, { url: second.url }]);
    expect((await m.run()).error?.code).toBe('outcome_unknown');
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
    await m.close();
  });

  it('where all of them turn the deployment away', async () => {
    const first = await startUpstream(says(401));
    const second = await startUpstream(says(402));
    const m = await openModel([{ url: first.url }, { url: second.url }]);
    expect((await m.run()).error).toMatchObject({ code: 'provider_refused', providerStatus: 402 });
    await m.close();
  });
});

it('a worker that dies while the second upstream answers leaves the run to reconciliation', async () => {
  let isRequested = false;
  const second = await startUpstream(() => {
    isRequested = true;
  });
  const m = await openModel([{ url: NOBODY }, { url: second.url }]);
  const created = await m.create();
  const dying = await t.startWorker({ work: m.runs, leaseMs: 20_000 });
  await expect.poll(() => isRequested).toBe(true);
  // What is on disk before anything is sent: this attempt, at this provider.
  const row = await rowOf(created.id);
  expect(row).toMatchObject({ provider: m.names[1], attempt: 2, queue: `model_run/${m.names[1]}` });
  await t.db.query("update worker set lease_until = now() - interval '1 s'");
  await m.runs.sweepDeadWorkers();
  const ended = await t.end(principal, created, m.runs);
  expect(ended.error?.code).toBe('outcome_unknown');
  expect(second.received).toHaveLength(1);
  await dying.drain(0);
  await m.close();
});

it('the second key of an upstream takes what the first was refused with', async () => {
  const seen: string[] = [];
  const upstream = await startUpstream((response, { headers }) => {
    seen.push(headers.authorization ?? '');
    (headers.authorization === 'Bearer bad' ? says(401) : answers)(response);
  });
  const m = await openModel([{ url: upstream.url, keys: ['bad', 'good'] }]);
  for (let i = 0; i < 3; i++) expect((await m.run()).state).toBe('completed');
  expect(seen).toEqual(['Bearer bad', ...Array(3).fill('Bearer good')]);
  await m.close();
});

it('the books are in order after all of it', async () => {
  expect(await faultsInBooks(t.db, { fromTheStart: true })).toEqual([]);
});
