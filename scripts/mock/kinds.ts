/** The parts of the mock that are specific to a kind of runs. `runs.ts` has the parts that all kinds have in common. */
import type { Row } from './pages.ts';

/** A run of any kind, with the members that the mock reads. */
export interface Run extends Row {
  state: string;
  idempotencyKey: string;
  createdAt: string;
  updatedAt: string;
  keyId: string;
  reservedAmount: number;
  traceId?: string;
  providerReference?: string;
  finishedAt?: string;
  cancelRequestedAt?: string;
  chargedAmount?: number;
  metadata?: Record<string, string>;
  attribution?: Record<string, string>;
  parent?: { runId?: string };
}

/** The body of a create of any kind. */
export interface Create {
  metadata?: object | null;
  attribution?: object | null;
  parent?: { runId?: string } | null;
}

/** The examples that a run goes through, in order; the last one is its end. */
export type Course = readonly [string, ...string[]];

export interface Kind {
  /** The name in the names of operations. */
  name: 'ModelRun' | 'ToolRun' | 'ComputeJob';
  /** The prefix of the ids of runs. */
  prefix: string;
  /** The member that names the subject of a run. The list can be filtered by it. */
  subject: string;
  /** The members that lists do not show. */
  unlisted: readonly string[];
  /** Returns the examples that a run goes through, after `run-reserved`. */
  courseOf(create: Create, endings: ReadonlySet<string>): Course;
  /** Returns the last example of a run that is cancelled while its provider may have it. */
  cancelledEndOf(create: Create): string;
  /**
   * Adds the members of the request that only this kind has to the example of a run. `isOwn` is false if the caller
   * requested the example by name.
   */
  withRequest<Of extends Run>(run: Of, create: Create, isOwn: boolean): Of;
}

/** The last example of a run by default. */
export const COMPLETED = 'run-completed';
export const CANCELLED = 'run-failed-cancelled';
