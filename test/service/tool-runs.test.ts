/** Tool runs over HTTP, with the sandbox of tools: how each call ends, what it costs, and what is refused. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogTool, ToolRun, ToolRunList } from '../../openapi/generated/developer.ts';
import { faultsInBooks } from '../support/books.ts';
import {
  jsonOf,
  problemOf,
  startService,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(async () => {
  const faults = await faultsInBooks(service.database.db);
  await service.close();
  expect(faults).toEqual([]);
});

async function call(tool: string, input: object = {}, more: object = {}): Promise<ToolRun> {
  const created = await tenant.create(
    { tool: `sandbox/${tool}`, input, ...more },
    { path: TOOL_RUNS },
  );
  expect(created.status, created.text).toBeLessThan(300);
  return end((jsonOf(created) as ToolRun).id);
}

async function end(id: string): Promise<ToolRun> {
  for (;;) {
    const answer = await tenant.get(`${TOOL_RUNS}/${id}`, { Prefer: 'wait=20' });
    expect(answer.status, answer.text).toBe(200);
    const run = jsonOf(answer) as ToolRun;
    if (run.finishedAt !== undefined) return run;
  }
}

describe('a call', () => {
  it('is answered, charged by the price list and made once', async () => {
    const run = await call('echo', { text: 'Hello' });
    expect(run).toMatchObject({
      ...{ tool: 'sandbox/echo', state: 'completed', provider: 'sandbox' },
      toolVersion: expect.stringMatching(/^[0-9a-f]{64}$/),
      output: { content: [{ type: 'text', text: 'Hello' }] },
      usage: { durationMs: expect.any(Number) },
      ...{ reservedAmount: 1_050_000, listAmount: 1_000_000, feeAmount: 50_000 },
      chargedAmount: 1_050_000,
    });
  });
  it('has a structured answer', async () => {
    const run = await call('add', { a: 2, b: 3 });
    expect(run).toMatchObject({ state: 'completed', output: { structured: { sum: 5 } } });
  });
  it('keeps every digit of its input', async () => {
    const text = '{"tool":"sandbox/add","input":{"a":12345678901234567890123,"b":0}}';
    const created = await tenant.create(text, { path: TOOL_RUNS });
    const run = await end((jsonOf(created) as ToolRun).id);
    expect(run.state).toBe('completed');
  });
  it('is charged by the units that it says it used, and no more than were held for', async () => {
    const run = await call('counts');
    expect(run).toMatchObject({
      ...{ state: 'completed', usage: { units: 1 }, output: { structured: { executions: 1 } } },
      ...{ reservedAmount: 22_050_000, listAmount: 3_000_000, chargedAmount: 3_150_000 },
    });
  });
  it.each([
    ['fails', 'tool_error', { isError: true }],
    ['wrong-output', 'invalid_output', {}],
  ])('%s: fails with %s, keeps the output and costs nothing', async (tool, code, output) => {
    const before = await tenant.wallet();
    const run = await call(tool);
    expect(run).toMatchObject({ state: 'failed', error: { code }, output });
    expect(run.chargedAmount).toBeUndefined();
    expect((await tenant.wallet()).spent).toBe(before.spent);
  });
  it.each([
    ['refuses', 'provider_refused', 'There is no such tool to call'],
    ['needs-input', 'needs_input', 'Give all it needs in the input'],
    ['hangs', 'timed_out', 'The call may have taken effect'],
    ['breaks', 'outcome_unknown', 'look for that before'],
    ['huge', 'answer_unusable', 'It has more than 8388608 bytes'],
  ])('%s: fails with %s, says what to do, and costs nothing', async (tool, code, words) => {
    const run = await call(tool, {}, tool === 'hangs' ? { timeoutSeconds: 1 } : {});
    expect(run).toMatchObject({ state: 'failed', error: { code, retryable: false } });
    expect(run.error?.message).toContain(words);
    expect(run.output).toBeUndefined();
  });
  it('that is a task is answered', async () => {
    const run = await call('task', { text: 'Later' });
    expect(run).toMatchObject({
      ...{ state: 'completed', providerReference: expect.any(String) },
      output: { content: [{ type: 'text', text: 'Done: Later' }] },
    });
  });
  it('has an image in its answer, byte for byte', async () => {
    const run = await call('picture');
    expect(run.output?.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
  });
  it('shows its progress, and its version rises', async () => {
    const created = await tenant.create({ tool: 'sandbox/slow', input: {} }, { path: TOOL_RUNS });
    const { id } = jsonOf(created) as ToolRun;
    let run = jsonOf(created) as ToolRun;
    let etag = created.headers.get('etag')!;
    while (run.finishedAt === undefined && run.progress === undefined) {
      const next = await tenant.get(`${TOOL_RUNS}/${id}`, {
        ...{ Prefer: 'wait=20', 'If-None-Match': etag },
      });
      etag = next.headers.get('etag')!;
      if (next.status === 200) run = jsonOf(next) as ToolRun;
    }
    expect(run.progress).toMatchObject({ value: expect.any(Number) });
    expect((await end(id)).progress).toBeUndefined();
  });
  it('is cancelled while it works: its server is notified, and it costs nothing', async () => {
    const created = await tenant.create({ tool: 'sandbox/slow', input: {} }, { path: TOOL_RUNS });
    const { id } = jsonOf(created) as ToolRun;
    await expect
      .poll(async () => (jsonOf(await tenant.get(`${TOOL_RUNS}/${id}`)) as ToolRun).state)
      .toBe('submitting');
    const cancelled = await tenant.send({ method: 'POST', path: `${TOOL_RUNS}/${id}/cancel` });
    expect(cancelled.status).toBe(202);
    expect(await end(id)).toMatchObject({ state: 'failed', error: { code: 'cancelled' } });
  });
});

it('has limits for answers that are those of the guide', async () => {
  const limits = jsonOf(await tenant.get(`${TOOL_RUNS}/limits`)) as Record<string, number>;
  const guide = await readFile(
    new URL('../../openapi/docs/guides/17-when-things-fail.md', import.meta.url),
    'utf8',
  );
  const figure = (name: string) => limits[name]!.toLocaleString('en-US');
  expect(guide).toContain(
    `at most ${figure('maxOutputBytes')} bytes, ${figure('maxOutputValues')} JSON values, ${figure('maxOutputDepth')} levels of objects and arrays, and ${figure('maxOutputParts')} parts of \`content\`.`,
  );
});

describe('a repeat', () => {
  it('with the same key gives the same run, and calls nothing', async () => {
    const requestKey = unique('call');
    const body = { tool: 'sandbox/counts', input: {} };
    const [first, second] = [
      await tenant.create(body, { requestKey, path: TOOL_RUNS }),
      await tenant.create(body, { requestKey, path: TOOL_RUNS }),
    ];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const { id } = jsonOf(second) as ToolRun;
    expect((jsonOf(first) as ToolRun).id).toBe(id);
    expect(await end(id)).toMatchObject({ output: { structured: { executions: 1 } } });
  });
  it('shares no request key with a model run', async () => {
    const requestKey = unique('call');
    await tenant.create(
      { model: 'sandbox/echo', messages: [{ role: 'user', content: 'Hi' }], maxOutputTokens: 5 },
      { requestKey },
    );
    const body = { tool: 'sandbox/echo', input: { text: 'Hi' } };
    expect((await tenant.create(body, { requestKey, path: TOOL_RUNS })).status).toBeLessThan(300);
  });
});

describe('a refusal', () => {
  const add = { tool: 'sandbox/add', input: { a: 1, b: 2 } };
  it.each([
    [{ ...add, tool: 'sandbox/none' }, 'unknown_tool', '#/tool'],
    [{ ...add, version: '0'.repeat(64) }, 'tool_version_changed', '#/version'],
    [{ ...add, input: { a: 1 } }, 'invalid_tool_input', '#/input/b'],
    [{ ...add, input: { a: 1, b: '2' } }, 'invalid_tool_input', '#/input/b'],
    [{ ...add, timeoutSeconds: 61 }, 'timeout_exceeded', '#/timeoutSeconds'],
    [{ ...add, maxReservedAmount: 1_049_999 }, 'hold_above_maximum', '#/maxReservedAmount'],
  ])('%j: 422 %s', async (body, code, pointer) => {
    const answer = await tenant.create(body, { path: TOOL_RUNS });
    expect(answer.status).toBe(422);
    expect(problemOf(answer, code).errors).toMatchObject([{ pointer }]);
  });
  it('of an input with several faults names them all', async () => {
    const body = { tool: 'sandbox/add', input: { a: '1' } };
    const answer = await tenant.create(body, { path: TOOL_RUNS });
    const pointers = problemOf(answer, 'invalid_tool_input').errors!.map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['#/input/a', '#/input/b']);
  });
  it('of an input beyond the bound: 422 invalid_tool_input', async () => {
    const input = { text: 'x'.repeat(262_144) };
    const answer = await tenant.create({ tool: 'sandbox/echo', input }, { path: TOOL_RUNS });
    expect(problemOf(answer, 'invalid_tool_input').errors).toMatchObject([{ pointer: '#/input' }]);
  });
  it('of an empty wallet: 402 insufficient_credit', async () => {
    const poor = await service.tenant({ amount: 1_000_000 });
    expect((await poor.create(add, { path: TOOL_RUNS })).status).toBe(402);
  });
  it('of a key without the scope: 403 insufficient_scope', async () => {
    const { key } = await tenant.newKey({ scopes: ['models:run', 'tools:read'] });
    const refused = await tenant.send({
      ...{ key, path: TOOL_RUNS, body: add, headers: { 'Idempotency-Key': unique('call') } },
    });
    expect(refused.status).toBe(403);
  });
});

describe('what is known', () => {
  it('of the sandbox is what the service has, also after a version that had another', async () => {
    await service.database.db.query(
      `with older as (
         insert into tool_definition (tool, version, definition, approved_at)
         select tool, repeat('0', 64), definition, now() from tool_definition where tool = 'sandbox/echo'
         returning tool, version
       )
       update tool set seen_version = older.version, approved_version = older.version
       from older where id = older.tool`,
    );
    const { database } = service;
    const newer = await startService({ parts: ['api'], database });
    const { key } = tenant.key;
    const answer = await newer.send({ path: '/v1/developer/tools/sandbox%2Fecho', key });
    expect(answer.status, answer.text).toBe(200);
    expect((jsonOf(answer) as CatalogTool).version).not.toBe('0'.repeat(64));
    await newer.close();
  });
  it('is a catalog in pages, and each tool by its identifier', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = jsonOf(await tenant.get(`/v1/developer/tools?limit=5${after}`)) as {
        data: CatalogTool[];
        nextCursor: string | null;
      };
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toContain('sandbox/echo');
    const tool = jsonOf(await tenant.get('/v1/developer/tools/sandbox%2Fadd'));
    expect(tool).toMatchObject({ id: 'sandbox/add', functionName: 'sandbox__add' });
  });
  it('is pinned by its version', async () => {
    const tool = jsonOf(await tenant.get('/v1/developer/tools/sandbox%2Fecho')) as CatalogTool;
    const run = await call('echo', { text: 'a' }, { version: tool.version });
    expect(run.toolVersion).toBe(tool.version);
  });
  it('is an estimate of what would be held', async () => {
    const body = { tool: 'sandbox/slow', input: {}, timeoutSeconds: 30 };
    const answer = await tenant.send({ path: `${TOOL_RUNS}/estimate`, body });
    expect(jsonOf(answer)).toMatchObject({
      ...{ tool: 'sandbox/slow', timeoutSeconds: 30, reservedAmount: 4_200_000, covered: true },
    });
  });
  it('are the runs, narrowed by tool, parent and label; model runs are not among them', async () => {
    const parent = { runId: 'run_01k0a2v4xfe8t9m3c5h7j1q6wz', toolCallId: unique('call') };
    const metadata = { test: unique('label') };
    const run = await call('echo', { text: 'a' }, { parent, metadata });
    expect(run).toMatchObject({ parent, metadata });
    for (const filter of [
      `parentRunId=${parent.runId}`,
      `metadata=test:${metadata.test}`,
      `tool=sandbox/echo&metadata=test:${metadata.test}`,
    ]) {
      const { data } = jsonOf(await tenant.get(`${TOOL_RUNS}?${filter}`)) as ToolRunList;
      expect(data.map(({ id }) => id)).toEqual([run.id]);
      expect(data[0]).not.toHaveProperty('output');
    }
  });
});
