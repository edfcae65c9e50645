import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const customer = await customers.update('customer-204', { state: 'blocked' });
console.log(customer.state);
