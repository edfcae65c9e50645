/** The SQL of the names of people whom other facts know by their ids. */
import type { Queryable } from '../../db/pool.ts';

export function selectNames(
  db: Queryable,
  users: string[],
): Promise<{ id: string; name: string }[]> {
  return db.query('select id, name from app_user where id = any ($1::uuid[])', [users]);
}
