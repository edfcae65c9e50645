import { createClient } from 'model-run-client';

const client = createClient();

const invoices = ['51', '52'];
const results = await client.modelRuns.createMany(
  invoices.map((invoice) => ({
    // Keys of your own are the same after a crash.
    idempotencyKey: `invoice-2025-00${invoice}-summary`,
    request: {
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: `Summarise invoice ${invoice} in one sentence.` }],
      maxOutputTokens: 1024,
    },
  })),
);
for (const { run, error, requestKey } of results) {
  console.log(requestKey, run?.id ?? error?.code);
}
