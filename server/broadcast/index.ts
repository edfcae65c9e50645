/**
 * Broadcast: the service sends the spans of a workspace's runs to the workspace's own OTLP destinations. The functions
 * of `runs` select the spans in the transaction that ends a run; this folder sends them and manages destinations.
 */
export { COMPRESSIONS, type Compression, ENCODINGS, type Encoding } from './batch.ts';
export { type BroadcastingOptions, startBroadcasting } from './broadcasting.ts';
export type { Destination } from './destination-store.ts';
export { MOST_WAITING } from './destination-store.ts';
export {
  createDestinationKeeping,
  DESTINATION_PREFIX,
  type DestinationChanges,
  type DestinationInput,
  type Destinations,
  type TestResult,
} from './destinations.ts';
export { countWaitingSpans } from './outbox-store.ts';
