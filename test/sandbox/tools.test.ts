/** Every ending of a call, by the tool that plays it, through the real adapter. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  startToolSandbox,
  type ToolSandbox,
  type ToolSandboxOptions,
} from '../../server/sandbox/tools/index.ts';
import type { ToolProvider } from '../../server/tool-runs/providers/tool-provider.ts';
import {
  answerOf,
  call,
  definitionsOf,
  newRunId,
  overHttp,
  textOf,
} from '../providers/mcp/calls.ts';

interface Opened {
  sandbox: ToolSandbox;
  provider: ToolProvider;
  again(): ToolProvider;
}

async function open(options: Partial<ToolSandboxOptions> = {}): Promise<Opened> {
  const sandbox = await startToolSandbox({ port: 0, apiKey: 'key', slowMs: 200, ...options });
  onTestFinished(() => sandbox.close());
  const again = () => overHttp(sandbox.url, 'key');
  return { sandbox, provider: again(), again };
}

describe('an answer', () => {
  test('of a text', async () => {
    const { provider } = await open();
    const called = await call(provider, 'echo', { text: 'Hello' });
    expect(textOf(called)).toBe('Hello');
    expect(called.events).toEqual(['before send']);
    expect(called.size).toBeGreaterThan(0);
  });

  test('that is structured', async () => {
    const { provider } = await open();
    const answer = answerOf(await call(provider, 'add', { a: 1, b: 2 }));
    expect(answer).toMatchObject({ structured: { sum: 3 }, content: [{ text: '3' }] });
  });

  test('that is structured against its schema is handed over as it came', async () => {
    const { provider } = await open();
    const { structured } = answerOf(await call(provider, 'wrong-output'));
    expect(structured).toEqual({ count: 'many' });
  });

  test('of an image', async () => {
    const { provider } = await open();
    const { content } = answerOf(await call(provider, 'picture'));
    expect(content).toMatchObject([{ type: 'image', mimeType: 'image/png' }]);
  });

  test('that says that the tool failed', async () => {
    const { provider } = await open();
    expect(answerOf(await call(provider, 'fails'))).toMatchObject({ isError: true });
  });

  test('that takes time, and reports its progress', async () => {
    const { provider } = await open();
    const called = await call(provider, 'slow');
    expect(called.progress).toEqual([1, 2, 3, 4].map((value) => ({ value, total: 4 })));
    expect(answerOf(called).durationMs).toBeGreaterThan(150);
  });
});

describe('no answer', () => {
  test('from a tool that turns the call away', async () => {
    const { sandbox, provider } = await open();
    const { outcome } = await call(provider, 'refuses');
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 422 });
    expect(sandbox.executions()).toBe(0);
  });

  test('over a connection that breaks: it was carried out, and its outcome is unknown', async () => {
    const { sandbox, provider } = await open();
    const runId = newRunId();
    const { outcome, events } = await call(provider, 'breaks', {}, { runId });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(events).toEqual(['before send']);
    expect(sandbox.executions(runId)).toBe(1);
  });

  test('within the time: the tool is asked to stop', async () => {
    const { sandbox, provider } = await open();
    const { outcome } = await call(provider, 'hangs', {}, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'timed_out' } });
    await expect.poll(() => sandbox.underWay()).toEqual([]);
  });

  test('after the caller gave up: the tool is asked to stop', async () => {
    const { sandbox, provider } = await open();
    const cancel = new AbortController();
    const called = call(provider, 'hangs', {}, { hooks: { cancelled: cancel.signal } });
    await expect.poll(() => sandbox.underWay()).toHaveLength(1);
    cancel.abort();
    expect((await called).outcome).toMatchObject({ kind: 'failed', error: { code: 'cancelled' } });
    await expect.poll(() => sandbox.underWay()).toEqual([]);
  });

  test('before the service ends', async () => {
    const { sandbox, provider } = await open();
    const end = new AbortController();
    const called = call(provider, 'hangs', {}, { signal: end.signal });
    await expect.poll(() => sandbox.underWay()).toHaveLength(1);
    end.abort('The service is stopping.');
    const { outcome } = await called;
    expect(outcome).toEqual({ kind: 'unknown', reason: 'The service is stopping.' });
  });

  test('that is small enough', async () => {
    const { sandbox, provider } = await open();
    const both = await Promise.all([call(provider, 'huge'), call(provider, 'slow')]);
    expect(both[0]?.outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'answer_unusable',
        message: expect.stringContaining('more than 8388608 bytes'),
      },
    });
    expect(both[1]?.outcome.kind).toBe('answered');
    expect(sandbox.executions()).toBe(2);
  });

  test('without the key of the server: the conversation does not begin', async () => {
    const { sandbox } = await open();
    const { outcome, events } = await call(overHttp(sandbox.url, 'wrong'), 'echo', { text: 'a' });
    expect(outcome).toMatchObject({ kind: 'not_sent' });
    expect(events).toEqual([]);
  });
});

describe('a task', () => {
  test('is named at once and answered in the end', async () => {
    const { sandbox, provider } = await open();
    const task = (await definitionsOf(provider)).get('task')!;
    expect(task.tasks).toBe('required');
    const runId = newRunId();
    const called = await call(provider, task, { text: 'x' }, { runId });
    expect(textOf(called)).toBe('Done: x');
    expect(called.events).toEqual(['before send', expect.stringMatching(/^reference \S+$/)]);
    expect(answerOf(called).durationMs).toBe(200);
    expect(sandbox.executions(runId)).toBe(1);
  });

  test('is found by a process that did not begin it', async () => {
    const { provider, again } = await open({ slowMs: 1_000 });
    const task = (await definitionsOf(provider)).get('task')!;
    const end = new AbortController();
    const { outcome } = await call(
      provider,
      task,
      { text: 'x' },
      { signal: end.signal, hooks: { onReference: () => end.abort() } },
    );
    expect(outcome).toMatchObject({ kind: 'unknown', reference: expect.any(String) });
    const reference = outcome.kind === 'unknown' ? outcome.reference! : '';
    const later = again();
    const lookUp = () => later.lookUp!(reference, AbortSignal.timeout(10_000));
    expect(await lookUp()).toMatchObject({ kind: 'under_way', retryAfterMs: 250 });
    await pause(1_000);
    expect(await lookUp()).toMatchObject({
      kind: 'answered',
      answer: { content: [{ text: 'Done: x' }], durationMs: 1_000 },
    });
  });

  test('goes on while its server is restarted', async () => {
    const first = await startToolSandbox({ port: 0, apiKey: 'key', slowMs: 1_000 });
    const provider = overHttp(first.url, 'key');
    const task = (await definitionsOf(provider)).get('task')!;
    const begun = Promise.withResolvers<void>();
    const hooks = { onReference: () => begun.resolve() };
    const called = call(provider, task, { text: 'x' }, { hooks });
    await begun.promise;
    await first.close();
    const { sandbox } = await open({ port: Number(new URL(first.url).port), slowMs: 1_000 });
    expect(textOf(await called)).toBe('Done: x');
    expect([first.executions(), sandbox.executions()]).toEqual([1, 0]);
  });

  test('that the server does not know leaves its outcome unknown', async () => {
    const { provider } = await open();
    const lost = (await definitionsOf(provider)).get('lost-task')!;
    const { outcome } = await call(provider, lost);
    expect(outcome).toMatchObject({ kind: 'unknown', reference: expect.any(String) });
    const reference = outcome.kind === 'unknown' ? outcome.reference! : '';
    const found = await provider.lookUp!(reference, AbortSignal.timeout(10_000));
    expect(found).toEqual({ kind: 'not_found' });
  });

  test('that wants input fails, and is cancelled', async () => {
    const { provider } = await open();
    const needs = (await definitionsOf(provider)).get('needs-input')!;
    const { outcome } = await call(provider, needs);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'needs_input' } });
    const reference = outcome.kind === 'failed' ? outcome.reference! : '';
    const found = await provider.lookUp!(reference, AbortSignal.timeout(10_000));
    expect(found).toMatchObject({ kind: 'failed', error: { code: 'cancelled' } });
  });

  test.each(['timed_out', 'cancelled'])('is cancelled when its call is %s', async (code) => {
    const { provider } = await open({ slowMs: 5_000 });
    const task = (await definitionsOf(provider)).get('task')!;
    const cancel = new AbortController();
    const isCancelled = code === 'cancelled';
    const { outcome } = await call(
      provider,
      task,
      { text: 'x' },
      {
        timeoutMs: isCancelled ? 20_000 : 500,
        hooks: {
          cancelled: cancel.signal,
          onReference: () => void setTimeout(() => isCancelled && cancel.abort(), 100),
        },
      },
    );
    expect(outcome).toMatchObject({ kind: 'failed', error: { code } });
    const reference = outcome.kind === 'failed' ? outcome.reference! : '';
    const found = await provider.lookUp!(reference, AbortSignal.timeout(10_000));
    expect(found).toMatchObject({ kind: 'failed', error: { code: 'cancelled' } });
  });
});

describe('the sandbox', () => {
  test('counts what it carried out, by run', async () => {
    const { sandbox, provider } = await open();
    const runId = newRunId();
    for (const executions of [1, 2]) {
      const { structured } = answerOf(await call(provider, 'counts', {}, { runId }));
      expect(structured).toEqual({ executions });
    }
    expect(sandbox.executions(runId)).toBe(2);
    expect(sandbox.executions(newRunId())).toBe(0);
  });

  test('lists its tools as the protocol has them', async () => {
    const { provider } = await open();
    const tools = await definitionsOf(provider);
    expect(tools.size).toBe(14);
    expect(tools.get('add')).toMatchObject({ outputSchema: { type: 'object' } });
  });

  test('that restarted gets a new session, and the call that it refused goes again in it', async () => {
    const first = await startToolSandbox({ port: 0, apiKey: 'key' });
    const provider = overHttp(first.url, 'key');
    expect(textOf(await call(provider, 'echo', { text: '1' }))).toBe('1');
    await first.close();
    await open({ port: Number(new URL(first.url).port) });
    // While a connection may not have ended yet, the outcome would be unknown.
    await pause(50);
    expect(textOf(await call(provider, 'echo', { text: '2' }))).toBe('2');
  });
});
