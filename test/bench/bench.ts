/** What every section is given, and what a section is. */
import type { BenchPostgres } from './postgres.ts';
import type { Finding } from './report.ts';

export interface Bench {
  postgres: BenchPostgres;
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  warmUpSeconds: number;
  /** Requests under way at once, one per connection. */
  inFlight: number;
  /** The number of runs for the figure of memory. */
  runs: number;
  /** Ended runs of the workspace whose list is read. */
  listed: number;
  /** Ended runs of the month whose hours are asked about. */
  measuredRuns: number;
  /** Spans of programs among which some are read. */
  spans: number;
  /** Requests that wait at once for their runs. */
  waiters: number;
  /** Folder for profiles of the service's processes; undefined if none are wanted. */
  profile: string | undefined;
  /** Told what happens now, for whoever watches. */
  onStep(step: string): void;
}

export type Section = (bench: Bench) => Promise<Finding[]>;
