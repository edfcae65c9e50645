/**
 * Recomputes from the ledger what must hold between money, runs and queue, and reports what does not. Each check reads
 * one workspace, or one range of it, in its own short read-only transaction: a long snapshot would slow the queue.
 * Changes nothing. The audit trusts only closed balances: with `fromTheStart`, it adds them up again.
 */
import type { Db } from '../../platform/db/pool.ts';
import { type IdPrefix, uuidToId } from '../../platform/lib/ids.ts';
import { CHECKS, type Check } from './checks.ts';
import { LIMIT_CHECKS } from './limit-checks.ts';
import { type Books, openBooks, PARAMETERS } from './parts.ts';
import { beginSnapshot, type FaultRow, readFaults } from './store.ts';

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
  return `${kind} ${uuidToId(PREFIX[kind], id)}: ${fault}`;
}

const PREFIX: Record<FaultRow['kind'], IdPrefix> = {
  workspace: 'wsp',
  account: 'acc',
  key: 'key',
  run: 'run',
};
