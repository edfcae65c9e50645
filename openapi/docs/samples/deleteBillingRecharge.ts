import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

await billing.removeRecharge();
console.log('removed');
