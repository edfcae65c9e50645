import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { billingUrl } = await billing.openDetailsPage();
console.log(billingUrl); // A person changes the details there.
