/** What a worker carries out, and its other recurring work: the worker knows nothing else about either. */

/** What a worker has to know of an item: its name, and whose it is. */
export interface Claimed {
  id: string;
  workspace: string;
}

/** What may be claimed, and what there is to share out fairly. */
export interface Slots {
  atMost: number;
  /** All that are free for the provider. */
  free: number;
  /** How many each workspace has in flight. */
  held: ReadonlyMap<string, number>;
}

/** Room for one item, until the item has ended or the slot is given back. */
export interface Slot<Item extends Claimed> {
  /** The worker under whose lease the item is to be claimed. */
  worker: string;
  /** Fires when what is under way has to end. */
  ending: AbortSignal;
  /** How many items of the queue may be under way in all processes. */
  most: number;
  /** Carries out the item, which is saved as claimed. */
  start(item: Item): void;
  giveBack(): void;
}

/** Items of one kind for one provider. */
export interface Queue<Item extends Claimed> {
  name: string;
  /** Items that may be under way at once, in all processes together. */
  readonly maxInFlight: number;
  /** Whether the last claim left items that wait because so many are. */
  readonly isLimited?: boolean;
  /** Items that are marked as about to be sent. Repeating a claim gives the same items. */
  claim(slots: Slots, claim: string, worker: string): Promise<Item[]>;
  /** Never throws for what the provider does. */
  execute(item: Item, assertLease: () => void, signal: AbortSignal): Promise<void>;
}

/** What is carried out, one item at a time, and what is swept. */
export interface Work<Item extends Claimed> extends Upkeep {
  /** A later call names the same queues, and those that are new. */
  queues(): Queue<Item>[];
  /** Resolves when the look-ups that were begun have ended. */
  lookedUp(): Promise<void>;
  /** Resolves when everything that was to be saved is saved. */
  idle(): Promise<void>;
}

/** What every worker does for all items, its own and those that lost workers left. */
export interface Upkeep {
  sweep(): Promise<void>;
  /** Begins look-ups that are due; whether there were any. */
  reconcile(): Promise<boolean>;
  sweepDeadWorkers(): Promise<void>;
  /** Takes those claims of these workers for lost that `isLost` says so of. */
  sweepClaims(
    workers: string[],
    isLost: (held: { item: string; claim: string }) => boolean,
  ): Promise<void>;
}

/** Recurring work besides the items, such as giving money back. */
export interface Chore {
  /** Of one that is done by one process at a time; without it, each process does it. */
  name?: string;
  everyMs: number;
  run(): Promise<unknown>;
}
