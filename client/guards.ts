/**
 * Type guards for the state of a run. The set of states is open: a state that this version does not know counts as
 * pending, as the contract requires.
 */
import type { AssistantMessage, ModelRun, ToolCall } from './contract.ts';
import { RunFailedError, UsageError } from './errors.ts';
import type { AnyRun } from './kinds.ts';

export type Completed = { state: 'completed' };
/** A run of any kind, from this package or from a raw call. */
interface Stated {
  state: string;
  error?: unknown;
}

export type Failed<Run extends Stated = ModelRun> = {
  state: 'failed';
  error: NonNullable<Run['error']>;
};
export type WithToolCalls = Completed & {
  message: AssistantMessage & { tool_calls: [ToolCall, ...ToolCall[]] };
};

/** The run has its answer; it can still lack a text, an amount or a count that the provider never reported. */
export function isCompleted<Run extends Stated>(run: Run): run is Run & Completed {
  return run.state === 'completed';
}

/** The run failed and costs nothing. */
export function isFailed<Run extends Stated>(run: Run): run is Run & Failed<Run> {
  return run.state === 'failed';
}

/** The run no longer changes. */
export function isTerminal(run: Stated): boolean {
  return isCompleted(run) || isFailed(run);
}

/** The run can still change. Includes unknown states. */
export function isPending(run: Stated): boolean {
  return !isTerminal(run);
}

/** The model asks for the results of functions before it continues. */
export function hasToolCalls<Run extends ModelRun>(run: Run): run is Run & WithToolCalls {
  return isCompleted(run) && (run.message?.tool_calls?.length ?? 0) > 0;
}

/** Returns the run if it is completed; throws `RunFailedError` if it failed. */
export function expectCompleted<Run extends AnyRun>(run: Run): Run & Completed {
  if (isFailed(run)) throw new RunFailedError(run);
  if (isCompleted(run)) return run;
  throw new UsageError(`The run ${run.id} is ${run.state}: wait for it first.`, {
    run,
  });
}
