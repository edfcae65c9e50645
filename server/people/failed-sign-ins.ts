/**
 * Records wrong passwords. Each is a log line with its source address and without the typed text: a keyed hash names
 * the account. The audit trail of the user's workspaces contains the 1st, 10th, 100th and so on of a day, so that a
 * guesser cannot fill it. Recorded after the answer, which takes as long for existing users as for others.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { NetworkOf } from '../platform/lib/attempts.ts';
import { createCache } from '../platform/lib/cache.ts';
import { selectMembershipsByEmail } from './person-store.ts';

export interface FailedSignInsOptions {
  db: Db;
  secret: Buffer;
  networkOf: NetworkOf;
  log:
    | { info(detail: object, message: string): void; warn(detail: object, message: string): void }
    | undefined;
}

interface Series {
  failures: number;
  networks: Set<string>;
}

export interface FailedSignIns {
  note(attempt: { email: string; ip?: string | undefined }): void;
  /** The right password arrived: the next failure counts as the first one again. */
  end(email: string): void;
  /** Resolves when all records are written. */
  close(): Promise<void>;
}

const SERIES_MS = 86_400_000;
const MOST_SERIES = 50_000;
/** Further ones count as one. */
const MOST_NETWORKS = 1_000;

export function createFailedSignIns(options: FailedSignInsOptions): FailedSignIns {
  const { db, networkOf, log } = options;
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'failed sign-ins', 32));
  const all = createCache<Series>(MOST_SERIES, { ttl: SERIES_MS });
  /** Writes one after the other, so that the trail has them in their order. */
  let writing: Promise<void> = Promise.resolve();

  const accountOf = (email: string) =>
    createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex').slice(0, 16);

  function seriesOf(account: string): Series {
    const series = all.get(account) ?? { failures: 0, networks: new Set() };
    if (series.failures === 0) all.set(account, series);
    return series;
  }

  async function write(email: string, detail: object): Promise<void> {
    const memberships = await selectMembershipsByEmail(db, email);
    if (memberships.length === 0) return;
    await db.transaction(async (tx) => {
      for (const { workspace, user } of memberships) {
        await recordEvent(tx, workspace, 'sign_in_failed', { user, ...detail });
      }
    });
  }

  return {
    note({ email, ip }) {
      const account = accountOf(email);
      const series = seriesOf(account);
      series.failures += 1;
      if (series.networks.size < MOST_NETWORKS) series.networks.add(networkOf(ip));
      const { failures } = series;
      log?.info({ account, ip, failures }, 'a sign-in failed');
      if (!/^10*$/.test(String(failures))) return;
      const detail = { failures, addresses: series.networks.size, ip };
      writing = writing
        .then(() => write(email, detail))
        .catch((err: unknown) => log?.warn({ err }, 'a failed sign-in was not noted'));
    },
    end: (email) => void all.delete(accountOf(email)),
    close: () => writing,
  };
}
