/**
 * The claims of this process that nothing carries out. The database may begin a statement whose answer the process gave
 * up on, after the process asked what it had claimed: then an item is held under the name of a living worker, and
 * nobody starts it. If two checks in a row find an item in this state, the worker gives it up as lost, like those of a
 * dead worker.
 */
import type { Lease } from './lease.ts';
import type { Chore, Upkeep } from './work.ts';

interface OwnClaimsOptions {
  lease: Pick<Lease, 'names'>;
  work: Pick<Upkeep, 'sweepClaims'>;
  isCarriedOut: (item: string) => boolean;
  /** The time between two checks; most claims are answered sooner. A later one is still sent only once. */
  everyMs: number;
}

export function createOwnClaims(options: OwnClaimsOptions): Chore {
  const { lease, work, isCarriedOut, everyMs } = options;
  /** The claims that the last check found with nothing that carries them out. */
  let idle = new Set<string>();

  async function run(): Promise<void> {
    const idleNow = new Set<string>();
    await work.sweepClaims(lease.names(), ({ item, claim }) => {
      if (isCarriedOut(item)) return false;
      const name = `${item} ${claim}`;
      idleNow.add(name);
      return idle.has(name);
    });
    idle = idleNow;
  }

  return { everyMs, run };
}
