/** Usage and quotas over HTTP. */

import { selectKeyNames } from '../keys/index.ts';
import { KINDS } from '../kinds.ts';
import { toQuota } from '../money/http.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { idToUuid, LOWEST_UUID, uuidToId } from '../platform/lib/ids.ts';
import { percentilesOf } from '../platform/lib/latencies.ts';
import { checkTimeZone, daysIn, toDate } from '../platform/lib/moment.ts';
import type { Decimal, Unit } from '../platform/lib/money.ts';
import { invalidRequest, type Problem } from '../platform/lib/problem.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../platform/lib/shares.ts';
import type { Quotas } from '../quotas/index.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import { readSettings } from '../workspaces/index.ts';
import { selectUsage, type UsageFacts, type UsageQuery, type UsageRow } from './store.ts';

/** The maximum for one workspace in this process. A page asks for a handful. */
const READS_AT_ONCE = 2;
const READS_WAITING = 8;

interface UsageOptions {
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
      const { timeZone } = query;
      if (timeZone !== undefined) checkTimeZone(timeZone, { parameter: 'timeZone' });
      // A malformed id does not exist, and has no usage.
      const apiKey = keyId === undefined ? undefined : (idToUuid('key', keyId) ?? LOWEST_UUID);
      const body = await readUsage(
        {
          db: reads,
          limit,
          kinds,
        },
        {
          ...{ workspace, interval, timeZone, groupBy, kind, apiKey, endUserId, promptId },
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

/*
 * What a workspace used in a time range, by hour in UTC or by day: the range is widened to whole ones. The time and the
 * number of groups are bounded, so that nobody can ask for more than a page can show.
 */

interface UsageInput extends Omit<UsageQuery, 'mostGroups' | 'bounds'> {
  from: Date;
  to: Date;
  interval: 'hour' | 'day';
  /** Of the days; if absent, that of the workspace. */
  timeZone: string | undefined;
}

interface UsageSources {
  db: Db;
  /** Of workspaces. */
  limit: ConcurrencyLimit;
  kinds: readonly Pick<OfferedKind, 'subject' | 'names'>[];
}

async function readUsage(sources: UsageSources, input: UsageInput) {
  const { db, limit } = sources;
  const { workspace, interval, groupBy } = input;
  checkGroups(input);
  const { row, bounds, timeZone } = await limit.run(workspace, async () => {
    const { timeZone: zone = (await readSettings(db, workspace)).timeZone } = input;
    const of = boundsOf({ ...input, timeZone: zone });
    const query = { ...input, bounds: of, mostGroups: MOST_GROUPS };
    const found = await db.transaction((tx) => selectUsage(tx, query));
    return { row: found, bounds: of, timeZone: zone };
  });
  const names = await namesOf(sources, input);
  const groupOf = toGroup(groupBy);
  const durations = durationsOf(row);
  return {
    interval,
    timeZone,
    from: bounds[0]!.toISOString(),
    to: bounds.at(-1)!.toISOString(),
    buckets: row.buckets.map(({ start, ...facts }) => ({
      start: new Date(start).toISOString(),
      ...groupOf(facts),
      ...sumsOf(facts),
      ...latencyOf(hexBytes(facts.latencies)),
    })),
    totals: totalsOf(row, groupBy === 'none').map((facts) => ({
      ...groupOf(facts),
      ...nameOf(names, facts.name),
      ...sumsOf(facts),
      ...latencyOf(durations.get(facts.rank)),
      errors: row.errors
        .filter(({ rank }) => rank === facts.rank)
        .map(({ code, count }) => ({ code, count })),
    })),
    isCut: row.groups > MOST_GROUPS,
  };
}

/** Without groups, there is a total even if there were no runs. */
function totalsOf({ totals }: UsageRow, isOne: boolean): UsageRow['totals'] {
  return totals.length === 0 && isOne ? [NOTHING] : totals;
}

function toGroup(groupBy: UsageInput['groupBy']) {
  return ({ name, rest }: Pick<UsageFacts, 'name' | 'rest'>) => ({
    ...(name !== null && { group: groupBy === 'key' ? uuidToId('key', name) : name }),
    ...(rest && { isRest: true }),
  });
}

function nameOf(names: ReadonlyMap<string, string>, group: string | null) {
  const groupName = group === null ? undefined : names.get(group);
  return groupName !== undefined && { groupName };
}

/** The names of the groups for people, if they differ from those for programs. */
async function namesOf(
  { db, kinds }: UsageSources,
  { workspace, groupBy }: UsageInput,
): Promise<ReadonlyMap<string, string>> {
  if (groupBy === 'key') return keyNames(db, workspace);
  return kinds.find(({ subject }) => subject === groupBy)?.names?.() ?? new Map();
}

async function keyNames(db: Db, workspace: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await selectKeyNames(db, workspace)).map(({ id, name }) => [id, name]));
}

function sumsOf(facts: UsageFacts) {
  return {
    runs: facts.runs,
    completed: facts.completed,
    failed: facts.failed,
    pending: facts.runs - facts.completed - facts.failed,
    promptTokens: facts.prompt_tokens,
    completionTokens: facts.completion_tokens,
    chargedAmount: facts.charged,
    providerAmount: facts.provider,
    feeAmount: facts.fee,
  };
}

/** The sums over all buckets, by rank. */
function durationsOf({ buckets }: UsageRow): ReadonlyMap<number, Buffer> {
  const byRank = Map.groupBy(buckets, ({ rank }) => rank);
  const joined = [...byRank].map(([rank, ofRank]): [number, Buffer] => [
    rank,
    Buffer.concat(ofRank.map(({ latencies }) => hexBytes(latencies))),
  ]);
  return new Map(joined);
}

function hexBytes(hex: string | null): Buffer {
  return Buffer.from(hex ?? '', 'hex');
}

function latencyOf(durations: Buffer | undefined) {
  const latencyMs = durations && percentilesOf(durations);
  return latencyMs && { latencyMs };
}

/** The beginnings of the buckets, and the end of the last one. */
function boundsOf({ from, to, interval, timeZone }: UsageInput & { timeZone: string }): Date[] {
  if (from.getTime() < EARLIEST_MS) throw badSpan('from', 'is before 1970');
  if (to.getTime() > LATEST_MS) throw badSpan('to', 'is after the year 9999');
  const most = MOST_DAYS[interval];
  // A day more than it may be: two days are begun, and the clocks change.
  if (to.getTime() - from.getTime() <= (most + 1) * DAY_MS) {
    const bounds = interval === 'day' ? daysIn({ from, to }, timeZone) : hoursIn(from, to);
    if (bounds.length < 2) throw badSpan('to', 'must be later than from');
    if (bounds.length - 1 <= most * (interval === 'day' ? 1 : 24)) return bounds;
  }
  throw badSpan('from', `is more than ${most} days before to`);
}

function hoursIn(from: Date, to: Date): Date[] {
  const [first, last] = [Math.floor(from.getTime() / HOUR_MS), Math.ceil(to.getTime() / HOUR_MS)];
  return Array.from(
    { length: Math.max(last - first + 1, 0) },
    (_, index) => new Date((first + index) * HOUR_MS),
  );
}

/** The hourly sums do not include which key or model served whom. */
function checkGroups({ groupBy, apiKey, of, promptId, endUserId }: UsageInput): void {
  const isNarrowed = [apiKey, of, promptId].some((each) => each !== undefined);
  if (groupBy !== 'endUser' || endUserId !== undefined || !isNarrowed) return;
  const detail = 'cannot be endUser together with keyId, model or promptId';
  throw invalidRequest({ parameter: 'groupBy', detail, code: 'conflict' });
}

function badSpan(parameter: string, detail: string): Problem {
  return invalidRequest({ parameter, detail, code: 'range' });
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** As exact as the answer, with ids. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 11, 31, 23);
const MOST_DAYS = { hour: 14, day: 92 };
const MOST_GROUPS = 20;

const NOTHING: UsageRow['totals'][number] = {
  ...{ rank: 1, name: null, rest: false },
  ...{ runs: 0, completed: 0, failed: 0, prompt_tokens: 0, completion_tokens: 0 },
  ...{ charged: 0, provider: 0, fee: 0 },
};
