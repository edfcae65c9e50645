import { formatMoney } from 'model-run-client';
import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

// Reads page after page, as far as the loop goes.
for await (const { endUserId, totals } of observability.traces.listEndUsers({ limit: 20 })) {
  console.log(endUserId, formatMoney(totals.chargedAmount, totals));
}
