import { createManagement } from 'model-run-client/management';

const { savedExports } = createManagement();

for await (const { id, name, dataset, period } of savedExports.list()) {
  console.log(id, name, dataset, period);
}
