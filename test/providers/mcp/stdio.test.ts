/** Servers that are processes: what their endings prove, and what they can't do to others. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../../server/platform/telemetry/log.ts';
import type {
  ToolDefinition,
  ToolProvider,
} from '../../../server/tool-runs/providers/tool-provider.ts';
import { answerOf, asProcess, call, newRunId, openMcp, textOf } from './calls.ts';

const HOSTILE = join(import.meta.dirname, 'hostile-server.ts');

function hostile(character = 'plain', bounds: Parameters<typeof asProcess>[2] = {}): ToolProvider {
  return asProcess([HOSTILE, character], { isolation: 'off' }, bounds).provider;
}

async function isWell(provider: ToolProvider): Promise<void> {
  expect(textOf(await call(provider, 'plain'))).toBe('plain');
}

describe('nothing is sent', () => {
  test('to a program that does not exist', async () => {
    const { provider } = openMcp({
      kind: 'stdio',
      command: '/nowhere/at/all',
      args: [],
      env: {},
      sandbox: { isolation: 'off' },
    });
    const { outcome, events } = await call(provider, 'plain');
    expect(outcome).toMatchObject({ kind: 'not_sent' });
    expect(events).toEqual([]);
  });

  test('to a process that ends before it is ready, which is started ever more seldom', async () => {
    const provider = hostile('stillborn');
    const first = await call(provider, 'plain');
    expect(first.outcome).toMatchObject({
      kind: 'not_sent',
      reason: expect.stringContaining('before it was ready'),
    });
    const second = await call(provider, 'plain');
    expect(second.outcome).toMatchObject({
      kind: 'not_sent',
      reason: expect.stringContaining('started again shortly'),
    });
  });

  test('to a process that never says that it is ready', async () => {
    const { outcome } = await call(hostile('mute', { connectTimeoutMs: 500 }), 'plain');
    expect(outcome).toMatchObject({
      kind: 'not_sent',
      reason: expect.stringContaining('not ready in time'),
    });
  });

  test('once the lease has ended', async () => {
    const provider = hostile();
    await isWell(provider);
    const hooks = {
      beforeSend() {
        throw new Error('the lease has ended');
      },
    };
    expect((await call(provider, 'plain', {}, { hooks })).outcome.kind).toBe('not_sent');
  });

  test('by a provider that is closed', async () => {
    const provider = hostile();
    await isWell(provider);
    await provider.close();
    expect((await call(provider, 'plain')).outcome.kind).toBe('not_sent');
  });

  test('of a run whose call is under way', async () => {
    const provider = hostile();
    const runId = newRunId();
    const first = call(provider, 'hangs', {}, { runId, timeoutMs: 2_000 });
    await pause(1_000);
    const second = await call(provider, 'plain', {}, { runId });
    expect(second.outcome.kind).toBe('not_sent');
    expect((await first).outcome.kind).toBe('failed');
  });
});

describe('an error', () => {
  test.each([
    ['refused', { kind: 'refused', providerStatus: 422 }],
    ['unknown', { kind: 'refused', providerStatus: 404 }],
    ['wrong-result', { kind: 'failed', error: { code: 'tool_error' } }],
    ['internal', { kind: 'failed', error: { code: 'tool_error' } }],
    ['application', { kind: 'failed', error: { code: 'tool_error' } }],
    ['visit', { kind: 'failed', error: { code: 'needs_input' } }],
    ['upstream', { kind: 'unknown' }],
  ])('%s', async (name, outcome) => {
    const called = await call(hostile(), name);
    expect(called.outcome).toMatchObject(outcome);
  });

  test('quotes its server without what is secret', async () => {
    const provider = hostile('plain', { env: { SECRET: 'hidden-value-123456' } });
    const { outcome } = await call(provider, 'refused');
    expect(outcome).toMatchObject({
      words: expect.stringContaining('It went wrong with [removed]'),
    });
  });
});

test('a server that lists nothing is quoted without what is secret', async () => {
  const provider = hostile('listing-nothing', { env: { SECRET: 'hidden-value-123456' } });
  const error = await provider.listTools(AbortSignal.timeout(60_000)).catch((thrown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining('went wrong with [removed]') });
  expect(JSON.stringify(describeError(error))).not.toContain('hidden-value');
});

describe('an answer that', () => {
  test.each([
    ['deep', '9002 levels'],
    ['no-result', 'Its result is no object.'],
    ['no-content', 'Its content is no list.'],
    ['no-utf8', 'UTF-8'],
  ])('cannot be used ends its run with answer_unusable, which says why: %s', async (name, why) => {
    const provider = hostile();
    const { outcome } = await call(provider, name);
    expect(outcome).toMatchObject({
      ...{ kind: 'failed', error: { code: 'answer_unusable', retryable: false } },
      error: { message: expect.stringContaining(why) },
      ...(name !== 'no-utf8' && { answer: { content: [], raw: expect.any(String) } }),
    });
    await isWell(provider);
  });

  test('is an error that cannot be read leaves the outcome unknown', async () => {
    const provider = hostile();
    const { outcome } = await call(provider, 'no-error');
    expect(outcome).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('read') });
    await isWell(provider);
  });

  test.each(['large-id-first', 'large-id-last'])(
    'is far too large ends its own run only, and takes no memory: %s',
    async (name) => {
      const provider = hostile();
      await isWell(provider);
      const before = process.memoryUsage().rss;
      const [other, large] = await Promise.all([
        call(provider, 'later', {}, { timeoutMs: 60_000 }),
        call(provider, name, {}, { timeoutMs: 60_000 }),
      ]);
      expect(large.outcome).toMatchObject({
        kind: 'failed',
        error: { code: 'answer_unusable', message: expect.stringContaining('8388608 bytes') },
      });
      expect(large.size).toBe(8_388_608);
      expect(textOf(other)).toBe('later');
      expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    },
  );

  test('comes among garbage is found', async () => {
    expect(textOf(await call(hostile(), 'garbage'))).toBe('after garbage');
  });

  test('has broken metadata is kept', async () => {
    expect(answerOf(await call(hostile(), 'bad-meta')).content).toEqual([]);
  });

  test('has numbers that a double would change keeps them', async () => {
    const { structured } = answerOf(await call(hostile(), 'exact'));
    expect(JSON.stringify(structured)).toBe('{"id":12345678901234567890}');
  });

  test('belongs to no call is not waited for longer than the time', async () => {
    const provider = hostile();
    const [wrong] = await Promise.all([
      call(provider, 'wrong-ids', {}, { timeoutMs: 1_500 }),
      isWell(provider),
    ]);
    expect(wrong.outcome).toMatchObject({ kind: 'failed', error: { code: 'timed_out' } });
  });
});

describe('a server that', () => {
  test('reports invalid progress is not believed', async () => {
    const { progress } = await call(hostile(), 'odd-progress');
    expect(progress.map(({ value, total }) => [value, total])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    const { message } = progress[0]!;
    expect(message!.isWellFormed() && !message!.includes('\0')).toBe(true);
  });

  test('says that a task took years is charged for the time that it was waited for', async () => {
    expect(answerOf(await call(hostile(), 'long-task')).durationMs).toBeLessThan(60_000);
  });

  test('reports progress without end does no harm', async () => {
    const provider = hostile();
    const [{ progress }] = await Promise.all([
      call(provider, 'progress', {}, { timeoutMs: 60_000 }),
      isWell(provider),
    ]);
    expect(progress.map(({ value }) => value)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test('asks without end is not answered without end', async () => {
    const provider = hostile();
    expect(textOf(await call(provider, 'asks'))).toBe('asked');
    await isWell(provider);
  });

  test('never answers is asked to stop', async () => {
    const provider = hostile();
    const hanging = await call(provider, 'hangs', {}, { timeoutMs: 1_000 });
    expect(hanging.outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'timed_out', message: expect.stringContaining('may have taken effect') },
    });
    expect(textOf(await call(provider, 'cancelled'))).toBe('1');
  });

  test('dies leaves the outcomes unknown, and is started again', async () => {
    const provider = hostile();
    const [dead, other] = await Promise.all([call(provider, 'dies'), call(provider, 'hangs')]);
    expect(dead.outcome).toMatchObject({ kind: 'unknown' });
    expect(other.outcome).toMatchObject({ kind: 'unknown' });
    await pause(300);
    await isWell(provider);
  });

  test('has other tools now is noticed', async () => {
    const provider = hostile();
    let changes = 0;
    provider.onToolsChanged!(() => {
      changes += 1;
    });
    await call(provider, 'changes');
    expect(changes).toBe(1);
  });
});

describe('a tool that may be a task', () => {
  const asTask = (name: string) => ({ name, inputSchema: {}, tasks: 'optional' as const });

  test('may answer at once', async () => {
    expect(textOf(await call(hostile(), asTask('plain')))).toBe('plain');
  });

  test('whose name can not be kept leaves its outcome unknown', async () => {
    const { outcome, events } = await call(hostile(), asTask('odd-task'));
    expect(outcome).toEqual({ kind: 'unknown', reason: expect.stringContaining('read') });
    expect(events).toEqual(['before send']);
  });

  test('and whose server speaks of another one leaves its outcome unknown', async () => {
    const { outcome, events } = await call(hostile(), asTask('idle-task'));
    expect(outcome).toMatchObject({ kind: 'unknown', reference: 'idle' });
    expect(events).toEqual(['before send', 'reference idle']);
  });

  test('is not found if the server does not know it, and not asked for if there is no server', async () => {
    const signal = AbortSignal.timeout(60_000);
    expect(await hostile().lookUp!('nobody', signal)).toEqual({ kind: 'not_found' });
    expect(await hostile('stillborn').lookUp!('nobody', signal)).toMatchObject({
      kind: 'unavailable',
    });
  });
});

test('a call carries the name of its run, and its trace', async () => {
  const runId = newRunId();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const params = JSON.parse(
    textOf(await call(hostile(), 'meta', { a: 1 }, { runId, traceparent })),
  );
  expect(params).toMatchObject({
    name: 'meta',
    arguments: { a: 1 },
    _meta: { 'model-run-api/runId': runId, traceparent },
  });
});

describe('a list of tools', () => {
  const list = (character: string) => hostile(character).listTools(AbortSignal.timeout(60_000));

  test('is read page by page; tasks count only where the server has them', async () => {
    expect(await list('pages')).toEqual({
      tools: [
        { name: 'a', inputSchema: { type: 'object' } },
        { name: 'b', inputSchema: { type: 'object' } },
      ],
      ...{ leftOut: [], isWhole: true },
    });
  });

  test('has the names that its server gave, numbers among them', async () => {
    const [definition] = (await list('numbered')).tools;
    expect(definition?.inputSchema).toEqual({
      properties: { 1: { type: 'string', minLength: 1 } },
    });
  });

  test('is whole where its cursor is null or empty', async () => {
    for (const character of ['null-cursor', 'empty-cursor']) {
      const { tools, leftOut, isWhole } = await list(character);
      expect({ names: namesOf(tools), leftOut, isWhole }).toEqual({
        ...{ names: ['a'], leftOut: [], isWhole: true },
      });
    }
  });

  test.each([
    ['repeated-cursor', ['a'], 'does not end'],
    ['circular-cursor', ['a', 'b'], 'does not end'],
    ['number-cursor', ['a'], 'does not end'],
    ['refused-page', ['a'], 'cannot be read'],
    ['endless', ['a'], 'The first 100 pages are read'],
    ['many', Array.from({ length: 1_000 }, (_, i) => `t${i}`), 'more than 1000 tools'],
  ])(
    'is taken as far as it goes where it breaks a rule, which is said: %s',
    async (character, names, words) => {
      const { tools, leftOut, isWhole } = await list(character);
      expect(namesOf(tools)).toEqual(names);
      expect(leftOut).toEqual([{ reason: expect.stringContaining(words) }]);
      expect(isWhole).toBe(false);
    },
  );

  test('has all tools but those of no use, which are named with the reason', async () => {
    const { tools, leftOut, isWhole } = await list('odd');
    expect(namesOf(tools)).toEqual(['plain', 'repeated', 'half-a-letter', 'last']);
    expect(isWhole).toBe(true);
    const name = 'Its name is not 1 to 128 visible ASCII characters.';
    const schema = 'It has no schema of its input.';
    expect(leftOut).toEqual([
      { tool: 'two words', reason: name },
      { tool: '天気', reason: name },
      { tool: 'x'.repeat(128), reason: name },
      { tool: 'no. 5 of the list', reason: name },
      { tool: 'doubled', reason: 'The server lists different tools by this name.' },
      { tool: 'schemaless', reason: schema },
      { tool: 'large', reason: 'Its outputSchema has more than 65536 bytes.' },
      { tool: 'null-schema', reason: schema },
      { tool: 'no. 14 of the list', reason: 'It is no object.' },
      { tool: 'no. 15 of the list', reason: 'It is no object.' },
    ]);
  });

  test('names a bounded number of tools of no use', async () => {
    const { tools, leftOut } = await list('all-odd');
    expect(tools).toEqual([]);
    expect(leftOut).toHaveLength(101);
    expect(leftOut.at(-1)).toEqual({ reason: expect.stringContaining('More than 100 tools') });
  });

  test('is none where there is no list', async () => {
    await expect(list('listless')).rejects.toThrow('no tools');
  });
});

function namesOf(tools: readonly ToolDefinition[]): string[] {
  return tools.map(({ name }) => name);
}
