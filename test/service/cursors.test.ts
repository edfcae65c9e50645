/** A cursor continues its own list, and no other: each list of the API, each filter, each workspace. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRunList } from '../../client/index.ts';
import {
  jsonOf,
  problemOf,
  RUNS,
  request,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

const MODELS = '/v1/developer/models';
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  for (let i = 0; i < 4; i += 1) await tenant.create(request('sandbox/echo'));
});
afterAll(() => service.close());

async function cursorOf(query: string, path = RUNS): Promise<string> {
  const answer = await tenant.get(`${path}?limit=1&${query}`);
  return (jsonOf(answer) as ModelRunList).nextCursor!;
}

async function expectRefusal(target: string, owner = tenant) {
  const answer = await owner.get(target);
  expect(answer.status, target).toBe(400);
  const problem = problemOf(answer, 'invalid_cursor');
  expect(problem.detail).toContain('with the filters of that page');
  expect(problem.errors).toMatchObject([{ parameter: 'cursor', code: 'invalid_cursor' }]);
}

describe('400 invalid_cursor is the answer to', () => {
  it.each([
    ...['x', 'eA', '0', 'null', '%00', '%F0%9F%98%80', 'a'.repeat(1_024), "'%20or%201=1"],
    ...[Buffer.from('1').toString('base64url'), Buffer.from('{"a":1}').toString('base64url')],
    // The form in older versions and the examples.
    Buffer.from('01980000-0000-7000-8000-000000000000').toString('base64url'),
    ...['eyJ2IjoxLCJhIjoicnVuXzAxazBhMnY0In0', 'cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h'],
  ])('a cursor that no list gave: %s', async (cursor) => {
    for (const path of [RUNS, MODELS]) await expectRefusal(`${path}?cursor=${cursor}`);
  });

  it('a cursor that was cut, prolonged or moved to another position', async () => {
    const cursor = await cursorOf('');
    const bytes = Buffer.from(cursor, 'base64url');
    const position = '01980000-0000-7000-8000-000000000000';
    const head = bytes.subarray(0, bytes.length - position.length);
    const moved = Buffer.concat([head, Buffer.from(position)]).toString('base64url');
    for (const wrong of [cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, moved]) {
      await expectRefusal(`${RUNS}?cursor=${wrong}`);
    }
  });

  it('a cursor of another list: read on there, a part of it would be missing', async () => {
    await expectRefusal(`${MODELS}?cursor=${await cursorOf('')}`);
    await expectRefusal(`${RUNS}?cursor=${await cursorOf('', MODELS)}`);
  });

  it('a cursor of other filters', async () => {
    const all = await cursorOf('');
    const some = await cursorOf('model=sandbox/echo&state=completed&state=reserved');
    for (const query of [
      ...[`cursor=${all}&model=sandbox/echo`, `cursor=${all}&createdBefore=2100-01-01T00:00:00Z`],
      ...[`cursor=${some}`, `cursor=${some}&model=sandbox/echo`],
      `cursor=${some}&model=sandbox/slow&state=completed&state=reserved`,
      `cursor=${some}&model=sandbox/echo&state=completed`,
      `cursor=${some}&model=sandbox/echo&state=completed&state=reserved&state=failed`,
    ]) {
      await expectRefusal(`${RUNS}?${query}`);
    }
  });

  it('a cursor of another workspace', async () => {
    await expectRefusal(`${RUNS}?cursor=${await cursorOf('')}`, await service.tenant());
  });
});

describe('a cursor', () => {
  it('does not mind another limit, another order of the states, or another key', async () => {
    const cursor = await cursorOf('state=reserved&state=completed');
    const other = tenant.as(await tenant.newKey());
    const query = `limit=2&cursor=${cursor}&state=completed&state=reserved`;
    const page = jsonOf(await other.get(`${RUNS}?${query}`)) as ModelRunList;
    expect(page.data).toHaveLength(2);
  });
});
