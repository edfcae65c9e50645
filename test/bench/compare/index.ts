/**
 * Compares this version with another (`npm run bench -- --compare <git ref>`). Two processes of the same sources differ
 * by up to a quarter for as long as they run, so each round starts a new pair of them, on copies of their databases, and
 * gives one ratio. The two take turns (ABBA), so that what slows the machine for a while slows both, and the one that
 * starts first alternates. The CPU time per answer gives a second ratio, which a host that takes the processors away
 * distorts less. A comparison with HEAD, in a checkout without changes, shows what differs by chance.
 */
import type { BenchPostgres, Counters } from '../postgres.ts';
import type { Finding } from '../report.ts';
import { type Interval, intervalOf } from './interval.ts';
import {
  openSide,
  prepareVersion,
  type Side,
  type Turn,
  type Version,
  WALLETS,
  type Work,
} from './side.ts';
import { checkOut, commitOfThisTree } from './tree.ts';

interface CompareOptions {
  ref: string;
  postgres: BenchPostgres;
  works: readonly Work[];
  pairs: number;
  /** How long a pair measures each side at each work. */
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

interface Both<Value> {
  before: Value;
  now: Value;
}

interface Results {
  /** Of each pair. */
  turns: Both<Turn>[];
  counts?: Both<Counters>;
}

export async function compareTrees(options: CompareOptions): Promise<void> {
  const { ref, postgres, works, pairs, oldRuns, signal, onFinding } = options;
  const onStep = (step: string) => {
    signal.throwIfAborted();
    options.onStep(step);
  };
  await using oldTree = await checkOut(ref, onStep);
  await using newTree = await checkOut(await commitOfThisTree(), onStep);
  onStep('preparing a database for each version');
  await using before = await prepareVersion(oldTree.folder, postgres);
  await using now = await prepareVersion(newTree.folder, postgres);
  if (oldRuns > 0) {
    // Both take equally long, so the steps of one stand for both.
    await postgres.whileLoading(() =>
      Promise.all([
        before.database.addOldRuns({ count: oldRuns }, onStep),
        now.database.addOldRuns({ count: oldRuns }, () => {}),
      ]),
    );
  }
  const results = new Map<Work, Results>(works.map((work) => [work, { turns: [] }]));
  const start = performance.now();
  for (let pair = 0; pair < pairs; pair++) {
    const minutes = ((performance.now() - start) / 60_000 / pair) * (pairs - pair);
    const left = pair === 0 ? '' : `, ${minutes.toFixed(1)} minutes left`;
    const step = (work: string) => onStep(`pair ${pair + 1} of ${pairs}${left}: ${work}`);
    await measurePair({ before, now }, pair, results, { ...options, onStep: step });
  }
  for (const [work, result] of results) onFinding(finding(work, ref, options, result));
}

async function measurePair(
  versions: Both<Version>,
  pair: number,
  results: Map<Work, Results>,
  { connections, seconds, onStep }: CompareOptions,
): Promise<void> {
  const order = pair % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const);
  onStep('starting');
  await using stack = new AsyncDisposableStack();
  const sides = {} as Both<Side>;
  for (const name of order) sides[name] = stack.use(await openSide(versions[name], connections));
  for (const [work, result] of results) {
    onStep(work);
    for (const name of order) await sides[name].turn(work, seconds / 2);
    const turns = { before: { answers: 0, cpuMs: 0 }, now: { answers: 0, cpuMs: 0 } };
    for (const name of [...order, ...order.toReversed()]) {
      const { answers, cpuMs } = await sides[name].turn(work, seconds / 2);
      turns[name].answers += answers;
      turns[name].cpuMs += cpuMs;
    }
    result.turns.push(turns);
    result.counts ??= {
      before: await sides.before.counts(work, seconds / 2),
      now: await sides.now.counts(work, seconds / 2),
    };
  }
}

function finding(
  work: Work,
  ref: string,
  { seconds }: CompareOptions,
  { turns, counts }: Results,
): Finding {
  const rate = intervalOf(turns.map(({ before, now }) => now.answers / before.answers));
  const cpuMs = ({ before, now }: Both<Turn>) =>
    before.cpuMs / before.answers / (now.cpuMs / now.answers);
  const cpu = intervalOf(turns.map(cpuMs));
  const perSecond = (name: keyof Both<Turn>) =>
    intervalOf(turns.map((both) => both[name].answers / seconds)).median;
  const beside = (name: keyof Counters, digits: number) =>
    `${counts!.now[name].toFixed(digits)} beside ${counts!.before[name].toFixed(digits)}`;
  return {
    section: work,
    what: `${WHAT[work]}: this version beside ${ref}`,
    figure: shown(rate),
    values: {
      ...{ ratio: rate.median, low: rate.low, high: rate.high },
      ...{ perSecond: perSecond('now'), perSecondBefore: perSecond('before') },
      ...{ cpuRatio: cpu.median, cpuLow: cpu.low, cpuHigh: cpu.high },
    },
    target: `>= ${AT_LEAST}`,
    reached: rate.high >= AT_LEAST,
    facts: [
      `${Math.round(perSecond('now'))}/s beside ${Math.round(perSecond('before'))}/s`,
      `CPU time ${shown(cpu)}`,
      `of each answer ${beside('commits', 3)} commits`,
      `${beside('statements', 3)} statements`,
      `${beside('walBytes', 0)} bytes of log`,
    ].join('; '),
  };
}

function shown({ median, low, high }: Interval): string {
  return `${median.toFixed(2)} (95 %: ${low.toFixed(2)}..${high.toFixed(2)})`;
}

const WHAT: Record<Work, string> = {
  run: 'runs from the create to the settled answer',
  get: 'GET of completed runs',
  create: 'creates from one wallet, without a worker',
  wallets: `creates from ${WALLETS} wallets in turns`,
};
