import { createClient } from 'model-run-client';

const client = createClient();

const request = {
  model: 'sandbox/echo',
  messages: [{ role: 'user' as const, content: 'Hello' }],
  maxOutputTokens: 100,
};
// The client repeats what is safe to repeat, with pauses, under the one key. So may you, at any later time.
const idempotencyKey = 'order-4712';
const first = await client.modelRuns.createAndWait(request, { idempotencyKey });
const again = await client.modelRuns.create(request, { idempotencyKey });
console.log(again.replayed, again.run.id === first.id); // => true true
