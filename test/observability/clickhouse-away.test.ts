/** ClickHouse is unreachable, full or faulty: which parts of the service work, and what callers and the log get. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpanList } from '../../openapi/generated/developer.ts';
import { openSpans } from '../../server/compose/observability.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { OBSERVABILITY, OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  jsonOf,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { configOf, hex, newWorkspace, spanOf } from './span-stores.ts';

const SECRET = 'a secret of a span';

describe('with a ClickHouse that does not answer', () => {
  let service: TestService;
  let tenant: Tenant;
  beforeAll(async () => {
    const environment = { CLICKHOUSE_URL: 'http://spans:secret@127.0.0.1:1/spans' };
    service = await startService({ environment });
    tenant = await service.tenant();
  });
  afterAll(() => service.close());

  const get = (path: string) => tenant.get(`${OBSERVABILITY}${path}`);

  it('the service starts, is ready, and carries runs out', async () => {
    expect((await service.send({ path: '/readyz' })).status).toBe(200);
    const run = await tenant.end(runOf(await tenant.create(request('sandbox/echo'))).id);
    expect(run.state).toBe('completed');
  });

  it('spans are refused with 503 and Retry-After, and count for nothing', async () => {
    const body = otlpOf([{ traceId: hex(16), spanId: hex(8) }]);
    const answer = await tenant.send({ path: OTLP_TRACES, body });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(problemOf(answer, 'overloaded').detail).not.toMatch(/127\.0\.0\.1|secret/);
    const days = await service.database.db.query('select from span_day where spans > 0');
    expect(days).toEqual([]);
  });

  it('what needs spans of programs is 503, and runs are answered with their spans', async () => {
    const { id, traceId } = await tenant.end(
      runOf(await tenant.create(request('sandbox/echo'))).id,
    );
    for (const path of [`/traces/${traceId}`, '/traces', '/sessions', '/spans']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('5');
    }
    const { data } = jsonOf(await get('/spans?source=run')) as SpanList;
    expect(data.map(({ run }) => run?.id)).toContain(id);
    expect((await get(`/traces/${traceId}/spans/${traceId!.slice(16)}`)).status).toBe(200);
    const span = { from: new Date().toISOString(), to: new Date().toISOString() };
    const query = (measure: string) => {
      const body = { ...span, measures: [measure] };
      return tenant.send({ path: `${OBSERVABILITY}/metrics/query`, body });
    };
    await new Promise((done) => setTimeout(done, 5));
    span.to = new Date(Date.now() + 1).toISOString();
    expect((await query('charged')).status).toBe(200);
    expect((await query('reportedCost')).status).toBe(503);
  });
});

describe('with a ClickHouse that takes no inserts', () => {
  let database: TestDatabase;
  let server: Server;
  let takes = false;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = createServer(async (incoming, response) => {
      await buffer(incoming);
      const { searchParams } = new URL(incoming.url ?? '', 'http://localhost');
      const isInsert = searchParams.get('query')?.includes('INSERT INTO client_span');
      response.statusCode = isInsert && !takes ? 500 : 200;
      response.end(response.statusCode === 200 ? '' : TOO_MANY_PARTS);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    server.close();
    await database.drop();
  });

  const TOO_MANY_PARTS = `Code: 252. DB::Exception: Too many parts, at ${SECRET}. (TOO_MANY_PARTS) (version 26.7)`;

  it('the quota is given back, and the log says once what is wrong and nothing of what was sent', async () => {
    const { port } = server.address() as AddressInfo;
    const lines: string[] = [];
    const to = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const spans = await openSpans(configOf(`http://spans:secret@127.0.0.1:${port}/spans`), {
      ...{ db: database.db, log: createLog({ level: 'info', to }) },
    });
    const workspace = newWorkspace();
    const save = () => spans.store.save(workspace, [spanOf({ input: SECRET }), spanOf()]);
    await expect(save()).rejects.toMatchObject({ code: 'overloaded' });
    await expect(save()).rejects.toMatchObject({ code: 'overloaded' });
    const counted = () => database.db.query('select spans from span_day where spans > 0');
    expect(await counted()).toEqual([]);
    takes = true;
    expect(await save()).toBe(2);
    expect(await counted()).toEqual([{ spans: 2 }]);
    await spans.close();
    const logged = lines.filter((line) => line.includes('TOO_MANY_PARTS'));
    expect(logged).toHaveLength(1);
    expect(lines.at(-1)).toContain('answers writes again');
    expect(lines.join('')).not.toMatch(/secret/);
  });
});
