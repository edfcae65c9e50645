/** `drift`: compares the deployment's books with its providers' figures, for the runs of some days. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parseCount, parseMoment } from '../../cli/duration.ts';
import { formatMoney } from '../../cli/money.ts';
import { print, table } from '../../cli/output.ts';
import { withParts } from '../../cli/session.ts';
import { runIdOf } from '../../kinds.ts';
import { uuidToId } from '../../platform/lib/ids.ts';
import type { Unit } from '../../platform/lib/money.ts';
import { findWorkspace, listWorkspaces } from '../../workspaces/index.ts';
import type { Drift } from '../index.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

export function driftCommand() {
  return new Command('drift')
    .description("compare what was booked with the providers' own figures, per day and run")
    .argument('[workspace]', 'name or id; without it all of them')
    .option('--day <day>', 'first day, in UTC; yesterday without it', parseMoment)
    .option('--days <n>', 'number of days, 366 at most', parseDays, 1)
    .option('--dry-run', 'book no loss for runs that turn out to have run')
    .option('--json', 'print JSON, every run included')
    .addHelpText('after', HELP)
    .action((name, options) =>
      withParts(async ({ db, unit, parts }) => {
        const from = startOfDay(options.day ?? new Date(Date.now() - DAY_MS));
        const until = new Date(from.getTime() + options.days * DAY_MS);
        const workspaces =
          name === undefined ? await listWorkspaces(db) : [await findWorkspace(db, name)];
        const drifts: Drift[] = [];
        const query = { from, until, dryRun: options.dryRun === true };
        for await (const drift of parts.runs.drift({
          ...query,
          workspaces: workspaces.map(({ id }) => id),
        })) {
          drifts.push(drift);
          if (drifts.length % 1_000 === 0)
            process.stderr.write(`${drifts.length} runs looked up\n`);
        }
        const days = summarize(drifts);
        print(options, { from, until, ...unit, days, runs: drifts.map(toJson) }, () =>
          toText(days, drifts, unit, from),
        );
      }),
    );
}

const HELP = `
Looks up every run that ended, so it takes a while for busy days. A run that was
given up and did run, as its provider now says, is booked as a loss of the
deployment (late); the workspace is never charged for it.

Example:
  npm run cli -- drift --day 2027-01-31 --days 7`;

function parseDays(text: string): number {
  const days = parseCount(text);
  if (days <= MOST_DAYS) return days;
  throw new InvalidArgumentError(`Write a number up to ${MOST_DAYS}.`);
}

/** The sums over the runs of one provider on one day. */
interface Day {
  day: string;
  provider: string;
  runs: number;
  charged: number;
  booked: number;
  reported: number;
  agrees: number;
  differs: number;
  missingHere: number;
  missingThere: number;
  late: number;
  notAsked: number;
  unavailable: number;
}

const COUNTED = {
  agrees: 'agrees',
  differs: 'differs',
  missing_here: 'missingHere',
  missing_there: 'missingThere',
  late: 'late',
  not_asked: 'notAsked',
  unavailable: 'unavailable',
} as const satisfies Record<Drift['verdict'], keyof Day>;

function summarize(drifts: readonly Drift[]): Day[] {
  const days = new Map<string, Day>();
  for (const drift of drifts) {
    const day = dayOf(drift.createdAt);
    const name = `${day} ${drift.provider}`;
    const sum = days.get(name) ?? emptyDay(day, drift.provider);
    days.set(name, sum);
    sum.runs += 1;
    sum.charged += drift.charged ?? 0;
    sum.booked += drift.booked ?? 0;
    sum.reported += drift.reported ?? 0;
    sum[COUNTED[drift.verdict]] += 1;
  }
  return [...days.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

function emptyDay(day: string, provider: string): Day {
  return {
    ...{ day, provider, runs: 0, charged: 0, booked: 0, reported: 0 },
    ...{ agrees: 0, differs: 0, missingHere: 0, missingThere: 0, late: 0 },
    ...{ notAsked: 0, unavailable: 0 },
  };
}

function toText(days: Day[], drifts: Drift[], unit: Unit, from: Date): string {
  if (days.length === 0) return `No run ended of those made since ${dayOf(from)}.`;
  const apart = drifts.filter(({ verdict }) => verdict !== 'agrees' && verdict !== 'not_asked');
  return [
    table(days.map((day) => rowOfDay(day, unit))),
    apart.length === 0
      ? '\nNo run that could be asked about is reported differently.'
      : `\n${table(apart.map((drift) => rowOfRun(drift, unit)))}`,
  ].join('\n');
}

function rowOfDay(day: Day, unit: Unit): Record<string, string> {
  const { charged, booked, reported, missingHere, missingThere, notAsked, ...rest } = day;
  return {
    ...{ day: rest.day, provider: rest.provider, runs: String(rest.runs) },
    charged: formatMoney(charged, unit),
    booked: formatMoney(booked, unit),
    reported: formatMoney(reported, unit),
    agree: String(rest.agrees),
    differ: String(rest.differs),
    'missing here': String(missingHere),
    'missing there': String(missingThere),
    late: String(rest.late),
    'not asked': String(notAsked),
    unavailable: String(rest.unavailable),
  };
}

function rowOfRun(drift: Drift, unit: Unit): Record<string, string> {
  const money = (amount: number | undefined) =>
    amount === undefined ? '-' : formatMoney(amount, unit);
  return {
    run: runIdOf(drift.kind, drift.id),
    state: drift.state,
    verdict: drift.verdict.replace('_', ' '),
    charged: money(drift.charged),
    booked: money(drift.booked),
    reported: money(drift.reported),
  };
}

function toJson({ id, workspace, ...drift }: Drift) {
  return { run: runIdOf(drift.kind, id), workspace: uuidToId('wsp', workspace), ...drift };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}
