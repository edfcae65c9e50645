/**
 * Spans of programs: the API takes them in bodies of 500, compared with a plain COPY of 500 rows, and reads them among
 * millions. In PostgreSQL, and also in ClickHouse if CHDB_FOLDER names the folder of its engine.
 */
import { randomBytes } from 'node:crypto';
import { openClickHouse } from '../../server/clickhouse/index.ts';
import { statement } from '../../server/platform/db/clickhouse/connection.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { CHDB_FOLDER, startClickHouse } from '../support/clickhouse.ts';
import { OBSERVABILITY, OTLP_TRACES, otlpOf } from '../support/observability.ts';
import type { Bench, Section } from './bench.ts';
import { copyIn, openCopies } from './copy-in.ts';
import { open, runLoad, unexpected } from './http-client.ts';
import type { BenchDatabase, Tenant } from './postgres.ts';
import { type Finding, ratioFinding } from './report.ts';
import { getFrom, postTo } from './requests.ts';
import { compare } from './rounds.ts';
import { startService } from './service.ts';
import { millionsInClickHouse, millionsInPostgres } from './span-millions.ts';
import { msFinding, timedReads } from './timed-reads.ts';

const SPANS = 500;
const SENDERS = 4;
const OLDEST_DAY =
  "select min(partition) as day from system.parts where active and table = 'client_span'";
const ENVIRONMENT = { MAX_SPANS_PER_DAY: '9999999999' };

export const spans: Section = async (bench) => {
  const findings = await besides(bench, 'PostgreSQL', {}, millionsInPostgres, dropDay);
  if (CHDB_FOLDER === undefined) return findings;
  const { url, close } = await startClickHouse(CHDB_FOLDER);
  const clickHouse = openClickHouse({ url, log: createLog({ level: 'silent' }) });
  const fill = (_: Db, workspace: string, count: number, onStep: Bench['onStep']) =>
    millionsInClickHouse(clickHouse, workspace, count, onStep);
  const drop = async () => {
    const [row] = await clickHouse.query<{ day: string }>(statement(OLDEST_DAY));
    const text = 'alter table client_span drop partition {day:String}';
    await clickHouse.command(statement(text, { ...row }));
  };
  try {
    const environment = { CLICKHOUSE_URL: url };
    return [...findings, ...(await besides(bench, 'ClickHouse', environment, fill, drop))];
  } finally {
    await clickHouse.close();
    await close();
  }
};

type Fill = (db: Db, workspace: string, count: number, onStep: Bench['onStep']) => Promise<void>;

async function besides(
  bench: Bench,
  store: string,
  more: Record<string, string>,
  fill: Fill,
  drop: (db: Db) => Promise<void>,
): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack();
  const database = await bench.postgres.createDatabase();
  stack.defer(() => database.drop());
  const owner = createDb({ url: database.ownerUrl, max: 1, applicationName: 'bench' });
  stack.defer(() => owner.close());
  const tenant = await database.createTenant();
  const environment = { ...ENVIRONMENT, ...more };
  const options = { worker: false, environment };
  const { port } = stack.use(await startService(bench, database, options));
  await owner.query('select keep_span_days(7, 3, 30)');
  const ingest = await besideCopies(bench, store, { database, owner, port, tenant });
  await bench.postgres.whileLoading(() => fill(owner, tenant.workspace, bench.spans, bench.onStep));
  return [
    ingest,
    ...(await reads(bench, store, port, tenant)),
    await dropped(store, () => drop(owner)),
  ];
}

async function besideCopies(
  bench: Bench,
  store: string,
  fixtures: { database: BenchDatabase; owner: Db; port: number; tenant: Tenant },
): Promise<Finding> {
  const { owner, port, tenant } = fixtures;
  await owner.query('create table bench_span (like client_span including defaults)');
  const clients = await openCopies(fixtures.database.ownerUrl, SENDERS);
  const comparison = await compare(
    {
      floor: (seconds) => copies(clients, tenant.workspace, seconds),
      async measured(seconds) {
        const request = () => postTo(tenant.key, OTLP_TRACES, JSON.stringify(body()));
        const load = { port, connections: SENDERS, seconds, request, status: 200 };
        return SPANS * (await runLoad(load));
      },
    },
    bench,
  );
  await Promise.all(clients.map((client) => client.end()));
  const what = `spans a second in bodies of ${SPANS}, in ${store}, beside a plain COPY of as many rows into a table without an index, ${SENDERS} connections`;
  return ratioFinding({ section: 'spans', what }, comparison);
}

async function copies(
  clients: Awaited<ReturnType<typeof openCopies>>,
  workspace: string,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const text =
    'copy bench_span (workspace, trace, span, started_at, duration, name, kind, status, service, operation, model, input_tokens, output_tokens, session_id, attributes) from stdin';
  let copied = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await copyIn(client, text, rowsOf(workspace));
        if (performance.now() <= end) copied += SPANS;
      }
    }),
  );
  return copied / seconds;
}

const FACTS = {
  ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'local/model' },
  ...{ 'gen_ai.usage.input_tokens': 812, 'gen_ai.usage.output_tokens': 120 },
  ...{ 'session.id': 'session-1', 'deployment.environment.name': 'production', temperature: 0.5 },
};

/** Traces of ten spans. */
function body(): object {
  const traces = Array.from({ length: SPANS / 10 }, () => randomBytes(16).toString('hex'));
  return otlpOf(
    Array.from({ length: SPANS }, (_, i) => ({
      ...{ traceId: traces[i % traces.length]!, spanId: randomBytes(8).toString('hex') },
      ...{ name: 'chat local/model', kind: 3, attributes: FACTS },
    })),
  );
}

function rowsOf(workspace: string): Buffer {
  const at = new Date().toISOString();
  const facts = `5000000\tchat local/model\tclient\tunset\ttest\tchat\tlocal/model\t812\t120\tsession-1\t${JSON.stringify(FACTS)}`;
  const rows = Array.from({ length: SPANS }, () => {
    const [trace, span] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    return `${workspace}\t${trace}\t\\\\x${span}\t${at}\t${facts}\n`;
  });
  return Buffer.from(rows.join(''));
}

async function reads(
  bench: Bench,
  store: string,
  port: number,
  tenant: Tenant,
): Promise<Finding[]> {
  const of = `of ${bench.spans.toLocaleString('en')} spans in ${store}`;
  const page = getFrom(tenant.key, `${OBSERVABILITY}/traces?limit=50`);
  const connection = await open(port);
  const first = await connection.exchange(page);
  if (first.status !== 200) throw unexpected(first);
  connection.close();
  const old = (i: number) => (bench.spans / 10 / 97) * i;
  const trace = (i: number) => {
    const id = Math.floor(old(i % 97))
      .toString(16)
      .padStart(12, '0');
    return getFrom(tenant.key, `${OBSERVABILITY}/traces/00000000000040008000${id}`);
  };
  const read = (what: string, request: (i: number) => string) =>
    timedReads(bench, { section: 'spans', what: `${what} ${of}`, port, request });
  return [
    await read('a trace of ten', trace),
    await read('the newest 50 traces', () => page),
    ...(store === 'ClickHouse'
      ? [await read('reported cost and tokens by hour and model, 7 days', () => hourly(tenant))]
      : []),
  ];
}

function hourly({ key }: Tenant): string {
  const [from, to] = [Date.now() - 7 * 86_400_000 + 3_600_000, Date.now()].map((ms) =>
    new Date(Math.floor(ms / 3_600_000) * 3_600_000).toISOString(),
  );
  const measures = ['reportedCost', 'reportedTokens'];
  const query = { measures, dimensions: ['model'], interval: 'hour', from, to };
  return postTo(key, `${OBSERVABILITY}/metrics/query`, JSON.stringify(query));
}

async function dropped(store: string, drop: () => Promise<void>): Promise<Finding> {
  const start = performance.now();
  await drop();
  return msFinding('spans', `a day is dropped in ${store}`, performance.now() - start, {});
}

async function dropDay(db: Db): Promise<void> {
  const [row] = await db.query<{ dropped: number }>(
    "select dropped from keep_span_days(0, 0, 6, (now() at time zone 'UTC')::date)",
  );
  if (row?.dropped !== 1) throw new Error(`${row?.dropped} days were dropped, not one`);
}
