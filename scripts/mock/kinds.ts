/** What a kind of runs has of its own, for the mock. What all of them have in common stands in `runs.ts`. */
import type { Row } from './pages.ts';

/** Of any kind, with the members that the mock reads. */
export interface Run extends Row {
  state: string;
  idempotencyKey: string;
  createdAt: string;
  keyId: string;
  finishedAt?: string;
  metadata?: object;
  attribution?: object;
  parent?: object;
}

/** What a run is created with, of any kind. */
export interface Create {
  metadata?: object | null;
  attribution?: object | null;
  parent?: object | null;
}

export interface Kind {
  /** As the names of operations have it. */
  name: 'ModelRun' | 'ToolRun' | 'ComputeJob';
  /** Of the ids of its runs. */
  prefix: string;
  /** The members of a run that say what it is of; the list can be narrowed by the first. */
  subject: readonly [string, ...string[]];
  /** The examples that reading the run finds, one after another; the last one is its end. */
  courseOf(create: Create, endings: ReadonlySet<string>): readonly [string, ...string[]];
  /**
   * The canned run with what only a request of this kind says. It is the caller's own unless its example was asked
   * for by name.
   */
  withRequest<Of extends Run>(run: Of, create: Create, isOwn: boolean): Of;
}

/** How a run ends that nothing befalls. */
export const COMPLETED = 'run-completed';
