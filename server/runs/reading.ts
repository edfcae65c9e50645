/**
 * Reads of saved runs: by id, in lists, and with their history. A few statements serve concurrent reads by id, and a wait
 * for a change costs one notification. A wait decides nothing: it reads again, and has the run looked up if that is due.
 */
import type { Db, Queryable } from '../platform/db/pool.ts';
import {
  earliestIdOf,
  HIGHEST_UUID,
  idToUuid,
  LOWEST_UUID,
  latestIdOf,
  uuidEndsOf,
} from '../platform/lib/ids.ts';
import { type JsonValue, parseJsonKeeping } from '../platform/lib/json.ts';
import { createBatcher } from '../platform/lib/micro-batcher.ts';
import { onAbort } from '../platform/lib/on-abort.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import {
  type EndedRuns,
  type OwnRuns,
  ownReading,
  type Reading,
  readingOf,
  type Waiters,
} from './known-runs.ts';
import type { QueueOf } from './look-up.ts';
import {
  type ListQuery,
  LOOKED_AT,
  readRuns,
  type Scan,
  type Scanned,
  scanRunOfKey,
  scanRuns,
  scanRunsOfEndUser,
  scanRunsOfParent,
  searchRuns,
  selectHistory,
} from './reading-store.ts';

import { type RowReader, type Run, type RunFacts, toRun } from './run.ts';

import type { RunState } from './states.ts';

export type { ListQuery } from './reading-store.ts';

/** In case the process missed a notification. */
const POLL_MS = 2_000;

interface ReaderOptions {
  db: Db;
  waiters: Waiters;
  ownRuns: OwnRuns;
  endedRuns: EndedRuns;
  /** Looks the run up unless somebody else does; notifies readers of what it finds. Never throws. */
  lookUp: (uuid: string, queue: QueueOf) => void;
  meter?: Meter | undefined;
}

export type Reader = ReturnType<typeof createReader>;

export function createReader(options: ReaderOptions) {
  const { db, waiters, ownRuns, endedRuns, lookUp, meter } = options;
  const batcher = createBatcher<{ workspace: string; id: string }, Reading | undefined>({
    run: readBatch,
    onBatch: meter && ((items) => meter.batched('read', items)),
    lanes: 2,
    maxItems: 64,
    maxQueued: 10_000,
    onFull: () =>
      new Problem('overloaded', 'More reads are waiting than the service takes in.', {
        retryAfterSeconds: 1,
      }),
  });

  async function readBatch(keys: { workspace: string; id: string }[]) {
    const rows = await readRuns(db, keys);
    return rows.map((row) => {
      if (row === undefined || row instanceof Error) return row;
      const reading = readingOf(row);
      endedRuns.add(reading);
      return reading;
    });
  }

  function read(workspace: string, uuid: string): Promise<Reading | undefined> {
    const ended = endedRuns.get(workspace, uuid);
    return ended ? Promise.resolve(ended) : batcher.submit({ workspace, id: uuid });
  }

  /**
   * Resolves as soon as `until` holds for the run, the time is over, a signal fires, or the run is gone. It calls
   * `until` once for each reading, including the last.
   */
  async function wait(
    { workspace, uuid }: { workspace: string; uuid: string },
    until: (reading: Reading) => boolean,
    ms: number,
    signals: readonly AbortSignal[],
  ): Promise<void> {
    const end = performance.now() + ms;
    const isOver = () => signals.some(({ aborted }) => aborted);
    const waiter = waiters.add(uuid);
    const callOff = signals.map((signal) => onAbort(signal, waiter.wake));
    let known = ownRuns.get(workspace, uuid);
    try {
      for (;;) {
        // Before the read: a change in between ends the wait.
        const woken = waiter.untilWoken();
        const reading = known ? ownReading(known) : await read(workspace, uuid);
        const left = end - performance.now();
        if (!reading || until(reading) || left <= 0 || isOver()) return;
        const pause = pauseBefore(reading.lookUpInMs);
        if (pause === 0) lookUp(uuid, reading.row);
        const timer = setTimeout(waiter.wake, Math.min(left, pause || POLL_MS));
        // This process ends the run itself: until then, a read would show nothing new.
        known = (await woken) ?? ownRuns.get(workspace, uuid);
        clearTimeout(timer);
      }
    } finally {
      for (const each of callOff) each();
      waiter.stop();
    }
  }

  return { read, wait };
}

/** Until the next look-up or poll, whichever comes first; 0 if a look-up is due. */
function pauseBefore(lookUpInMs: number): number {
  return Math.min(Math.max(Math.ceil(lookUpInMs), 0), POLL_MS);
}

export interface RunPage<Facts extends RunFacts = RunFacts> {
  runs: Run<Facts>[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}

/**
 * Newest first by id. A filter scans a bounded number of rows, so that no list can become slow: a page may be short, or
 * empty, and still have a cursor.
 */
export async function listRuns<Facts extends RunFacts>(
  db: Queryable,
  resource: RowReader<Facts> & { kind: string },
  workspace: string,
  query: ListQuery,
): Promise<RunPage<Facts>> {
  const { before = HIGHEST_UUID, createdAfter, createdBefore, limit } = query;
  const scan = {
    ...{ workspace, kind: resource.kind },
    before: createdBefore ? lowest(before, latestIdOf(createdBefore)) : before,
    after: createdAfter ? earliestIdOf(createdAfter) : LOWEST_UUID,
    filter: query,
    takeAtMost: limit + 1,
  };
  const { matching, end } = await findRuns(db, scan, query, resource);
  const page = matching.slice(0, limit);
  const next = matching.length > page.length ? page.at(-1)!.id : end;
  const rows = page.map(({ purged_with_others_at: others, content_purged_at: own, ...row }) =>
    toRun({ ...row, content_purged_at: own ?? others }, resource),
  );
  return { runs: rows, next };
}

/** `end` is the last row that was read; null if there are no more. */
async function findRuns(
  db: Queryable,
  scan: Omit<Scan, 'looksAt'>,
  query: ListQuery,
  reader: RowReader<RunFacts>,
): Promise<{ matching: Scanned[]; end: string | null }> {
  if (scan.takeAtMost > LOOKED_AT.few) return lookAt('all');
  const found = await lookAt('few');
  // Usually these rows are enough.
  const isEnough = found.matching.length === scan.takeAtMost || found.end === null;
  return isEnough ? found : lookAt('all');

  async function lookAt(looksAt: Scan['looksAt']) {
    const rows = await scanned(db, { ...scan, looksAt }, query, reader);
    const { scanned: seen, last_id } = rows[0]!;
    const matching = rows.filter((row) => row.id !== null);
    return { matching, end: seen === LOOKED_AT[looksAt] ? last_id : null };
  }
}

function scanned(
  db: Queryable,
  scan: Scan,
  { search, idempotencyKey, parentRun, endUserId }: ListQuery,
  { idPrefix }: RowReader<RunFacts>,
) {
  if (search !== undefined) {
    return searchRuns(db, scan, {
      text: search,
      uuid: idToUuid(idPrefix, search) ?? null,
      ends: uuidEndsOf(search),
    });
  }
  if (idempotencyKey !== undefined) return scanRunOfKey(db, scan, idempotencyKey);
  if (parentRun !== undefined) return scanRunsOfParent(db, scan);
  return endUserId === undefined ? scanRuns(db, scan) : scanRunsOfEndUser(db, scan);
}

function lowest(a: string, b: string): string {
  return a < b ? a : b;
}

export interface RunHistory<Facts extends RunFacts = RunFacts> {
  run: Run<Facts>;
  /** As the resource stored it. */
  request?: JsonValue;
  /** The terms at its creation, as the resource stored them. */
  terms: JsonValue;
  /** Oldest first; the last is the state that the run is in. */
  states: { state: RunState; at: Date }[];
}

/** The request as it was received, absent once it was purged, and when the run reached each state. */
export async function readHistory<Facts extends RunFacts>(
  db: Queryable,
  { workspace, run }: { workspace: string; run: Run<Facts> },
  passedThrough: ReadonlySet<string>,
): Promise<RunHistory<Facts>> {
  const row = await selectHistory(db, workspace, run.uuid);
  const { request = null, terms = null, history = null } = row ?? {};
  const changes = history?.map(({ state, at }) => ({ state, at: new Date(at) }));
  return {
    run,
    ...(request !== null && { request: parseJsonKeeping(passedThrough, request) as JsonValue }),
    terms,
    states: [{ state: 'reserved', at: run.createdAt }, ...upTo(run, changes ?? [])],
  };
}

/** The run was read earlier: this leaves out later changes, and adds a change that nobody recorded. */
function upTo(
  { state, finishedAt, updatedAt }: Run,
  changes: RunHistory['states'],
): RunHistory['states'] {
  const last = changes.findLastIndex((change) => change.state === state);
  if (last >= 0 || state === 'reserved') return changes.slice(0, last + 1);
  return [...changes, { state, at: finishedAt ?? updatedAt }];
}
