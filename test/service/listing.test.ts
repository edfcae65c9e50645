import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun, ModelRunList } from '../../client/index.ts';
import { newId } from '../../server/platform/lib/ids.ts';
import { STATES } from '../../server/runs/states.ts';
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

let service: TestService;
let tenant: Tenant;
/** In the order of their creation. */
const runs: ModelRun[] = [];

const TURNS = [
  ['sandbox/echo', { attribution: { sessionId: 's:1/a b', endUserId: 'Ünal & söhne' } }],
  ['sandbox/echo', { attribution: { sessionId: 's2', promptId: 'p', promptVersion: '3' } }],
  ['sandbox/refused', { attribution: { endUserId: 'Ünal & söhne' } }],
  ['sandbox/thinker', {}],
] as const;
const COUNT = 24;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  for (let i = 0; i < COUNT; i += 1) {
    const [model, more] = TURNS[i % TURNS.length]!;
    const created = await tenant.create(request(model, more), { requestKey: `key-${i}` });
    runs.push(runOf(created));
  }
  await Promise.all(runs.map(async ({ id }, i) => (runs[i] = await tenant.end(id))));
});
afterAll(() => service.close());

async function list(query: Record<string, string> = {}, owner = tenant): Promise<ModelRunList> {
  const answer = await owner.get(`${RUNS}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as ModelRunList;
}

/** Everything that matches a filter, page by page, with the sizes of the pages. */
async function walk(query: Record<string, string>, owner = tenant) {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ ...query, ...(cursor && { cursor }) }, owner);
    ids.push(...page.data.map(({ id }) => id));
    sizes.push(page.data.length);
    cursor = page.nextCursor;
  }
  return { ids, sizes };
}

const newestFirst = (which: (run: ModelRun, i: number) => boolean = () => true) =>
  runs
    .filter(which)
    .map(({ id }) => id)
    .reverse();

describe('the list of runs', () => {
  it('is newest first, and has twenty where nothing else is asked for', async () => {
    const { data, nextCursor } = await list();
    expect(data.map(({ id }) => id)).toEqual(newestFirst().slice(0, 20));
    expect(nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('has what a read has, except text and message', async () => {
    const { data } = await list({ limit: '100' });
    for (const listed of data) {
      const { text: _, message: __, ...facts } = runs.find(({ id }) => id === listed.id)!;
      expect(listed).toEqual(facts);
    }
  });

  it.each(['1', '5', '7', '23', '24', '25', '100'])(
    'is read to its end in pages of %s, each run once',
    async (limit) => {
      const { ids, sizes } = await walk({ limit });
      expect(ids).toEqual(newestFirst());
      expect(Math.max(...sizes)).toBe(Math.min(Number(limit), COUNT));
      expect(sizes).toHaveLength(Math.ceil(COUNT / Number(limit)));
    },
  );

  it('continues where it was, whatever has been created since', async () => {
    const owner = await service.tenant();
    for (let i = 0; i < 3; i += 1) await owner.create(request('sandbox/echo'));
    const first = await list({ limit: '2' }, owner);
    await owner.create(request('sandbox/echo'));
    const second = await list({ limit: '2', cursor: first.nextCursor! }, owner);
    expect(second.data).toHaveLength(1);
    expect(second.nextCursor).toBeNull();
  });

  it('of a new workspace is empty', async () => {
    expect(await list({}, await service.tenant())).toEqual({ data: [], nextCursor: null });
  });

  it('is the same for all keys of a workspace, and has nothing of another', async () => {
    const outsider = await service.tenant();
    await outsider.create(request('sandbox/echo'), { requestKey: 'key-1' });
    const { ids } = await walk({ limit: '100' }, tenant.as(await tenant.newKey()));
    expect(ids).toEqual(newestFirst());
    const foreign = await walk({ limit: '100' }, outsider);
    expect(foreign.ids).toHaveLength(1);
    expect(newestFirst()).not.toContain(foreign.ids[0]);
  });
});

describe('a filter of the list', () => {
  it.each<[string, Record<string, string>, (run: ModelRun, i: number) => boolean]>([
    ['state', { state: 'failed' }, (run) => run.state === 'failed'],
    ['model', { model: 'sandbox/thinker' }, (run) => run.model === 'sandbox/thinker'],
    ['the name of a model', { model: 'Sandbox: refuses' }, () => false],
    ['prompt', { promptId: 'p' }, (_, i) => i % 4 === 1],
    ['prompt and version', { promptId: 'p', promptVersion: '3' }, (_, i) => i % 4 === 1],
    ['another version', { promptId: 'p', promptVersion: '2' }, () => false],
    ['request key', { idempotencyKey: 'key-7' }, (_, i) => i === 7],
    ['the beginning of a request key', { idempotencyKey: 'key' }, () => false],
    ['session', { sessionId: 's:1/a b' }, (_, i) => i % 4 === 0],
    ['end user', { endUserId: 'Ünal & söhne' }, (_, i) => i % 4 === 0 || i % 4 === 2],
    [
      'several at once',
      { endUserId: 'Ünal & söhne', state: 'completed', model: 'sandbox/echo' },
      (_, i) => i % 4 === 0,
    ],
  ])('finds exactly what it names: %s', async (_, query, which) => {
    expect((await walk({ ...query, limit: '4' })).ids).toEqual(newestFirst(which));
  });

  it('finds runs in any of several states, which may be repeated', async () => {
    const owner = await service.tenant();
    const { id } = runOf(await owner.create(request('sandbox/refused')));
    await owner.end(id);
    const pending = runOf(await owner.create(request('sandbox/lost')));
    const ids = async (query: string) =>
      (jsonOf(await owner.get(`${RUNS}?${query}`)) as ModelRunList).data.map((run) => run.id);
    expect(await ids('state=failed&state=completed')).toEqual([id]);
    expect(await ids('state=failed&state=failed')).toEqual([id]);
    const open = ['reserved', 'queued', 'submitting', 'needs_reconciliation', 'received'];
    const query = open.map((state) => `state=${state}`).join('&');
    expect(await ids(query)).toEqual([pending.id]);
    expect(await ids(`${query}&state=failed`)).toEqual([pending.id, id]);
  });

  it('finds the runs of one key, and none of a key that is not known', async () => {
    const owner = await service.tenant();
    const second = owner.as(await owner.newKey());
    const first = runOf(await owner.create(request('sandbox/echo')));
    const { id, keyId } = runOf(await second.create(request('sandbox/echo')));
    expect((await walk({ keyId }, owner)).ids).toEqual([id]);
    expect((await walk({ keyId: first.keyId }, second)).ids).toEqual([first.id]);
    const noUuid = 'key_5k6eyf16fw536pydtnvnbvybdm';
    for (const outsider of [newId('key'), noUuid, runs[0]!.keyId]) {
      expect(await list({ keyId: outsider }, owner)).toEqual({ data: [], nextCursor: null });
    }
  });

  it.each([
    ['as form data', (text: string) => new URLSearchParams({ sessionId: text }).toString()],
    ['as a component', (text: string) => `sessionId=${encodeURIComponent(text)}`],
    ['in every character', (text: string) => `sessionId=${percentEncoded(text)}`],
    [
      'where it must be',
      (text: string) => `sessionId=${encodeURI(text).replace(/[&+#]/g, percentEncoded)}`,
    ],
  ])('finds a text with signs of all kinds, encoded %s', async (_, encode) => {
    const owner = await service.tenant();
    const sessionId = `it's (ours)! *a+b* ~ $1,2;3:4/5?6@7[8] & "ü" 😀 100% #`;
    const { id } = runOf(
      await owner.create(request('sandbox/echo', { attribution: { sessionId } })),
    );
    await owner.create(request('sandbox/echo'));
    const found = jsonOf(await owner.get(`${RUNS}?${encode(sessionId)}`)) as ModelRunList;
    expect(found.data.map((run) => run.id)).toEqual([id]);
    expect(found.data[0]!.attribution).toEqual({ sessionId });
  });

  it('can be given through the typed client', async () => {
    const requestKey = `it's(a)!*key`;
    const owner = await service.tenant();
    const { id } = runOf(await owner.create(request('sandbox/echo'), { requestKey }));
    const client = service.client(owner.key.key);
    const query = { idempotencyKey: requestKey, createdAfter: '2020-01-01T00:00:00+01:00' };
    const { data } = await client.GET('/v1/developer/model-runs', { params: { query } });
    expect(data!.data.map((run) => run.id)).toEqual([id]);
  });

  it('by time leaves out the moments that it names', async () => {
    const [from, to] = [runs[5]!.createdAt, runs[15]!.createdAt];
    const at = ({ createdAt }: ModelRun) => Date.parse(createdAt);
    const after = await walk({ createdAfter: from, limit: '100' });
    expect(after.ids).toEqual(newestFirst((run) => at(run) > Date.parse(from)));
    const before = await walk({ createdBefore: to, limit: '100' });
    expect(before.ids).toEqual(newestFirst((run) => at(run) < Date.parse(to)));
    const between = await walk({ createdAfter: from, createdBefore: to, limit: '3' });
    expect(between.ids).toEqual(
      newestFirst((run) => at(run) > Date.parse(from) && at(run) < Date.parse(to)),
    );
  });

  it.each([
    ['a time in the past', { createdBefore: '0001-01-01T00:00:00Z' }, 0],
    ['a time in the future', { createdAfter: '9999-12-31T23:59:59.999Z' }, 0],
    ['a time of another zone', { createdAfter: '2020-01-01T00:00:00+14:00' }, COUNT],
    ['a time with many digits', { createdAfter: '2020-01-01T00:00:00.123456789Z' }, COUNT],
  ])('takes %s', async (_, query, count) => {
    expect((await walk({ ...query, limit: '100' })).ids).toHaveLength(count);
  });

  it('looks at a bounded number of runs, and says where to go on', async () => {
    const owner = await service.tenant();
    const { id } = runOf(await owner.create(request('sandbox/echo')));
    await owner.end(id);
    await multiply(owner.workspace, 2_500);
    const { ids, sizes } = await walk({ model: 'sandbox/slow', limit: '100' }, owner);
    expect(ids).toEqual([]);
    expect(sizes).toEqual([0, 0, 0]);
    const all = await walk({ model: 'sandbox/echo', limit: '100' }, owner);
    expect(new Set(all.ids).size).toBe(2_501);
  });
});

describe('a parameter that is not valid', () => {
  it.each([
    ...['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'limit=1&limit=2'],
    ...['state=', 'state=Failed', 'state=a%00b', 'state=failed,completed', 'state=failed&state='],
    ...[
      'keyId=',
      'keyId=key_1',
      'keyId=run_01k0a2v4xfe8t9m3c5h7j1q6wz',
      'promptId=',
      'promptId=%0A',
    ],
    ...[`promptVersion=${'v'.repeat(257)}`, 'promptId=a&promptId=b'],
    ...['model=', `model=${'m'.repeat(257)}`, 'model=a%00b', 'sessionId=', 'endUserId=a%0Ab'],
    ...['createdAfter=yesterday', 'createdAfter=2025-02-30T00:00:00Z', 'createdBefore=2025-01-01'],
    ...['createdAfter=2016-12-31T23:59:60Z', 'createdBefore=2025-13-01T00:00:00Z'],
    ...[
      'createdAfter=1735689600',
      'idempotencyKey=',
      'idempotencyKey=a%20b',
      'idempotencyKey=%C3%A9',
    ],
    ...[`idempotencyKey=${'k'.repeat(256)}`, 'sessionId=a&sessionId=b'],
  ])('is named: %s', async (query) => {
    const answer = await tenant.get(`${RUNS}?${query}`);
    expect(answer.status).toBe(400);
    const { errors } = problemOf(answer, 'invalid_request');
    expect(errors).toMatchObject([{ parameter: query.split('=')[0] }]);
  });

  // Only jobs are `running`.
  const ofModelRuns = STATES.filter((state) => state !== 'running');
  it.each(['state=unheard_of', 'state=failed&state=unheard_of'])(
    'is also a state that there is not, which is answered 400 with those there are: %s',
    async (query) => {
      const answer = await tenant.get(`${RUNS}?${query}`);
      expect(answer.status).toBe(400);
      const { errors } = problemOf(answer, 'invalid_request');
      expect(errors).toMatchObject([{ parameter: 'state' }]);
      for (const state of ofModelRuns) expect(errors![0]!.detail).toContain(state);
    },
  );

  it.each(['unknown=1', 'Limit=1', 'limit[]=1', 'limit[a]=1', 'page=2', '=', 'state[$ne]=x'])(
    'is also one that there is not: %s',
    async (query) => {
      const answer = await tenant.get(`${RUNS}?${query}`);
      expect(answer.status).toBe(400);
      problemOf(answer, 'invalid_request');
    },
  );
});

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Copies the workspace's only run; the copies are older. */
async function multiply(workspace: string, times: number): Promise<void> {
  await service.database.db.query(
    `insert into run
     select copy.* from run r, generate_series(1, $2) n,
       jsonb_populate_record(r, jsonb_build_object(
         'id', lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000',
         'idempotency_key', 'copy-' || n)) copy
     where r.workspace = $1`,
    [workspace, times],
  );
}
