/**
 * Compares this version with another (`npm run bench -- --compare <git ref>`): both serve from one PostgreSQL, each in
 * a database of its own, and take turns under the same load. A round gives one ratio, so that what slows the machine
 * for a while slows both. The CPU time per answer gives a second ratio, which a host that takes the processors away
 * distorts less; commits, statements and log are counted too.
 */
import type { BenchPostgres } from '../postgres.ts';
import type { Finding } from '../report.ts';
import { quantile } from '../rounds.ts';
import { type Ratio, ratioOf } from './ratio.ts';
import { type Costs, openSide, type Side, WORKS, type Work } from './side.ts';
import { checkOut, THIS_TREE } from './tree.ts';

export interface CompareOptions {
  ref: string;
  postgres: BenchPostgres;
  rounds: number;
  seconds: number;
  connections: number;
  /** Ended runs that each database begins with. */
  oldRuns: number;
  /** Ends the comparison between two steps. */
  signal: AbortSignal;
  onStep: (step: string) => void;
  onFinding: (finding: Finding) => void;
}

/** The interval must reach this value: if it stays below, noise does not explain the loss. */
const AT_LEAST = 0.97;
const WALLETS = 8;

export async function compareTrees(options: CompareOptions): Promise<void> {
  const { ref, postgres, connections, oldRuns, signal, onFinding } = options;
  const onStep = (step: string) => {
    signal.throwIfAborted();
    options.onStep(step);
  };
  await using tree = await checkOut(ref, onStep);
  const side = (folder: string) => openSide({ folder, postgres, connections, wallets: WALLETS });
  onStep(`starting ${ref}`);
  await using before = await side(tree.folder);
  onStep('starting this version');
  await using now = await side(THIS_TREE);
  if (oldRuns > 0) {
    // Both take equally long, so the steps of one stand for both.
    await postgres.whileLoading(() =>
      Promise.all([before.addOldRuns(oldRuns, onStep), now.addOldRuns(oldRuns, () => {})]),
    );
  }
  for (const work of WORKS)
    onFinding(await compareAt(work, { before, now }, { ...options, onStep }));
}

interface Sides {
  before: Side;
  now: Side;
}

async function compareAt(
  work: Work,
  { before, now }: Sides,
  { ref, rounds, seconds, onStep }: CompareOptions,
): Promise<Finding> {
  const meters = { before: metered(before, work), now: metered(now, work) };
  onStep(`${work}: warming up`);
  await before.rate(work, Math.min(seconds, 2));
  await now.rate(work, Math.min(seconds, 2));
  const rates: number[] = [];
  const cpus: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    onStep(`${work}: round ${round} of ${rounds}`);
    // The sides take turns to go first: the second may find writes that the first has left behind.
    const first = round % 2 === 0 ? 'now' : 'before';
    const second = first === 'now' ? 'before' : 'now';
    const turns = { [first]: await meters[first].run(seconds) } as Record<keyof Sides, Turn>;
    turns[second] = await meters[second].run(seconds);
    rates.push(turns.now.rate / turns.before.rate);
    cpus.push(turns.before.cpuMs / turns.now.cpuMs);
  }
  return finding(work, ref, { rate: ratioOf(rates), cpu: ratioOf(cpus) }, meters);
}

interface Turn {
  rate: number;
  /** Per answer. */
  cpuMs: number;
}

interface Meter {
  run(seconds: number): Promise<Turn>;
  median(): number;
  /** Per answer. */
  costs(): Record<keyof Costs, number>;
}

function metered(side: Side, work: Work): Meter {
  const rates: number[] = [];
  const sum = { answers: 0, commits: 0, statements: 0, walBytes: 0, cpuMs: 0 };
  return {
    async run(seconds) {
      const start = await side.costs();
      const rate = await side.rate(work, seconds);
      const end = await side.costs();
      rates.push(rate);
      const answers = rate * seconds;
      const cpuMs = (end.cpuMs ?? Number.NaN) - (start.cpuMs ?? Number.NaN);
      sum.answers += answers;
      sum.commits += end.commits - start.commits;
      sum.statements += end.statements - start.statements;
      sum.walBytes += end.walBytes - start.walBytes;
      sum.cpuMs += cpuMs;
      return { rate, cpuMs: cpuMs / answers };
    },
    median: () => quantile(rates, 0.5),
    costs: () => ({
      commits: sum.commits / sum.answers,
      statements: sum.statements / sum.answers,
      walBytes: sum.walBytes / sum.answers,
      cpuMs: sum.cpuMs / sum.answers,
    }),
  };
}

function finding(
  work: Work,
  ref: string,
  { rate, cpu }: Record<'rate' | 'cpu', Ratio>,
  { before, now }: Record<keyof Sides, Meter>,
): Finding {
  const [old, current] = [before.costs(), now.costs()];
  const beside = (name: keyof Costs, digits: number) =>
    `${current[name].toFixed(digits)} beside ${old[name].toFixed(digits)}`;
  return {
    section: work,
    what: `${WHAT[work]}: this version beside ${ref}`,
    figure: shown(rate),
    values: {
      ...{ ratio: rate.median, low: rate.low, high: rate.high },
      ...{ perSecond: now.median(), perSecondBefore: before.median() },
      ...{ cpuRatio: cpu.median, cpuLow: cpu.low, cpuHigh: cpu.high },
    },
    target: `>= ${AT_LEAST}`,
    reached: rate.high >= AT_LEAST,
    facts: [
      `${Math.round(now.median())}/s beside ${Math.round(before.median())}/s`,
      `of each answer ${beside('commits', 3)} commits`,
      `${beside('statements', 3)} statements`,
      `${beside('walBytes', 0)} bytes of log`,
      `${beside('cpuMs', 3)} ms of CPU, in turns ${shown(cpu)}`,
    ].join('; '),
  };
}

function shown({ median, low, high }: Ratio): string {
  return `${median.toFixed(2)} (95 %: ${low.toFixed(2)}..${high.toFixed(2)})`;
}

const WHAT: Record<Work, string> = {
  create: 'creates from one wallet, without a worker',
  run: 'runs from the create to the settled answer',
  get: 'GET of completed runs',
  wallets: `creates from ${WALLETS} wallets in turns`,
};
