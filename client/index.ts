/**
 * A typed client of the Model Run API: openapi-fetch over the contract's types. Paths, parameters, bodies
 * and answers are checked by the compiler; nothing is retried and nothing is hidden.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from '../openapi/generated/developer.ts';

export type * from '../openapi/generated/developer.ts';

export interface ClientOptions {
  /** Where the service is reached, such as `http://localhost:8080`. */
  baseUrl: string;
  /** A key of the service, `mrk_...`: a secret that belongs on servers only. */
  apiKey: string;
}

export function createClient({ baseUrl, apiKey }: ClientOptions): Client<paths> {
  return createFetchClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
}
