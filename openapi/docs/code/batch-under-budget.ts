import { createClient, formatMoney, type ModelRun } from 'model-run-client';

const client = createClient();

const BATCH = 'summaries-2025-06';
const COUNT = Number(process.env.COUNT ?? 1000);
/** In billionths of a dollar: two cents for all, and a hundredth of a cent for each at most. */
const BUDGET = Number(process.env.BUDGET ?? 20_000_000);
const MOST = 100_000;

const requests = Array.from({ length: COUNT }, (_, i) => ({
  // The same after a crash: begun again, the batch finds what it has bought, and buys the rest.
  idempotencyKey: `${BATCH}:${i}`,
  request: {
    model: 'sandbox/echo',
    messages: [{ role: 'user' as const, content: `Summarise invoice ${i} in one sentence.` }],
    maxOutputTokens: 100,
    maxReservedAmount: MOST,
    metadata: { batch: BATCH },
  },
}));

const ended: ModelRun[] = [];
let spent = 0;
while (ended.length < COUNT) {
  // As many as a call takes, and as the budget bears if each costs the most that it can.
  const fit = Math.min(100, Math.floor((BUDGET - spent) / MOST));
  if (fit < 1) break;
  const results = await client.modelRuns.createMany(
    requests.slice(ended.length, ended.length + fit),
  );
  for (const { run, error } of results) {
    if (error) throw error;
    const { chargedAmount = 0, ...rest } = await client.modelRuns.wait(run.id);
    spent += chargedAmount;
    ended.push({ ...rest, chargedAmount });
  }
}
const failed = ended.filter(({ state }) => state === 'failed').length;
const cost = formatMoney(spent, { currency: 'USD', scale: 9 });
console.log(`${ended.length} of ${COUNT} runs, ${failed} failed, ${cost}`);
// => 1000 of 1000 runs, 0 failed, 0.00865512 USD
