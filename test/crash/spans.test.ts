/** The test kills the service while programs send spans: acknowledged spans are there, repeated ones once. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { kill, type Process, startProcess } from '../support/process.ts';
import { makeTenant } from './tenant.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1) * 3;
const SENDERS = 4;
const SPANS = 50;
/** Bodies that the service acknowledges before the test kills it. */
const BEFORE_KILL = 12;

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = {
    ...{ PORT: '0', DATABASE_URL: database.url, LOG_LEVEL: 'error' },
    ...{ RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BYTES_PER_MINUTE: '9999999999' },
  };
});
afterAll(() => database.drop());

it('acknowledged with 200 is saved, whenever the service is killed', async () => {
  const { key, workspace } = await makeTenant(database.db, 1_000);
  const acknowledged: string[] = [];
  let unanswered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startProcess('serve', environment);
    const isOver = () => service.process.killed;
    let answered = 0;
    const sending = Array.from({ length: SENDERS }, async () => {
      while (!isOver()) {
        const spans = Array.from({ length: SPANS }, () => ({
          traceId: randomBytes(16).toString('hex'),
          spanId: randomBytes(8).toString('hex'),
        }));
        const body = otlpOf(spans);
        // Sends each twice, as exporters do that lost an answer.
        for (let time = 0; time < 2; time++) {
          if (!(await send(service, key, body))) {
            unanswered += 1;
            break;
          }
          acknowledged.push(...spans.map(({ spanId }) => spanId));
          answered += 1;
          if (answered === BEFORE_KILL + round) kill(service, 'SIGKILL');
        }
      }
    });
    await Promise.all(sending);
    await service.ended;
  }
  expect(unanswered).toBeGreaterThan(0);
  const rows = await database.db.query<{ span: Buffer }>(
    'select span from client_span where workspace = $1',
    [workspace],
  );
  const saved = rows.map(({ span }) => span.toString('hex'));
  const unique = new Set(saved);
  expect(acknowledged.filter((span) => !unique.has(span))).toEqual([]);
  const [counted] = await database.db.query<{ spans: number }>(
    'select sum(spans)::bigint as spans from span_day where workspace = $1',
    [workspace],
  );
  expect(counted!.spans).toBe(saved.length);
});

async function send({ url }: Process, key: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(url + OTLP_TRACES, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
