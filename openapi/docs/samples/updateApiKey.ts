import { createManagement } from 'model-run-client/management';

const { keys } = createManagement();

const key = await keys.update(process.env.KEY_ID!, {
  dayLimitAmount: 5_000_000_000,
  monthLimitAmount: 50_000_000_000,
  models: ['sandbox/echo', 'openai/*'],
});
console.log(key.name, key.spendingLimits, key.models);
