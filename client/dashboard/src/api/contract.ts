/** The contract's types and lists, from the documents that the service is held to. */
export type * from '../../../../openapi/generated/dashboard.ts';
export { SCOPES } from '../../../../openapi/generated/scopes.ts';
