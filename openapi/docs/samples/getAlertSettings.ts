import { createManagement } from 'model-run-client/management';

const { alerts } = createManagement();

const { lowBalanceAmount, mailTo, sendsMail } = await alerts.settings();
console.log(lowBalanceAmount, mailTo, sendsMail);
