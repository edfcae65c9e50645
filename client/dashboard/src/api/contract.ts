/** The contract's types, from the one document that the service is held to. */
export type * from '../../../../openapi/generated/dashboard.ts';
