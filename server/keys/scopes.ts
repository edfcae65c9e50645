/**
 * The scopes there are. A key has exactly those that were chosen for it: run does not include read, and no
 * category includes another.
 */
import { Problem } from '../kernel/problem.ts';

const CATEGORIES = ['models', 'tools', 'compute', 'observability', 'prompts'] as const;
const RIGHTS = ['read', 'run'] as const;

export type Scope = `${(typeof CATEGORIES)[number]}:${(typeof RIGHTS)[number]}`;

export const SCOPES: readonly Scope[] = CATEGORIES.flatMap((category) =>
  RIGHTS.map((right): Scope => `${category}:${right}`),
);

/** The scopes named, each once and in the order of the list; throws for one that does not exist. */
export function checkScopes(named: readonly string[]): Scope[] {
  const unknown = named.filter((name) => !SCOPES.includes(name as Scope));
  if (unknown.length > 0) {
    const are = unknown.length === 1 ? 'is not a scope' : 'are not scopes';
    throw new Problem(
      'invalid_request',
      `${unknown.join(', ')} ${are}; the scopes are ${SCOPES.join(', ')}.`,
    );
  }
  const scopes = SCOPES.filter((scope) => named.includes(scope));
  if (scopes.length === 0) {
    throw new Problem(
      'invalid_request',
      `A key has at least one scope; they are ${SCOPES.join(', ')}.`,
    );
  }
  return scopes;
}
