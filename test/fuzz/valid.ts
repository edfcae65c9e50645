/** Valid bodies of every operation that takes one. */
import { randomUUID } from 'node:crypto';
import type fc from 'fast-check';
import { body, callBody, jobBody, promptBody } from './bodies.ts';
import type { Operation } from './exchange.ts';
import {
  changeOfAlerts,
  changeOfCustomer,
  changeOfEndpoint,
  changeOfKey,
  customerGrantBody,
  defaultsOfCustomers,
  metricsBody,
  newCustomerBody,
  newEndpointBody,
  newKeyBody,
  newPaymentBody,
  rechargeBody,
  rotation,
  savedExportBody,
  scoreBody,
} from './observability-bodies.ts';

/** The input of the operation: of a run of its kind, of a prompt, or of a query about them. `prompt` has the variable `a`. */
export function valid(
  { id }: Operation,
  prompt: string,
  ...models: string[]
): fc.Arbitrary<object> {
  if (id.includes('Prompt')) return promptBody(id, prompt);
  if (id.includes('ComputeJob')) return jobBody();
  if (id === 'queryMetrics') return metricsBody;
  if (id === 'createScore') return scoreBody;
  if (id === 'createApiKey') return newKeyBody;
  if (id === 'updateApiKey') return changeOfKey;
  if (id.startsWith('rotate')) return rotation;
  if (id === 'createEndpoint') return newEndpointBody;
  if (id === 'updateEndpoint') return changeOfEndpoint;
  if (id === 'updateAlertSettings') return changeOfAlerts;
  if (id === 'createSavedExport') return savedExportBody;
  if (id === 'createBillingPayment') return newPaymentBody;
  if (id === 'updateBillingRecharge') return rechargeBody;
  if (id === 'createCustomer') return newCustomerBody;
  if (id === 'updateCustomer') return changeOfCustomer;
  if (id === 'createCustomerGrant') return customerGrantBody;
  if (id === 'updateCustomerSettings') return defaultsOfCustomers;
  return (id.includes('Tool') ? callBody() : body(...models)) as fc.Arbitrary<object>;
}

/** The body in the operation's form. */
export function shaped({ id }: Operation, request: object): object {
  if (id !== 'createModelRunBatch') return request;
  return { requests: [{ idempotencyKey: randomUUID(), request }] };
}
