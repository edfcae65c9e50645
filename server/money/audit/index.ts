/**
 * Recomputes from the ledger what must hold between money, runs and queue, and reports what does not. Each check reads
 * one workspace, or one range of it, in its own short read-only transaction: a long snapshot would slow the queue.
 * Changes nothing. The audit trusts only closed balances: with `fromTheStart`, it adds them up again.
 */

import type { Db, Queryable } from '../../platform/db/pool.ts';
import { HIGHEST_UUID, type IdPrefix, LOWEST_UUID, uuidToId } from '../../platform/lib/ids.ts';
import { CHECKS, type Check, LIMIT_CHECKS, type Part } from './checks.ts';
import {
  addUpClosedEntries,
  addUpHours,
  beginSnapshot,
  type FaultRow,
  keyFurtherOn,
  nextOperation,
  readFaults,
  runFurtherOn,
  selectLimitedDays,
  selectUsageUntil,
  selectWorkspaces,
} from './store.ts';

export interface AuditOptions {
  /** Also adds up every entry of the closed balances. */
  fromTheStart?: boolean;
  /** Runs, request keys or entries that one transaction reads. */
  perPart?: number;
}

export interface AuditResult {
  name: string;
  /** The invariant, as a sentence. */
  about: string;
  ok: boolean;
  /** The first faults found; empty if the check holds. */
  faults: string[];
}

const PER_PART = 10_000;
/** The audit reports only the first faults. */
const FAULTS = 5;

/** Yields one result per check, in order and as soon as it is known; a caller may stop at the first fault. */
export async function* audit(
  db: Db,
  { fromTheStart = false, perPart = PER_PART }: AuditOptions = {},
): AsyncGenerator<AuditResult> {
  const read: Books['read'] = (work) =>
    db.transaction(async (tx) => {
      await beginSnapshot(tx);
      return work(tx);
    });
  const books = await openBooks(read, perPart);
  for (const check of [...CHECKS, ...LIMIT_CHECKS]) {
    if (check.reads === 'closed entries' && !fromTheStart) continue;
    const rows = await firstFaults(books, check);
    yield { name: check.name, about: check.about, ok: rows.length === 0, faults: rows.map(asText) };
  }
}

async function firstFaults(books: Books, check: Check): Promise<FaultRow[]> {
  for await (const parameters of PARAMETERS[check.reads](books)) {
    const rows = await books.read((tx) => readFaults(tx, check, parameters));
    if (rows.length > 0) return rows.slice(0, FAULTS);
  }
  return [];
}

function asText({ kind, id, fault }: FaultRow): string {
  if (kind === 'deployment' || id === null) return fault;
  return `${kind} ${uuidToId(PREFIX[kind], id)}: ${fault}`;
}

const PREFIX: Record<Exclude<FaultRow['kind'], 'deployment'>, IdPrefix> = {
  workspace: 'wsp',
  account: 'acc',
  key: 'key',
  run: 'run',
};

/*
 * Divides the books into what one query of a check reads, in short transactions. Finished parts never change again, so
 * several transactions can add them up: entries that are in closed balances, and runs of closed hours.
 */

interface Books {
  /** Runs in its own transaction, which writes nothing. */
  read<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** For each workspace, ranges of ids that together contain every run, and any other id. */
  runs: ReadonlyMap<string, IdRange[]>;
  /** Runs, request keys or entries that one query reads. */
  perPart: number;
}

/** Excludes the first and includes the last. */
type IdRange = readonly [from: string, to: string];

async function openBooks(read: Books['read'], perPart: number): Promise<Books> {
  const runs = new Map<string, IdRange[]>();
  for (const workspace of await read(selectWorkspaces)) {
    const ranges: IdRange[] = [];
    const next = (from: string) => read((tx) => runFurtherOn(tx, workspace, from, perPart));
    for await (const [from, to] of rangesFrom(LOWEST_UUID, next)) {
      ranges.push([from, to ?? HIGHEST_UUID]);
    }
    runs.set(workspace, ranges);
  }
  return { read, runs, perPart };
}

/** The last range has no end. */
async function* rangesFrom<Bound>(
  first: Bound,
  next: (from: Bound) => Promise<Bound | undefined>,
): AsyncIterable<[from: Bound, to: Bound | undefined]> {
  for (let from = first; ; ) {
    const to = await next(from);
    yield [from, to];
    if (to === undefined) return;
    from = to;
  }
}

/** Parameters of the queries that together read everything that a check covers. */
const PARAMETERS: Record<Part, (books: Books) => AsyncIterable<unknown[]>> = {
  async *deployment() {
    yield [];
  },
  workspace: eachWorkspace,
  balances: eachWorkspace,
  async *runs({ runs }) {
    for (const [workspace, ranges] of runs) {
      for (const [from, to] of ranges) yield [workspace, from, to];
    }
  },
  async *'request keys'(books) {
    for (const workspace of books.runs.keys()) yield* keysOf(books, workspace);
  },
  async *hours(books) {
    for (const [workspace, ranges] of books.runs) yield* hoursOf(books, workspace, ranges);
  },
  async *days({ read, runs }) {
    for (const workspace of runs.keys()) {
      for (const day of await read((tx) => selectLimitedDays(tx, workspace)))
        yield [workspace, day];
    }
  },
  'closed entries': closedEntries,
};

async function* eachWorkspace({ runs }: Books): AsyncIterable<string[]> {
  for (const workspace of runs.keys()) yield [workspace];
}

async function* keysOf({ read, perPart }: Books, workspace: string): AsyncIterable<unknown[]> {
  const next = (from?: string) => read((tx) => nextOperation(tx, workspace, from));
  for (let operation = await next(); operation !== undefined; operation = await next(operation)) {
    const of = { workspace, operation };
    const furtherOn = (from: string) => read((tx) => keyFurtherOn(tx, of, from, perPart));
    for await (const [from, to] of rangesFrom('', furtherOn))
      yield [workspace, operation, from, to];
  }
}

interface Hour {
  hour: string;
  runs: number;
  captured: bigint;
}

/** As many hours at once as have `perPart` runs; together every possible hour. */
async function* hoursOf(
  books: Books,
  workspace: string,
  ranges: readonly IdRange[],
): AsyncIterable<unknown[]> {
  const until = await books.read((tx) => selectUsageUntil(tx, workspace));
  const hours = until === undefined ? [] : await addUpRuns(books, workspace, ranges, until);
  let from = '-infinity';
  let part: Hour[] = [];
  let runs = 0;
  for (const hour of hours) {
    if (runs >= books.perPart) {
      yield [workspace, from, hour.hour, until, asJson(part)];
      [from, part, runs] = [hour.hour, [], 0];
    }
    part.push(hour);
    runs += hour.runs;
  }
  yield [workspace, from, 'infinity', until ?? '-infinity', asJson(part)];
}

/** The sums of closed hours, in order. */
async function addUpRuns(
  { read }: Books,
  workspace: string,
  ranges: readonly IdRange[],
  until: Date,
): Promise<Hour[]> {
  const hours = new Map<string, Hour>();
  for (const [from, to] of ranges) {
    const rows = await read((tx) => addUpHours(tx, { workspace, from, to, until }));
    for (const { hour, runs, captured } of rows) {
      const sum = hours.get(hour) ?? { hour, runs: 0, captured: 0n };
      sum.runs += runs;
      sum.captured += BigInt(captured);
      hours.set(hour, sum);
    }
  }
  return [...hours.values()].sort((a, b) => (a.hour < b.hour ? -1 : 1));
}

interface Sum {
  account: string;
  available: bigint;
  held: bigint;
  spent: bigint;
}

async function* closedEntries(books: Books): AsyncIterable<unknown[]> {
  const { sums, last } = await addUpEntries(books);
  for (const workspace of books.runs.keys()) {
    yield [workspace, last, asJson([...(sums.get(workspace)?.values() ?? [])])];
  }
}

/** The sums of all entries in closed balances, from the first one on: by workspace and account. */
async function addUpEntries({ read, perPart }: Books) {
  const sums = new Map<string, Map<string, Sum>>();
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await read((tx) => addUpClosedEntries(tx, last, perPart));
    if (rows.length === 0) return { sums, last };
    for (const { workspace, account, ...row } of rows) {
      const accounts = sums.get(workspace) ?? new Map<string, Sum>();
      const sum = accounts.get(account) ?? { account, available: 0n, held: 0n, spent: 0n };
      for (const name of ['available', 'held', 'spent'] as const) sum[name] += BigInt(row[name]);
      sums.set(workspace, accounts.set(account, sum));
      last = Math.max(last, row.last);
    }
  }
}

/** Writes large numbers as text, which PostgreSQL reads as numbers. */
function asJson(rows: object[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}
