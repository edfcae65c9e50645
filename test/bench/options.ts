/** The command line of the benchmark. */
import { InvalidArgumentError, program } from '@commander-js/extra-typings';

interface BenchOptions<Name extends string> {
  sections: Name[];
  rounds: number;
  seconds: number;
  connections: number;
  /** How long each side of a comparison runs before its first round. */
  warmUp: number;
  runs: number;
  /** Ended runs of the workspace whose list the benchmark reads. */
  listed: number;
  /** Ended runs of the month whose hours the benchmark queries. */
  measuredRuns: number;
  /** Spans of programs, of which the benchmark reads some. */
  spans: number;
  /** Requests that wait at once for their runs. */
  waiters: number;
  /** The folder for profiles of the service's processes. */
  profile?: string | undefined;
  /** Another version to compare with, instead of the sections. */
  compare?: string | undefined;
  /** How often both versions are started in a comparison. */
  pairs: number;
  /** Ended runs that both versions begin with in a comparison. */
  oldRuns: number;
  json: boolean;
}

export function readOptions<Name extends string>(names: readonly Name[]): BenchOptions<Name> {
  const command = program
    .name('npm run bench --')
    .description('Measures the service beside floors measured in the same run.')
    .argument('[section...]', `what to measure: ${names.join(', ')}; default: all`)
    .option('--rounds <number>', 'rounds of each comparison', positive, 5)
    .option('--seconds <number>', 'length of one measurement', positive, 3)
    .option('--connections <number>', 'requests under way at once', positive, 64)
    .option('--warm-up <seconds>', 'how long each side of a comparison runs before', positive, 30)
    .option('--runs <number>', 'runs created for the figure of memory', positive, 100_000)
    .option('--listed <number>', 'ended runs whose list is read', positive, 1_000_000)
    .option('--measured-runs <number>', 'ended runs of a month', positive, 2_000_000)
    .option('--spans <number>', 'spans of programs among which some are read', positive, 2_000_000)
    .option('--waiters <number>', 'requests that wait at once for their runs', positive, 3_000)
    .option(
      '--profile <folder>',
      'write CPU profiles of the service there, and print what takes time',
    )
    .option('--compare <ref>', 'compare with another version, by its git ref')
    .option('--pairs <number>', 'in a comparison: how often both versions start', positive, 12)
    .option('--old-runs <number>', 'in a comparison: ended runs both begin with', count, 0)
    .option('--json', 'print JSON', false)
    .parse();
  const [requested] = command.processedArgs;
  const unknown = requested.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) command.error(`error: no section is called ${unknown.join(', ')}`);
  const sections = names.filter((name) => requested.length === 0 || requested.includes(name));
  return { ...command.opts(), sections };
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number above zero.');
}

function count(text: string): number {
  const value = Number(text);
  if (value >= 0 && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}
