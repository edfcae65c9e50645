/**
 * Recomputes from the ledger what must hold between money, runs and queue, and names what does not. Each
 * check reads one workspace, or one range of its runs, in a short read-only transaction of its own: a long
 * snapshot would slow the queue. Changes nothing, and trusts no cached figure.
 */
import type { Db, Queryable } from '../../db/pool.ts';
import { HIGHEST_UUID, type IdPrefix, uuidToId } from '../../kernel/ids.ts';
import {
  beginSnapshot,
  CHECKS,
  type Check,
  type FaultRow,
  rangesOfRuns,
  readFaults,
  selectWorkspaces,
} from './store.ts';

export interface AuditResult {
  name: string;
  /** The invariant, as a sentence. */
  about: string;
  ok: boolean;
  /** The first faults found; empty where the check holds. */
  faults: string[];
}

/** One result per check, in order and as soon as it is known; a caller may stop at the first fault. */
export async function* audit(db: Db): AsyncGenerator<AuditResult> {
  const ranges = new Map<string, string[]>();
  const workspaces = await inSnapshot(db, selectWorkspaces);
  for (const workspace of workspaces) {
    ranges.set(workspace, await inSnapshot(db, (tx) => rangesOfRuns(tx, workspace)));
  }
  for (const check of CHECKS) {
    const rows = await firstFaults(db, check, ranges);
    yield { name: check.name, about: check.about, ok: rows.length === 0, faults: rows.map(asText) };
  }
}

async function firstFaults(
  db: Db,
  check: Check,
  ranges: ReadonlyMap<string, string[]>,
): Promise<FaultRow[]> {
  for (const parameters of parametersOf(check, ranges)) {
    const rows = await inSnapshot(db, (tx) => readFaults(tx, check, parameters));
    if (rows.length > 0) return rows;
  }
  return [];
}

function* parametersOf(check: Check, ranges: ReadonlyMap<string, string[]>): Iterable<string[]> {
  if (check.reads === 'deployment') return yield [];
  for (const [workspace, bounds] of ranges) {
    if (check.reads === 'workspace') {
      yield [workspace];
      continue;
    }
    // The ranges cover every id there can be, so that rows without a run are met too.
    for (const [i, from] of bounds.entries()) {
      yield [workspace, from, bounds[i + 1] ?? HIGHEST_UUID];
    }
  }
}

function inSnapshot<T>(db: Db, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await beginSnapshot(tx);
    return read(tx);
  });
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
