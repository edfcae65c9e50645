/**
 * Limits the memory that the answers of all providers take in this process together, from their arrival until their
 * runs are saved. Above the limit, the budget ends the largest answer that is still arriving, and never a small one.
 */

import { onAbort } from '../platform/lib/on-abort.ts';

export interface AnswerBudget {
  /** The wait for an answer ends once `ending` fires. */
  open(ending: AbortSignal): AnswerShare;
  /** The bytes that count now. */
  inUse(): number;
}

/** The share of one answer. */
export interface AnswerShare {
  /** Fires if the budget ends the answer, with a text as its reason, or with `ending`. */
  readonly signal: AbortSignal;
  /** Sets the bytes that the answer takes by now. */
  resize(bytes: number): void;
  /** The whole answer has arrived, with this many bytes; the budget no longer ends it. */
  keep(bytes: number): void;
  /** The answer takes no memory any more. */
  release(): void;
}

export function createAnswerBudget(maxBytes: number): AnswerBudget {
  /** The answers that are still arriving, and the bytes of each. */
  const coming = new Map<AbortController, number>();
  let total = 0;

  function end(answer: AbortController): void {
    total -= coming.get(answer) ?? 0;
    coming.delete(answer);
    answer.abort(CROWDED_OUT);
  }

  function makeRoom(): void {
    while (total > maxBytes) {
      const [largest, bytes] = largestOf(coming);
      if (!largest || bytes <= SMALL_BYTES) return;
      end(largest);
    }
  }

  return {
    open(ending) {
      const answer = new AbortController();
      const callOff = onAbort(ending, () => answer.abort(ending.reason));
      if (ending.aborted) answer.abort(ending.reason);
      let kept = 0;
      coming.set(answer, 0);
      function release(): void {
        total -= kept + (coming.get(answer) ?? 0);
        coming.delete(answer);
        callOff();
        kept = 0;
      }
      return {
        signal: answer.signal,
        resize(bytes) {
          const before = coming.get(answer);
          if (before === undefined) return;
          coming.set(answer, bytes);
          total += bytes - before;
          makeRoom();
        },
        keep(bytes) {
          release();
          kept = bytes;
          total += bytes;
          makeRoom();
        },
        release,
      };
    },
    inUse: () => total,
  };
}

function largestOf(sizes: ReadonlyMap<AbortController, number>) {
  let largest: [AbortController | undefined, number] = [undefined, 0];
  for (const [answer, bytes] of sizes) if (bytes > largest[1]) largest = [answer, bytes];
  return largest;
}

/** An answer of a few thousand words; many of them at once stay below the limit. */
export const SMALL_BYTES = 262_144;

const CROWDED_OUT =
  'The answers of all providers were larger together than is accepted, and this one was the largest.';
