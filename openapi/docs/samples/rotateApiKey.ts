import { createManagement } from 'model-run-client/management';

const { keys } = createManagement();

// The old key works for another day.
const { key, secret, oldWorksUntil } = await keys.rotate(process.env.KEY_ID!, {
  overlapSeconds: 86_400,
});
console.log(key.id, secret.length, oldWorksUntil);
