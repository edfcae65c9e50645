/**
 * How many of something are under way at once in this process, and for one workspace. The last ones are for workspaces
 * that have none: so a workspace that fills its share keeps nobody out.
 */
import { Problem } from './problem.ts';

export interface SlotLimits {
  /** What is counted, for people: `downloads`. */
  of: string;
  atOnce: number;
  perWorkspace: number;
}

export interface Slots {
  /** Takes a slot and returns what gives it back, or throws the refusal. */
  take(workspace: string): () => void;
  inUse(): number;
}

const RETRY_AFTER_SECONDS = 5;

export function createSlots({ of, atOnce, perWorkspace }: SlotLimits): Slots {
  const underWay = new Map<string, number>();
  let total = 0;

  function count(workspace: string, change: 1 | -1): void {
    total += change;
    const own = (underWay.get(workspace) ?? 0) + change;
    if (own === 0) underWay.delete(workspace);
    else underWay.set(workspace, own);
  }

  return {
    take(workspace) {
      const own = underWay.get(workspace) ?? 0;
      const free = atOnce - total;
      if (own >= perWorkspace || (own > 0 && free <= perWorkspace)) {
        const most = `at most ${perWorkspace} at once in a process, and fewer while others need them`;
        throw busy('rate_limited', `This workspace has ${own} ${of} under way: ${most}.`);
      }
      if (free <= 0) throw busy('overloaded', `${atOnce} ${of} are under way, the most at once.`);
      count(workspace, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(workspace, -1);
        isTaken = false;
      };
    },
    inUse: () => total,
  };
}

function busy(code: 'rate_limited' | 'overloaded', detail: string): Problem {
  return new Problem(code, detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
