/** Sending to addresses of customers: which addresses, how, when to retry, and in which order. */
export { createDestinations, faultOfUrl } from './addresses.ts';
export { PAUSES_MS, pauseAfter } from './pauses.ts';
export { type Posted, post } from './post.ts';
export { type Sending, startSending } from './sending.ts';
