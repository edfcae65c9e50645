/** Usage and quotas over HTTP. */

import { KINDS } from '../kinds.ts';
import { toQuota } from '../money/http-account.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { idToUuid, LOWEST_UUID } from '../platform/lib/ids.ts';
import { toDate } from '../platform/lib/moment.ts';
import type { Decimal, Unit } from '../platform/lib/money.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import type { Quotas } from '../quotas/index.ts';
import { readUsage, type UsageSources } from './usage.ts';

/** The maximum for one workspace in this process. A page asks for a handful. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

export interface UsageOptions {
  reads: Db;
  kinds: UsageSources['kinds'];
  quotas: Pick<Quotas, 'usesOf'>;
  unit: Unit;
  /** Of a gigabyte that is stored for a day, if it has one. */
  storagePrice: Decimal | undefined;
}

export function createUsageHandlers({
  reads,
  kinds,
  quotas,
  unit: { currency },
  storagePrice,
}: UsageOptions): Pick<DashboardHandlers, 'getUsage' | 'getQuotas'> {
  const limit = createConcurrencyLimit({ atOnce: READS_AT_ONCE, mayWait: READS_WAITING });
  return {
    async getUsage({ principal: { workspace }, query }) {
      const { from, to, interval = 'day', groupBy = 'none', kind } = query;
      const { keyId, endUserId, promptId } = query;
      // A malformed id does not exist, and has no usage.
      const apiKey = keyId === undefined ? undefined : (idToUuid('key', keyId) ?? LOWEST_UUID);
      const body = await readUsage(
        {
          db: reads,
          limit,
          kinds,
        },
        {
          ...{ workspace, interval, groupBy, kind, apiKey, endUserId, promptId },
          of: subjectIn(query),
          from: toDate('from', from),
          to: toDate('to', to),
        },
      );
      return { status: 200, body };
    },

    async getQuotas({ principal: { workspace } }) {
      const body = {
        currency,
        quotas: (await quotas.usesOf(workspace)).map(toQuota),
        ...(storagePrice !== undefined && { storagePricePerGbDay: storagePrice }),
      };
      return { status: 200, body };
    },
  };
}

/** The filter by what runs are of. */
function subjectIn(query: object): { subject: string; id: string } | undefined {
  const given = query as Record<string, string | undefined>;
  const subject = KINDS.find((kind) => given[kind.subject] !== undefined)?.subject;
  return subject === undefined ? undefined : { subject, id: given[subject]! };
}
