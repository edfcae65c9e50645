/**
 * How many look-ups may begin now: for a provider no more at once than it takes, and none before it wants to be asked
 * again.
 */
import type { AnyResource } from './resource.ts';

/** Look-ups of one provider that may be under way at once, where it takes as many. */
const MOST_AT_ONCE = 32;

/** What names a queue: the runs of one kind at one provider. */
export interface QueueOf {
  kind: string;
  provider: string;
}

export function queueName({ kind, provider }: QueueOf): string {
  return `${kind}/${provider}`;
}

/** Of those whose work is bound to a machine: who is somewhere else takes nothing from it. */
export function hostQueueName(of: QueueOf, host: string): string {
  return `${queueName(of)}@${host}`;
}

/** Look-ups that may be begun, of each queue so many. */
export interface Reservation {
  counts: Map<string, number>;
  /** Queues whose provider said when it wants to be asked again. */
  resting: string[];
  /** Those that have as many look-ups under way as their provider takes. */
  full: string[];
}

export type LookUpSlots = ReturnType<typeof createLookUpSlots>;

export function createLookUpSlots(resources: ReadonlyMap<string, AnyResource>) {
  const taken = new Map<string, number>();
  const restsUntil = new Map<string, number>();

  /** Takes all that may be begun now; what is not used is to be released at once. */
  function reserve(): Reservation {
    const reservation: Reservation = { counts: new Map(), resting: [], full: [] };
    for (const { kind, providers } of resources.values()) {
      for (const { name: provider } of providers.all()) {
        const queue = queueOf({ kind, provider });
        if (isResting(queue)) reservation.resting.push(queue);
        const free = freeOf({ kind, provider });
        if (free === undefined || isResting(queue)) continue;
        if (free > 0) reservation.counts.set(queue, free);
        else reservation.full.push(queue);
      }
    }
    for (const [queue, count] of reservation.counts) add(queue, count);
    return reservation;
  }

  /** Takes one look-up of the provider, where it may be begun now. */
  function reserveOne(of: QueueOf): boolean {
    const queue = queueOf(of);
    if (isResting(queue) || (freeOf(of) ?? 0) <= 0) return false;
    add(queue, 1);
    return true;
  }

  /** Where the runs wait that can be asked about here. */
  function queueOf(of: QueueOf): string {
    const host = resources.get(of.kind)?.providers.get(of.provider)?.host;
    return host === undefined ? queueName(of) : hostQueueName(of, host);
  }

  /** Undefined if there is nothing to ask. */
  function freeOf(of: QueueOf): number | undefined {
    const provider = resources.get(of.kind)?.providers.get(of.provider);
    if (!provider?.lookUp) return undefined;
    return Math.min(provider.maxInFlight, MOST_AT_ONCE) - (taken.get(queueOf(of)) ?? 0);
  }

  function isResting(queue: string): boolean {
    return performance.now() < (restsUntil.get(queue) ?? 0);
  }

  function add(queue: string, change: number): void {
    taken.set(queue, (taken.get(queue) ?? 0) + change);
  }

  return {
    ...{ reserve, reserveOne, isResting, queueOf },
    queues: () =>
      [...resources.values()].flatMap(({ kind, providers }) =>
        providers.all().map(({ name }) => queueOf({ kind, provider: name })),
      ),
    release: (queue: string, count = 1) => add(queue, -count),
    /** The provider wants to be left alone for so long. */
    rest: (queue: string, ms: number) => void restsUntil.set(queue, performance.now() + ms),
  };
}
