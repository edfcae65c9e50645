/** A workspace whose keys have spending limits: what is admitted and settled for them, and what they have used. */

import {
  changeKey,
  createKey,
  type KeyChange,
  limitsOf,
  listKeys,
} from '../../server/keys/index.ts';
import type { Db, Queryable } from '../../server/platform/db/pool.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { admitRun, admitRuns, endRun, makeFixtures } from '../ledger/fixtures.ts';

export const publicId = (uuid: string) => uuidToId('key', uuid);

export type LimitFixtures = Awaited<ReturnType<typeof makeLimitFixtures>>;

export async function makeLimitFixtures(db: Db) {
  const fixtures = await makeFixtures(db, 100_000);
  const { workspace, wallet: account } = fixtures;

  const admit = (apiKey: string, reserved: number, by: Queryable = db) =>
    admitRun(by, { workspace, account, apiKey, reserved });

  return {
    ...fixtures,
    admit,

    async make(limits: { dayLimit?: number; monthLimit?: number } = {}): Promise<string> {
      const scopes = ['models:run'];
      return (await createKey(db, { workspace, name: 'limited', scopes, ...limits })).id;
    },

    /** Creates this many in one batch; returns the result of each. */
    async outcomes(apiKey: string, reserved: number, count: number): Promise<string[]> {
      const admitted = await admitRuns(db, { workspace, account, apiKey, reserved }, count);
      return admitted.map(({ outcome }) => outcome);
    },

    async outcome(apiKey: string, reserved: number): Promise<string> {
      return (await admit(apiKey, reserved)).outcome;
    },

    end: (id: string, charged?: number) =>
      endRun(db, { workspace, id, ...(charged !== undefined && { charged }) }),

    change: (apiKey: string, wanted: KeyChange) =>
      changeKey(db, { id: publicId(apiKey), change: wanted }),

    /** By period, without the reset times. */
    async used(apiKey: string) {
      const key = (await listKeys(db, workspace)).find(({ id }) => id === apiKey)!;
      return Object.fromEntries(
        limitsOf(key).map(({ period, limit, spent, held, available }) => [
          period,
          [limit, spent, held, available],
        ]),
      );
    },
  };
}
