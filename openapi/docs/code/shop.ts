import { readFile, rename, writeFile } from 'node:fs/promises';
import { createClient, formatMoney, isCompleted, isProblem } from 'model-run-client';
import { createManagement } from 'model-run-client/management';

const SHOP = 'shop-2025-06';
const CUSTOMERS = Number(process.env.CUSTOMERS ?? 5);
/** In billionths of a dollar: what each customer has paid for. */
const BUDGET = 1_700_000;
/** The same whenever the shop starts: a request that is sent again has the same body. */
const PACKAGES_EXPIRE = '2099-01-01T00:00:00Z';
// The service may be away for minutes.
const patience = { maxRetries: 1_000, retry: { totalMs: 600_000, maxDelayMs: 2_000 } };

const { customers, keys } = createManagement(patience);

/** The text of a key is shown once. If a crash loses it, this ends the key and makes the next one. */
async function keyOf(name: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const saved = await readFile(`${name}.key`, 'utf8').catch(() => undefined);
    if (saved !== undefined) return saved;
    try {
      const { secret } = await keys.create(
        {
          name,
          scopes: [
            'models:read',
            'models:run',
            'tools:read',
            'tools:run',
            'compute:read',
            'compute:run',
          ],
        },
        { idempotencyKey: `${name}:${attempt}` },
      );
      await writeFile(`${name}.new`, secret, { mode: 0o600 });
      // A whole file appears, or none.
      await rename(`${name}.new`, `${name}.key`);
    } catch (error) {
      if (!isProblem(error, 'conflict') || error.keyId === undefined) throw error;
      await keys.revoke(error.keyId);
    }
  }
}

const names = ['till-1', 'till-2', 'till-3'].map((till) => `${SHOP}-${till}`);
const tills = await Promise.all(
  names.map(async (name) => createClient({ ...patience, apiKey: await keyOf(name) })),
);

type Till = (typeof tills)[number];

/** What a customer orders, one after the other: what it has paid for covers all but the last. Every fifth has a report made. */
function ordersOf(number: number, { modelRuns, toolRuns, computeJobs }: Till) {
  const attribution = { endUserId: `customer-${number}` };
  const add = (idempotencyKey: string) =>
    toolRuns.createAndWait(
      { tool: 'sandbox/add', input: { a: 1, b: 2 }, attribution },
      { idempotencyKey },
    );
  const ask = (idempotencyKey: string) =>
    modelRuns.createAndWait(
      {
        model: 'sandbox/echo',
        messages: [{ role: 'user', content: 'Summarise my invoices.' }],
        ...{ maxOutputTokens: 100, attribution },
      },
      { idempotencyKey },
    );
  const report = (idempotencyKey: string) =>
    computeJobs.createAndWait(
      { environment: 'javascript', timeoutSeconds: 10, source: 'console.log(1 + 2)', attribution },
      { idempotencyKey },
    );
  return number % 5 === 0 ? [ask, add, report, add] : [ask, add, add];
}

/** Every second customer has bought a package, which expires; the others have a budget. */
async function admit(number: number, endUserId: string): Promise<void> {
  const isPrepaid = number % 2 === 0;
  await customers.create(
    { endUserId, ...(isPrepaid ? { hasBalance: true } : { budgets: { totalAmount: BUDGET } }) },
    { idempotencyKey: `${SHOP}:${endUserId}` },
  );
  if (!isPrepaid) return;
  await customers.grant(
    endUserId,
    { amount: BUDGET, note: 'Package', expiresAt: PACKAGES_EXPIRE },
    { idempotencyKey: `${SHOP}:${endUserId}:package` },
  );
}

/** Returns what the customer spent, and how many orders were answered and refused. */
async function serve(number: number, till: Till) {
  const endUserId = `customer-${number}`;
  await admit(number, endUserId);
  const sold = { spent: 0, answered: 0, refused: 0 };
  for (const [i, buy] of ordersOf(number, till).entries()) {
    try {
      // A run that fails costs nothing, so the order is bought again, under the next key.
      let run = await buy(`${SHOP}:${endUserId}:${i}:1`);
      for (let attempt = 2; !isCompleted(run) && attempt <= 9; attempt += 1)
        run = await buy(`${SHOP}:${endUserId}:${i}:${attempt}`);
      if (!isCompleted(run)) throw new Error(`${run.id} failed, as those before it.`);
      sold.spent += run.chargedAmount ?? 0;
      sold.answered += 1;
    } catch (error) {
      if (!isProblem(error, 'end_user_budget_reached')) throw error;
      sold.refused += 1;
    }
  }
  const { budgets, balance, currency, scale } = await customers.get(endUserId);
  const { spentAmount, heldAmount } = balance ?? budgets[0]!;
  if (spentAmount !== sold.spent || heldAmount !== 0)
    throw new Error(`${endUserId} spent something else.`);
  console.log(`${endUserId}: ${formatMoney(sold.spent, { currency, scale })}`);
  return sold;
}

const all = await Promise.all(
  Array.from({ length: CUSTOMERS }, (_, i) => serve(i + 1, tills[i % 3]!)),
);
const sum = (of: 'answered' | 'refused') => all.reduce((total, each) => total + each[of], 0);
console.log(`${sum('answered')} orders answered, ${sum('refused')} refused`);
// => 11 orders answered, 5 refused
