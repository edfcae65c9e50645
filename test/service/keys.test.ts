/** Keys over HTTP, managed by a key: what it may do with which, what is shown once, and what is on record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { KEYS } from '../support/management.ts';
import {
  type Answer,
  jsonOf,
  problemOf,
  RUNS,
  request,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let outsider: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  outsider = await service.tenant();
});
afterAll(() => service.close());

interface Key {
  id: string;
  name: string;
  status: string;
  createdByKeyId?: string;
  rotatedTo?: string;
}
interface Created {
  key: Key;
  secret: string;
}

const BODY = { name: 'Customer 118', scopes: ['models:read', 'models:run'] };

function create(more: object = {}, { by = tenant, requestKey = unique('key') } = {}) {
  return by.create({ ...BODY, ...more }, { path: KEYS, requestKey });
}

async function created(more: object = {}, by = tenant): Promise<Created> {
  const answer = await create(more, { by });
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer) as Created;
}

const act = (id: string, action: string, body?: unknown, by = tenant) =>
  by.send({ method: 'POST', path: `${KEYS}/${id}/${action}`, body });
const change = (id: string, body: unknown, by = tenant) =>
  by.send({ method: 'PATCH', path: `${KEYS}/${id}`, body });
const using = (secret: string) => tenant.as({ ...tenant.key, key: secret });
const list = async (query = '') =>
  jsonOf(await tenant.get(`${KEYS}?${query}`)) as { data: Key[]; nextCursor: string | null };
const own = () => uuidToId('key', tenant.key.id);

describe('a key that was created by another one', () => {
  it('works, is listed without its secret, and names its creator', async () => {
    const { key, secret } = await created({ monthLimitAmount: 5_000, models: ['sandbox/*'] });
    expect(key.createdByKeyId).toBe(own());
    expect((await using(secret).get(RUNS)).status).toBe(200);
    const read = await tenant.get(`${KEYS}/${key.id}`);
    expect(jsonOf(read)).toMatchObject({ id: key.id, spendingLimits: [{ limitAmount: 5_000 }] });
    for (const { text } of [read, await tenant.get(KEYS)]) expect(text).not.toContain(secret);
  });

  it('sees the limits of its creator in its account, which both spend', async () => {
    const maker = tenant.as(await tenant.newKey({ dayLimit: 2_000 }));
    const { secret } = await created({ monthLimitAmount: 500_000_000 }, maker);
    const account = jsonOf(await using(secret).get('/v1/developer/account')) as {
      spendableAmount: number;
      spendingLimits: object[];
    };
    expect(account.spendableAmount).toBe(2_000);
    expect(account.spendingLimits).toMatchObject([
      { period: 'month', limitAmount: 500_000_000 },
      { period: 'day', limitAmount: 2_000, ofKeyId: uuidToId('key', maker.key.id) },
    ]);
    const refusal = await using(secret).create(request('sandbox/echo'));
    expect(problemOf(refusal, 'spending_limit_reached').limitAmount).toBe(2_000);
  });

  it('buys only models that its creator may name, also after the list of that one changed', async () => {
    const maker = tenant.as(await tenant.newKey({ models: ['sandbox/*'] }));
    const { secret } = await created({}, maker);
    problemOf(await using(secret).create(request('openai/gpt')), 'model_not_allowed');
    expect((await using(secret).create(request('sandbox/echo'))).status).toBeLessThan(300);
  });

  it('manages no keys', async () => {
    problemOf(await create({ scopes: ['keys:write'] }), 'exceeds_own_rights');
    const { secret } = await created({ scopes: ['keys:read'] });
    problemOf(await create({}, { by: using(secret) }), 'insufficient_scope');
    expect((await using(secret).get(KEYS)).status).toBe(200);
  });
});

describe('a request key', () => {
  it('makes one key for 20 requests at once, and one of them has its secret', async () => {
    const requestKey = unique('key');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: requestKey }, { requestKey })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const { key } = jsonOf(made[0]!) as Created;
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(problemOf(answer, 'conflict').keyId).toBe(key.id);
    }
    const { data } = await list('limit=100');
    expect(data.filter(({ name }) => name === requestKey)).toHaveLength(1);
  });

  it('of a lost answer leads to the key, whose rotation has a new secret', async () => {
    const requestKey = unique('key');
    await create({}, { requestKey });
    const { keyId } = problemOf(await create({}, { requestKey }), 'conflict');
    const rotated = jsonOf(await act(keyId!, 'rotate', { overlapSeconds: 0 })) as Created;
    expect((await using(rotated.secret).get(RUNS)).status).toBe(200);
    problemOf(await act(keyId!, 'rotate', { overlapSeconds: 0 }), 'conflict');
  });

  it('belongs to its workspace', async () => {
    const requestKey = unique('key');
    const answers = [
      await create({}, { requestKey }),
      await create({}, { by: outsider, requestKey }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

/* Every act, on every key that is not the caller's to act on. */

const ACTS: Record<string, (id: string, by: Tenant) => Promise<Answer>> = {
  change: (id, by) => change(id, { name: 'taken' }, by),
  rotate: (id, by) => act(id, 'rotate', { overlapSeconds: 60 }, by),
  revoke: (id, by) => act(id, 'revoke', undefined, by),
};

describe.each(Object.entries(ACTS))('nobody can %s', (name, attempt) => {
  it('a key of another workspace, which looks like none', async () => {
    const { key } = await created();
    const { detail } = problemOf(await attempt(key.id, outsider), 'not_found');
    expect(problemOf(await attempt('key_unknown', tenant), 'not_found').detail).toBe(detail);
    problemOf(await outsider.get(`${KEYS}/${key.id}`), 'not_found');
    expect(jsonOf(await tenant.get(`${KEYS}/${key.id}`))).toEqual(key);
  });

  it('a key that a person or another key has made', async () => {
    const [other, byPerson] = [await tenant.newKey(), await tenant.newKey()];
    const { key } = await created({}, tenant.as(other));
    for (const id of [uuidToId('key', byPerson.id), key.id]) {
      problemOf(await attempt(id, tenant), 'exceeds_own_rights');
      expect((jsonOf(await tenant.get(`${KEYS}/${id}`)) as Key).status).toBe('active');
    }
  });

  it('any key with a key that has every other scope', async () => {
    const { key } = await created();
    const scopes = SCOPES.filter((scope) => scope !== 'keys:write');
    const by = tenant.as(await tenant.newKey({ scopes }));
    problemOf(await attempt(key.id, by), 'insufficient_scope');
  });

  it(name === 'change' ? 'its own key' : 'but its own key', async () => {
    const by = tenant.as(await tenant.newKey());
    const answer = await attempt(uuidToId('key', by.key.id), by);
    if (name === 'change') problemOf(answer, 'exceeds_own_rights');
    else expect(answer.status, answer.text).toBeLessThan(300);
  });
});

/* What a key asks for beyond its own rights, and where the refusal points. */

const BEYOND: [string, object, object, string][] = [
  ['a scope', { scopes: ['models:run', 'keys:write'] }, { scopes: ['tools:run'] }, '#/scopes'],
  ['a model', { models: ['a/*'] }, { models: ['a/one', 'b/one'] }, '#/models/1'],
  ['every model of a prefix', { models: ['a/one'] }, { models: ['a/*'] }, '#/models/0'],
  ['a limit of a day', { dayLimit: 5 }, { dayLimitAmount: 6 }, '#/dayLimitAmount'],
  ['a limit of a month', { monthLimit: 5 }, { monthLimitAmount: 6 }, '#/monthLimitAmount'],
  [
    'a later end',
    { expiresAt: new Date(2090, 1) },
    { expiresAt: '2091-01-01T00:00:00Z' },
    '#/expiresAt',
  ],
  ['credit', { credit: 10 }, { creditAmount: 5 }, '#/creditAmount'],
  ['more credit than its limit leaves', { dayLimit: 5 }, { creditAmount: 6 }, '#/creditAmount'],
];

describe('a key does not get', () => {
  it.each(BEYOND)('%s that its creator lacks', async (_, has, wanted, pointer) => {
    const maker = tenant.as(await tenant.newKey(has));
    const scopes = { scopes: ['models:run'] };
    const refusal = await create({ ...scopes, ...wanted }, { by: maker });
    expect(problemOf(refusal, 'exceeds_own_rights').errors).toMatchObject([{ pointer }]);
    if ('scopes' in wanted) return;
    const { key } = await created(scopes, maker);
    const later = await change(key.id, wanted, maker);
    expect(problemOf(later, 'exceeds_own_rights').errors).toMatchObject([{ pointer }]);
  });
});

it('a list has the keys of a creator, by state and time, page by page', async () => {
  const maker = tenant.as(await tenant.newKey());
  const makerId = uuidToId('key', maker.key.id);
  const made = [await created({}, maker), await created({}, maker), await created({}, maker)];
  const ids = made.map(({ key }) => key.id).reverse();
  await act(ids[0]!, 'revoke', undefined, maker);
  const by = `createdByKeyId=${makerId}`;
  expect((await list(by)).data.map(({ id }) => id)).toEqual(ids);
  expect((await list(`${by}&status=active`)).data.map(({ id }) => id)).toEqual(ids.slice(1));
  const first = await list(`${by}&limit=2`);
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const next = await list(`${by}&limit=2&cursor=${first.nextCursor}`);
  expect(next).toMatchObject({ data: [{ id: ids[2] }], nextCursor: null });
  problemOf(await tenant.get(`${KEYS}?cursor=${first.nextCursor}`), 'invalid_cursor');
  const future = encodeURIComponent('2099-01-01T00:00:00Z');
  expect((await list(`${by}&createdAfter=${future}`)).data).toEqual([]);
  expect((await list(`${by}&createdBefore=${future}`)).data).toHaveLength(3);
  expect((await list(`createdByKeyId=${uuidToId('key', outsider.key.id)}`)).data).toEqual([]);
});

it('a revoked creator takes its keys with it, within a second', async () => {
  const maker = tenant.as(await tenant.newKey());
  const { secret } = await created({}, maker);
  expect((await using(secret).get(RUNS)).status).toBe(200);
  expect((await act(uuidToId('key', maker.key.id), 'revoke', undefined, maker)).status).toBe(200);
  problemOf(await using(secret).get(RUNS), 'unauthorized');
  problemOf(await create({}, { by: maker }), 'unauthorized');
});

it('each act is in the audit trail with the key that did it', async () => {
  const maker = tenant.as(await tenant.newKey());
  const { key } = await created({}, maker);
  await change(key.id, { name: 'Customer 119' }, maker);
  const { key: next } = jsonOf(
    await act(key.id, 'rotate', { overlapSeconds: 0 }, maker),
  ) as Created;
  await act(next.id, 'revoke', undefined, maker);
  const events = await service.database.db.query<{ kind: string; by: string; actor: null }>(
    `select kind, detail ->> 'by_key' as by, actor from audit_event
     where workspace = $1 and detail ->> 'by_key' = $2 order by id`,
    [tenant.workspace, maker.key.id],
  );
  const kinds = ['key_created', 'key_changed', 'key_rotated', 'key_revoked'];
  expect(events).toEqual(kinds.map((kind) => ({ kind, by: maker.key.id, actor: null })));
});
