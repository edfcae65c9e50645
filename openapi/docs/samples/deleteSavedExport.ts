import { createManagement } from 'model-run-client/management';

const { savedExports } = createManagement();

await savedExports.delete(process.env.SAVED_EXPORT_ID!);
console.log('deleted');
