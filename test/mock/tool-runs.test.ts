import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { converse } from '../../client/agents.ts';
import { createClient, type ToolRun } from '../../client/index.ts';
import type { CreateToolRun, Problem } from '../../openapi/generated/developer.ts';
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import { unique } from '../support/service.ts';
import { type QueriedMock, type Question, startQueriedMock } from './asking.ts';

let mock: QueriedMock;
beforeAll(async () => {
  // Runs advance when they are read, and not because the machine is slow.
  vi.useFakeTimers({ toFake: ['Date'] });
  mock = await startQueriedMock();
});
afterAll(() => {
  vi.useRealTimers();
  return mock.close();
});

const client = () => createClient({ baseUrl: mock.url, apiKey: 'mrk_any' });
const INPUTS: Record<string, CreateToolRun['input']> = {
  ...{ 'sandbox/echo': { text: 'Hi' }, 'sandbox/add': { a: 2, b: 3 } },
};
const call = (tool: string, more: object = {}) => ({ tool, input: INPUTS[tool] ?? {}, ...more });

/** Checks it against the contract, and reads it for as long as it is pending. */
async function statesOf(tool: string, more: Partial<Question> = {}) {
  const created = await mock.ask({ operation: 'createToolRun', body: call(tool), ...more });
  const runs = [JSON.parse(created.text) as ToolRun];
  while (runs.at(-1)!.finishedAt === undefined) {
    const read = await mock.ask({ operation: 'getToolRun', name: runs[0]!.id });
    runs.push(JSON.parse(read.text) as ToolRun);
  }
  const states = runs.map(({ state }) => state);
  return { runs, states: states.filter((state, i) => state !== states[i - 1]), last: runs.at(-1)! };
}

const LOST_TASK = ['reserved', 'submitting', 'needs_reconciliation', 'failed'];

describe('a tool run of the mock', () => {
  it.each([
    ['sandbox/echo', ['reserved', 'completed'], undefined],
    ['sandbox/add', ['reserved', 'completed'], undefined],
    ['sandbox/slow', ['reserved', 'submitting', 'completed'], undefined],
    ['sandbox/fails', ['reserved', 'failed'], 'tool_error'],
    ['sandbox/wrong-output', ['reserved', 'failed'], 'invalid_output'],
    ['sandbox/huge', ['reserved', 'failed'], 'answer_unusable'],
    ['sandbox/hangs', ['reserved', 'submitting', 'failed'], 'timed_out'],
    ['sandbox/needs-input', ['reserved', 'submitting', 'failed'], 'needs_input'],
    ['sandbox/refuses', ['reserved', 'failed'], 'provider_refused'],
    ['sandbox/lost-task', LOST_TASK, 'outcome_unknown'],
    ['sandbox/counts', ['reserved', 'completed'], undefined],
    ['sandbox/breaks', ['reserved', 'needs_reconciliation', 'failed'], 'outcome_unknown'],
  ])('of %s goes through %j, as its name says', async (tool, expected, code) => {
    // A task knows its age by the clock.
    if (tool === 'sandbox/needs-input') vi.useRealTimers();
    const { states, runs, last } = await statesOf(tool);
    // A read waits only for so long: on a busy machine it may also find work that is not slow by itself.
    const isSlow = expected.includes('submitting');
    expect(states.filter((state) => isSlow || state !== 'submitting')).toEqual(expected);
    expect(last.error?.code).toBe(code);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect(runs.every((run) => run.tool === tool)).toBe(true);
    expect((await statesOf(tool, { prefer: 'wait=20' })).states).toEqual(expected.slice(-1));
    vi.useFakeTimers({ toFake: ['Date'] });
  });

  it.each(['sandbox/key-revoked', 'others/anything', 'echo'])(
    'of a tool that the service does not have is refused: %s',
    async (tool) => {
      const answer = await mock.ask({ operation: 'createToolRun', body: call(tool) });
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text)).toMatchObject({
        ...{ code: 'unknown_tool', errors: [{ pointer: '#/tool', code: 'unknown_tool' }] },
      });
    },
  );

  it('whose input its tool does not take is refused, with each fault', async () => {
    const body = { tool: 'sandbox/add', input: { a: 2, b: 'three' } };
    const answer = await mock.ask({ operation: 'createToolRun', body });
    expect(JSON.parse(answer.text)).toMatchObject({
      ...{ status: 422, code: 'invalid_tool_input', errors: [{ pointer: '#/input/b' }] },
    });
  });

  it('has an id of its own and the parent of its request, and is replayed for its key alone', async () => {
    const { toolRuns } = client();
    const stated = { parent: { runId: `run_${'0'.repeat(26)}`, toolCallId: 'call_1' } };
    const keys = [unique('call'), unique('call')] as const;
    const [one, two] = await Promise.all(
      keys.map((idempotencyKey, i) =>
        toolRuns.create(call('sandbox/echo', { input: { text: `${i}` }, ...(i === 0 && stated) }), {
          idempotencyKey,
        }),
      ),
    );
    expect(one!.run.id).not.toBe(two!.run.id);
    const ended = await toolRuns.get(one!.run.id);
    expect(ended).toMatchObject({ ...stated, output: { content: [{ type: 'text', text: '0' }] } });
    expect(await toolRuns.get(two!.run.id)).not.toHaveProperty('parent');
    expect((await toolRuns.find(keys[1]))?.id).toBe(two!.run.id);

    const again = await toolRuns.create(
      { ...call('sandbox/echo'), input: { text: '0' }, ...stated },
      { idempotencyKey: keys[0] },
    );
    expect(again).toMatchObject({ replayed: true, run: { id: one!.run.id, state: 'completed' } });
    const other = toolRuns.create(call('sandbox/echo'), { idempotencyKey: keys[0] });
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reuse' });
  });

  it.each([
    'unknown_tool',
    'tool_version_changed',
    'invalid_tool_input',
    'timeout_exceeded',
    'hold_above_maximum',
  ])('is refused with 422 %s on demand', async (code) => {
    const prefer = `code=422, example=${code}`;
    for (const operation of ['createToolRun', 'estimateToolRun']) {
      const answer = await mock.ask({ operation, prefer });
      expect(answer.status).toBe(422);
      expect((JSON.parse(answer.text) as Problem).code).toBe(code);
    }
  });

  it('is not there under the id of a model run, nor the other way round', async () => {
    const { toolRuns, modelRuns } = client();
    const { run } = await toolRuns.create(call('sandbox/echo'));
    const modelRun = run.id.slice(1);
    await expect(toolRuns.get(modelRun)).rejects.toMatchObject({ code: 'not_found' });
    await expect(modelRuns.get(run.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the client and the mock', () => {
  let fresh: QueriedMock;
  beforeAll(async () => {
    fresh = await startQueriedMock();
  });
  afterAll(() => fresh.close());
  const client = () => createClient({ baseUrl: fresh.url, apiKey: 'mrk_any' });

  it('list tool runs to the end, by their tool as well', async () => {
    const { toolRuns } = client();
    for (const tool of ['sandbox/echo', 'sandbox/fails', 'sandbox/slow']) {
      const { run } = await toolRuns.create(call(tool));
      await toolRuns.get(run.id);
    }
    const tools: string[] = [];
    for await (const { tool } of toolRuns.list({ limit: 1 })) tools.push(tool);
    expect(tools).toEqual(['sandbox/slow', 'sandbox/fails', 'sandbox/echo']);
    const failed: string[] = [];
    for await (const { tool } of toolRuns.list({ tool: 'sandbox/fails' })) failed.push(tool);
    expect(failed).toEqual(['sandbox/fails']);
  });

  it('show the run of the list under its id', async () => {
    const { toolRuns } = client();
    for await (const summary of toolRuns.list({ state: 'failed' })) {
      const { output: _, ...facts } = await toolRuns.get(summary.id);
      expect(facts).toEqual(summary);
    }
  });

  it('estimate, and return the limits', async () => {
    const { toolRuns } = client();
    expect(await toolRuns.estimate(call('sandbox/echo'))).toMatchObject({ covered: true });
    expect(await toolRuns.limits()).toMatchObject({ maxInputBytes: 262_144 });
  });

  it('cancel the run that was created', async () => {
    const { toolRuns } = client();
    const { run } = await toolRuns.create(call('sandbox/slow'));
    expect(await toolRuns.get(run.id)).toMatchObject({ state: 'submitting' });
    const cancelled = await toolRuns.cancel(run.id);
    expect(cancelled).toMatchObject({ id: run.id, tool: 'sandbox/slow', state: 'submitting' });
    expect(cancelled.cancelRequestedAt).toBeDefined();
  });

  it('have the tools of the sandbox, and no others', async () => {
    const { tools } = client();
    const ids: string[] = [];
    for await (const { id } of tools.list()) ids.push(id);
    expect(ids).toEqual(sandboxTools.map(({ name }) => `sandbox/${name}`).toSorted());
    const fails = await tools.get('sandbox/fails');
    expect(fails).toMatchObject({
      ...{ id: 'sandbox/fails', functionName: 'sandbox__fails', description: 'Fails.' },
    });
    for (const id of ['sandbox/key-revoked', 'others/anything']) {
      await expect(tools.get(id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('have a conversation with a tool of the catalog', async () => {
    const { modelRuns, toolRuns, computeJobs, tools } = client();
    const talk = await converse(
      { modelRuns, toolRuns, computeJobs },
      {
        ...{ model: 'sandbox/tool-caller', maxOutputTokens: 100 },
        messages: [{ role: 'user', content: 'Say something.' }],
        tools: [await tools.get('sandbox/echo')],
      },
    );
    expect(talk.toolRuns).toMatchObject([
      { tool: 'sandbox/echo', state: 'completed', parent: { runId: talk.runs[0]!.id } },
    ]);
    expect(talk.messages.at(-2)).toMatchObject({ role: 'tool', content: 'example' });
  });
});
