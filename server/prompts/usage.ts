/** The cost of a prompt, by version, in a range of whole hours. */
import type { Db } from '../platform/db/pool.ts';
import { type Fault, Problem } from '../platform/lib/problem.ts';
import { selectPromptUsage, type VersionUsage } from './usage-store.ts';

export interface UsageInput {
  workspace: string;
  name: string;
  from?: Date | undefined;
  to?: Date | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS = 366;
const USUAL_DAYS = 30;
const MOST_VERSIONS = 1_000;

/** Newest version first. */
export async function readUsage(db: Db, kind: string, { workspace, name, from, to }: UsageInput) {
  const span = wholeSpan(from, to);
  const query = { workspace, name, ...span };
  const versions = await selectPromptUsage(db, kind, query, MOST_VERSIONS);
  return { ...span, versions: versions.sort(byVersion) };
}

/** Numbers in descending order, then all other version names in runs. */
function byVersion(a: VersionUsage, b: VersionUsage): number {
  const [first, second] = [numberOf(a), numberOf(b)];
  return first === second ? (a.version < b.version ? -1 : 1) : second - first;
}

function numberOf({ version }: VersionUsage): number {
  return /^[1-9][0-9]{0,9}$/.test(version) ? Number(version) : 0;
}

function wholeSpan(from: Date | undefined, to = new Date()): { from: Date; to: Date } {
  const begin = from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS);
  const first = Math.floor(begin.getTime() / HOUR_MS) * HOUR_MS;
  const last = Math.ceil(to.getTime() / HOUR_MS) * HOUR_MS;
  if (first < 0) throw badSpan('from', 'is before 1970');
  if (last > LATEST_MS) throw badSpan('to', 'is after the year 9999');
  if (last <= first) throw badSpan('to', 'must be later than from');
  if (last - first > MOST_DAYS * DAY_MS) {
    throw badSpan('from', `is more than ${MOST_DAYS} days before to`);
  }
  return { from: new Date(first), to: new Date(last) };
}

/** The range of answers. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23);

function badSpan(parameter: string, detail: string): Problem {
  const errors: Fault[] = [{ parameter, detail, code: 'range' }];
  return new Problem('invalid_request', `${parameter} ${detail}.`, { errors });
}
