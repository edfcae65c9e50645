/** What a worker carries out, and its other recurring work: the worker knows nothing else about either. */

/** What a worker has to know of an item: its name and its workspace. */
export interface Claimed {
  id: string;
  workspace: string;
}

/** What the worker may claim, and the slots to share out fairly. */
export interface Slots {
  atMost: number;
  /** All free slots for the provider. */
  free: number;
  /** How many items each workspace has in flight. */
  held: ReadonlyMap<string, number>;
}

/** A slot for one item, until the item has ended or the slot is given back. */
export interface Slot<Item extends Claimed> {
  /** The worker under whose lease the item is claimed. */
  worker: string;
  /** Fires when items under way have to end. */
  ending: AbortSignal;
  /** How many items of the queue may be under way in all processes. */
  most: number;
  /** Carries out the item, which is already saved as claimed. */
  start(item: Item): void;
  giveBack(): void;
}

/** Items of one kind for one provider. */
export interface Queue<Item extends Claimed> {
  name: string;
  /** Items that may be under way at once in all processes together. */
  readonly maxInFlight: number;
  /** Whether the last claim left items waiting because that many are under way. */
  readonly isLimited?: boolean;
  /** Marks items as about to be sent and returns them. Repeating a claim returns the same items. */
  claim(slots: Slots, claim: string, worker: string): Promise<Item[]>;
  /** Never throws because of what the provider does. */
  execute(item: Item, assertLease: () => void, signal: AbortSignal): Promise<void>;
}

/** What the worker carries out, one item at a time, and what it sweeps. */
export interface Work<Item extends Claimed> extends Upkeep {
  /** A later call returns the same queues and the new ones. */
  queues(): Queue<Item>[];
  /** Resolves when the look-ups that began have ended. */
  lookedUp(): Promise<void>;
  /** Resolves when everything is saved. */
  idle(): Promise<void>;
}

/** What every worker does for all items, its own and those that lost workers left. */
export interface Upkeep {
  sweep(): Promise<void>;
  /** Begins look-ups that are due; returns whether there were any. */
  reconcile(): Promise<boolean>;
  /** Asks `mayGiveUp` after the database has named the dead workers' items, and gives them up only if it is true. */
  sweepDeadWorkers(mayGiveUp: () => boolean): Promise<void>;
  /** Gives up as lost those claims of these workers for which `isLost` is true. */
  sweepClaims(
    workers: string[],
    isLost: (held: { item: string; claim: string }) => boolean,
  ): Promise<void>;
}

/** Recurring work besides the items, such as returning credit. */
export interface Chore {
  /** The name of a chore that one process at a time does; without it, each process does it. */
  name?: string;
  everyMs: number;
  /** If it resolves to `more`, more is due: its next turn comes at once, after the other chores that are due. */
  run(): Promise<unknown>;
}
