import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createOpenAIFetch } from 'model-run-client/openai';
import OpenAI from 'openai';

const exporter = new OTLPTraceExporter({
  url: `${process.env.MODEL_RUN_BASE_URL}/v1/developer/observability/otlp/v1/traces`,
  headers: { Authorization: `Bearer ${process.env.MODEL_RUN_KEY}` },
});
const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(provider);
new OpenAIInstrumentation().manuallyInstrument(OpenAI as never);

const openai = new OpenAI({
  baseURL: process.env.MODEL_RUN_BASE_URL!,
  apiKey: 'in the fetch',
  maxRetries: 0,
  fetch: createOpenAIFetch({
    traceparent() {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? `00-${span.traceId}-${span.spanId}-01` : undefined;
    },
  }),
});

await openai.chat.completions.create({
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: 'Hello' }],
  max_completion_tokens: 50,
});
await provider.shutdown();
