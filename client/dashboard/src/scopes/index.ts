/**
 * Scopes as forms offer them. Those that the service describes come first, in its order. All others follow by their
 * names: those of the contract, and those that are saved already. So no form drops a scope without a description.
 */
import { type Catalog, SCOPES, type ScopeInput } from '../api/contract.ts';

export interface OfferedScope {
  name: string;
  /** A label such as `Models: read`; the name of the scope if the service does not describe it. */
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

/** Returns the scopes for a request. The service checks them: its contract may be newer than this page. */
export function scopesToSend(names: string[]): ScopeInput[] {
  return names as ScopeInput[];
}

/** Whether a key has a scope of the contract. A scope that the contract no longer has does not compile. */
export function hasScope(scopes: readonly string[], scope: (typeof SCOPES)[number]): boolean {
  return scopes.includes(scope);
}

/** Usual choices of scopes. */
export type Preset = 'read' | 'run' | 'manage';

/**
 * The scopes of each preset, of those that may be chosen: all that read, these with all that run, and everything. A key
 * gives other keys only scopes of its own, so one that manages has them all.
 */
export function presetsOf(names: readonly string[]): Record<Preset, string[]> {
  const runs = names.filter((name) => !managesWorkspace(name));
  return { read: runs.filter((name) => name.endsWith(':read')), run: runs, manage: [...names] };
}

/** A category with a `write` scope is for managing the workspace. */
export function managesWorkspace(name: string): boolean {
  return (SCOPES as readonly string[]).includes(`${name.split(':')[0]}:write`);
}
