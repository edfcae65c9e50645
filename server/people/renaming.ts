/** A user's own name. */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { checkName } from './person.ts';
import { setName } from './person-store.ts';
import type { Session } from './session-reader.ts';

/** The name as it is saved. */
export async function renamePerson(
  db: Db,
  { user, name: before }: Session,
  input: string,
): Promise<string> {
  const name = checkName(input);
  if (name === before) return name;
  await db.transaction(async (tx) => {
    await setName(tx, user, name);
    await recordEvent(tx, null, 'user_renamed', { from: before, name }, user);
  });
  return name;
}
