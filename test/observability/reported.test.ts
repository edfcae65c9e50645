/** What programs reported in their spans, in metrics: next to what was charged, and never part of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Metrics } from '../../openapi/generated/developer.ts';
import { createLedger } from '../../server/money/index.ts';
import { TEST_CLICKHOUSE_URL } from '../support/clickhouse.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import {
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { insertRuns, type Owner } from './made-runs.ts';

const METRICS = '/v1/developer/observability/metrics/query';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS = TEST_CLICKHOUSE_URL === undefined ? 7 : 31;
/** The beginning of the open hour. */
const LATEST = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const at = (ms: number) => new Date(ms).toISOString();

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

async function owner({ workspace, key }: Tenant): Promise<Owner> {
  const [wallet] = await createLedger({ db: service.database.db }).balances(workspace);
  return { workspace, wallet: wallet!.account, key };
}

describe('what programs reported', () => {
  const startedAt = new Date(LATEST - 90 * 60_000);
  const span = (i: number, attributes: Record<string, string | number>) => ({
    ...{ traceId: 'c'.repeat(32), spanId: String(i).padStart(16, '0') },
    ...{ startedAt, attributes },
  });

  async function reporting(): Promise<Tenant> {
    const tenant = await service.tenant();
    const spans = [
      span(1, {
        'gen_ai.request.model': 'x',
        'gen_ai.usage.input_tokens': 10,
        'session.id': 's',
        'gen_ai.usage.cost': 0.0021,
      }),
      span(2, {
        'gen_ai.request.model': 'x',
        'gen_ai.usage.output_tokens': 5,
        'gen_ai.usage.cost': 0.1,
      }),
      span(3, { 'gen_ai.request.model': 'other', 'gen_ai.usage.input_tokens': 1 }),
      span(4, { 'gen_ai.request.model': 'silent' }),
    ];
    const sent = await tenant.send({ path: OTLP_TRACES, body: otlpOf(spans) });
    expect([sent.status, sent.text]).toEqual([200, '{}']);
    const run = { createdAt: startedAt, durationMs: 5, state: 'completed', charged: 7 } as const;
    await insertRuns(service.database.db, await owner(tenant), [
      { ...run, subject: 'x', inputTokens: 3 },
      { ...run, subject: 'y' },
    ]);
    return tenant;
  }

  const SPAN = { from: at(LATEST - 2 * HOUR_MS), to: at(LATEST) };
  const measures = ['charged', 'tokens', 'reportedCost', 'reportedTokens'];

  it('is answered with 200 next to what was charged, and is no part of it', async () => {
    const tenant = await reporting();
    const all = await query(tenant, { ...SPAN, measures });
    expect(all.data).toEqual([
      {
        group: {},
        ...{ charged: 14, tokens: { inputTokens: 3, outputTokens: 2 } },
        ...{ reportedCost: '0.1021', reportedTokens: { inputTokens: 11, outputTokens: 5 } },
      },
    ]);
    const byModel = await query(tenant, {
      ...SPAN,
      measures,
      dimensions: ['model'],
      interval: 'hour',
    });
    const start = at(Math.floor(startedAt.getTime() / HOUR_MS) * HOUR_MS);
    expect(byModel.data).toHaveLength(3);
    expect(byModel.data).toEqual(
      expect.arrayContaining([
        {
          ...{ start, group: { model: 'x' }, charged: 7 },
          tokens: { inputTokens: 3, outputTokens: 2 },
          ...{ reportedCost: '0.1021', reportedTokens: { inputTokens: 10, outputTokens: 5 } },
        },
        { start, group: { model: 'y' }, charged: 7 },
        { start, group: { model: 'other' }, charged: 0, reportedTokens: { inputTokens: 1 } },
      ]),
    );
    const filters = [{ dimension: 'sessionId', values: ['s'] }];
    const only = { ...SPAN, measures: ['reportedCost'], filters };
    expect((await query(tenant, only)).data).toEqual([{ group: {}, reportedCost: '0.0021' }]);
  });

  it('is refused with 400 invalid_request by what spans do not have, and 422 metrics_too_wide beyond the days that it adds up', async () => {
    const tenant = await service.tenant();
    const body = { ...SPAN, measures, dimensions: ['model', 'keyId'] };
    const filters = [{ dimension: 'metadata.team', values: ['x'] }];
    const answer = await ask(tenant, { ...body, filters });
    expect(answer.status, answer.text).toBe(400);
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([
      { pointer: '#/dimensions/1', code: 'unsupported' },
      { pointer: '#/filters/0/dimension', code: 'unsupported' },
    ]);
    const wide = { measures, from: at(LATEST - (MOST_DAYS + 1) * DAY_MS), to: at(LATEST) };
    problemOf(await ask(tenant, wide), 'metrics_too_wide');
  });
});
