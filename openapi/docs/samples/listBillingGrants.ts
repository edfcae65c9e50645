import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

for await (const { reason, leftAmount, expiresAt } of billing.grants({ limit: 20 })) {
  console.log(reason, leftAmount, expiresAt);
}
