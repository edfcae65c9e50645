/** Follows a run from creation to end, as one call with one deadline. Errors hold the request key and the run. */
import type { ModelRun } from './contract.ts';
import { type Create, type CreateOptions, type Creation, MAX_WAIT_SECONDS } from './create.ts';
import { annotate } from './errors.ts';
import type { AnyRun, RunKind } from './kinds.ts';
import { checkNumber } from './retry.ts';
import { now } from './time.ts';
import { DEFAULT_DEADLINE_MS, DEFAULT_WAIT_SECONDS, type Wait, type WaitOptions } from './wait.ts';

export interface FinishOptions<Run extends AnyRun = ModelRun>
  extends CreateOptions,
    WaitOptions<Run> {
  /** Seconds of one long poll, 0 to 50. Default 20, which proxies tolerate. */
  waitSeconds?: number;
}

export type Finish<Kind extends RunKind> = (
  request: Kind['create'],
  options?: FinishOptions<Kind['run']>,
) => Promise<Kind['run']>;

export function createFinish<Kind extends RunKind>(
  create: Create<Kind>,
  wait: Wait<Kind['run']>,
): Finish<Kind> {
  return async (request, options = {}) => {
    const { deadlineMs = DEFAULT_DEADLINE_MS, waitSeconds = DEFAULT_WAIT_SECONDS } = options;
    checkNumber('deadlineMs', deadlineMs, 0);
    checkNumber('waitSeconds', waitSeconds, 0, MAX_WAIT_SECONDS);
    const until = now() + deadlineMs;
    // A caller that wants progress gets the run at once; others get its id well before the deadline.
    const holdSeconds = options.onProgress ? 0 : Math.min(waitSeconds, deadlineMs / 2_000);
    const created = await create(request, {
      ...options,
      waitSeconds: holdSeconds,
      withinMs: deadlineMs,
    });
    return end(created, { ...options, deadlineMs: Math.max(0, until - now()) });
  };

  async function end(
    created: Creation<Kind['run']>,
    options: WaitOptions<Kind['run']>,
  ): Promise<Kind['run']> {
    const { run, requestKey } = created;
    try {
      return await wait(run.id, options, created);
    } catch (error) {
      throw annotate(error, { run, requestKey, mayHaveCreated: true });
    }
  }
}
