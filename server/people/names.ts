/** Names of actors. Deleted users have none. */
import type { Queryable } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { selectNames } from './person-store.ts';

export interface Person {
  id: string;
  name: string;
}

/** Finds the person with a user's id; undefined without an id or a user. */
export type PersonOf = (user: string | null) => Person | undefined;

export async function findPeople(
  db: Queryable,
  users: readonly (string | null)[],
): Promise<PersonOf> {
  const ids = [...new Set(users.filter((user) => user !== null))];
  const rows = ids.length === 0 ? [] : await selectNames(db, ids);
  const people = new Map(rows.map(({ id, name }) => [id, { id: uuidToId('user', id), name }]));
  return (user) => (user === null ? undefined : people.get(user));
}
