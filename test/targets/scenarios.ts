/**
 * One scenario for everything that the document promises: each problem code of each status of each operation, and each
 * success with and without its optional headers. Derived from the document, so that an addition there is a scenario at
 * once.
 */
import type { Node } from '../contract/document.ts';
import { codesOf, type DocumentedOperation, headersOf, operations } from '../support/contract.ts';

export interface Scenario {
  /** `operationId status`, followed by the code or the header of the scenario. */
  name: string;
  operation: DocumentedOperation;
  status: number;
  /** Of a refusal. */
  code: string | undefined;
  /** The optional header that a success must have. */
  form: Form | undefined;
}

export type Form = (typeof FORMS)[number];

/** Headers of successes that depend on the request or on the run. */
const FORMS = [
  'preference-applied',
  'idempotent-replayed',
  'retry-after',
  'content-security-policy',
] as const;
/** A pending run, the only reason for 202, always says when to ask again. */
const PENDING = 202;

export const scenarios: Scenario[] = operations.flatMap((operation) =>
  [...operation.responses].flatMap(([status, response]) =>
    scenariosOf(operation, status, response),
  ),
);

function scenariosOf(operation: DocumentedOperation, status: number, response: Node): Scenario[] {
  const about = (code?: string, form?: Form): Scenario => {
    const name = [operation.id, status, code ?? form].filter(Boolean).join(' ');
    return { name, operation, status, code, form };
  };
  if (status >= 400) return codesOf(status, response).map((code) => about(code));
  const headers = headersOf(response);
  const forms = FORMS.filter((form) => headers.has(form)).filter(
    (form) => form !== 'retry-after' || status !== PENDING,
  );
  return [about(), ...forms.map((form) => about(undefined, form))];
}
