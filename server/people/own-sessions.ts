/** A user's sessions, as the user sees and ends them. */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  deleteOtherSessionsOf,
  deleteSessionOf,
  type OwnSession,
  selectSessionsOf,
} from './person-store.ts';
import type { Session } from './session-reader.ts';

export type { OwnSession };

/** `forget`: sessions ended, and the process reads each again. */
export function createOwnSessions({ db, forget }: { db: Db; forget: () => void }) {
  return {
    list: ({ user }: Session): Promise<OwnSession[]> => selectSessionsOf(db, user),

    /** The number of ended sessions. */
    async endOthers({ id, user }: Session): Promise<number> {
      const ended = await db.transaction(async (tx) => {
        const count = await deleteOtherSessionsOf(tx, { user, but: id });
        if (count > 0) await recordEvent(tx, null, 'sessions_ended', { sessions: count }, user);
        return count;
      });
      forget();
      return ended;
    },

    async end({ id, user }: Session, session: string): Promise<void> {
      if (session === id) {
        throw new Problem('conflict', 'This is the session that you are using: sign out instead.');
      }
      await db.transaction(async (tx) => {
        if (!(await deleteSessionOf(tx, { user, id: session }))) {
          throw new Problem('not_found', 'There is no such session.');
        }
        await recordEvent(tx, null, 'sessions_ended', { sessions: 1 }, user);
      });
      forget();
    },
  };
}
