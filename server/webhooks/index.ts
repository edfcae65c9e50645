/**
 * Webhooks: the service notifies workspaces of the states of their runs, as in the Standard Webhooks specification. The
 * functions of `runs` write a message in the transaction of its subject; this folder sends it, and manages endpoints.
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
