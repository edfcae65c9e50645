import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { state } = await billing.setRecharge({
  thresholdAmount: 5_000_000_000,
  rechargeAmount: 20_000_000_000,
  monthCapAmount: 100_000_000_000,
});
console.log(state); // needs_card, until a person has saved one
