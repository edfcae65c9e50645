import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const grant = await customers.getGrant('customer-204', process.env.GRANT_ID!);
console.log(grant.amount, grant.leftAmount, grant.expiresAt);
