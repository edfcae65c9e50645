/** The progress of a call, and who ended the wait for it: its time limit, its owner, or this service. */
import { toCleanText } from '../../platform/lib/hygiene.ts';
import { onAbort } from '../../platform/lib/on-abort.ts';
import type { SubmitHooks } from '../../providers/provider.ts';
import type { ToolCall } from './tool-provider.ts';

export type EndedBy = 'timed_out' | 'cancelled' | 'given_up';

/** What a transport asks and reports while a call is in progress. */
export interface CallHooks {
  /** Called right before the first byte of the call is written; if it throws, the call is not sent. */
  beforeSend(): void;
  onSize(bytes: number): void;
  onProgress(params: unknown): void;
  /** Fires when the transport has to stop reading the call. */
  over: AbortSignal;
}

export interface Course {
  /** Fires when the transport should ask the server to stop. */
  stop: AbortSignal;
  endedBy(): EndedBy | undefined;
  /** Whether bytes of the call may have reached the server. */
  isSent(): boolean;
  elapsedMs(): number;
  /** The server has proven that it executed nothing, so the call may be sent again. */
  takeBack(): void;
  /** For the transport. */
  hooks: CallHooks;
  /** Nobody reads the call any more. */
  end(): void;
}

export function createCourse(call: ToolCall, hooks: SubmitHooks, signal: AbortSignal): Course {
  const stop = new AbortController();
  const over = new AbortController();
  let endedBy: EndedBy | undefined;
  let sentAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  function endBy(who: EndedBy): void {
    if (endedBy !== undefined) return;
    endedBy = who;
    stop.abort(who);
  }

  const stopWatching = [
    onAbort(signal, () => endBy('given_up')),
    hooks.cancelled ? onAbort(hooks.cancelled, () => endBy('cancelled')) : () => {},
  ];
  if (hooks.cancelled?.aborted) endBy('cancelled');
  if (signal.aborted) endBy('given_up');

  return {
    stop: stop.signal,
    endedBy: () => endedBy,
    isSent: () => sentAt !== undefined,
    elapsedMs: () => Math.round(sentAt === undefined ? 0 : performance.now() - sentAt),
    takeBack() {
      clearTimeout(timer);
      sentAt = undefined;
    },
    hooks: {
      beforeSend() {
        if (endedBy !== undefined || sentAt !== undefined) throw new Error('it may not be sent');
        hooks.beforeSend();
        sentAt = performance.now();
        timer = setTimeout(() => endBy('timed_out'), call.timeoutMs);
      },
      onSize: (bytes) => hooks.onSize(bytes),
      onProgress: createProgressReader(hooks),
      over: over.signal,
    },
    end() {
      clearTimeout(timer);
      for (const stopOne of stopWatching) stopOne();
      over.abort();
    },
  };
}

/** Passes on increasing counts, with messages of bounded length; the code that saves them decides how often. */
function createProgressReader(hooks: SubmitHooks): (params: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (params) => {
    const { progress, total, message } = params as Record<string, unknown>;
    if (!isCount(progress) || progress <= last) return;
    last = progress;
    hooks.onProgress?.({
      value: progress,
      ...(isCount(total) && { total }),
      ...(typeof message === 'string' && {
        message: toCleanText(message.slice(0, LONGEST_MESSAGE)),
      }),
    });
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

const LONGEST_MESSAGE = 1_000;
