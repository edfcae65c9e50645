import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const { defaultBudgets } = await customers.updateSettings({
  defaultBudgets: { monthAmount: 5_000_000_000 },
});
console.log(defaultBudgets);
