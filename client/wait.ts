/**
 * Waits for the end of a run by long polls. It only reads, and never creates. It keeps waiting through lost
 * connections, overload and unknown states, until the deadline.
 */
import type { CallOptions, RetryOptions } from './call-options.ts';
import type { ModelRun } from './contract.ts';
import { asRun, MAX_WAIT_SECONDS } from './create.ts';
import { annotate, callBack, kindOf, UsageError } from './errors.ts';
import { isTerminal } from './guards.ts';
import type { AnyRun, Calls } from './kinds.ts';
import { checkNumber } from './retry.ts';
import { retryAfterOf } from './retry-after.ts';
import { now } from './time.ts';
import { checkSignal, type Reply, rest, type Send, tooLate } from './transport.ts';

export interface WaitOptions<Run extends AnyRun = ModelRun> extends CallOptions {
  /**
   * Sets the pauses and `attemptMs` of the polls. Only `deadlineMs` bounds their number and time, not this option or
   * `maxRetries`.
   */
  retry?: RetryOptions | false | undefined;
  /** Milliseconds after which the wait ends with a `DeadlineError`. Default 900000, 15 minutes. */
  deadlineMs?: number;
  /** Seconds of one long poll, 0 to 50. Default 20, which proxies tolerate. */
  waitSeconds?: number;
  /** Called and awaited with the run when it is first seen, and then after each change. */
  onProgress?: (run: Run) => unknown;
}

/** What is known of a run before the wait. */
interface Seen<Run extends AnyRun> {
  run: Run;
  etag: string | undefined;
}

export type Wait<Run extends AnyRun> = (
  id: string,
  options?: WaitOptions<Run>,
  seen?: Seen<Run>,
) => Promise<Run>;

export const DEFAULT_DEADLINE_MS = 900_000;
export const DEFAULT_WAIT_SECONDS = 20;
/** For the transfer of a response that the service held to the end. */
const MARGIN_MS = 500;
/** Changes may come in quick succession; a service that keeps answering at once is polled less often. */
const QUICK_MS = 250;
const QUICK_ANSWERS = 5;

export function createWait<Run extends AnyRun>(calls: Calls, send: Send): Wait<Run> {
  return async (id, options = {}, seen) => {
    const { signal, onProgress, deadlineMs = DEFAULT_DEADLINE_MS } = options;
    const { waitSeconds = DEFAULT_WAIT_SECONDS } = options;
    checkId(id);
    checkNumber('deadlineMs', deadlineMs, 0);
    checkNumber('waitSeconds', waitSeconds, 0, MAX_WAIT_SECONDS);
    checkSignal(signal);
    // Until the deadline there is always another attempt.
    const retry = { ...(options.retry || {}), totalMs: Infinity };
    const until = now() + deadlineMs;
    let run = seen?.run;
    let etag = seen?.etag;

    async function poll(): Promise<{ held: boolean; reply: Reply<Run> }> {
      const withinMs = until - now();
      const isFirstSight = run === undefined && onProgress !== undefined;
      const holdSeconds = isFirstSight
        ? 0
        : Math.max(0, Math.floor(Math.min(waitSeconds, (withinMs - MARGIN_MS) / 1_000)));
      const reply = await send<Run>(
        (init) =>
          calls.GET('/{id}', {
            ...init,
            params: { path: { id }, header: { ...(etag && { 'If-None-Match': etag }) } },
          }),
        {
          ...{ ...options, retry, maxRetries: Infinity },
          ...{ withinMs, holdSeconds, asksForChange: etag !== undefined },
        },
      );
      const applied = reply.headers.get('Preference-Applied') ?? '';
      return { reply, held: isFirstSight || (holdSeconds > 0 && applied.includes('wait')) };
    }

    try {
      if (run) await callBack(onProgress, run);
      for (let quick = 0; !(run && isTerminal(run)); ) {
        if (now() >= until) throw tooLate({});
        const polledAt = now();
        const { reply, held } = await poll();
        if (reply.status !== 304) {
          run = asRun(reply.data);
          etag = reply.headers.get('ETag') ?? undefined;
          await callBack(onProgress, run);
          if (isTerminal(run)) break;
        }
        quick = now() - polledAt < QUICK_MS ? quick + 1 : 0;
        const isHeld = held && quick <= QUICK_ANSWERS;
        const ms = isHeld ? 0 : Math.max(1, retryAfterOf(reply.headers) ?? 1) * 1_000;
        if (ms > 0) await rest(Math.min(ms, Math.max(0, until - now())), signal);
      }
      return run;
    } catch (error) {
      throw annotate(error, { run });
    }
  };
}

/** Empty, paths next to the runs in the API, and characters that a path can't carry. */
const NO_ID = /^(?:\.{0,2}|limits|estimate|batch)$|[/\p{Cc}\p{Surrogate}]/u;

/** Refuses an id that would read something other than one run. */
export function checkId(id: string): void {
  if (typeof id === 'string' && !NO_ID.test(id)) return;
  const quoted = id && typeof id === 'string' ? JSON.stringify(id) : kindOf(id);
  throw new UsageError(`The id is ${quoted}: give the id of a run, run_...`);
}
