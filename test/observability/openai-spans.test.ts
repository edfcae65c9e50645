/**
 * Spans of other libraries around runs bought through the fetch for chat completions: the instrumentations of the
 * openai package and the AI SDK, with OpenTelemetry's exporters, put them in one trace with the runs' spans.
 */
import { OpenTelemetry } from '@ai-sdk/otel';
import { OpenAIInstrumentation as OpenInference } from '@arizeai/openinference-instrumentation-openai';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { OpenAIInstrumentation as OpenLLMetry } from '@traceloop/instrumentation-openai';
import { generateText, stepCountIs, tool } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenAIFetch } from '../../client/openai.ts';
import type { Metrics, Span, Trace, TraceSpan } from '../../openapi/generated/developer.ts';
import { aiSdk, loops } from '../client/openai/loops.ts';
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

/** The observed program: it tells the fetch which span is active, and sends its spans to the service. */
async function watched(Exporter: typeof JsonExporter | typeof ProtoExporter) {
  const tenant = await service.tenant();
  const exporter = new Exporter({
    url: service.url + OTLP_TRACES,
    headers: { Authorization: `Bearer ${tenant.key.key}` },
  });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const fetch = createOpenAIFetch({
    ...{ baseUrl: service.url, apiKey: tenant.key.key },
    traceparent() {
      const span = trace.getActiveSpan()?.spanContext();
      return span && `00-${span.traceId}-${span.spanId}-01`;
    },
  });
  return { tenant, provider, fetch };
}

async function read<T>(tenant: Tenant, path: string): Promise<T> {
  const answer = await tenant.get(`${OBSERVABILITY}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as T;
}

async function metricsOf(tenant: Tenant): Promise<Metrics> {
  const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000));
  const measures = ['charged', 'count', 'tokens', 'reportedTokens'];
  const body = { measures, from, to };
  return jsonOf(await tenant.send({ path: `${OBSERVABILITY}/metrics/query`, body })) as Metrics;
}

/** The only trace. */
async function traceOf(tenant: Tenant): Promise<Trace> {
  const { data } = await read<{ data: { traceId: string }[] }>(tenant, '/traces');
  expect(data).toHaveLength(1);
  return read(tenant, `/traces/${data[0]!.traceId}`);
}

const bySource = ({ spans }: Trace, source: string) =>
  spans.filter((span) => span.source === source);

/** Each run is directly below a chat span, which reports the tokens of that run; the sum is what was paid. */
async function expectOneTree(tenant: Tenant, { spans, totals }: Trace): Promise<TraceSpan[]> {
  const runs = spans.filter(({ source }) => source === 'run');
  for (const run of runs) {
    const chat = spans.find(({ spanId }) => spanId === run.parentSpanId);
    expect(chat).toMatchObject({ source: 'client', operation: 'chat', model: run.model });
    expect(chat?.usage).toMatchObject({
      ...{ inputTokens: run.usage?.inputTokens, outputTokens: run.usage?.outputTokens },
    });
    expect(run.depth).toBe(chat!.depth + 1);
  }
  const charged = runs.reduce((sum, { run }) => sum + run!.chargedAmount!, 0);
  expect(await tenant.wallet()).toMatchObject({ held: 0, spent: charged });
  // Metrics never add what programs report of the same work to what was billed.
  expect(totals).toMatchObject({ runs: runs.length, chargedAmount: charged, pendingRuns: 0 });
  const inputTokens = runs.reduce((sum, { usage }) => sum + usage!.inputTokens!, 0);
  const [row] = (await metricsOf(tenant)).data;
  expect(row).toMatchObject({ charged, count: runs.length, tokens: { inputTokens } });
  expect(row?.reportedTokens?.inputTokens).toBeGreaterThanOrEqual(inputTokens);
  return runs;
}

const INSTRUMENTATIONS = [
  ['OpenInference', 'protobuf', OpenInference, ProtoExporter],
  ['OpenLLMetry', 'JSON', OpenLLMetry, JsonExporter],
] as const;

/** As the unloading of a module undoes it; this module is never unloaded. */
interface Patching {
  unpatch(module: { OpenAI: typeof OpenAI }): void;
}

it.each(INSTRUMENTATIONS)(
  '%s on the openai package, by OTLP/%s, is in one trace with its runs',
  async (_, __, Kind, Exporter) => {
    const { tenant, provider, fetch } = await watched(Exporter);
    const instrumentation = new Kind();
    instrumentation.setTracerProvider(provider as never);
    instrumentation.manuallyInstrument(OpenAI as never);
    try {
      await provider.getTracer('test').startActiveSpan('agent', async (span) => {
        await loops.openai(fetch);
        span.end();
      });
    } finally {
      (instrumentation as unknown as Patching).unpatch({ OpenAI });
    }
    await provider.shutdown();

    const whole = await traceOf(tenant);
    expect(await expectOneTree(tenant, whole)).toHaveLength(2);
    const [agent, ...chats] = bySource(whole, 'client');
    expect([agent, ...chats].map((span) => span?.depth)).toEqual([0, 1, 1]);
    const { traceId, spanId } = chats[0]!;
    const { input, output } = await read<Span>(tenant, `/traces/${traceId}/spans/${spanId}`);
    expect(input).toContain('How warm is it in Lisbon?');
    expect(output).toContain('get_weather');
  },
);

it('the AI SDK is in one trace with its runs, with their tokens and tools', async () => {
  const { tenant, provider, fetch } = await watched(JsonExporter);
  await generateText({
    ...{ model: aiSdk(fetch)('sandbox/tool-caller'), prompt: 'Warm?', maxOutputTokens: 90 },
    tools: {
      look: tool({ inputSchema: z.object({}), execute: async () => 'sunny' }),
    },
    stopWhen: stepCountIs(3),
    experimental_telemetry: {
      ...{ isEnabled: true, functionId: 'weather' },
      integrations: [new OpenTelemetry({ tracer: provider.getTracer('ai') })],
    },
  });
  await provider.shutdown();
  const whole = await traceOf(tenant);
  expect(await expectOneTree(tenant, whole)).toHaveLength(2);
  const operations = bySource(whole, 'client').map(({ operation }) => operation);
  expect(operations.filter((one) => one === 'chat')).toHaveLength(2);
  expect(operations).toContain('execute_tool');
  expect(operations).toContain('invoke_agent');
});

it('the AI SDK reports a refusal as an error of its spans, and there is no run', async () => {
  const { tenant, provider, fetch } = await watched(ProtoExporter);
  const generated = generateText({
    ...{ model: aiSdk(fetch)('none'), prompt: 'Hi', maxOutputTokens: 5 },
    telemetry: { integrations: [new OpenTelemetry({ tracer: provider.getTracer('ai') })] },
  });
  await expect(generated).rejects.toMatchObject({ statusCode: 404 });
  await provider.shutdown();
  const { spans, totals } = await traceOf(tenant);
  expect(totals).toMatchObject({ runs: 0, chargedAmount: 0 });
  expect(spans.map(({ status }) => status)).toContain('error');
});
