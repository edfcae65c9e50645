import { createManagement } from 'model-run-client/management';

const { keys } = createManagement();

const key = await keys.get(process.env.KEY_ID!);
console.log(key.name, key.status, key.scopes);
