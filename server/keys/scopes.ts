/**
 * All scopes: those that some operation of the contract requires. A key has exactly the scopes that were chosen for it:
 * run does not include read, and no category includes another. A key keeps a scope of an earlier version; no new key
 * gets a scope that opens nothing.
 */
import { SCOPES } from '../../openapi/generated/scopes.ts';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

export { SCOPES };
export type Scope = (typeof SCOPES)[number];
/** The part before the colon: a group of operations. */

/**
 * The named scopes, without duplicates and in the order of the list; throws for one that does not exist. `pointer`
 * locates them in the body of a request.
 */
export function checkScopes(named: readonly string[], pointer = '#/scopes'): Scope[] {
  const refuse = (code: FaultCode, detail: string) =>
    new Problem('invalid_request', detail, { errors: [{ pointer, detail, code }] });
  const unknown = named.filter((name) => !SCOPES.includes(name as Scope));
  if (unknown.length > 0) {
    const are = unknown.length === 1 ? 'is not a scope' : 'are not scopes';
    throw refuse('enum', `${unknown.join(', ')} ${are}; the scopes are ${SCOPES.join(', ')}.`);
  }
  const scopes = SCOPES.filter((scope) => named.includes(scope));
  if (scopes.length === 0) {
    throw refuse('min_items', `A key has at least one scope; they are ${SCOPES.join(', ')}.`);
  }
  return scopes;
}
