import { createClient } from 'model-run-client';

const client = createClient();

await client.modelRuns.createAndWait(
  {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Hello' }],
    maxOutputTokens: 100,
    metadata: { team: 'billing', job: 'month-end' },
    attribution: { sessionId: 'chat-7731', endUserId: 'customer-118' },
  },
  { idempotencyKey: 'month-end-2025-06' },
);
for await (const run of client.modelRuns.list({
  metadata: { team: 'billing', job: 'month-end' },
})) {
  console.log(run.idempotencyKey, run.attribution?.endUserId); // => month-end-2025-06 customer-118
}
