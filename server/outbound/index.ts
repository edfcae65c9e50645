/** What is sent to addresses of customers: to which, how, when again, and in which turn. */
export { createDestinations, faultOfUrl } from './addresses.ts';
export { PAUSES_MS, pauseAfter } from './pauses.ts';
export { type Posted, post } from './post.ts';
export { type Sending, startSending } from './sending.ts';
