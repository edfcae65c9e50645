/**
 * What a reader of one run may ask beyond its present state: the request as it came, and when the run came
 * into each state. The request is absent once it has been purged. Changes of a run that is older than the
 * record of them are not made up: only its creation and its present state are told.
 */
import type { Queryable } from '../../db/pool.ts';
import { parseJsonKeeping } from '../../kernel/parse-json.ts';
import { PASSED_THROUGH } from '../../providers/port.ts';
import type { CreateRequest, Run } from './run.ts';
import type { RunState } from './states.ts';
import { selectStory } from './story-store.ts';

export interface Story {
  run: Run;
  request?: CreateRequest;
  /** Oldest first; the last is the state that the run is in. */
  history: { state: RunState; at: Date }[];
}

export async function tell(
  db: Queryable,
  { workspace, uuid, run }: { workspace: string; uuid: string; run: Run },
): Promise<Story> {
  const { request = null, history = null } = (await selectStory(db, workspace, uuid)) ?? {};
  const changes = history?.map(({ state, at }) => ({ state, at: new Date(at) }));
  return {
    run,
    ...(request !== null && {
      request: parseJsonKeeping(PASSED_THROUGH, request) as CreateRequest,
    }),
    history: [{ state: 'reserved', at: run.createdAt }, ...upTo(run, changes ?? [])],
  };
}

/** The run was read before: what happened since is left out, and a change that nobody noted is told. */
function upTo({ state, finishedAt, updatedAt }: Run, changes: Story['history']): Story['history'] {
  const last = changes.findLastIndex((change) => change.state === state);
  if (last >= 0 || state === 'reserved') return changes.slice(0, last + 1);
  return [...changes, { state, at: finishedAt ?? updatedAt }];
}
