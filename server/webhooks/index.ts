/**
 * Webhooks: workspaces are told of what became of their runs, after the Standard Webhooks specification. What is to be told
 * is written in the transaction of what it tells, by the functions of `runs`; here it is sent, and endpoints are kept.
 */
export { type Delivering, type DeliveringOptions, startDelivering } from './delivering.ts';
export {
  countDueWebhooks,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  stateOf,
} from './delivery-store.ts';
export type { Endpoint, EndpointChange } from './endpoint-store.ts';
export {
  createWebhooks,
  ENDPOINT_PREFIX,
  type EndpointInput,
  type Webhooks,
  type WebhooksOptions,
} from './endpoints.ts';
export { EVENT_TYPES, type EventType } from './event-types.ts';
export { MESSAGE_PREFIX } from './message.ts';
