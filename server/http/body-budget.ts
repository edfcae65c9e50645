/**
 * How many bytes of request bodies are in memory at once: of all callers of this process together, and of one of
 * them. They count from their arrival to the end of their request, however it ends.
 */
import { Problem } from '../kernel/problem.ts';

export interface BodyBudget {
  /** For one request of a caller. */
  open(caller: string): BodyShare;
  /** The bytes that are in memory now. */
  inUse(): number;
}

export interface BodyShare {
  /** Throws the refusal of so many more bytes, and counts nothing. */
  check(bytes: number): void;
  /** Counts so many more bytes, or throws their refusal. */
  take(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

export interface BodyBounds {
  maxBytes?: number;
  maxBytesPerCaller?: number;
}

export function createBodyBudget({
  maxBytes = Infinity,
  maxBytesPerCaller = Infinity,
}: BodyBounds = {}): BodyBudget {
  const callers = new Map<string, number>();
  let total = 0;

  function count(caller: string, bytes: number): void {
    const sum = (callers.get(caller) ?? 0) + bytes;
    total += bytes;
    if (sum === 0) callers.delete(caller);
    else callers.set(caller, sum);
  }

  return {
    open(caller) {
      let taken = 0;
      const check = (bytes: number) => {
        if ((callers.get(caller) ?? 0) + bytes > maxBytesPerCaller) throw refusal('rate_limited');
        if (total + bytes > maxBytes) throw refusal('overloaded');
      };
      return {
        check,
        take(bytes) {
          check(bytes);
          taken += bytes;
          count(caller, bytes);
        },
        release() {
          count(caller, -taken);
          taken = 0;
        },
      };
    },
    inUse: () => total,
  };
}

function refusal(code: 'rate_limited' | 'overloaded'): Problem {
  const whose = code === 'rate_limited' ? 'of this caller ' : '';
  const detail = `More bytes of request bodies ${whose}are under way than the service takes at once.`;
  return new Problem(code, detail, { retryAfterSeconds: 1 });
}
