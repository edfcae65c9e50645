import { createManagement } from 'model-run-client/management';

const { billing } = createManagement();

const { state, receiptUrl } = await billing.getPayment(process.env.PAYMENT_ID!);
console.log(state, receiptUrl);
