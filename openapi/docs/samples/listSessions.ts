import { formatMoney } from 'model-run-client';
import { createObservability } from 'model-run-client/observability';

const observability = createObservability();

// Reads page after page, as far as the loop goes.
for await (const { sessionId, totals } of observability.traces.listSessions({ limit: 20 })) {
  console.log(sessionId, formatMoney(totals.chargedAmount, totals));
}
