/** What every section receives, and what a section is. */
import type { BenchPostgres } from './postgres.ts';
import type { Finding } from './report.ts';

export interface Bench {
  postgres: BenchPostgres;
  rounds: number;
  /** The length of one measurement. */
  seconds: number;
  /**
   * V8 optimizes the last functions of a service some ten seconds after the first request, and a service knows after 17
   * seconds that it need not notify other processes.
   */
  warmUpSeconds: number;
  /** Concurrent requests, one per connection. */
  inFlight: number;
  /** The number of runs for the memory figure. */
  runs: number;
  /** Ended runs of the workspace whose list the benchmark reads. */
  listed: number;
  /** Ended runs of the month whose hours the benchmark queries. */
  measuredRuns: number;
  /** Spans of programs, of which the benchmark reads some. */
  spans: number;
  /** Requests that wait at once for their runs. */
  waiters: number;
  /** The folder for profiles of the service's processes; undefined if none are wanted. */
  profile: string | undefined;
  /** Reports the current step to whoever watches. */
  onStep(step: string): void;
}

export type Section = (bench: Bench) => Promise<Finding[]>;
