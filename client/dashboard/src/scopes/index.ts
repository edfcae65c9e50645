/**
 * Permissions of keys as forms offer them, which the API calls scopes. Those that the service describes come first, in
 * its order. All others follow: those of the contract, and those that are saved already. So no form drops a permission
 * that has no description.
 */
import { type Catalog, SCOPES, type ScopeInput } from '../api/contract.ts';
import { capitalized, plural } from '../format/index.ts';

/** The permissions for one subject, such as models. */
export interface PermissionGroup {
  title: string;
  /** In `name`, as programs write it, such as `models:read`. */
  permissions: { name: string; description?: string }[];
}

/** `saved` are those that the key or the workspace has already. Without a catalog nothing is described yet. */
export function offeredPermissions(
  catalog: Pick<Catalog, 'categories'> | undefined,
  saved: readonly string[],
): PermissionGroup[] {
  const groups = new Map<string, PermissionGroup>();
  const described = new Set<string>();
  for (const { title, scopes } of catalog?.categories ?? []) {
    const permissions = scopes.map(({ name, description: about }) => ({
      name,
      description: about,
    }));
    for (const { name } of permissions) described.add(name);
    const [first] = permissions;
    if (first) groups.set(subjectOf(first.name), { title, permissions });
  }
  for (const name of new Set<string>([...SCOPES, ...saved])) {
    if (described.has(name)) continue;
    const subject = subjectOf(name);
    const group = groups.get(subject) ?? { title: capitalized(subject), permissions: [] };
    group.permissions.push({ name });
    groups.set(subject, group);
  }
  return [...groups.values()];
}

/** Such as `Full access`, or `3 permissions`. */
export function summaryOf(permissions: readonly string[]): string {
  const isFull = SCOPES.every((name) => permissions.includes(name));
  return isFull ? 'Full access' : plural(permissions.length, 'permission');
}

/** Returns the permissions for a request. The service checks them: its contract may be newer than this page. */
export function scopesToSend(names: string[]): ScopeInput[] {
  return names as ScopeInput[];
}

/** Whether a key has a permission of the contract. One that the contract no longer has does not compile. */
export function hasScope(scopes: readonly string[], scope: (typeof SCOPES)[number]): boolean {
  return scopes.includes(scope);
}

/** Usual choices of permissions. */
export type Preset = 'read' | 'run' | 'manage';

/**
 * The permissions of each preset, of those that may be chosen: all that read, these with all that run, and everything but
 * to charge a card, which somebody chooses by itself. A key gives other keys only permissions of its own, so one that manages
 * has all others.
 */
export function presetsOf(names: readonly string[]): Record<Preset, string[]> {
  const runs = names.filter((name) => !managesWorkspace(name));
  return {
    read: runs.filter((name) => name.endsWith(':read')),
    run: runs,
    manage: names.filter((name) => name !== 'billing:write'),
  };
}

/** A subject with a `write` permission is for managing the workspace. */
export function managesWorkspace(name: string): boolean {
  return (SCOPES as readonly string[]).includes(`${subjectOf(name)}:write`);
}

function subjectOf(name: string): string {
  return name.split(':', 1)[0]!;
}
