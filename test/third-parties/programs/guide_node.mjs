/** Appended to the guide's piece on JavaScript. */
import { trace } from '@opentelemetry/api';

const span = trace.getTracer('judge').startSpan('guide');
span.end();
await sdk.shutdown();
const { traceId, spanId } = span.spanContext();
console.log(JSON.stringify([{ traceId, spanId, name: 'guide', service: 'support-agent' }]));
