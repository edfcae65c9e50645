import { createObservability } from 'model-run-client/observability';

const observability = createObservability({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const span = await observability.traces.getSpan(process.env.TRACE_ID!, process.env.SPAN_ID!);
console.log(span.name, span.attributes);
