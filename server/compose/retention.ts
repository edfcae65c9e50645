/**
 * Removes data from every storage: what workspaces no longer keep, which is the content of runs, the outputs of jobs and
 * the spans of programs; and all data of one end user, which it also exports. The books stay as they are.
 */

import { type Actor, recordEvent } from '../audit-trail/index.ts';
import {
  beginErasure,
  createCustomerStore,
  createCustomers,
  type ErasedEndUser,
  endErasure,
} from '../customers/index.ts';
import { expireMadeBefore } from '../exports/made.ts';
import { deleteSavedExportsOfEndUser } from '../exports/saved.ts';
import { runIdOf } from '../kinds.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { momentOf } from '../platform/lib/ids.ts';
import { removeOutputs } from '../platform/outputs/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Chore } from '../platform/worker/work.ts';
import { forgetContent } from '../quotas/index.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import {
  eraseEndUserFromRuns,
  type FoundRun,
  type Purged,
  type PurgeOptions,
  purgePayloads,
  purgesOf,
  runsOfEndUser,
} from '../runs/index.ts';
import {
  deleteSpansOfEndUser,
  type EndUserReferences,
  eraseScoresOfEndUser,
  selectScoresOfEndUser,
  selectSpansOfEndUser,
  selectTracesOfEndUser,
} from '../traces/index.ts';
import { deleteMessagesOfEndUser } from '../webhooks/index.ts';
import type { Parts } from './parts.ts';

interface Retention {
  /** Removes what is due, for at most this long. Of all workspaces if none is named. */
  purge(options: Omit<PurgeOptions, 'mostDays'>): Promise<Purged>;
}

type RetentionParts = Pick<Parts, 'compute' | 'spans' | 'runs' | 'quotas'> & { db: Db };

export function createRetention(
  { content: { mostDays } }: Pick<Config, 'content'>,
  { db, compute, spans, runs, quotas }: RetentionParts,
): Retention {
  /** The id up to which this process has removed a workspace's outputs and spans. */
  const removedUntil = new Map<string, string>();
  const areOpen = (jobIds: readonly string[]) => runs.open(jobIds);
  return {
    async purge(options) {
      const until = performance.now() + options.withinMs;
      const isTimeUp = () => performance.now() > until;
      const purged = await purgePayloads(db, { mostDays, ...options });
      for (const { workspace, until: before } of await purgesOf(db, options.workspace ?? null)) {
        if (removedUntil.get(workspace) === before) continue;
        if (isTimeUp()) return { ...purged, isPartial: true };
        const range = { workspace, before };
        await expireMadeBefore(db, range);
        const areGone =
          (await removeOutputs(compute.outputs, range, areOpen, isTimeUp)) &&
          (await spans.removeBefore(workspace, momentOf(before), isTimeUp));
        if (areGone) removedUntil.set(workspace, before);
      }
      const { workspace = null, now = null } = options;
      for (const range of await quotas.expired({ workspace, now })) {
        if (isTimeUp()) return { ...purged, isPartial: true };
        await expireMadeBefore(db, range);
        await removeOutputs(compute.outputs, range, areOpen, isTimeUp);
      }
      return purged;
    },
  };
}

/** A turn is short, because other chores of the worker wait for it. */
const PURGE_EVERY_MS = 60_000;
const PURGE_WITHIN_MS = 2_000;
/** The chore checks months when something becomes due, and regularly for those whose last open run has ended. */
const MONTHS_EVERY_MS = 3_600_000;

export function purgeChore(retention: Retention, log: Log): Chore {
  let monthsAt = 0;
  return {
    name: 'purge-content',
    everyMs: PURGE_EVERY_MS,
    async run() {
      const looksAtMonths = performance.now() >= monthsAt;
      if (looksAtMonths) monthsAt = performance.now() + MONTHS_EVERY_MS;
      const turn = { withinMs: PURGE_WITHIN_MS, waits: false, looksAtMonths };
      const { deleted, months } = await retention.purge(turn);
      if (deleted + months > 0) log.info({ deleted, months }, 'content was purged');
    },
  };
}

interface EndUserOptions {
  db: Db;
  parts: Pick<Parts, 'spans' | 'madeExports'> & { kinds: readonly OfferedKind[] };
}

/** A line of an export. */
type EndUserRecord = { type: 'run' | 'output' | 'span' | 'score' } & Record<string, unknown>;

export async function* exportEndUser(
  options: EndUserOptions,
  { workspace, endUser }: { workspace: string; endUser: string },
): AsyncGenerator<EndUserRecord> {
  const { db, parts } = options;
  const runs = await runsOfEndUser(db, workspace, endUser);
  for (const found of runs) {
    yield* exportRun(options, workspace, found);
  }
  const references = await referencesOf(db, workspace, { endUser, runs });
  for (const span of await selectSpansOfEndUser(db, workspace, references))
    yield { type: 'span', ...span };
  for (const span of await parts.spans.ofEndUser(workspace, references))
    yield { type: 'span', ...span };
  for (const score of await selectScoresOfEndUser(db, workspace, references))
    yield { type: 'score', ...score };
}

async function* exportRun(
  { parts }: EndUserOptions,
  workspace: string,
  { id: uuid, kind: name }: FoundRun,
): AsyncGenerator<EndUserRecord> {
  const id = runIdOf(name, uuid);
  const kind = parts.kinds.find((each) => each.kind === name);
  const history = await kind?.runs.history(workspace, id);
  if (history) {
    const { run, request, states } = history;
    yield { type: 'run', run, ...(request !== undefined && { request }), states };
  }
  for await (const output of kind?.outputs?.of(workspace, uuid) ?? []) {
    yield { type: 'output', runId: id, ...output };
  }
}

/** If a run has not ended, the end user creates none until the caller has repeated this. */
export async function eraseEndUser(
  { db, parts }: EndUserOptions,
  { workspace, endUser, actor }: { workspace: string; endUser: string; actor?: Actor },
): Promise<ErasedEndUser> {
  await beginErasure(db, { workspace, endUser });
  const runs = await runsOfEndUser(db, workspace, endUser);
  const references = await referencesOf(db, workspace, { endUser, runs });
  const spans = await deleteSpansOfEndUser(db, workspace, references);
  await parts.spans.removeOfEndUser(workspace, references);
  await eraseScoresOfEndUser(db, workspace, references);
  await deleteMessagesOfEndUser(db, workspace, endUser);
  await deleteSavedExportsOfEndUser(db, workspace, endUser);
  const ended = runs.filter(({ is_open: isOpen }) => !isOpen);
  for (const { kind: name, outputs } of parts.kinds) {
    const ofKind = ended.filter(({ kind }) => kind === name).map(({ id }) => id);
    await outputs?.remove(workspace, ofKind);
  }
  const erased = await eraseEndUserFromRuns(db, workspace, { endUser, runs: ended });
  await parts.madeExports.removeOfEndUser(workspace, endUser);
  await forgetContent(db, workspace);
  // The event says that somebody was erased, but not who.
  await db.transaction((tx) =>
    recordEvent(tx, workspace, 'end_user_erased', { runs: erased, spans }, actor),
  );
  const open = runs.length - ended.length;
  if (open === 0) await endErasure(db, { workspace, endUser });
  return { runs: erased, open, spans };
}

async function referencesOf(
  db: Db,
  workspace: string,
  { endUser, runs }: { endUser: string; runs: readonly FoundRun[] },
): Promise<EndUserReferences> {
  const sessions = runs.flatMap(({ session_id: session }) => (session === null ? [] : [session]));
  const traces = [
    ...runs.map(({ trace }) => trace),
    ...(await selectTracesOfEndUser(db, workspace, endUser)),
  ];
  return {
    endUser,
    runs: runs.map(({ id }) => id),
    sessions: [...new Set(sessions)],
    traces: [...new Set(traces)],
  };
}

/** Customers, with all that an erasure of one removes. */
export function openCustomers({ db, parts }: { db: Db; parts: Parts }) {
  return createCustomers({
    ...{ store: createCustomerStore(db), limitOf: parts.quotas.limitOf },
    eraseEndUser: (of) => eraseEndUser({ db, parts }, of),
  });
}
