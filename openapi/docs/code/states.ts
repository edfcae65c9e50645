import { createClient, isCompleted, isFailed } from 'model-run-client';

const client = createClient();

// Its provider has no room at first: the run is queued, and sent again a second later.
const { run } = await client.modelRuns.create(
  {
    model: 'sandbox/busy',
    messages: [{ role: 'user', content: 'Hello' }],
    maxOutputTokens: 100,
  },
  { idempotencyKey: 'order-4714' },
);
const ended = await client.modelRuns.wait(run.id, {
  onProgress: ({ state, queue }) => console.error(state, queue?.nextAttemptAt ?? ''),
});
// Nothing but these two is an end, whatever states there will be.
console.log(isCompleted(ended), isFailed(ended)); // => true false
