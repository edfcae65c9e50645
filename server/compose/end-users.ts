/** Exports and erases all data of one end user of a workspace, in every storage. The books stay as they are. */
import { recordEvent } from '../audit-trail/index.ts';
import { runIdOf } from '../kinds.ts';
import type { Db } from '../platform/db/pool.ts';
import { forgetContent } from '../quotas/index.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import { eraseEndUserFromRuns, type FoundRun, runsOfEndUser } from '../runs/index.ts';
import {
  deleteSpansOfEndUser,
  type EndUserReferences,
  eraseScoresOfEndUser,
  selectScoresOfEndUser,
  selectSpansOfEndUser,
  selectTracesOfEndUser,
} from '../traces/index.ts';
import type { Parts } from './parts.ts';

export interface EndUserOptions {
  db: Db;
  parts: Pick<Parts, 'spans'> & { kinds: readonly OfferedKind[] };
}

/** A line of an export. */
export type EndUserRecord = { type: 'run' | 'output' | 'span' | 'score' } & Record<string, unknown>;

export interface Erased {
  runs: number;
  /** Runs that are not erased, because they have not ended yet. */
  open: number;
  spans: number;
}

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

export async function eraseEndUser(
  { db, parts }: EndUserOptions,
  { workspace, endUser }: { workspace: string; endUser: string },
): Promise<Erased> {
  const runs = await runsOfEndUser(db, workspace, endUser);
  const references = await referencesOf(db, workspace, { endUser, runs });
  const spans = await deleteSpansOfEndUser(db, workspace, references);
  await parts.spans.removeOfEndUser(workspace, references);
  await eraseScoresOfEndUser(db, workspace, references);
  const ended = runs.filter(({ is_open: isOpen }) => !isOpen);
  for (const { kind: name, outputs } of parts.kinds) {
    const ofKind = ended.filter(({ kind }) => kind === name).map(({ id }) => id);
    await outputs?.remove(workspace, ofKind);
  }
  const erased = await eraseEndUserFromRuns(db, workspace, { endUser, runs: ended });
  await forgetContent(db, workspace);
  // The event says that somebody was erased, but not who.
  await db.transaction((tx) =>
    recordEvent(tx, workspace, 'end_user_erased', { runs: erased, spans }),
  );
  return { runs: erased, open: runs.length - ended.length, spans };
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
