import { createManagement } from 'model-run-client/management';

const { savedExports } = createManagement();

const { name, dataset, period } = await savedExports.get(process.env.SAVED_EXPORT_ID!);
console.log(name, dataset, period);
