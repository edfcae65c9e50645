/** Metrics over HTTP: every dimension from every source, what is refused, and figures that are those of the runs. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Metrics } from '../../openapi/generated/developer.ts';
import { createLedger } from '../../server/money/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { closeEndedHours } from '../../server/runs/index.ts';
import { seed } from '../fuzz/seed.ts';
import {
  type Answer,
  jsonOf,
  problemOf,
  request,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { insertRuns, type MadeRun, type Owner } from './made-runs.ts';

const METRICS = '/v1/developer/observability/metrics/query';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVERYTHING = ['charged', 'count', 'tokens', 'latency', 'errorRate'];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ask = (tenant: Tenant, body: object) => tenant.send({ path: METRICS, body });
async function query(tenant: Tenant, body: object): Promise<Metrics> {
  const answer = await ask(tenant, body);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as Metrics;
}

async function owner(tenant: Tenant): Promise<Owner> {
  const [wallet] = await createLedger({ db: service.database.db }).balances(tenant.workspace);
  return { workspace: tenant.workspace, wallet: wallet!.account, key: tenant.key };
}

/** The open hour, and the ten days before it. */
const LATEST = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const at = (ms: number) => new Date(ms).toISOString();

const made: fc.Arbitrary<MadeRun> = fc.record({
  createdAt: fc.integer({ min: 0, max: 6 * 24 * 60 }).map((m) => new Date(LATEST - m * 60_000)),
  durationMs: fc.integer({ min: 0, max: 100_000 }),
  state: fc.constantFrom('completed', 'completed', 'completed', 'failed'),
  charged: fc.integer({ min: 0, max: 1_000 }),
  kind: fc.constantFrom('model_run', 'model_run', 'tool_run', 'compute_job'),
  subject: fc.constantFrom('x', 'y'),
  endUser: fc.constantFrom(null, 'a', 'b'),
  session: fc.constantFrom(null, 's', 't'),
  prompt: fc.constantFrom(null, ['p', '1'] as [string, string], ['p', '2'] as [string, string]),
  metadata: fc.constantFrom(null, { team: 'red' }, { team: 'blue', job: 'x' }),
  inputTokens: fc.constantFrom(null, 3, 50),
});

const subjectOf = (kind: MadeRun['kind']) => (run: MadeRun) =>
  run.kind === kind ? run.subject : undefined;
/** The value of each dimension for a run. */
const DIMENSIONS: Record<string, (run: MadeRun) => string | undefined> = {
  kind: ({ kind }) => kind,
  model: subjectOf('model_run'),
  tool: subjectOf('tool_run'),
  environment: subjectOf('compute_job'),
  state: ({ state }) => state,
  errorCode: ({ state }) => (state === 'failed' ? 'provider_refused' : undefined),
  promptId: ({ prompt }) => prompt?.[0],
  promptVersion: ({ prompt }) => prompt?.[1],
  endUserId: ({ endUser }) => endUser ?? undefined,
  sessionId: ({ session }) => session ?? undefined,
  'metadata.team': ({ metadata }) => metadata?.team,
};

type Row = Metrics['data'][number];

/** The expected result of the query, added up here. */
function expected(runs: readonly MadeRun[], dimensions: readonly string[], step?: number) {
  const groups = new Map<string, MadeRun[]>();
  for (const run of runs) {
    const start = step && Math.floor(run.createdAt.getTime() / step) * step;
    const key = JSON.stringify([start, dimensions.map((name) => DIMENSIONS[name]!(run) ?? null)]);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return new Map([...groups].map(([key, all]) => [key, figuresOf(all)]));
}

function figuresOf(runs: readonly MadeRun[]) {
  const completed = runs.filter(({ state }) => state === 'completed');
  const reported = completed.flatMap(({ inputTokens }) => inputTokens ?? []);
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return {
    charged: sum(completed.map(({ charged }) => charged)),
    count: runs.length,
    ...(reported.length > 0 && {
      tokens: { inputTokens: sum(reported), outputTokens: 2 * reported.length },
    }),
    errorRate: Math.round(((runs.length - completed.length) / runs.length) * 1e6) / 1e6,
    latencies: completed.map(({ durationMs }) => durationMs).sort((a, b) => a - b),
  };
}

function keyOf({ start, group }: Row, dimensions: readonly string[]): string {
  const { metadata, ...plain } = group;
  const all: Record<string, string> = { ...(plain as Record<string, string>) };
  for (const [name, value] of Object.entries(metadata ?? {})) all[`metadata.${name}`] = value;
  expect(Object.keys(all).every((name) => dimensions.includes(name))).toBe(true);
  const when = start === undefined ? undefined : Date.parse(start);
  return JSON.stringify([when, dimensions.map((name) => all[name] ?? null)]);
}

function expectEqual(
  { data }: Metrics,
  runs: readonly MadeRun[],
  dimensions: readonly string[],
  step?: number,
): void {
  const groups = expected(runs, dimensions, step);
  expect(data.map((row) => keyOf(row, dimensions)).sort()).toEqual([...groups.keys()].sort());
  for (const row of data) {
    const { latencies, ...figures } = groups.get(keyOf(row, dimensions))!;
    const { start: _, group: __, latency, ...reported } = row;
    expect(reported).toEqual(figures);
    for (const [name, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p99', 0.99],
    ] as const) {
      const exact = latencies[Math.ceil(share * latencies.length) - 1];
      if (exact === undefined) expect(latency).toBeUndefined();
      else expect(Math.abs(latency![name] - exact)).toBeLessThanOrEqual(Math.max(1, 0.015 * exact));
    }
  }
}

describe('metrics', () => {
  it('are answered with 200 and what the runs add up to, in every dimension, before and after their hours are closed', async () => {
    const histories = fc.sample(fc.array(made, { minLength: 5, maxLength: 80 }), {
      seed,
      numRuns: 6,
    });
    const tenants = await Promise.all(histories.map(() => service.tenant()));
    const { db } = service.database;
    for (const [i, runs] of histories.entries())
      await insertRuns(db, await owner(tenants[i]!), runs);
    const groupings = [
      ...Object.keys(DIMENSIONS).map((name) => [name]),
      ...[
        [],
        ['model', 'state'],
        ['kind', 'endUserId'],
        ['endUserId', 'model'],
        ['sessionId', 'metadata.team'],
      ],
      Object.keys(DIMENSIONS).slice(0, 8),
    ];
    const span = { from: at(LATEST - 6 * DAY_MS), to: at(LATEST + HOUR_MS) };
    const checkAll = async () => {
      for (const [i, runs] of histories.entries()) {
        for (const dimensions of groupings) {
          const interval = [undefined, 'hour', 'day'][(i + dimensions.length) % 3];
          const body = { ...span, measures: EVERYTHING, dimensions, ...(interval && { interval }) };
          const step = interval && (interval === 'hour' ? HOUR_MS : DAY_MS);
          // One more day at the beginning is more than sessions allow.
          const answer = await query(
            tenants[i]!,
            interval === 'day' ? { ...body, from: at(LATEST - 5 * DAY_MS) } : body,
          );
          const within = runs.filter(({ createdAt }) => createdAt >= new Date(answer.from));
          expectEqual(answer, within, dimensions, step as number | undefined);
        }
      }
    };
    await checkAll();
    await closeEndedHours(db);
    expect(await db.query('select from usage_hour limit 1')).toHaveLength(1);
    await checkAll();
  }, 300_000);

  it('answer 200 with only the runs that pass every filter', async () => {
    const tenant = await service.tenant();
    const runs = fc.sample(made, { seed, numRuns: 120 });
    await insertRuns(service.database.db, await owner(tenant), runs);
    const body = {
      ...{ from: at(LATEST - 6 * DAY_MS), to: at(LATEST + HOUR_MS), measures: EVERYTHING },
      dimensions: ['kind'],
    };
    for (const [dimension, pick] of Object.entries(DIMENSIONS)) {
      const values = [...new Set(runs.map(pick))]
        .filter((value) => value !== undefined)
        .slice(0, 1);
      const only = [{ dimension, values: [...values, 'nothing else'] }];
      const passing = runs.filter((run) => values.includes(pick(run)!));
      expectEqual(await query(tenant, { ...body, filters: only }), passing, ['kind']);
      const state = { dimension: 'state', values: ['completed'] };
      const completed = passing.filter(({ state: is }) => is === 'completed');
      expectEqual(await query(tenant, { ...body, filters: [...only, state] }), completed, ['kind']);
    }
    const ofKey = { dimension: 'keyId', values: [uuidToId('key', tenant.key.id)] };
    const [row] = (await query(tenant, { ...body, dimensions: ['keyId'], filters: [ofKey] })).data;
    expect(row).toMatchObject({ group: { keyId: ofKey.values[0] }, count: runs.length });
    const ofNobody = { dimension: 'keyId', values: ['key_of_nobody'] };
    expect((await query(tenant, { ...body, filters: [ofNobody] })).data).toEqual([]);
  });

  it('answer 200 with only the runs that have a label, whatever its name', async () => {
    const tenant = await service.tenant();
    const run = {
      createdAt: new Date(LATEST),
      durationMs: 0,
      state: 'completed',
      charged: 1,
    } as const;
    const metadata = JSON.parse('{"__proto__": "x"}');
    await insertRuns(service.database.db, await owner(tenant), [run, { ...run, metadata }]);
    const body = { measures: ['count'], from: at(LATEST), to: at(LATEST + HOUR_MS) };
    const dimension = 'metadata.__proto__';
    const filters = [{ dimension, values: ['x'] }];
    const { data } = await query(tenant, { ...body, dimensions: [dimension], filters });
    expect(data).toEqual([{ group: { metadata }, count: 1 }]);
  });

  it('answer 200 where each run has a prompt version and an end user of its own, before and after their hours are closed', async () => {
    const tenant = await service.tenant();
    const runs = Array.from(
      { length: 30_000 },
      (_, i): MadeRun => ({
        ...{ createdAt: new Date(LATEST - 2 * HOUR_MS), durationMs: i, state: 'completed' },
        ...{ charged: 1, prompt: ['p', `v${i}`], endUser: `u${i}`, inputTokens: 1 },
      }),
    );
    await insertRuns(service.database.db, await owner(tenant), runs);
    const body = { measures: EVERYTHING, from: at(LATEST - 2 * HOUR_MS), to: at(LATEST) };
    const all = { count: 30_000, charged: 30_000, tokens: { inputTokens: 30_000 }, latency: {} };
    expect((await query(tenant, body)).data).toMatchObject([all]);
    await closeEndedHours(service.database.db);
    expect((await query(tenant, body)).data).toMatchObject([all]);
    const filters = [{ dimension: 'endUserId', values: ['u7'] }];
    expect((await query(tenant, { ...body, filters })).data).toMatchObject([{ count: 1 }]);
  });

  it('have a run in the first answer after its end, and nothing of another workspace', async () => {
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const created = await tenant.create(request('sandbox/echo'), {
      headers: { Prefer: 'wait=20' },
    });
    const { chargedAmount } = jsonOf(created) as { chargedAmount: number };
    const body = { measures: ['charged', 'count'], from: at(LATEST), to: at(LATEST + 2 * HOUR_MS) };
    expect((await query(tenant, body)).data).toEqual([
      { group: {}, charged: chargedAmount, count: 1 },
    ]);
    expect((await query(other, body)).data).toEqual([{ group: {}, charged: 0, count: 0 }]);
  });

  it('leave out what is not known', async () => {
    const tenant = await service.tenant();
    const body = { measures: EVERYTHING, from: at(LATEST), to: at(LATEST + HOUR_MS) };
    const pending = {
      createdAt: new Date(LATEST),
      durationMs: 0,
      state: 'queued',
      charged: 0,
    } as const;
    await insertRuns(service.database.db, await owner(tenant), [pending]);
    expect((await query(tenant, body)).data).toEqual([{ group: {}, charged: 0, count: 1 }]);
  });
});

describe('a query that is too wide', () => {
  const refused = async (body: object, tenant?: Tenant): Promise<{ errors?: unknown }> => {
    const answer: Answer = await ask(tenant ?? (await service.tenant()), {
      measures: ['count'],
      ...body,
    });
    expect(answer.status, answer.text).toBe(422);
    return problemOf(answer, 'metrics_too_wide');
  };

  it.each([
    ['31 days by the hour', 31, { interval: 'hour' }],
    ['366 days by the day', 366, { interval: 'day' }],
    ['366 days in one', 366, {}],
    ['7 days by session', 7, { dimensions: ['sessionId'] }],
    ['7 days by label', 7, { filters: [{ dimension: 'metadata.team', values: ['x'] }] }],
    ['7 days by end user and model', 7, { dimensions: ['endUserId', 'model'] }],
  ])('is refused with 422 metrics_too_wide beyond %s', async (_, days, more) => {
    const to = Math.floor(LATEST / DAY_MS) * DAY_MS;
    const tenant = await service.tenant();
    await query(tenant, { measures: ['count'], from: at(to - days * DAY_MS), to: at(to), ...more });
    const { errors } = await refused({ from: at(to - days * DAY_MS - 1), to: at(to), ...more });
    expect(errors).toEqual([expect.objectContaining({ pointer: '#/from', code: 'range' })]);
  });

  it('is refused with 422 metrics_too_wide where the durations of its hours take more than 48 MiB', async () => {
    const tenant = await service.tenant();
    await service.database.db.query(
      `insert into usage_hour (workspace, hour, kind, subject, api_key, state, error_code, prompt_id, prompt_version, runs,
         charged, fee, usage, latencies)
       select $1, $2::timestamptz - n * interval '1 hour', 'model_run', 'x', $3, 'completed', '', '', '', 1, 0, 0, '{}',
         convert_to(repeat(E'\\x01', 4 * 6 * 1024 * 128), 'UTF8')
       from generate_series(1, 17) n`,
      [tenant.workspace, at(LATEST), tenant.key.id],
    );
    const body = { from: at(LATEST - 17 * HOUR_MS), to: at(LATEST), measures: ['latency'] };
    const { errors } = await refused(body, tenant);
    expect(errors).toEqual([expect.objectContaining({ pointer: '#/from', code: 'range' })]);
    await query(tenant, { ...body, measures: ['count'] });
  });

  it('is refused with 422 metrics_too_wide where its answer has more than 10,000 rows', async () => {
    const tenant = await service.tenant();
    const runs = Array.from(
      { length: 10_001 },
      (_, i): MadeRun => ({
        ...{ createdAt: new Date(LATEST - 1_000), durationMs: 1, state: 'completed', charged: 1 },
        session: `session-${i}`,
      }),
    );
    await insertRuns(service.database.db, await owner(tenant), runs);
    const body = { from: at(LATEST - HOUR_MS), to: at(LATEST), dimensions: ['sessionId'] };
    const { errors } = await refused(body, tenant);
    expect(errors).toEqual([expect.objectContaining({ pointer: '#/dimensions' })]);
    const filters = [{ dimension: 'sessionId', values: ['session-7'] }];
    expect((await query(tenant, { measures: ['count'], ...body, filters })).data).toHaveLength(1);
  });
});

it.each([
  [{ from: at(LATEST), to: at(LATEST) }, '#/to'],
  [{ from: at(LATEST), to: at(LATEST - HOUR_MS) }, '#/to'],
  [{ from: '1969-12-31T00:00:00Z', to: at(LATEST) }, '#/from'],
  [{ measures: [] }, '#/measures'],
  [{ measures: ['cost'] }, '#/measures/0'],
  [{ dimensions: ['colour'] }, '#/dimensions/0'],
  [{ filters: [{ dimension: 'model', values: [] }] }, '#/filters/0/values'],
  [{ interval: 'week' }, '#/interval'],
])('a query with %j is refused with 400 invalid_request at %s', async (change, pointer) => {
  const tenant = await service.tenant();
  const body = { measures: ['count'], from: at(LATEST), to: at(LATEST + HOUR_MS), ...change };
  const answer = await ask(tenant, body);
  expect(answer.status, answer.text).toBe(400);
  expect(problemOf(answer, 'invalid_request').errors).toContainEqual(
    expect.objectContaining({ pointer }),
  );
});
