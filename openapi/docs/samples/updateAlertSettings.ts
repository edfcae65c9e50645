import { createManagement } from 'model-run-client/management';

const { alerts } = createManagement();

const { mailTo } = await alerts.updateSettings({
  lowBalanceAmount: 5_000_000_000,
  keyLimitPercent: 80,
  failureRatePercent: 20,
  mailTo: 'admins',
});
console.log(mailTo);
