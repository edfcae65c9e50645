import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

for await (const { id, state, amount } of billing.payments({ limit: 20 })) {
  console.log(id, state, amount);
}
