/** Traces, sessions and end users as people read them, and the scores that people give. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { spanIdOf } from '../../server/runs/index.ts';
import { OTLP_TRACES, otlpOf } from '../support/observability.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  callTool,
  type Dashboard,
  endOfCall,
  startDashboard,
} from './fixtures.ts';

type Turns = BodyOf<'listTurnsOfSession'>;
type Trace = BodyOf<'getWorkspaceTrace'>;
type Scores = BodyOf<'listScoresOfWorkspace'>;

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard();
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const read = <Body>(below: string) => customer.owner.get<Body>(customer.path + below);
const search = (query: Record<string, string>) => new URLSearchParams(query).toString();

async function bought(
  more: Record<string, unknown>,
  model = 'sandbox/echo',
  headers = {},
): Promise<ModelRun> {
  const { tenant } = customer;
  const created = runOf(await tenant.create(request(model, more), { headers }));
  await tenant.end(created.id);
  return runOf(await tenant.get(`/v1/developer/model-runs/${created.id}`));
}

const spanOf = ({ id }: ModelRun) => spanIdOf(idToUuid('run', id)!);

function judge(
  body: object,
  headers = { 'Idempotency-Key': unique('click') },
  by = customer.owner,
) {
  return by.send({ path: `${customer.path}/scores`, headers, body });
}

test('a trace is the runs and the spans of the program as one tree, and its total is the ledger', async () => {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const root = { traceId, spanId: '00f067aa0ba902b7', name: 'answer', durationMs: 900 };
  const headers = { traceparent: `00-${traceId}-${root.spanId}-01` };
  const run = await bought(
    { attribution: { sessionId: 'traced', endUserId: 'ada' } },
    undefined,
    headers,
  );
  await customer.tenant.send({ path: OTLP_TRACES, body: otlpOf([root]) });
  const trace = await read<Trace>(`/traces/${traceId}`);
  expect(trace.spans.map(({ spanId, depth }) => [spanId, depth])).toContainEqual([spanOf(run), 1]);
  expect(trace.totals).toMatchObject({ runs: 1, clientSpans: 1, chargedAmount: run.chargedAmount });
  const spans = await read<{ attributes: object }>(`/traces/${traceId}/spans/${spanOf(run)}`);
  expect(spans.attributes).toMatchObject({ 'gen_ai.conversation.id': 'traced' });
  for (const query of [{ sessionId: 'traced' }, { endUserId: 'ada' }]) {
    const { data } = await read<BodyOf<'listWorkspaceTraces'>>(`/traces?${search(query)}`);
    expect(data.map((each) => each.traceId)).toEqual([traceId]);
  }
});

test('a session is its runs as a conversation: what is new of each request, calls and what came of them', async () => {
  const attribution = { sessionId: unique('chat') };
  const add = {
    type: 'function',
    function: { name: 'add', parameters: { type: 'object', properties: {} } },
  };
  const first = await bought(
    {
      ...{ attribution, tools: [{ ...add.function, description: 'Adds' }] },
      messages: [{ role: 'user', content: 'What is 2 plus 3?' }],
    },
    'sandbox/tool-caller',
  );
  const call = first.message!.tool_calls![0]!;
  const parent = { runId: first.id, toolCallId: call.id };
  const input = { a: 2, b: 3 };
  const called = await endOfCall(
    customer.tenant,
    await callTool(customer.tenant, 'add', { input, parent, attribution }),
  );
  const messages = [
    { role: 'user', content: 'What is 2 plus 3?' },
    { role: 'assistant', content: 'I do not know.' },
    { role: 'user', content: [{ type: 'text', text: 'x'.repeat(4_500) }] },
  ];
  const second = await bought({ attribution, messages });
  const { data } = await read<Turns>(`/session/turns?${search(attribution)}`);
  expect(data.map(({ runId }) => runId)).toEqual([second.id, called.id, first.id]);
  expect(data[2]).toMatchObject({
    model: 'sandbox/tool-caller',
    messages: [
      { role: 'user', text: 'What is 2 plus 3?' },
      { role: 'assistant', calls: [{ id: call.id, name: 'add' }] },
    ],
  });
  expect(data[1]).toMatchObject({
    ...{ tool: 'sandbox/add', parentRunId: first.id, toolCallId: call.id },
    messages: [{ role: 'user', text: '{"a":2,"b":3}' }, { role: 'tool' }],
  });
  const message = data[0]!.messages[0]!;
  expect(message).toMatchObject({ role: 'user', isCut: true });
  expect(message.text).toHaveLength(4_000);
  const session = await read<BodyOf<'getWorkspaceSession'>>(`/session?${search(attribution)}`);
  const cost = [first, called, second].reduce((sum, run) => sum + (run.chargedAmount ?? 0), 0);
  expect(session.totals).toMatchObject({ runs: 3, chargedAmount: cost });
  const page = await read<Turns>(`/session/turns?limit=2&${search(attribution)}`);
  const cursor = page.nextCursor!;
  const rest = await read<Turns>(
    `/session/turns?${search({ ...attribution, limit: '2', cursor })}`,
  );
  expect(rest.data.map(({ runId }) => runId)).toEqual([first.id]);
});

test('a person judges once under a key, is named, and takes the score back', async () => {
  const run = await bought({ attribution: { promptId: 'judged', promptVersion: '3' } });
  const headers = { 'Idempotency-Key': unique('click') };
  const body = { name: 'helpfulness', value: 0.5, comment: 'Half of it.', runId: run.id };
  const made = bodyOf<BodyOf<'createScoreOfPerson', 201>>(await judge(body, headers));
  expect(made).toMatchObject({ source: 'human', savedBy: { name: customer.owner.name } });
  expect(made).not.toHaveProperty('keyId');
  expect((await judge(body, headers)).status).toBe(201);
  problemOf(await judge({ ...body, value: 1 }, headers), 'conflict');
  const listed = await read<Scores>(`/scores?${search({ runId: run.id })}`);
  expect(listed.data.map(({ id }) => id)).toEqual([made.id]);
  const path = `${customer.path}/scores/${made.id}`;
  expect((await customer.owner.send({ method: 'DELETE', path })).status).toBe(204);
  expect((await read<Scores>(`/scores?${search({ runId: run.id })}`)).data).toEqual([]);
});

test('scores that people give and delete are in the audit trail, those of programs are not', async () => {
  const { owner, path, tenant } = customer;
  const events = async () =>
    (await read<BodyOf<'listAuditEvents'>>('/audit-events')).data
      .filter(({ kind }) => kind.startsWith('score_'))
      .map(({ kind, actor, detail }) => ({ kind, by: actor?.id, detail }));
  const before = await events();
  const run = await bought({});
  const click = { 'Idempotency-Key': unique('click') };
  const body = { name: 'helpfulness', value: 0.5, comment: 'Half of it.', runId: run.id };
  const made = bodyOf<BodyOf<'createScoreOfPerson', 201>>(await judge(body, click));
  await judge(body, click);
  const span = { traceId: '5af92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  const ofSpan = bodyOf<BodyOf<'createScoreOfPerson', 201>>(
    await judge({ name: 'solved', value: true, span }),
  );
  const automatic = { name: 'verdict', value: 'right', source: 'automatic', sessionId: 'scored' };
  const byKey = bodyOf<{ id: string }>(
    await tenant.create(automatic, { path: '/v1/developer/observability/scores' }),
  );
  for (const id of [made.id, made.id, byKey.id]) {
    await owner.send({ method: 'DELETE', path: `${path}/scores/${id}` });
  }
  const by = owner.id;
  const ofRun = { scoreId: made.id, name: 'helpfulness', value: 0.5, runId: run.id };
  expect((await events()).slice(0, -before.length || undefined)).toEqual([
    {
      ...{ kind: 'score_deleted', by },
      detail: { scoreId: byKey.id, name: 'verdict', value: 'right', sessionId: 'scored' },
    },
    { kind: 'score_deleted', by, detail: ofRun },
    {
      ...{ kind: 'score_saved', by },
      detail: { scoreId: ofSpan.id, name: 'solved', value: true, ...span },
    },
    { kind: 'score_saved', by, detail: ofRun },
  ]);
});

test('members judge where the settings allow it: 403 forbidden', async () => {
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const body = { name: 'solved', value: true, sessionId: 'any' };
  const click = () => ({ 'Idempotency-Key': unique('click') });
  problemOf(await judge(body, click(), member), 'forbidden');
  const memberScopes = ['observability:run'];
  await customer.owner.send({ method: 'PATCH', path: customer.path, body: { memberScopes } });
  expect((await judge(body, click(), member)).status).toBe(201);
});

test('scores of a prompt are summarized by version: a mean of numbers, a distribution of the others', async () => {
  const { tenant } = customer;
  const name = unique('prompt');
  const path = `${customer.path}/prompts`;
  const click = () => ({ 'Idempotency-Key': unique('click') });
  bodyOf(await customer.owner.send({ path, headers: click(), body: { name, text: 'Hello' } }));
  for (const [promptVersion, values] of [
    ['2', [0.5, 0.8]],
    ['10', ['right', 'right', 'wrong', true]],
  ] as const) {
    const run = await bought({ attribution: { promptId: name, promptVersion } });
    for (const value of values) {
      const body = { name: 'quality', value, source: 'automatic', runId: run.id };
      await tenant.create(body, { path: '/v1/developer/observability/scores' });
    }
  }
  const { scores } = await read<BodyOf<'getScoresOfPrompt'>>(`/prompts/${name}/scores`);
  const right = { value: 'right', count: 2 };
  expect(scores).toEqual([
    {
      version: '10',
      name: 'quality',
      dataType: 'boolean',
      count: 1,
      values: [{ value: 'true', count: 1 }],
    },
    {
      version: '10',
      name: 'quality',
      dataType: 'categorical',
      count: 3,
      values: [right, { value: 'wrong', count: 1 }],
    },
    {
      version: '2',
      name: 'quality',
      dataType: 'numeric',
      count: 2,
      mean: '0.65',
      lowest: '0.5',
      highest: '0.8',
    },
  ]);
});

test('runs are found by the prompt and the version that they are attributed to', async () => {
  const promptId = unique('prompt');
  const [one, two] = await Promise.all(
    ['1', '2'].map((promptVersion) => bought({ attribution: { promptId, promptVersion } })),
  );
  const list = async (query: Record<string, string>) =>
    (await read<BodyOf<'listRuns'>>(`/runs?${search(query)}`)).data.map(({ id }) => id);
  expect((await list({ promptId })).sort()).toEqual([one!.id, two!.id].sort());
  expect(await list({ promptId, promptVersion: '2' })).toEqual([two!.id]);
});
