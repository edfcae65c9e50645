import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { checkoutUrl } = await billing.openCardPage();
console.log(checkoutUrl); // A person saves the card there.
