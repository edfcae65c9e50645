import { createClient, formatMoney } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { data: trace, error } = await client.GET('/v1/developer/observability/traces/{traceId}', {
  params: { path: { traceId: process.env.TRACE_ID! } },
});
if (error) throw new Error(error.detail);
for (const { depth, name, durationMs, run } of trace.spans) {
  const cost = run?.chargedAmount === undefined ? '' : formatMoney(run.chargedAmount, run);
  console.log(`${'  '.repeat(depth)}${name}  ${durationMs ?? '…'} ms  ${cost}`);
}
console.log(formatMoney(trace.totals.chargedAmount, trace.totals));
