/** How operators handle privacy: they export and erase one end user, and keep content for a limited time. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { faultsInBooks } from '../support/books.ts';
import { dumpOf } from '../support/dump.ts';
import { SCORES } from '../support/metrics.ts';
import { json, run } from '../support/program.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

const OTLP = '/v1/developer/observability/otlp/v1/traces';
/** A text in every message, span and score of the end user to erase. */
const CANARY = 'canary-5e1f';
const END_USER = `${CANARY}-user`;
const SESSION = `${CANARY}-session`;
const WAIT = { Prefer: 'wait=20' };

let service: TestService;
let tenant: Tenant;
let workspace: string;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  workspace = uuidToId('wsp', tenant.workspace);
  folder = await mkdtemp(join(tmpdir(), 'cli-end-users-'));
  environment = { DATABASE_URL: service.database.url };
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const dumped = () => dumpOf(service.database);
const traces = async () => (await dumped()).filter((row) => row.includes(CANARY));

interface Made {
  run: string;
  other: string;
}

/** All that an end user may leave: runs of every kind, their children, spans, scores; and another one's words. */
async function live(): Promise<Made> {
  const attribution = { endUserId: END_USER, sessionId: SESSION };
  const asking = (words: string, more: object = {}) =>
    request('sandbox/echo', { messages: [{ role: 'user', content: words }], ...more });
  const metadata = { team: `${CANARY}-label` };
  const created = runOf(
    await tenant.create(asking(`${CANARY} asks`, { attribution, metadata }), { headers: WAIT }),
  );
  // Of the same session, without a name.
  await tenant.create(asking(`${CANARY} again`, { attribution: { sessionId: SESSION } }), {
    headers: WAIT,
  });
  const refused = request('sandbox/refused', { attribution });
  await tenant.create(refused, { headers: WAIT });
  const parent = { runId: created.id, toolCallId: `${CANARY}-call` };
  const call = { tool: 'sandbox/echo', input: { text: `${CANARY} in` }, parent };
  const called = await tenant.create(call, { path: TOOL_RUNS, headers: WAIT });
  expect(called.status, called.text).toBe(200);
  const source = `console.log('${CANARY} log'); job.writeFile('${CANARY}.txt', '${CANARY} file')`;
  const order = {
    environment: 'javascript',
    timeoutSeconds: 60,
    source,
    outputs: [`${CANARY}.txt`],
    attribution,
  };
  const job = await tenant.create(order, { path: COMPUTE_JOBS, headers: WAIT });
  expect(jsonOf(job)).toMatchObject({ state: 'completed', artifacts: [{ name: `${CANARY}.txt` }] });

  const scores = [
    {
      name: 'fit',
      value: 'good',
      source: 'human',
      runId: created.id,
      comment: `${CANARY} said so`,
    },
    { name: 'fit', value: 'bad', source: 'human', sessionId: SESSION },
  ];
  for (const body of scores) {
    const headers = { 'Idempotency-Key': unique('score') };
    expect((await tenant.send({ path: SCORES, body, headers })).status).toBe(201);
  }
  await sendSpans([
    span('01', 'a'.repeat(32), { 'enduser.id': END_USER, 'gen_ai.prompt': `${CANARY} prompt` }),
    span('02', 'a'.repeat(32), { note: `${CANARY} beside it` }),
    span('03', 'b'.repeat(32), { 'enduser.id': 'somebody else' }),
  ]);
  const other = runOf(
    await tenant.create(asking('others stay', { attribution: { endUserId: 'somebody else' } }), {
      headers: WAIT,
    }),
  );
  return { run: created.id, other: other.id };
}

function span(id: string, traceId: string, attributes: Record<string, string>) {
  const now = BigInt(Date.now()) * 1_000_000n;
  return {
    ...{ traceId, spanId: id.padStart(16, '0'), name: 'chat', kind: 3 },
    ...{ startTimeUnixNano: String(now), endTimeUnixNano: String(now + 1_000_000n) },
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { stringValue: value },
    })),
  };
}

async function sendSpans(spans: object[]): Promise<void> {
  const body = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] };
  const answer = await tenant.send({ path: OTLP, body });
  expect(answer.status, answer.text).toBe(200);
}

test('an end user is given out as a file, and erased from all of the database; the books stay', async () => {
  const { run: id, other } = await live();
  // The hour's usage is closed, as it would be a while later.
  await service.database.db.query("select close_usage(10, interval '-2 hours')");
  const before = await tenant.wallet();
  const settled = runOf(await tenant.get(`${RUNS}/${id}`));

  const out = join(folder, 'end-user.jsonl');
  const named = ['end-users', 'export', workspace, END_USER, '--out', out];
  const { lines } = await json<{ lines: number }>(named, environment);
  const records = (await readFile(out, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records).toHaveLength(lines);
  const count = (type: string) => records.filter((each) => each.type === type).length;
  expect([count('run'), count('output'), count('span'), count('score')]).toEqual([5, 2, 2, 2]);
  const text = JSON.stringify(records);
  for (const words of ['asks', 'again', 'in', 'prompt', 'beside it', 'said so']) {
    expect(text).toContain(`${CANARY} ${words}`);
  }
  expect(text).not.toContain('others stay');
  const file = records.find((each) => each.name === `${CANARY}.txt`);
  expect(Buffer.from(file.contentBase64, 'base64').toString()).toBe(`${CANARY} file`);

  expect((await traces()).length).toBeGreaterThan(8);
  const erased = await json<object>(['end-users', 'erase', workspace, END_USER], environment);
  expect(erased).toEqual({ runs: 5, open: 0, spans: 2 });
  expect(await traces()).toEqual([]);
  expect((await dumped()).some((row) => row.includes('others stay'))).toBe(true);

  expect(await faultsInBooks(service.database.db)).toEqual([]);
  expect(await tenant.wallet()).toEqual(before);
  const other2 = await startService({ parts: ['api'], database: service.database });
  const now = runOf(await other2.send({ path: `${RUNS}/${id}`, key: tenant.key.key }));
  const kept = runOf(await other2.send({ path: `${RUNS}/${other}`, key: tenant.key.key }));
  await other2.close();
  const { text: _, message: __, attribution: ___, metadata: ____, ...stays } = settled;
  expect(now).toEqual({ ...stays, contentPurgedAt: expect.any(String) });
  expect(kept.text).toBe('others stay');
  const again = await json<object>(['end-users', 'erase', workspace, END_USER], environment);
  expect(again).toEqual({ runs: 0, open: 0, spans: 0 });
});

test('retention is set, shown and carried out', async () => {
  const set = await run(['retention', 'set', workspace, '--days', '90'], environment);
  expect(set.stdout).toContain('keeps content for 90 days');
  const mine = async (more: Record<string, string> = {}) =>
    (
      await json<{ id: string; days: number | null }[]>(['retention', 'show'], {
        ...environment,
        ...more,
      })
    ).find(({ id }) => id === workspace);
  expect(await mine()).toMatchObject({ days: 90 });
  expect(await mine({ CONTENT_RETENTION_DAYS: '30' })).toMatchObject({ days: 30 });
  expect((await run(['retention', 'show'], environment)).stdout).toMatch(/for 90 days/);
  const purged = await json<object>(['retention', 'purge', workspace], environment);
  expect(purged).toMatchObject({ deleted: 0, isPartial: false });
  expect((await run(['retention', 'set', workspace], environment)).code).toBe(1);
  await run(['retention', 'set', workspace, '--keep'], environment);
  expect(await mine()).toMatchObject({ days: null });
  const wrong = await run(['retention', 'set', workspace, '--days', '0'], environment);
  expect(wrong.stderr).toContain('from 1 to 36500');
});
