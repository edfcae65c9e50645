/**
 * Removes the API key from the text of a response before an error quotes it: proxies and debugging servers echo what
 * they receive, and errors end up in logs.
 */
export type Redact = (text: string) => string;

/** A shorter key is a word for the mock, and may occur anywhere. */
const SHORTEST_SECRET = 8;
const ANY_KEY = /mrk_\w{38}/g;
const REMOVED = '[API key]';

export function createRedact(apiKey: string): Redact {
  const secret = apiKey.length < SHORTEST_SECRET ? ANY_KEY : apiKey;
  return (text) => text.replaceAll(secret, REMOVED).replace(ANY_KEY, REMOVED);
}
