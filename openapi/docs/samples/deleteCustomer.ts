import { createManagement } from 'model-run-client/management';

const { customers } = createManagement();

// Repeat it while runs are open: they are erased after they have ended.
const { erasedRuns, openRuns } = await customers.erase('customer-204');
console.log(`${erasedRuns} runs erased, ${openRuns} open`);
