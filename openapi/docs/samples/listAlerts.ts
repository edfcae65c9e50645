import { createManagement } from 'model-run-client/management';

const { alerts } = createManagement();

for await (const { kind, raisedAt, detail } of alerts.list({ state: 'open' })) {
  console.log(raisedAt, kind, detail);
}
