import { createClient, formatMoney } from 'model-run-client';

const client = createClient();

const account = await client.account();
console.log(`${formatMoney(account.spendableAmount, account)} to spend`);
for (const { period, availableAmount, resetsAt } of account.spendingLimits) {
  console.log(`${formatMoney(availableAmount, account)} left of the ${period}, until ${resetsAt}`);
}
