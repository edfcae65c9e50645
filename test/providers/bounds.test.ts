/** What one answer may cost the process: its parts are bounded, the work is linear, and others get their turn. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAssembly } from '../../server/model-runs/providers/chat-completions/answer.ts';
import { createToolCalls } from '../../server/model-runs/providers/chat-completions/message.ts';
import { createReasoning } from '../../server/model-runs/providers/chat-completions/reasoning.ts';
import { createTimeBudget } from '../../server/model-runs/providers/chat-completions/submit.ts';
import { surveyJson } from '../../server/platform/lib/json.ts';
import {
  isModest,
  MOST_CALLS,
  MOST_DEPTH,
  MOST_ENTRIES,
  MOST_EVENTS,
  MOST_READING_MS,
  MOST_VALUES,
} from '../../server/providers/json.ts';
import { exchange, YIELD_BYTES } from '../../server/providers/transport.ts';
import { delta, json, openRouter, startUpstream, stream, submission, submit } from './upstream.ts';

const LARGE = { maxAnswerBytes: 64_000_000, requestTimeoutMs: 60_000 };
const TOO_MUCH = {
  kind: 'unknown',
  providerStatus: 200,
  reason: 'The answer of the provider had more parts, or deeper ones, than are accepted.',
};

describe('a JSON text may be parsed', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  test.each([
    ['as deep as the bound', nested(MOST_DEPTH), true],
    ['deeper than it', nested(MOST_DEPTH + 1), false],
    ['objects deeper than it', '{"a":'.repeat(MOST_DEPTH + 1), false],
    ['as many values as the bound', `[${'1,'.repeat(MOST_VALUES - 2)}1]`, true],
    ['more than it', `[${'1,'.repeat(MOST_VALUES)}1]`, false],
    ['as many empty objects as the bound', `[${'{},'.repeat(MOST_VALUES - 2)}{}]`, true],
    ['more empty objects than it', `[${'{},'.repeat(MOST_VALUES)}{}]`, false],
    ['brackets and commas within a text', `{"a":"${'[{,'.repeat(MOST_VALUES)}"}`, true],
    ['the same behind an escaped quote', `{"a":"\\"${'[{,'.repeat(MOST_VALUES)}"}`, true],
    ['the same behind an escaped backslash', `{"a":"\\\\"${'[{,'.repeat(MOST_VALUES)}}`, false],
    ['a text that is never closed', '{"a":"', true],
  ])('%s', (_, text, expected) => {
    expect(isModest(surveyJson(text))).toBe(expected);
  });
});

describe('an answer that is more than is read ends as unknown, and the process goes on', () => {
  const piece = { function: { name: 'f', arguments: '' } };
  test('500,000 tool calls in one event', async () => {
    const calls = Array.from({ length: 500_000 }, (_, index) => ({ index, ...piece }));
    const upstream = await startUpstream((response) =>
      stream(response, [delta({ tool_calls: calls }), '[DONE]']),
    );
    const { outcome } = await submit(openRouter(upstream.url, LARGE));
    expect(outcome).toMatchObject(TOO_MUCH);
  });

  test('500,000 events of one call each', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const events = Array.from(
        { length: 500_000 },
        (_, index) =>
          `data: {"choices":[{"delta":{"tool_calls":[{"index":${index},"id":"a"}]}}]}\n\n`,
      );
      response.end(events.join(''));
    });
    const { outcome } = await submit(openRouter(upstream.url, LARGE));
    expect(outcome).toMatchObject(TOO_MUCH);
  });

  test('500,000 events that say nothing', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {}\n\n'.repeat(500_000));
    });
    const { outcome } = await submit(openRouter(upstream.url, LARGE));
    expect(outcome).toMatchObject(TOO_MUCH);
    expect(MOST_EVENTS).toBeLessThan(500_000);
  });

  test.each(['text/event-stream', 'application/json'])(
    '10 MB nested five million deep, as %s',
    async (type) => {
      const text = `{"choices":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`;
      const upstream = await startUpstream((response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(type === 'application/json' ? text : `data: ${text}\n\ndata: [DONE]\n\n`);
      });
      const { outcome } = await submit(openRouter(upstream.url, LARGE));
      expect(outcome).toMatchObject(TOO_MUCH);
    },
  );

  test('deep nesting takes no memory: a process of 64 MB reads it', async () => {
    const script = `
      import { createAssembly } from './server/model-runs/providers/chat-completions/answer.ts';
      const assembly = createAssembly({});
      assembly.whole('{"choices":' + '['.repeat(5_000_000) + ']'.repeat(5_000_000) + '}');
      console.log(assembly.conclude(true).kind);
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--max-old-space-size=64', '--input-type=module', '--eval', script],
      { cwd: resolve(import.meta.dirname, '../..') },
    );
    expect(stdout.trim()).toBe('incomplete');
  });

  test('work that the counts do not foresee: a budget of time', () => {
    let clock = 0;
    const budget = createTimeBudget(10, () => clock);
    budget.spend(() => {
      clock += 10;
    });
    clock += 1_000;
    expect(budget.isSpent()).toBe(false);
    expect(() =>
      budget.spend(() => {
        clock += 1;
        throw new Error('of the work');
      }),
    ).toThrow('of the work');
    expect(budget.isSpent()).toBe(true);
  });
});

describe('an answer that takes too much time', () => {
  test('ends as unknown, also where the time goes into its last step', async () => {
    const upstream = await startUpstream((response) =>
      json(response, 200, { choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] }),
    );
    const provider = openRouter(upstream.url);
    let late = 0;
    const now = performance.now.bind(performance);
    const parse = JSON.parse;
    const spies = [
      vi.spyOn(performance, 'now').mockImplementation(() => now() + late),
      vi.spyOn(JSON, 'parse').mockImplementation((text) => {
        late += MOST_READING_MS;
        return parse(text);
      }),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    expect((await submit(provider)).outcome).toMatchObject(TOO_MUCH);
  });
});

describe('the memory that an answer takes is reported as it arrives', () => {
  const sizeOf = (...deltas: object[]) => {
    const assembly = createAssembly({});
    for (const each of deltas) assembly.chunk(JSON.stringify(delta(each)));
    return assembly.size();
  };
  const LONG = 'x'.repeat(10_000);
  const entry = { type: 'reasoning.text', index: 0, format: 'unknown', text: LONG };
  test.each([
    ['content', { content: LONG }],
    ['a refusal', { refusal: LONG }],
    ['reasoning', { reasoning: LONG }],
    ['entries of reasoning', { reasoning_details: [entry] }],
    ['arguments', { tool_calls: [{ index: 0, function: { name: 'f', arguments: LONG } }] }],
  ])('%s: two bytes a letter, and little for what repeats', (_, part) => {
    const once = sizeOf(part);
    expect(once).toBeGreaterThan(2 * LONG.length);
    expect(once).toBeLessThan(2 * LONG.length + 1_000);
    expect(sizeOf(part, part) - once).toBeGreaterThanOrEqual(2 * LONG.length);
    expect(sizeOf(part, part) - once).toBeLessThan(2 * LONG.length + 100);
  });

  test.each(['text/event-stream', 'application/json'])(
    'what is not read yet, of %s, and not what was read',
    async (type) => {
      const text = JSON.stringify({
        choices: [{ message: { content: 'x' }, delta: { content: 'x' }, finish_reason: 'stop' }],
      });
      const upstream = await startUpstream((response) => {
        response.writeHead(200, { 'content-type': type });
        const [start, rest] = type === 'application/json' ? ['{', text.slice(1)] : ['data: ', text];
        response.end(`${start}${' '.repeat(500_000)}${rest}\n\n`);
      });
      const sizes: number[] = [];
      const hooks = {
        beforeSend() {},
        onReference() {},
        onSize: (size: number) => sizes.push(size),
      };
      const provider = openRouter(upstream.url);
      const outcome = await provider.submit(submission(), hooks, new AbortController().signal);
      expect(outcome.kind).toBe('answered');
      expect(Math.max(...sizes)).toBeGreaterThan(800_000);
      if (type === 'text/event-stream') expect(sizes.at(-1)).toBeLessThan(1_000);
    },
  );

  test('what an encoded body may take when it is decompressed', async () => {
    const upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]}'));
    });
    const sizes: number[] = [];
    const onSize = (size: number) => void sizes.push(size);
    const provider = openRouter(upstream.url, { maxAnswerBytes: 100_000 });
    const { outcome } = await submit(provider, {}, undefined, { onSize });
    expect(outcome.kind).toBe('answered');
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(200_000);
  });
});

describe('parts of a message are counted', () => {
  test('calls', () => {
    const calls = createToolCalls();
    const call = (index: number) => ({ index, function: { name: 'f' } });
    for (let i = 0; i < MOST_CALLS; i++) expect(calls.take(call(i))).toBeUndefined();
    expect(calls.take(call(MOST_CALLS))).toBe('too_many');
    expect(calls.take(call(0))).toBeUndefined();
  });

  test('entries of reasoning, streamed or whole', () => {
    const reasoning = createReasoning();
    for (let i = 0; i < MOST_ENTRIES - 1; i++) reasoning.takePiece({ index: i });
    expect(reasoning.takeEntry({})).toBe(true);
    expect(reasoning.takeEntry({})).toBe(false);
    expect(reasoning.takePiece({ type: 'odd' })).toBe(false);
  });

  test('ids that all collide are separated in linear work', () => {
    const calls = createToolCalls();
    const half = MOST_CALLS / 2;
    for (let i = 0; i < MOST_CALLS; i++) {
      const id = i < half ? `same_${i + half}` : 'same';
      calls.take({ index: i, id, function: { name: 'f' } });
    }
    expect(new Set(calls.close().calls.map(({ id }) => id)).size).toBe(MOST_CALLS);
  });
});

describe('a long answer', () => {
  test('is read whole', async () => {
    const text = 'x'.repeat(4_000_000);
    const upstream = await startUpstream((response) =>
      stream(response, [delta({ content: text }, 'stop'), '[DONE]']),
    );
    const { outcome } = await submit(openRouter(upstream.url, LARGE));
    expect(outcome).toMatchObject({ kind: 'answered', answer: { message: { content: text } } });
  });

  test('is read in slices, between which the event loop has its turn', async () => {
    const chunk = Buffer.alloc(65_536);
    const slices: number[] = [];
    let resumed = Promise.withResolvers<void>();
    let isPaused = false;
    const controller = {
      pause: () => {
        isPaused = true;
      },
      resume: () => resumed.resolve(),
      abort() {},
    } as unknown as Dispatcher.DispatchController;
    async function send(handler: Dispatcher.DispatchHandler): Promise<void> {
      handler.onRequestStart?.(controller, null);
      handler.onResponseStart?.(controller, 200, {});
      for (let slice = 0; slice < 5; slice++) {
        resumed = Promise.withResolvers<void>();
        isPaused = false;
        let bytes = 0;
        for (; !isPaused; bytes += chunk.length) handler.onResponseData?.(controller, chunk);
        slices.push(bytes);
        await resumed.promise;
      }
      handler.onResponseEnd?.(controller, {});
    }
    const dispatcher = {
      dispatch: (_: unknown, handler: Dispatcher.DispatchHandler) => void send(handler),
    } as unknown as Dispatcher;
    const ending = await exchange(
      dispatcher,
      {
        ...{ method: 'GET', url: new URL('http://localhost'), headers: {} },
        ...{ timeoutMs: 10_000, maxBytes: 10_000_000, signal: new AbortController().signal },
      },
      { head: () => 'more', data: () => 'more' },
    );
    expect(ending.kind).toBe('ended');
    expect(slices).toEqual([YIELD_BYTES, YIELD_BYTES, YIELD_BYTES, YIELD_BYTES, YIELD_BYTES]);
  });
});
