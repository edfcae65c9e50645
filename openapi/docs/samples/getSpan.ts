import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const span = await observability.traces.getSpan(process.env.TRACE_ID!, process.env.SPAN_ID!);
console.log(span.name, span.attributes);
