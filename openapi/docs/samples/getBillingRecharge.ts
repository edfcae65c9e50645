import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { state, pausedBy, card } = await billing.recharge();
console.log(state, pausedBy, card?.last4);
