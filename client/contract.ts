/** The types of the contract, from the same document that the service's responses are checked against. */
export type * from '../openapi/generated/developer.ts';
