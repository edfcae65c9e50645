import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createManagement } from 'model-run-client/management';

const { savedExports } = createManagement();

const file = await savedExports.file(process.env.SAVED_EXPORT_ID!);
await pipeline(file, createWriteStream('charges.csv'));
console.log('charges.csv');
