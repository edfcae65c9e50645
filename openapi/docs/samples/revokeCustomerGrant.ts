import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

const grant = await customers.revokeGrant('customer-204', process.env.GRANT_ID!);
console.log(grant.leftAmount, grant.expiredAmount);
