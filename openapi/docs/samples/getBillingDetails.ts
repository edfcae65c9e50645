import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { name, address, taxIds } = await billing.details();
console.log(name, address, taxIds);
