import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: span, error } = await client.GET(
  '/v1/developer/observability/traces/{traceId}/spans/{spanId}',
  { params: { path: { traceId: process.env.TRACE_ID!, spanId: process.env.SPAN_ID! } } },
);
if (error) throw new Error(error.detail);
console.log(span.name, span.attributes);
