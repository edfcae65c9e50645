// An exporter of OpenTelemetry sends spans by itself; this is what it sends.
const now = BigInt(Date.now()) * 1_000_000n;
const span = {
  traceId: process.env.TRACE_ID!,
  spanId: '00f067aa0ba902b7',
  name: 'answer a question',
  startTimeUnixNano: String(now - 250_000_000n),
  endTimeUnixNano: String(now),
};
const attributes = [{ key: 'service.name', value: { stringValue: 'support-agent' } }];
const response = await fetch(
  `${process.env.MODEL_RUN_BASE_URL}/v1/developer/observability/otlp/v1/traces`,
  {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env.MODEL_RUN_KEY}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }],
    }),
  },
);
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());
