/** Exports over HTTP: the same rows in every format, of one moment, within bounded memory, while a client reads. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExports } from '../../server/exports/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import {
  type Answer,
  jsonOf,
  problemOf,
  request,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';
import { insertRuns, type MadeRun } from './made-runs.ts';

const EXPORT = '/v1/developer/observability/export';
const SCORES = '/v1/developer/observability/scores';
const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();
const SPAN = { from: at(Date.now() - HOUR_MS), to: at(Date.now() + HOUR_MS) };

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

type Row = Record<string, unknown>;

const pathOf = (query: object) => `${EXPORT}?${new URLSearchParams({ ...SPAN, ...query })}`;

async function exported(query: object, by = tenant): Promise<Answer> {
  const answer = await by.get(pathOf(query));
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

async function linesOf(query: object, by = tenant): Promise<Row[]> {
  const { text, headers } = await exported({ ...query, format: 'ndjson' }, by);
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

async function bytesOf(
  query: { format: string; [name: string]: unknown },
  by = tenant,
): Promise<ArrayBuffer> {
  const response = await fetch(service.url + pathOf(query), {
    headers: { Authorization: `Bearer ${by.key.key}` },
  });
  expect(response.status).toBe(200);
  if (query.format === 'parquet') {
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
  }
  return response.arrayBuffer();
}

/** Read by another library than the one that wrote it. */
async function parquetOf(query: object, by = tenant) {
  const file = await bytesOf({ ...query, format: 'parquet' }, by);
  const rows = await parquetReadObjects({ file });
  return { rows: rows.map(plain), groups: parquetMetadata(file).row_groups.length, file };
}

/** As the same row is in a line. */
function plain(row: Row): Row {
  const members = Object.entries(row).map(([name, value]) => {
    if (typeof value === 'bigint') return [name, Number(value)];
    return [name, value instanceof Date ? value.toISOString() : (value ?? undefined)];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** The cells of each line; no text of these tests has a line break. The byte order mark is not part of a text. */
function cellsOf({ text }: Answer): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/gy;
  return text
    .split('\r\n')
    .filter(Boolean)
    .map((line) => {
      cell.lastIndex = 0;
      const cells: string[] = [];
      while (cell.lastIndex < line.length) {
        const [, quoted, bare] = cell.exec(line)!;
        cells.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
      }
      return line.endsWith(',') ? [...cells, ''] : cells;
    });
}

const post = (body: object) =>
  tenant.send({ path: SCORES, body, headers: { 'Idempotency-Key': unique('score') } });

describe('an export', () => {
  it('of runs has runs of every kind and end with 200, the same in every format', async () => {
    const attribution = {
      sessionId: '=1+1',
      endUserId: 'user "x"',
      promptId: 'p',
      promptVersion: '1',
    };
    const created = [
      await tenant.create(request('sandbox/echo', { attribution, metadata: { team: 'bill,ing' } })),
      await tenant.create(request('sandbox/refused')),
      await tenant.create({ tool: 'sandbox/echo', input: { text: 'Hi' } }, { path: TOOL_RUNS }),
    ];
    const ids = created.map((answer) => (jsonOf(answer) as { id: string }).id);
    for (const id of ids.slice(0, 2)) await tenant.end(id);
    await tenant.get(`${TOOL_RUNS}/${ids[2]}`, { Prefer: 'wait=20' });
    const rows = await linesOf({ dataset: 'runs' });
    expect(rows.map(({ id }) => id)).toEqual(ids);
    const run = jsonOf(await tenant.get(`/v1/developer/model-runs/${ids[0]}`)) as Row;
    const { usage } = run as { usage: Row };
    const shared = [
      'id',
      'model',
      'state',
      'createdAt',
      'finishedAt',
      'keyId',
      'idempotencyKey',
      'provider',
      'currency',
      'scale',
      'reservedAmount',
      'chargedAmount',
      'feeAmount',
      'metadata',
    ];
    expect(rows[0]).toEqual({
      ...Object.fromEntries(shared.map((name) => [name, run[name]])),
      ...attribution,
      ...{
        ...{ kind: 'model_run', traceId: run.traceId },
        spanId: String(run.traceId).slice(16),
        inputTokens: usage.promptTokens,
        outputTokens: usage.completionTokens,
      },
      ...{ cachedInputTokens: usage.cachedPromptTokens, reasoningTokens: usage.reasoningTokens },
    });
    expect(rows[1]).toMatchObject({ state: 'failed', errorCode: 'provider_refused' });
    expect(rows[1]).not.toHaveProperty('chargedAmount');
    expect(rows[2]).toMatchObject({ kind: 'tool_run', tool: 'sandbox/echo', state: 'completed' });
    expect((await parquetOf({ dataset: 'runs' })).rows).toEqual(rows);
    const [names, first] = cellsOf(await exported({ dataset: 'runs', format: 'csv' }));
    const reported = Object.fromEntries(names!.map((name, i) => [name, first![i]]));
    expect(reported).toMatchObject({
      sessionId: "'=1+1",
      endUserId: 'user "x"',
      metadata: '{"team":"bill,ing"}',
    });
    expect(reported).toMatchObject({
      id: ids[0],
      createdAt: run.createdAt,
      chargedAmount: String(run.chargedAmount),
    });
    expect(reported.errorCode).toBe('');

    const charges = await linesOf({ dataset: 'charges' });
    const paid = rows.filter(({ chargedAmount }) => Number(chargedAmount) > 0);
    expect(charges.map(({ runId }) => runId).sort()).toEqual(paid.map(({ id }) => id).sort());
    const charged = charges.find(({ runId }) => runId === ids[0])!;
    expect(charged).toMatchObject({
      ...{ kind: 'model_run', model: 'sandbox/echo', chargedAt: expect.any(String) },
      ...{ keyId: run.keyId, idempotencyKey: run.idempotencyKey, metadata: run.metadata },
      ...{ chargedAmount: run.chargedAmount, feeAmount: run.feeAmount, ...attribution },
    });
    expect((await parquetOf({ dataset: 'charges' })).rows).toEqual(charges);
    const [, ...lines] = cellsOf(await exported({ dataset: 'charges', format: 'csv' }));
    expect(lines.map(([, runId]) => runId)).toEqual(charges.map(({ runId }) => runId));
  });

  it('of scores has every type of value and what was judged with 200, the same in every format', async () => {
    const runId = (
      jsonOf(
        await tenant.create(
          request('sandbox/echo', { attribution: { promptId: 'p', promptVersion: '2' } }),
        ),
      ) as Row
    ).id;
    const span = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    for (const body of [
      { name: 'a', value: 0.25, source: 'automatic', runId },
      { name: 'b', value: '-bad', source: 'human', span, comment: '@home' },
      { name: 'c', value: false, source: 'human', sessionId: 's' },
    ]) {
      expect((await post(body)).status).toBe(201);
    }
    const rows = await linesOf({ dataset: 'scores' });
    expect(rows).toMatchObject([
      { dataType: 'numeric', numericValue: 0.25, runId, promptId: 'p', promptVersion: '2' },
      { dataType: 'categorical', categoricalValue: '-bad', comment: '@home', ...span },
      {
        dataType: 'boolean',
        booleanValue: false,
        sessionId: 's',
        keyId: uuidToId('key', tenant.key.id),
      },
    ]);
    expect((await parquetOf({ dataset: 'scores' })).rows).toEqual(rows);
    const [names, ...lines] = cellsOf(await exported({ dataset: 'scores', format: 'csv' }));
    const column = (name: string) => lines.map((cells) => cells[names!.indexOf(name)]);
    expect(column('categoricalValue')).toEqual(['', "'-bad", '']);
    expect(column('comment')).toEqual(['', "'@home", '']);
    expect(column('booleanValue')).toEqual(['', '', 'false']);
  });

  it('of spans has what programs sent with 200, each once, and the runs that they are traced with have their ids', async () => {
    const by = await service.tenant();
    const created = jsonOf(await by.create(request('sandbox/echo'))) as Row;
    const spans = Array.from({ length: 4_500 }, (_, i) => ({
      ...{ traceId: created.traceId as string, spanId: (i + 1).toString(16).padStart(16, '0') },
      ...{ name: '=cmd', startedAt: new Date(Date.now() - (i % 7)), durationMs: 2 },
      attributes: {
        'gen_ai.request.model': 'x',
        'gen_ai.usage.input_tokens': i,
        'gen_ai.usage.cost': 0.25,
      },
    }));
    for (const part of [spans.slice(0, 2_500), spans.slice(2_500)]) {
      expect((await by.send({ path: OTLP_TRACES, body: otlpOf(part, 'agent') })).status).toBe(200);
    }
    const rows = await linesOf({ dataset: 'spans' }, by);
    expect(new Set(rows.map(({ spanId }) => spanId)).size).toBe(4_500);
    expect(rows).toHaveLength(4_500);
    expect(rows.find(({ inputTokens }) => inputTokens === 17)).toMatchObject({
      ...{ traceId: created.traceId, spanId: '0000000000000012', model: 'x', service: 'agent' },
      ...{ durationMs: 2, reportedCost: '0.25', status: 'unset' },
    });
    expect((await parquetOf({ dataset: 'spans' }, by)).rows).toEqual(rows);
    const [names, first] = cellsOf(await exported({ dataset: 'spans', format: 'csv' }, by));
    expect(first![names!.indexOf('name')]).toBe("'=cmd");
    const [run] = await linesOf({ dataset: 'runs' }, by);
    expect(run).toMatchObject({
      traceId: created.traceId,
      spanId: String(created.traceId).slice(16),
    });
  });

  it('names its file with 200, and is empty where nothing was created in its span', async () => {
    const span = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
    const csv = await exported({ dataset: 'scores', format: 'csv', ...span });
    expect(csv.headers.get('content-disposition')).toBe(
      'attachment; filename="scores-2020-01-01.csv"',
    );
    expect(cellsOf(csv)).toHaveLength(1);
    const bytes = await bytesOf({ dataset: 'scores', format: 'csv', ...span });
    expect([...new Uint8Array(bytes).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(await linesOf({ dataset: 'runs', ...span })).toEqual([]);
    expect((await parquetOf({ dataset: 'runs', ...span })).rows).toEqual([]);
    expect(await linesOf({ dataset: 'runs' }, await service.tenant())).toEqual([]);
  });

  it.each([
    [{ from: SPAN.to, to: SPAN.from }, 'to'],
    [{ from: '2020-01-01T00:00:00Z', to: '2020-02-02T00:00:00.001Z' }, 'from'],
    [{ dataset: 'keys' }, 'dataset'],
    [{ format: 'xls' }, 'format'],
  ])('with %j is refused with 400 invalid_request', async (change, parameter) => {
    const answer = await tenant.get(pathOf({ dataset: 'runs', format: 'csv', ...change }));
    expect(answer.status).toBe(400);
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([{ parameter }]);
  });
});

describe('a large export', () => {
  const RUNS = 20_000;
  let large: Tenant;
  let runs: MadeRun[];
  beforeAll(async () => {
    large = await service.tenant();
    const [wallet] = await createLedger({ db: service.database.db }).balances(large.workspace);
    runs = Array.from({ length: RUNS }, (_, i) => ({
      ...{ createdAt: new Date(Date.now() - 30 * 60_000 + Math.floor(i / 10)), durationMs: i },
      ...{ state: 'completed', charged: i, session: `s${i}`.padEnd(200, 'x'), inputTokens: i },
    }));
    const owner = { workspace: large.workspace, wallet: wallet!.account, key: large.key };
    await insertRuns(service.database.db, owner, runs);
  });

  it('has each run once with 200, in all formats', async () => {
    const rows = await linesOf({ dataset: 'runs' }, large);
    const charged = rows.map(({ chargedAmount }) => chargedAmount as number).sort((a, b) => a - b);
    expect(charged).toEqual(runs.map((run) => run.charged));
    const { rows: same, groups } = await parquetOf({ dataset: 'runs' }, large);
    expect(groups).toBe(RUNS / 2_000);
    const digest = (all: Row[]) =>
      createHash('sha256')
        .update(JSON.stringify(all.map(Object.entries).map((e) => e.sort())))
        .digest('hex');
    expect(digest(same)).toBe(digest(rows));
    expect(cellsOf(await exported({ dataset: 'runs', format: 'csv' }, large))).toHaveLength(
      RUNS + 1,
    );
  });

  /** Under way, with nothing read of it yet. */
  async function begin() {
    const request = httpGet(service.url + pathOf({ dataset: 'runs', format: 'ndjson' }), {
      headers: { Authorization: `Bearer ${large.key.key}` },
      agent: false,
    });
    const [response] = await once(request, 'response');
    return { request, response };
  }

  it('is of the moment of its beginning, however slowly it is read', async () => {
    const { response } = await begin();
    const { db } = service.database;
    await db.query("update run set subject = 'changed' where workspace = $1", [large.workspace]);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(text.split('\n')).toHaveLength(RUNS + 1);
    expect(text).not.toContain('changed');
  });

  it('leaves room for other workspaces, and is refused at once where there is none: 503 overloaded', async () => {
    const { database } = service;
    const exports = createExports(database.db);
    const input = { dataset: 'runs', format: 'csv', ...SPAN } as const;
    const workspaces = Array.from({ length: 4 }, () => randomUUID());
    const begin = async (i: number) => {
      const pieces = exports.begin(workspaces[i]!, input);
      await pieces.next();
      return pieces;
    };
    const first = await Promise.all([begin(0), begin(0)]);
    const third = await begin(1);
    await expect(begin(1)).rejects.toMatchObject({ code: 'rate_limited' });
    const fourth = await begin(2);
    await expect(begin(3)).rejects.toMatchObject({ code: 'overloaded' });
    await third.return();
    const last = await begin(3);
    await Promise.all([...first, fourth, last].map((each) => each.return()));
  });

  it('is one of two at most, 429 rate_limited beyond them, and gives its slot back when its reader goes', async () => {
    const begun = [await begin(), await begin()];
    const refused = await large.get(pathOf({ dataset: 'runs', format: 'ndjson' }));
    expect(refused.status).toBe(429);
    problemOf(refused, 'rate_limited');
    for (const { request } of begun) request.destroy();
    const isRefused = async () =>
      (await large.get(pathOf({ dataset: 'runs', format: 'ndjson' }))).status === 429;
    await expect.poll(isRefused, { interval: 20 }).toBe(false);
    expect((await linesOf({ dataset: 'runs' }, large)).length).toBe(RUNS);
  });
});
