/** The spans that version 6 of the AI SDK makes by itself, in a trace of its own: `ai.*` attributes. */

import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { embedMany, generateObject, generateText, stepCountIs, streamText, tool } from 'ai-6';
import { MockEmbeddingModelV3, MockLanguageModelV3, simulateReadableStream } from 'ai-6/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Metrics, Span, Trace } from '../../openapi/generated/developer.ts';
import { OBSERVABILITY, OTLP_TRACES } from '../support/observability.ts';
import { jsonOf, startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(async () => {
  context.disable();
  await service.close();
});

type Streamed = Awaited<ReturnType<MockLanguageModelV3['doStream']>>;
type Chunk = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never;
type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const USAGE: Generated['usage'] = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: 0 },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
};

const answer = (content: Generated['content'], unified: 'stop' | 'tool-calls'): Generated => ({
  ...{ content, usage: USAGE, warnings: [] },
  finishReason: { unified, raw: unified },
});

/** A program that the SDK observes: it sends its spans to the service. */
async function observed(run: (telemetry: object) => Promise<unknown>) {
  const tenant = await service.tenant();
  const exporter = new OTLPTraceExporter({
    url: service.url + OTLP_TRACES,
    headers: { Authorization: `Bearer ${tenant.key.key}` },
  });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  await run({
    ...{ isEnabled: true, functionId: 'weather', tracer: provider.getTracer('ai') },
    metadata: { sessionId: 's-1', userId: 'u-1' },
  });
  await provider.shutdown();
  const { data } = await read<{ data: { traceId: string }[] }>(tenant, '/traces');
  expect(data).toHaveLength(1);
  const trace = await read<Trace>(tenant, `/traces/${data[0]!.traceId}`);
  const spans = await Promise.all(
    trace.spans.map(({ traceId, spanId }) =>
      read<Span>(tenant, `/traces/${traceId}/spans/${spanId}`),
    ),
  );
  return { tenant, spans };
}

async function read<T>(tenant: Tenant, path: string): Promise<T> {
  const got = await tenant.get(`${OBSERVABILITY}${path}`);
  expect(got.status, got.text).toBe(200);
  return jsonOf(got) as T;
}

async function reportedTokens(tenant: Tenant) {
  const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000));
  const body = { measures: ['reportedTokens'], from, to };
  const answered = await tenant.send({ path: `${OBSERVABILITY}/metrics/query`, body });
  return (jsonOf(answered) as Metrics).data[0]?.reportedTokens;
}

const ATTRIBUTED = { sessionId: 's-1', endUserId: 'u-1' };
const TOKENS = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2 };

it('generateText with a tool: each span has its operation, tool, session, end user, input and output, and tokens count once', async () => {
  let turn = 0;
  const model = new MockLanguageModelV3({
    modelId: 'small',
    async doGenerate() {
      turn += 1;
      if (turn > 1) return answer([{ type: 'text', text: 'Sunny.' }], 'stop');
      const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'look' } as const;
      return answer([{ ...call, input: '{"city":"Lisbon"}' }], 'tool-calls');
    },
  });
  const { tenant, spans } = await observed((experimental_telemetry) =>
    generateText({
      ...{ model, prompt: 'How warm?', experimental_telemetry, stopWhen: stepCountIs(3) },
      tools: {
        look: tool({
          inputSchema: z.object({ city: z.string() }),
          execute: async ({ city }) => `${city}: 21`,
        }),
      },
    }),
  );
  const [agent, ...below] = spans;
  expect(agent).toMatchObject({ ...ATTRIBUTED, operation: 'invoke_agent', output: 'Sunny.' });
  expect(agent?.input).toContain('How warm?');
  expect(below.map(({ operation }) => operation)).toEqual(['chat', 'execute_tool', 'chat']);
  const [first, called, last] = below;
  expect(first).toMatchObject({ ...ATTRIBUTED, usage: TOKENS });
  expect(first?.input).toContain('How warm?');
  expect(first?.output).toContain('Lisbon');
  expect(called).toMatchObject({ ...ATTRIBUTED, tool: 'look', input: '{"city":"Lisbon"}' });
  expect(called?.output).toContain('Lisbon: 21');
  expect(last).toMatchObject({ ...ATTRIBUTED, usage: TOKENS, output: 'Sunny.' });
  expect(await reportedTokens(tenant)).toMatchObject({ inputTokens: 20, outputTokens: 10 });
});

it('streamText, generateObject and embedMany are read as what they are', async () => {
  const chunks: Chunk[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hel' },
    { type: 'text-delta', id: '1', delta: 'lo' },
    { type: 'text-end', id: '1' },
    { type: 'finish', usage: USAGE, finishReason: { unified: 'stop', raw: 'stop' } },
  ];
  const streaming = new MockLanguageModelV3({
    doStream: async () => ({ stream: simulateReadableStream({ chunks }) }),
  });
  const streamed = await observed(async (experimental_telemetry) => {
    const result = streamText({ model: streaming, prompt: 'Hi', experimental_telemetry });
    await result.consumeStream();
  });
  expect(streamed.spans).toMatchObject([
    { ...ATTRIBUTED, operation: 'invoke_agent', output: 'Hello' },
    { ...ATTRIBUTED, operation: 'chat', output: 'Hello', usage: TOKENS },
  ]);

  const asking = new MockLanguageModelV3({
    doGenerate: async () => answer([{ type: 'text', text: '{"city":"Lisbon"}' }], 'stop'),
  });
  const schema = z.object({ city: z.string() });
  const object = await observed((experimental_telemetry) =>
    generateObject({ model: asking, schema, prompt: 'Where?', experimental_telemetry }),
  );
  expect(object.spans).toMatchObject([
    { ...ATTRIBUTED, operation: 'invoke_agent', output: '{"city":"Lisbon"}' },
    { ...ATTRIBUTED, operation: 'chat', usage: { inputTokens: 10, outputTokens: 5 } },
  ]);

  const embedding = new MockEmbeddingModelV3({
    doEmbed: async () => ({ embeddings: [[0.25, 1]], usage: { tokens: 7 }, warnings: [] }),
  });
  const embedded = await observed((experimental_telemetry) =>
    embedMany({ model: embedding, values: ['warm'], experimental_telemetry }),
  );
  expect(embedded.spans).toMatchObject([
    { ...ATTRIBUTED, operation: 'embeddings', usage: { inputTokens: 7 } },
    { ...ATTRIBUTED, operation: 'embeddings', usage: { inputTokens: 7 } },
  ]);
  for (const { input, output } of embedded.spans) {
    expect(input).toContain('warm');
    expect(output).toContain('0.25');
  }
  expect(await reportedTokens(embedded.tenant)).toEqual({ inputTokens: 7 });
});
