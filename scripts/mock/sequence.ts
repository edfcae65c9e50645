/**
 * How the canned answers hang together, so that a caller's own sequence of calls works: a request key that is known is
 * replayed, a run is read under the id by which it was created, a list is read to its end page by page, a tool
 * that was given is the one that is called.
 */
import { type Asked, type Decision, play, refuse } from './asked.ts';
import { createCatalogs } from './catalogs.ts';
import { computeJobs } from './compute-jobs.ts';
import { createComputeOutputs } from './compute-outputs.ts';
import { modelRuns } from './model-runs.ts';
import { first, type Operation } from './operations.ts';
import { createPages } from './pages.ts';
import { createPrompts } from './prompts.ts';
import { createRuns } from './runs.ts';
import { createScores } from './scores.ts';
import { toolRuns } from './tool-runs.ts';

export function createSequence(operations: readonly Operation[]) {
  const pages = createPages(operations);
  const catalogs = createCatalogs(operations, pages);
  const prompts = createPrompts(operations, pages);
  const scores = createScores();
  const jobs = createRuns(computeJobs, operations, pages);
  const kinds = [...[modelRuns, toolRuns].map((kind) => createRuns(kind, operations, pages)), jobs];
  const outputs = createComputeOutputs(jobs, new Set(['result.json']));

  function refuseCursor({ operation, query }: Asked): Decision | undefined {
    const { cursor } = query;
    if (typeof cursor !== 'string' || pages.gave(operation.id, query, cursor)) return undefined;
    const detail = 'This is not a cursor that the mock gave for this list with these filters.';
    return refuse('invalid_cursor', detail);
  }

  return {
    decide(asked: Asked): Decision {
      const ofScores = scores.decide(asked);
      if (ofScores) return ofScores;
      const { operation, preference } = asked;
      const { status, example } = preference;
      if (status !== undefined) return play({ status, example });
      for (const runs of kinds) {
        const decision = runs.decide(asked);
        if (decision) return decision;
      }
      return (
        refuseCursor(asked) ??
        outputs.decide(asked) ??
        catalogs.refuse(asked) ??
        prompts.decide(asked) ??
        play(first(operation.answers[0]))
      );
    },

    /** The canned body with what the request itself has said. */
    applyTo(asked: Asked, body: unknown): unknown {
      for (const runs of kinds) {
        const applied = runs.applyTo(asked, body);
        if (applied !== undefined) return applied;
      }
      return (
        outputs.applyTo(asked, body) ??
        prompts.applyTo(asked, body) ??
        scores.applyTo(asked, body) ??
        catalogs.applyTo(asked, body)
      );
    },

    isReplay: (asked: Asked): boolean =>
      [...kinds, prompts, scores].some((saved) => saved.isReplay(asked)),
  };
}
