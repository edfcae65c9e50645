/**
 * The history of one run: its request as it was received, and when the run reached each state. The request is absent
 * once it was purged. For a run that is older than the record of changes, the service knows only its creation and its
 * present state.
 */
import type { Queryable } from '../platform/db/pool.ts';
import { type JsonValue, parseJsonKeeping } from '../platform/lib/json.ts';

import { selectHistory } from './history-store.ts';
import type { Run, RunFacts } from './run.ts';
import type { RunState } from './states.ts';

export interface RunHistory<Facts extends RunFacts = RunFacts> {
  run: Run<Facts>;
  /** As the resource stored it. */
  request?: JsonValue;
  /** The terms at its creation, as the resource stored them. */
  terms: JsonValue;
  /** Oldest first; the last is the state that the run is in. */
  states: { state: RunState; at: Date }[];
}

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
