/** `traces` on the command line, as an operator looks at what happened in a workspace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Trace, TraceSummary } from '../../openapi/generated/developer.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { json, run } from '../support/program.ts';
import { request, runOf, startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  environment = { DATABASE_URL: service.database.url };
});
afterAll(() => service.close());

const [traceId, root, check] = ['a'.repeat(32), 'b'.repeat(16), 'c'.repeat(16)];

test('a trace is shown as a tree with the cost of each step, and listed', async () => {
  const started = Date.now() - 1_000;
  const spans = [
    { traceId, spanId: root, name: 'answer a question', startedAt: new Date(started) },
    { traceId, spanId: check, parentSpanId: root, name: 'check', startedAt: new Date(started + 1) },
  ];
  expect((await tenant.send({ path: OTLP_TRACES, body: otlpOf(spans) })).status).toBe(200);
  const headers = { traceparent: `00-${traceId}-${root}-01` };
  const created = await tenant.create(
    request('sandbox/echo', { attribution: { sessionId: 'chat-1' } }),
    { headers },
  );
  const { id } = await tenant.end(runOf(created).id);

  const workspace = uuidToId('wsp', tenant.workspace);
  const shown = await run(['traces', 'show', workspace, id], environment);
  expect(shown.stderr).toBe('');
  const [, tree = ''] = shown.stdout.split('\n\n');
  expect(tree.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
    ...['STEP', 'answer a question', '├─ check', '└─ chat sandbox/echo', ''],
  ]);
  expect(tree).toMatch(/chat sandbox\/echo +\d+ ms +completed +\d+ in, \d+ out +0\.\d+ USD +run_/);
  expect(shown.stdout).toMatch(/^charged +0\.\d+ USD$/m);
  const trace = await json<Trace>(['traces', 'show', workspace, traceId], environment);
  expect(trace.spans.map(({ depth }) => depth)).toEqual([0, 1, 1]);

  const listed = await json<{ traces: TraceSummary[]; nextCursor: null }>(
    ['traces', 'list', workspace, '--session', 'chat-1'],
    environment,
  );
  expect(listed).toMatchObject({ traces: [{ traceId, sessionId: 'chat-1' }], nextCursor: null });
  const table = await run(['traces', 'list', workspace], environment);
  expect(table.stdout).toMatch(new RegExp(`${traceId} .* answer a question +1 +2 `));
});

test('a name that would move the cursor is shown without that', async () => {
  const span = { traceId: 'e'.repeat(32), spanId: root, name: 'a\u001b[2J\nb\u009b31m' };
  await tenant.send({ path: OTLP_TRACES, body: otlpOf([span]) });
  const workspace = uuidToId('wsp', tenant.workspace);
  const shown = await run(['traces', 'show', workspace, span.traceId], environment);
  expect(shown.stdout).toContain('a\ufffd[2J\ufffdb\ufffd31m');
  expect(shown.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a trace that does not exist is reported', async () => {
  const { code, stderr } = await run(
    ['traces', 'show', uuidToId('wsp', tenant.workspace), 'd'.repeat(32)],
    environment,
  );
  expect(code).toBe(1);
  expect(stderr).toContain('There is no trace');
});

test('copying spans without CLICKHOUSE_URL fails with exit code 1', async () => {
  const refused = await run(['spans', 'copy'], environment);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('CLICKHOUSE_URL names no ClickHouse.');
});
