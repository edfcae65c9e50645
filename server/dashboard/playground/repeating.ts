/** The request of an earlier run, for another run of the same subject that costs no more. */
import { Problem } from '../../kernel/problem.ts';
import type { RunFacts, RunHistory } from '../../runs/index.ts';

/** Throws if the workspace has no such run, or if the service no longer keeps its request. */
export async function requestToRepeat<Facts extends RunFacts, Request>(
  runs: { history(workspace: string, id: string): Promise<RunHistory<Facts> | undefined> },
  workspace: string,
  id: string,
): Promise<{ run: RunHistory<Facts>['run']; terms: unknown; request: Request }> {
  const found = await runs.history(workspace, id);
  if (!found) throw new Problem('not_found', 'There is no such run in this workspace.');
  const { run, request, terms } = found;
  if (request === undefined) {
    throw new Problem(
      'conflict',
      "The input of this run is no longer stored, so it can't run again.",
    );
  }
  return { run, terms, request: request as Request };
}
