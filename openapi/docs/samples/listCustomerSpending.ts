import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

// Who was charged most comes first.
for await (const customer of customers.spending({ month: '2025-07', limit: 20 })) {
  console.log(customer.endUserId, customer.chargedAmount, customer.balanceAvailableAmount);
}
