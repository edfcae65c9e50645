import { SCOPES } from '../../openapi/generated/scopes.ts';
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

/** The caller, as its key identifies it: what it may do, and whose money it spends. */

export interface Principal {
  workspace: string;
  apiKey: string;
  scopes: ReadonlySet<string>;
  payer: { account: string; kind: 'wallet' | 'key_credit' };
  /** The wallet, if a key with its own credit may fall back to it. */
  fallbackAccount?: string;
  /** The only models that the caller may name. As old as the cached key: a change takes effect within a second. */
  models?: readonly string[];
  /** Whether the operator lets the workspace create no runs. As old as the cached key. */
  isSuspended?: true;
  /** Whether the workspace owes something for payments that were returned. As old as the cached key. */
  isInDebt?: true;
  /** Whether the key has spending limits, which creates read in the database. */
  hasLimits?: true;
}

/*
 * All scopes: those that some operation of the contract requires. A key has exactly the scopes that were chosen for it:
 * run does not include read, and no category includes another. A key keeps a scope of an earlier version; no new key
 * gets a scope that opens nothing.
 */

export { SCOPES };
export type Scope = (typeof SCOPES)[number];

/** What only people and operators give: no key that another one creates manages keys or charges cards. */
export const GIVEN_BY_PEOPLE: readonly string[] = ['keys:write', 'billing:write'] satisfies Scope[];

/** Scopes of the categories that have a `write` scope: they are for managing the workspace, and not for runs. */
export function managesWorkspace(scope: string): boolean {
  return SCOPES.includes(`${scope.split(':')[0]}:write` as Scope);
}

/**
 * The named scopes, without duplicates and in the order of the list; throws for one that does not exist. `pointer`
 * locates them in the body of a request.
 */
export function checkScopes(named: readonly string[], pointer = '#/scopes'): Scope[] {
  const refuse = (code: FaultCode, detail: string) =>
    new Problem('invalid_request', detail, { at: { pointer, code } });
  const unknown = named.filter((name) => !SCOPES.includes(name as Scope));
  if (unknown.length > 0) {
    const are = unknown.length === 1 ? 'is not a permission' : 'are not permissions';
    throw refuse('enum', `${unknown.join(', ')} ${are}; the permissions are ${SCOPES.join(', ')}.`);
  }
  const scopes = SCOPES.filter((scope) => named.includes(scope));
  if (scopes.length === 0) {
    throw refuse('min_items', `A key has at least one permission; they are ${SCOPES.join(', ')}.`);
  }
  return scopes;
}

/*
 * The models that a key may name: exact identifiers, and prefixes that end in a slash and a star, such as `openai/*`.
 * The code checks only the text of a list: its models need not be in the catalog.
 */

const MOST_ENTRIES = 100;
/** Like identifiers of models, with no star but that of a prefix. */
const ENTRY = /^(?=.{1,256}$)[!-)+-~]+(\/\*)?$/;
const ANY_REST = '/*';

export function isAllowed(models: readonly string[], model: string): boolean {
  return models.some((entry) =>
    entry.endsWith(ANY_REST) ? model.startsWith(entry.slice(0, -1)) : model === entry,
  );
}

/** The models that both lists allow; each is null if it allows any. */
export function narrowed(one: string[] | null, other: string[] | null): string[] | null {
  if (one === null || other === null) return one ?? other;
  const both = [
    ...one.filter((entry) => isAllowed(other, entry)),
    ...other.filter((entry) => isAllowed(one, entry)),
  ];
  return [...new Set(both)];
}

/** The list without duplicates; throws for an invalid entry. */
export function checkModels(named: readonly string[]): string[] {
  const models = [...new Set(named)];
  const wrong = models.findIndex((entry) => !ENTRY.test(entry));
  if (wrong >= 0) {
    const detail = `${models[wrong]} is neither the identifier of a model nor a prefix of some, such as openai/*.`;
    throw refused(`#/models/${named.indexOf(models[wrong]!)}`, 'pattern', detail);
  }
  if (models.length === 0) {
    throw refused('#/models', 'min_items', 'A list of models has one at least.');
  }
  if (models.length > MOST_ENTRIES) {
    throw refused('#/models', 'max_items', `A list of models has ${MOST_ENTRIES} at most.`);
  }
  return models;
}

function refused(pointer: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { at: { pointer, code } });
}
