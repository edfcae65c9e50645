import { formatMoney } from 'model-run-client';
import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

// Reads page after page, as far as the loop goes.
for await (const trace of observability.traces.list({ limit: 20 })) {
  console.log(trace.traceId, trace.name, formatMoney(trace.totals.chargedAmount, trace.totals));
}
