/** Labels of runs: returned as the caller sent them, and usable as filters of lists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun, ModelRunList } from '../../client/index.ts';
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

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const ECHO = request('sandbox/echo');
const create = async (metadata: unknown, owner = tenant): Promise<ModelRun> =>
  runOf(await owner.create({ ...ECHO, metadata }));

async function list(
  labels: string[],
  more: Record<string, string> = {},
  owner = tenant,
): Promise<ModelRunList> {
  const query = new URLSearchParams(more);
  for (const label of labels) query.append('metadata', label);
  const answer = await owner.get(`${RUNS}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as ModelRunList;
}

const idsOf = ({ data }: ModelRunList) => data.map(({ id }) => id);

describe('the labels of a run', () => {
  it('are on the created run, on every later read and in the list', async () => {
    const metadata = {
      'team.name': 'Ünal & söhne, "q"',
      job_1: '',
      '2': 'b',
      '-': 'a:b',
      __proto__: null,
    };
    const text = JSON.stringify({ ...ECHO, metadata }).replace('"-":', '"__proto__":"p","-":');
    const options = { requestKey: 'echoed', headers: { Prefer: 'wait=0' } };
    const created = await tenant.create(text, options);
    const expected = JSON.parse(text).metadata;
    expect(Object.keys(expected)).toContain('__proto__');
    const { id } = runOf(created);
    expect(runOf(created).metadata).toEqual(expected);
    expect((await tenant.end(id)).metadata).toEqual(expected);
    expect((await list(['-:a:b'])).data[0]?.metadata).toEqual(expected);
    const replayed = await tenant.create(text, options);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(runOf(replayed).metadata).toEqual(expected);
  });

  it.each([null, {}])('are absent where %j was given, which is the same request', async (none) => {
    const requestKey = `none-${JSON.stringify(none)}`;
    const run = runOf(await tenant.create({ ...ECHO, metadata: none }, { requestKey }));
    expect(run).not.toHaveProperty('metadata');
    expect(runOf(await tenant.create(ECHO, { requestKey })).id).toBe(run.id);
  });

  it('belong to the request: others under its key are 422 idempotency_key_reuse', async () => {
    const options = { requestKey: 'labelled' };
    await tenant.create({ ...ECHO, metadata: { a: '1' } }, options);
    const other = await tenant.create({ ...ECHO, metadata: { a: '2' } }, options);
    problemOf(other, 'idempotency_key_reuse');
  });

  const many = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, '']));
  const long = 'x'.repeat(65);
  const cases: [object, string, string][] = [
    [many, '#/metadata', 'max_properties'],
    [{ 'a b': '' }, '#/metadata', 'property_names'],
    [{ [long]: '' }, '#/metadata', 'property_names'],
    [{ '': 'x' }, '#/metadata', 'property_names'],
    [{ a: 1 }, '#/metadata/a', 'type'],
    [{ a: null }, '#/metadata/a', 'type'],
    [{ a: 'x'.repeat(513) }, '#/metadata/a', 'max_length'],
    [{ a: 'x\ny' }, '#/metadata/a', 'pattern'],
  ];

  it.each(cases)('%j are refused with 400 at %s', async (metadata, pointer, code) => {
    const answer = await tenant.create({ ...ECHO, metadata });
    expect(answer.status).toBe(400);
    const { errors } = problemOf(answer, 'invalid_request');
    expect(errors?.map((fault) => [fault.pointer, fault.code])).toEqual([[pointer, code]]);
  });
});

describe('a list by labels', () => {
  it('has the runs with all of them, newest first, of this workspace alone', async () => {
    const owner = await service.tenant();
    const both = await create({ team: 'a', job: 'x,y' }, owner);
    const one = await create({ team: 'a' }, owner);
    await create({ team: 'b' }, owner);
    await create(undefined, owner);
    await create({ team: 'a' });
    expect(idsOf(await list(['team:a'], {}, owner))).toEqual([one.id, both.id]);
    expect(idsOf(await list(['team:a', 'job:x,y'], {}, owner))).toEqual([both.id]);
    expect(idsOf(await list(['team:a', 'team:b'], {}, owner))).toEqual([]);
    expect(idsOf(await list(['team:'], {}, owner))).toEqual([]);
    const { idempotencyKey } = both;
    expect(idsOf(await list(['team:a'], { idempotencyKey }, owner))).toEqual([both.id]);
    expect(idsOf(await list(['team:b'], { idempotencyKey }, owner))).toEqual([]);
  });

  it('continues after a cursor with the same labels, and with others is refused: 400 invalid_cursor', async () => {
    const owner = await service.tenant();
    const made = [await create({ a: '1' }, owner), await create({ a: '1' }, owner)];
    const first = await list(['a:1'], { limit: '1' }, owner);
    expect(idsOf(first)).toEqual([made[1]!.id]);
    const cursor = first.nextCursor!;
    expect(idsOf(await list(['a:1'], { limit: '1', cursor }, owner))).toEqual([made[0]!.id]);
    const other = await owner.get(`${RUNS}?metadata=a:2&limit=1&cursor=${cursor}`);
    problemOf(other, 'invalid_cursor');
  });

  it.each(['team', ':a', 'a%20b:c', `a:${'x'.repeat(513)}`, `${'k'.repeat(65)}:v`, 'a:%01', ''])(
    'refuses metadata=%s with 400 and names the parameter',
    async (label) => {
      const answer = await tenant.get(`${RUNS}?metadata=${label}`);
      expect(answer.status).toBe(400);
      const { errors } = problemOf(answer, 'invalid_request');
      expect(errors?.map(({ parameter }) => parameter)).toEqual(['metadata']);
    },
  );
});
