import { createManagement } from 'model-run-client/management';

const { keys } = createManagement();

const { key, failedRuns } = await keys.revoke(process.env.KEY_ID!);
console.log(key.status, failedRuns);
