/**
 * Makes the examples depend on each other, so that a caller's own sequence of calls works: the caller can read and list
 * what it created, a known request key is replayed, and the model calls a tool of the request.
 */
import { LRUCache } from 'lru-cache';
import { createAccount } from './account.ts';
import { createCatalogs } from './catalogs.ts';
import { computeJobs } from './compute-jobs.ts';
import { createComputeOutputs } from './compute-outputs.ts';
import { modelRuns } from './model-runs.ts';
import { first, type Operation } from './operations.ts';
import { createPages } from './pages.ts';
import { createPrompts } from './prompts.ts';
import { type Decision, type MockRequest, play, type Refused, requestKeyOf } from './requests.ts';
import { createRuns, type Runs } from './runs.ts';
import { createScores } from './scores.ts';
import { toolRuns } from './tool-runs.ts';

export function createSequence(operations: readonly Operation[]) {
  const pages = createPages(operations);
  const runOf = (id: string) => kinds.map((runs) => runs.find(id)).find((run) => run !== undefined);
  const [models, tools, jobs] = [modelRuns, toolRuns, computeJobs].map((kind) =>
    createRuns(kind, operations, pages, runOf),
  ) as [Runs, Runs, Runs];
  const kinds = [models, tools, jobs];
  const resources = [
    ...kinds,
    createComputeOutputs(operations, jobs),
    createAccount(() => kinds.flatMap((runs) => runs.all())),
    createScores(pages, runOf),
    createPrompts(operations, pages),
    createCatalogs(operations, pages),
  ];
  /** Operations with the request keys that they were called with. */
  const calls = new LRUCache<string, true>({ max: 10_000 });

  function refuseCursor({ operation, query }: MockRequest): Refused | undefined {
    const { cursor } = query;
    if (typeof cursor !== 'string') return undefined;
    const problem = pages.refusalOf(operation.id, query, cursor);
    if (!problem) return undefined;
    const { code, detail, options } = problem;
    return { kind: 'refuse', code, detail, errors: options.errors ?? [] };
  }

  /** Returns the answer that a preference requests. It changes nothing and saves nothing. */
  function preferred(request: MockRequest, status: number, isReplay: boolean): Decision {
    const body = (example: unknown) =>
      resources.map(({ shown }) => shown?.(request, example)).find((shown) => shown) ?? example;
    return play({ status, example: request.preference.example }, { body, isReplay });
  }

  return (request: MockRequest): Decision => {
    const { operation, preference } = request;
    const call = `${operation.id} ${requestKeyOf(request)}`;
    const { status } = preference;
    const isRepeated = calls.has(call);
    if ((status ?? 200) < 300) calls.set(call, true);
    if (status !== undefined) return preferred(request, status, isRepeated);
    const refusal = refuseCursor(request);
    if (refusal) return refusal;
    for (const { decide } of resources) {
      const decision = decide(request);
      if (decision) return decision;
    }
    return play(first(operation.answers[0]));
  };
}
