/**
 * Scopes as forms offer them. Those that the service describes come first, in its order. All others follow by their
 * names: those of the contract, and those that are saved already. So no form drops a scope without a description.
 */
import { type Catalog, SCOPES, type ScopeInput } from '../api/contract.ts';

export interface OfferedScope {
  name: string;
  /** `Models: read`; its name where the service has no words for it. */
  title: string;
  description?: string;
}

/** `saved` are those that the key or the workspace has already. Without a catalog nothing is described yet. */
export function offeredScopes(
  catalog: Pick<Catalog, 'categories'> | undefined,
  saved: readonly string[],
): OfferedScope[] {
  const described = (catalog?.categories ?? []).flatMap((category) =>
    category.scopes.map(({ name, title, description }) => ({
      name,
      title: `${category.title}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      description,
    })),
  );
  const others = new Set<string>([...SCOPES, ...saved]);
  for (const { name } of described) others.delete(name);
  return [...described, ...Array.from(others, (name) => ({ name, title: name }))];
}

/** For a request. Whether there is such a scope the service says, whose contract may be newer than this page. */
export function scopesToSend(names: string[]): ScopeInput[] {
  return names as ScopeInput[];
}

/** Whether a key has a scope of the contract; one that the contract has no longer does not compile here. */
export function hasScope(scopes: readonly string[], scope: (typeof SCOPES)[number]): boolean {
  return scopes.includes(scope);
}
