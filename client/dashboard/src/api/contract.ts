/** The contract's types and lists, from the documents that the service's answers are checked against. */
export type * from '../../../../openapi/generated/dashboard.ts';
export type * as operator from '../../../../openapi/generated/operator.ts';
export { SCOPES } from '../../../../openapi/generated/scopes.ts';
