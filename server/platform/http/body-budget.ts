/**
 * How many bytes of request bodies are in memory at once. They count from their arrival to the end of their request,
 * however it ends. A sender gets more only while it has no more than twice what is then free: a single sender has at
 * most two thirds, however many bodies it leaves unfinished, so later senders find room. The slots of a provider follow
 * the same rule; see `server/adr/0006-a-share-of-the-free-slots.md`.
 */
import { Problem } from '../lib/problem.ts';

export interface BodyBudget {
  /** For one request of a sender. */
  open(sender: string): BodyShare;
  /** The bytes that are in memory now. */
  inUse(): number;
}

export interface BodyShare {
  /** Throws the refusal of this many more bytes, and counts nothing. */
  check(bytes: number): void;
  /** Counts this many more bytes, or throws their refusal. */
  take(bytes: number): void;
  /** Returns all bytes. */
  release(): void;
}

/** Accepts a body of up to two thirds of `maxBytes` if no other request is in progress. */
export function createBodyBudget(maxBytes = Infinity): BodyBudget {
  const senders = new Map<string, number>();
  let total = 0;

  function count(sender: string, bytes: number): void {
    const sum = (senders.get(sender) ?? 0) + bytes;
    total += bytes;
    if (sum === 0) senders.delete(sender);
    else senders.set(sender, sum);
  }

  return {
    open(sender) {
      let taken = 0;
      const check = (bytes: number) => {
        const held = senders.get(sender) ?? 0;
        const free = maxBytes - total - bytes;
        if (held + bytes <= 2 * free) return;
        // A sender with only this body is not the one that sends too much.
        throw refusal(held > taken ? 'rate_limited' : 'overloaded');
      };
      return {
        check,
        take(bytes) {
          check(bytes);
          taken += bytes;
          count(sender, bytes);
        },
        release() {
          count(sender, -taken);
          taken = 0;
        },
      };
    },
    inUse: () => total,
  };
}

const DETAILS = {
  rate_limited: 'Other request bodies of the same sender are under way and take up its share.',
  overloaded: 'More bytes of request bodies are under way than the service takes at once.',
};

function refusal(code: keyof typeof DETAILS): Problem {
  return new Problem(code, DETAILS[code], { retryAfterSeconds: 1 });
}
