import { formatMoney } from 'model-run-client';
import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

const trace = await observability.traces.get(process.env.TRACE_ID!);
for (const { depth, name, durationMs, run } of trace.spans) {
  const cost = run?.chargedAmount === undefined ? '' : formatMoney(run.chargedAmount, run);
  console.log(`${'  '.repeat(depth)}${name}  ${durationMs ?? '…'} ms  ${cost}`);
}
console.log(formatMoney(trace.totals.chargedAmount, trace.totals));
