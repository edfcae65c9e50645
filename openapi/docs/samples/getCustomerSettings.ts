import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const { defaultBudgets, currency, scale } = await customers.settings();
console.log(defaultBudgets, currency, scale);
