/** Exports and erases all data of one end user of a workspace, in every storage. The books stay as they are. */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../db/pool.ts';
import { runIdOf } from '../kernel/ids.ts';
import {
  deleteSpansOfEndUser,
  type EndUserReferences,
  eraseScoresOfEndUser,
  selectScoresOfEndUser,
  selectSpansOfEndUser,
  selectTracesOfEndUser,
} from '../observability/index.ts';
import { forgetContent } from '../quotas/index.ts';
import { eraseEndUserFromRuns, type FoundRun, runsOfEndUser } from '../runs/index.ts';
import type { Parts } from './parts.ts';

export interface EndUserOptions {
  db: Db;
  parts: Pick<Parts, 'modelRuns' | 'toolRuns' | 'computeJobs' | 'compute' | 'spans'>;
}

/** A line of an export. */
export type EndUserRecord = { type: 'run' | 'output' | 'span' | 'score' } & Record<string, unknown>;

export interface Erased {
  runs: number;
  /** Runs that are not erased, because they have not ended yet. */
  open: number;
  spans: number;
}

const PART_BYTES = 1_048_576;

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
  { id: uuid, kind }: FoundRun,
): AsyncGenerator<EndUserRecord> {
  const id = runIdOf(kind, uuid);
  for (const runs of [parts.modelRuns, parts.toolRuns, parts.computeJobs]) {
    const history = await runs.history(workspace, id);
    if (!history) continue;
    const { run, request, states } = history;
    yield { type: 'run', run, ...(request !== undefined && { request }), states };
  }
  if (kind !== 'compute_job') return;
  const { outputs } = parts.compute;
  for (const { kind: of, name } of await outputs.names(workspace, uuid)) {
    for (let after = 0; ; after += PART_BYTES) {
      const output = { workspace, jobId: uuid, kind: of, name };
      const part = await outputs.read(output, after, PART_BYTES);
      if (!part || part.length === 0) break;
      const content = Buffer.from(part).toString('base64');
      yield { type: 'output', runId: id, kind: of, name, offset: after, contentBase64: content };
      if (part.length < PART_BYTES) break;
    }
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
  const jobs = ended.filter(({ kind }) => kind === 'compute_job').map(({ id }) => id);
  await parts.compute.outputs.remove(workspace, jobs);
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
