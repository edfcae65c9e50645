/**
 * Broadcast: the spans of the runs of a workspace are sent to its own OTLP destinations. Which spans is written in the
 * transaction that ends a run, by the functions of `runs`; here they are sent, and destinations are kept.
 */
export { COMPRESSIONS, type Compression, ENCODINGS, type Encoding } from './batch.ts';
export { type BroadcastingOptions, startBroadcasting } from './broadcasting.ts';
export type { Destination } from './destination-store.ts';
export { MOST_WAITING } from './destination-store.ts';
export {
  createDestinationKeeping,
  DESTINATION_KINDS,
  DESTINATION_PREFIX,
  type DestinationChanges,
  type DestinationInput,
  type Destinations,
  type TestResult,
} from './destinations.ts';
export { countWaitingSpans } from './outbox-store.ts';
