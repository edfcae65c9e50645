/** Saved exports: what a program saves once, and reads with the same request day after day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedExport, SavedExportList } from '../../openapi/generated/developer.ts';
import { createSavedExports, type SavedPeriod } from '../../server/exports/saved.ts';
import { SAVED_EXPORTS } from '../support/metrics.ts';
import {
  type Answer,
  jsonOf,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const CHARGES = { name: 'Charges', dataset: 'charges', format: 'ndjson', period: 'current_month' };

const save = (more: object = {}, requestKey = unique('export'), by = tenant) =>
  by.create({ ...CHARGES, ...more }, { path: SAVED_EXPORTS, requestKey });
const saved = async (more: object = {}, by = tenant): Promise<SavedExport> => {
  const answer = await save(more, unique('export'), by);
  expect(answer.status, answer.text).toBe(201);
  return jsonOf(answer) as SavedExport;
};
const pathOf = ({ id }: Pick<SavedExport, 'id'>) => `${SAVED_EXPORTS}/${id}`;
const remove = (one: SavedExport, by = tenant) => by.send({ method: 'DELETE', path: pathOf(one) });
const listed = async (query = '', by = tenant) =>
  jsonOf(await by.get(`${SAVED_EXPORTS}?${query}`)) as SavedExportList;
const idsOf = async (query = '', by = tenant) => (await listed(query, by)).data.map(({ id }) => id);

async function linesOf(one: SavedExport, by = tenant): Promise<{ runId: string }[]> {
  const { status, text } = await by.get(`${pathOf(one)}/file`);
  expect(status, text).toBe(200);
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { runId: string });
}

async function charged(endUserId: string, by = tenant): Promise<string> {
  const run = runOf(await by.create({ ...request('sandbox/echo'), attribution: { endUserId } }));
  return (await by.end(run.id)).id;
}

describe('the file of a saved export', () => {
  test('has the charges of this month, and those of one customer where it names one', async () => {
    const of = await service.tenant();
    const [one, other] = [await charged('ada', of), await charged('grace', of)];
    const all = await saved({}, of);
    const ofAda = await saved({ endUserId: 'ada' }, of);
    expect((await linesOf(all, of)).map(({ runId }) => runId)).toEqual([one, other]);
    expect((await linesOf(ofAda, of)).map(({ runId }) => runId)).toEqual([one]);
    const third = await charged('ada', of);
    expect((await linesOf(ofAda, of)).map(({ runId }) => runId)).toEqual([one, third]);
    expect(await linesOf(await saved({ period: 'previous_day' }, of), of)).toEqual([]);

    const { headers } = await of.get(`${pathOf(all)}/file?at=2025-07-15T00:00:00Z`);
    const name = 'attachment; filename="charges-2025-07-01.ndjson"';
    expect(headers.get('content-disposition')).toBe(name);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('as of a year that no month has is a 400 that names it, and has both ends of the years that are', async () => {
    const one = await saved({ dataset: 'runs', period: 'previous_month' });
    const file = (at: string) => tenant.get(`${pathOf(one)}/file?at=${at}`);
    for (const [at, code] of [
      ['0000-01-01T00:00:00Z', 'minimum'],
      ['0050-06-01T00:00:00Z', 'minimum'],
      ['1999-12-31T23:59:59Z', 'minimum'],
      ['2100-01-01T00:00:00Z', 'maximum'],
      ['9999-12-31T23:59:59Z', 'maximum'],
    ] as const) {
      const { status, text } = await file(at);
      expect([at, status, JSON.parse(text)]).toMatchObject([
        ...[at, 400],
        { code: 'invalid_request', errors: [{ parameter: 'at', code }] },
      ]);
    }
    for (const [at, month] of [
      ['2000-01-01T00:00:00Z', '1999-12-01'],
      ['2099-12-31T23:59:59Z', '2099-11-01'],
    ] as const) {
      const { headers } = await file(at);
      expect(headers.get('content-disposition')).toContain(`"runs-${month}.ndjson"`);
    }
  });

  test.each(['runs', 'scores', 'spans'])(
    'of %s has the rows of one customer only',
    async (dataset) => {
      const of = await service.tenant();
      await Promise.all([charged('ada', of), charged('grace', of)]);
      const lines = await linesOf(await saved({ dataset, endUserId: 'ada' }, of), of);
      expect(lines).toHaveLength(dataset === 'runs' ? 1 : 0);
    },
  );

  test('is of the period that the calendar of the workspace says', async () => {
    const { workspace } = tenant;
    const exports = createSavedExports(service.database.db);
    const at = new Date('2025-10-31T23:30:00Z');
    const spans = async (timeZone: string) => {
      const set = 'update workspace set time_zone = $2 where id = $1';
      await service.database.db.query(set, [workspace, timeZone]);
      const found: Partial<Record<SavedPeriod, string[]>> = {};
      for (const period of ['previous_day', 'current_month', 'previous_month'] as const) {
        const { id } = await saved({ period });
        const { from, to } = await exports.fileOf(workspace, id, at);
        found[period] = [from, to];
      }
      return found;
    };
    expect(await spans('Europe/Berlin')).toEqual({
      previous_day: ['2025-10-30T23:00:00.000Z', '2025-10-31T23:00:00.000Z'],
      current_month: ['2025-10-31T23:00:00.000Z', '2025-11-30T23:00:00.000Z'],
      previous_month: ['2025-09-30T22:00:00.000Z', '2025-10-31T23:00:00.000Z'],
    });
    expect(await spans('UTC')).toEqual({
      previous_day: ['2025-10-30T00:00:00.000Z', '2025-10-31T00:00:00.000Z'],
      current_month: ['2025-10-01T00:00:00.000Z', '2025-11-01T00:00:00.000Z'],
      previous_month: ['2025-09-01T00:00:00.000Z', '2025-10-01T00:00:00.000Z'],
    });
  });

  test('is all that a key with exports:read alone can read', async () => {
    const one = await saved();
    const reader = tenant.as(await tenant.newKey({ scopes: ['exports:read'] }));
    expect((await reader.get(`${pathOf(one)}/file`)).status).toBe(200);
    const span = 'from=2025-07-01T00:00:00Z&to=2025-07-02T00:00:00Z';
    const direct = `/v1/developer/observability/export?dataset=charges&format=csv&${span}`;
    problemOf(await reader.get(direct), 'insufficient_scope');
    problemOf(await save({}, unique('export'), reader), 'insufficient_scope');
    problemOf(await remove(one, reader), 'insufficient_scope');
  });
});

describe('a saved export', () => {
  test('is one for 20 requests at once with one request key, and another body is refused', async () => {
    const requestKey = unique('export');
    const answers = await Promise.all(Array.from({ length: 20 }, () => save({}, requestKey)));
    const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((each) => each.status === 200 && isReplayed(each))).toHaveLength(19);
    const one = jsonOf(answers[0]!) as SavedExport;
    expect(answers[0]!.headers.get('location')).toBe(pathOf(one));
    expect(jsonOf(await tenant.get(pathOf(one)))).toEqual(one);
    const reuse = problemOf(
      await save({ period: 'previous_day' }, requestKey),
      'idempotency_key_reuse',
    );
    expect(reuse).toMatchObject({ status: 422, errors: [{ header: 'Idempotency-Key' }] });
    expect((await save({}, requestKey, await service.tenant())).status).toBe(201);
  });

  test.each([
    ['dataset', 'everything', 'enum'],
    ['format', 'xlsx', 'enum'],
    ['period', 'always', 'enum'],
    ['name', 'see https://example.com', 'format'],
    ['endUserId', '', 'min_length'],
    ['schedule', 'daily', 'additional_properties'],
  ])('with the %s %j is refused at its place, and none is saved', async (member, value, code) => {
    const of = await service.tenant();
    const answer = await save({ [member]: value }, unique('export'), of);
    const { errors } = problemOf(answer, 'invalid_request');
    expect(errors).toMatchObject([{ pointer: `#/${member}`, code }]);
    expect(await idsOf('', of)).toEqual([]);
  });

  test('is one of 100 at the most, also of those that are saved at once', async () => {
    const of = await service.tenant();
    await service.database.db.query(
      `insert into saved_export (workspace, id, name, dataset, format, period, request_key)
       select $1, gen_random_uuid(), 'one', 'runs', 'csv', 'previous_day', n::text from generate_series(1, 98) n`,
      [of.workspace],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => save({}, unique('export'), of)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 409, 409]);
    problemOf(answers.find(({ status }) => status === 409)!, 'conflict');
  });

  test('is listed newest first, in pages and by time, and in its workspace only', async () => {
    const of = await service.tenant();
    const [first, second, third] = [await saved({}, of), await saved({}, of), await saved({}, of)];
    expect(await idsOf('', of)).toEqual([third.id, second.id, first.id]);
    const page = await listed('limit=2', of);
    const cursor = encodeURIComponent(page.nextCursor!);
    expect(await idsOf(`limit=2&cursor=${cursor}`, of)).toEqual([first.id]);
    expect(await idsOf(`createdBefore=${first.createdAt}`, of)).toEqual([]);
    expect(await idsOf(`createdAfter=${first.createdAt}`, of)).not.toContain(first.id);
    problemOf(
      await of.get(`${SAVED_EXPORTS}?createdBefore=${first.createdAt}&cursor=${cursor}`),
      'invalid_cursor',
    );

    const outsider = await service.tenant();
    expect(await idsOf('', outsider)).toEqual([]);
    const { detail } = problemOf(await outsider.get(pathOf(first)), 'not_found');
    for (const path of [`${pathOf(first)}/file`, `${SAVED_EXPORTS}/exp_unknown`])
      expect(problemOf(await outsider.get(path), 'not_found').detail).toBe(detail);
    problemOf(await remove(first, outsider), 'not_found');
    expect((await of.get(pathOf(first))).status).toBe(200);
  });

  test('that is deleted is gone with its file, and the trail names the key that saved and deleted it', async () => {
    const of = await service.tenant();
    const one = await saved({ endUserId: 'ada' }, of);
    expect((await remove(one, of)).status).toBe(204);
    problemOf(await remove(one, of), 'not_found');
    problemOf(await of.get(`${pathOf(one)}/file`), 'not_found');
    const acts = await service.database.db.query<{ kind: string; detail: object }>(
      `select kind, detail from audit_event where workspace = $1 and kind like 'saved_export%' order by id`,
      [of.workspace],
    );
    expect(acts.map(({ kind }) => kind)).toEqual(['saved_export_created', 'saved_export_deleted']);
    for (const { detail } of acts) {
      expect(detail).toMatchObject({ name: 'Charges', by_key: of.key.id });
      expect(JSON.stringify(detail)).not.toContain('ada');
    }
  });

  test('of an end user who is erased is deleted with the end user', async () => {
    const of = await service.tenant();
    await charged('ada', of);
    const [ofAda, ofAll] = [await saved({ endUserId: 'ada' }, of), await saved({}, of)];
    const erased = await of.send({ method: 'DELETE', path: '/v1/developer/customers/ada' });
    expect(erased.status, erased.text).toBe(200);
    expect(await idsOf('', of)).toEqual([ofAll.id]);
    problemOf(await of.get(pathOf(ofAda)), 'not_found');
  });
});
