/** Who did something, by name. Users who are gone have none. */
import type { Queryable } from '../db/pool.ts';
import { uuidToId } from '../kernel/ids.ts';
import { selectNames } from './person-store.ts';

export interface Person {
  id: string;
  name: string;
}

/** Finds the person of a user's id; undefined for no id, and for nobody. */
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
