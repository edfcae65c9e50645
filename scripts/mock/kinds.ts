/** What is specific to a kind of runs, for the mock. What all kinds have in common is in `runs.ts`. */
import type { Row } from './pages.ts';

/** Of any kind, with the members that the mock reads. */
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

/** What a run is created with, of any kind. */
export interface Create {
  metadata?: object | null;
  attribution?: object | null;
  parent?: { runId?: string } | null;
}

/** The examples that a run goes through, in order; the last one is its end. */
export type Course = readonly [string, ...string[]];

export interface Kind {
  /** As the names of operations have it. */
  name: 'ModelRun' | 'ToolRun' | 'ComputeJob';
  /** Of the ids of its runs. */
  prefix: string;
  /** The member of a run that says what it is of; the list can be narrowed by it. */
  subject: string;
  /** The members that lists do not show. */
  unlisted: readonly string[];
  /** What follows `run-reserved`. */
  courseOf(create: Create, endings: ReadonlySet<string>): Course;
  /** How a run ends that is cancelled while its provider may have it. */
  cancelledEndOf(create: Create): string;
  /**
   * The canned run with what only a request of this kind says. It is the caller's own unless the caller asked for its
   * example by name.
   */
  withRequest<Of extends Run>(run: Of, create: Create, isOwn: boolean): Of;
}

/** How a run ends by default. */
export const COMPLETED = 'run-completed';
export const CANCELLED = 'run-failed-cancelled';
