import { formatMoney } from 'model-run-client';
import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const customer = await customers.get('customer-204');
console.log(customer.state, formatMoney(customer.monthSpentAmount, customer));
for (const { period, availableAmount } of customer.budgets) {
  console.log(`${formatMoney(availableAmount, customer)} left of the ${period}`);
}
