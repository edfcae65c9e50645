/**
 * The claims of this process that nothing carries out. A statement whose answer was given up can be begun by the
 * database after this process asked what it had claimed: then an item is held under the name of a living worker, and
 * nobody starts it. An item that two checks in a row find in this state is taken for lost, like those of a worker that
 * died.
 */
import type { Lease } from './lease.ts';
import type { Chore, Upkeep } from './work.ts';

interface OwnClaimsOptions {
  lease: Pick<Lease, 'names'>;
  work: Pick<Upkeep, 'sweepClaims'>;
  isCarriedOut: (item: string) => boolean;
  /** Between two looks; longer than a claim mostly stays unanswered. One that does is sent once all the same. */
  everyMs: number;
}

export function createOwnClaims(options: OwnClaimsOptions): Chore {
  const { lease, work, isCarriedOut, everyMs } = options;
  /** The claims that the last look found with nothing that carries them out. */
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
