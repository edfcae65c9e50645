import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { availableAmount, isLow, debtAmount = 0 } = await billing.wallet();
console.log(availableAmount, isLow, debtAmount);
