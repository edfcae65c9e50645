import { describe, expect, expectTypeOf, it } from 'vitest';
import { converse, tool } from '../../client/agents.ts';
import {
  type CatalogTool,
  type ClientError,
  type CreateModelRun,
  type CreateToolRun,
  createClient,
  formatMoney,
  hasToolCalls,
  InsufficientCreditError,
  isCompleted,
  isFailed,
  isKnownProblem,
  isPending,
  isProblem,
  isTerminal,
  type KnownProblemCode,
  type ModelRun,
  type ModelRunError,
  type ModelRunSummary,
  type Problem,
  type ProblemErrorOf,
  problemErrors,
  type ToolCall,
  type ToolRun,
  type ToolRunError,
  type ToolRunSummary,
  type Unlisted,
  unlisted,
} from '../../client/index.ts';
import { PROBLEMS } from '../../server/platform/lib/problem.ts';
import { at, strings } from '../contract/document.ts';
import { run } from './hostile-server.ts';

const client = createClient({ baseUrl: 'http://localhost:8080', apiKey: 'mock' });

const PROBLEM = {
  type: 'about:blank',
  title: 'A title',
  status: 402,
  detail: 'A detail.',
  requestId: 'req_1',
};

describe('the classes of errors', () => {
  it('are those of the contract and of the service, one for each code', () => {
    const codes = strings(at('components', 'schemas', 'ProblemCode')['x-extensible-enum']);
    expect(Object.keys(problemErrors).sort()).toEqual([...codes].sort());
    expect(Object.keys(problemErrors).sort()).toEqual(Object.keys(PROBLEMS).sort());
    expect(new Set(Object.values(problemErrors)).size).toBe(codes.length);
  });

  it('narrow by class and by code', () => {
    expectTypeOf<keyof typeof problemErrors>().toEqualTypeOf<KnownProblemCode>();
    expectTypeOf<ProblemErrorOf<'insufficient_credit'>>().toEqualTypeOf<InsufficientCreditError>();
    const error: unknown = undefined;
    if (error instanceof InsufficientCreditError) {
      expectTypeOf(error.code).toEqualTypeOf<'insufficient_credit'>();
      expectTypeOf(error.affordableMaxOutputTokens).toEqualTypeOf<number | undefined>();
      expectTypeOf(error.account).toEqualTypeOf<'wallet' | 'key_credit' | undefined>();
      expectTypeOf(error).toExtend<ClientError>();
    } else if (isProblem(error, 'spending_limit_reached')) {
      expectTypeOf(error.limit).toEqualTypeOf<number | undefined>();
    } else if (isProblem(error, 'hold_above_maximum')) {
      expectTypeOf(error.maximum).toEqualTypeOf<number | undefined>();
    }
    // @ts-expect-error: no such code
    expect(isProblem(error, 'sold_out')).toBe(false);
  });

  it('narrow a document by its code to the members that come with it', () => {
    const problem: Problem = { ...PROBLEM, code: 'insufficient_credit', requiredAmount: 5 };
    expect(isKnownProblem(problem)).toBe(true);
    if (isKnownProblem(problem) && problem.code === 'insufficient_credit') {
      expectTypeOf(problem.requiredAmount).toEqualTypeOf<number>();
      expectTypeOf(problem.affordableMaxOutputTokens).toEqualTypeOf<number | undefined>();
    }
    if (isProblem(problem, 'max_output_tokens_exceeded')) {
      expectTypeOf(problem.maxOutputTokens).toEqualTypeOf<number>();
    }
    // A hold can be beyond what money counts.
    if (isProblem(problem, 'hold_above_maximum')) {
      expectTypeOf(problem.requiredAmount).toEqualTypeOf<number | undefined>();
    }
    expect(isProblem(problem, 'insufficient_credit')).toBe(true);
    expect(isProblem(problem, 'not_found')).toBe(false);
  });

  it('keep the code of a later service', () => {
    const problem: Problem = { ...PROBLEM, code: unlisted('sold_out') };
    expect(isKnownProblem(problem)).toBe(false);
    expect(isKnownProblem(undefined)).toBe(false);
    expectTypeOf<KnownProblemCode>().toExtend<Problem['code']>();
    expectTypeOf<Unlisted>().toExtend<Problem['code']>();
    expectTypeOf<Problem['code']>().not.toExtend<KnownProblemCode>();
  });
});

describe('a set that may grow', () => {
  it('does not compile with a typo', () => {
    const one: ModelRun = run();
    const wrong = () => [
      // @ts-expect-error: completed
      one.state === 'complted',
      // @ts-expect-error: canceled is not how it is written
      one.error?.code === 'canceled',
      // @ts-expect-error: no such state of model runs
      client.modelRuns.list({ state: 'running' }),
      // @ts-expect-error: one of them is a typo
      client.modelRuns.list({ state: ['failed', 'compleeted'] }),
    ];
    expect(wrong).toBeTypeOf('function');
    switch (one.state) {
      case 'completed':
        break;
      // @ts-expect-error: failed
      case 'faild':
        break;
    }
  });

  it('takes what a later service adds', () => {
    const one: ModelRun = { ...run(), state: unlisted('paused') };
    expectTypeOf(one.state).toExtend<string>();
    const text: string = one.state;
    expect(text).toBe('paused');
    expect(one.state === unlisted('paused')).toBe(true);
    expect(isPending(one)).toBe(true);
    const calls = () => [
      client.modelRuns.list({ state: one.state }),
      client.modelRuns.list({ state: ['failed', unlisted('paused')] }),
      client.modelRuns.list({ state: 'completed' }),
    ];
    expect(calls).toBeTypeOf('function');
    // What may come next is no mistake of the caller's.
    switch (one.state) {
      case 'completed':
      case 'failed':
        break;
      default:
        expectTypeOf<Unlisted>().toExtend<typeof one.state>();
    }
  });

  it('of a raw answer is plain text, which the guards take', async () => {
    const raw = () => client.GET('/v1/developer/model-runs/{id}', { params: { path: { id: '' } } });
    const typed = async () => {
      const { data } = await raw();
      if (!data) return;
      expectTypeOf(data.state).toEqualTypeOf<string>();
      if (isFailed(data)) expectTypeOf(data.error.message).toEqualTypeOf<string>();
      return isCompleted(data) || isTerminal(data) || isPending(data);
    };
    expect(typed).toBeTypeOf('function');
  });
});

describe('the types', () => {
  it('of a request are the contract', () => {
    expectTypeOf(client.modelRuns.create).parameter(0).toEqualTypeOf<CreateModelRun>();
    const rest = { model: 'm', maxOutputTokens: 1, messages: [] };
    const robot = { role: 'robot', content: '' } as const;
    const wrong = () => [
      // @ts-expect-error: maxOutputTokens is missing
      client.modelRuns.create({ model: 'm', messages: [] }),
      // @ts-expect-error: no such role
      client.modelRuns.create({ ...rest, messages: [robot] }),
      // @ts-expect-error: no such member
      client.modelRuns.create({ ...rest, temparature: 1 }),
      // @ts-expect-error: a run has one key, and once makes it
      client.modelRuns.once('name', rest, { idempotencyKey: 'a' }),
      // @ts-expect-error: no such filter
      client.modelRuns.list({ states: 'failed' }),
      // @ts-expect-error: no such path
      client.GET('/v1/developer/runs'),
    ];
    expect(wrong).toBeTypeOf('function');
  });

  it('of an answer are the contract', () => {
    expectTypeOf(client.modelRuns.wait).returns.resolves.toEqualTypeOf<ModelRun>();
    expectTypeOf(client.modelRuns.create)
      .returns.resolves.toHaveProperty('requestKey')
      .toBeString();
    expectTypeOf(client.modelRuns.list).returns.toExtend<AsyncIterable<ModelRunSummary>>();
    // The list has no texts.
    expectTypeOf<ModelRunSummary>().not.toHaveProperty('text');
  });

  it('of tool runs are those of their kind', () => {
    expectTypeOf(client.toolRuns.create).parameter(0).toEqualTypeOf<CreateToolRun>();
    expectTypeOf(client.toolRuns.wait).returns.resolves.toEqualTypeOf<ToolRun>();
    expectTypeOf(client.toolRuns.list).returns.toExtend<AsyncIterable<ToolRunSummary>>();
    expectTypeOf(client.tools.get).returns.resolves.toEqualTypeOf<CatalogTool>();
    expectTypeOf<ToolRunSummary>().not.toHaveProperty('output');
    const one = {} as ToolRun;
    if (isFailed(one)) expectTypeOf(one.error).toEqualTypeOf<ToolRunError>();
    const calls = () => [
      client.toolRuns.list({ tool: 'sandbox/echo', parentRunId: 'run_1', state: 'failed' }),
      client.modelRuns.list({ model: 'sandbox/echo' }),
      // @ts-expect-error: a filter of tool runs
      client.modelRuns.list({ tool: 'sandbox/echo' }),
      // @ts-expect-error: a tool run is not created in batches
      client.toolRuns.createMany([]),
      // @ts-expect-error: input is missing
      client.toolRuns.create({ tool: 'sandbox/echo' }),
    ];
    expect(calls).toBeTypeOf('function');
  });

  it('of a tool are what its parse returns, or what its execute says, or any object', () => {
    const rest = { name: 'a', description: '', parameters: {} };
    const parsed = tool({
      ...rest,
      parse: (value) => ({ city: String(value) }),
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ city: string }>(),
    });
    const annotated = tool({ ...rest, execute: ({ city }: { city: string }) => city });
    const open = tool({
      ...rest,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>(),
    });
    expectTypeOf(converse).parameter(1).toHaveProperty('tools');
    const talk = () =>
      converse(client, {
        model: 'm',
        messages: [],
        maxOutputTokens: 1,
        tools: [parsed, annotated, open],
      });
    expect(talk).toBeTypeOf('function');
  });
});

describe('a guard', () => {
  it.each([
    ['reserved', { terminal: false, completed: false, failed: false }],
    ['needs_reconciliation', { terminal: false, completed: false, failed: false }],
    ['some_later_state', { terminal: false, completed: false, failed: false }],
    ['completed', { terminal: true, completed: true, failed: false }],
    ['failed', { terminal: true, completed: false, failed: true }],
  ])('knows what %s is', (state, { terminal, completed, failed }) => {
    const one = run({ state: unlisted(state) });
    expect(isTerminal(one)).toBe(terminal);
    expect(isPending(one)).toBe(!terminal);
    expect(isCompleted(one)).toBe(completed);
    expect(isFailed(one)).toBe(failed);
    expect(hasToolCalls(one)).toBe(false);
  });

  it('narrows', () => {
    const one: ModelRun = run();
    if (isFailed(one)) expectTypeOf(one.error).toEqualTypeOf<ModelRunError>();
    if (hasToolCalls(one)) expectTypeOf(one.message.tool_calls[0]).toEqualTypeOf<ToolCall>();
    expect(
      hasToolCalls({ ...one, state: 'completed', message: { role: 'assistant', tool_calls: [] } }),
    ).toBe(false);
  });
});

describe('money', () => {
  it.each([
    [3_938, 9, '0.000003938 USD'],
    [0, 9, '0.00 USD'],
    [1, 9, '0.000000001 USD'],
    [1_000_000_000, 9, '1.00 USD'],
    [1_500_000_000, 9, '1.50 USD'],
    [-250_000_000, 9, '-0.25 USD'],
    [9_007_199_254_740_991, 9, '9007199.254740991 USD'],
    [9_007_199_254_740_991, 18, '0.009007199254740991 USD'],
    [1_234, 0, '1234 USD'],
    [1_230, 1, '123.0 USD'],
    [1_230, 2, '12.30 USD'],
  ])('%i at scale %i is %s', (amount, scale, text) => {
    expect(formatMoney(amount, { scale, currency: 'USD' })).toBe(text);
  });

  it.each([1.5, Number.NaN, 2 ** 53, undefined as unknown as number])(
    '%s is no amount',
    (amount) => {
      expect(() => formatMoney(amount, { scale: 9, currency: 'USD' })).toThrow(/no whole number/);
    },
  );
});
