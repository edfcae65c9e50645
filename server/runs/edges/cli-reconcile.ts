/**
 * What operators ask of providers. `reconcile` looks up runs whose outcome or price is unknown now, before they are due;
 * `drift` compares the deployment's books with the providers' figures, for the runs of some days, and with the balance
 * of the payment provider.
 */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parseCount, parseMoment } from '../../cli/arguments.ts';
import { print, table } from '../../cli/output.ts';
import { type Session, withParts } from '../../cli/session.ts';
import { runIdOf, runUuidOf } from '../../kinds.ts';
import { showBalances } from '../../payments/cli.ts';
import { uuidToId } from '../../platform/lib/ids.ts';
import { formatMoney, type Unit } from '../../platform/lib/money.ts';
import { Problem } from '../../platform/lib/problem.ts';
import { findWorkspace, findWorkspaceOfRun, listWorkspaces } from '../../workspaces/index.ts';
import type { Drift, Reconciled } from '../index.ts';

export function reconcileCommand() {
  return new Command('reconcile')
    .description('look up the outcome or the price of runs for which it is unknown')
    .argument('[run]', 'id of one run, run_...; without it all of them')
    .option('--dry-run', 'ask the providers, print what would follow, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', RECONCILE_HELP)
    .action((run, options) =>
      withParts(async ({ db, parts }) => {
        const onlyRun = run === undefined ? undefined : await uuidOf(db, run);
        const dryRun = options.dryRun === true;
        const results: Reconciled[] = [];
        const query = { dryRun, ...(onlyRun === undefined ? {} : { onlyRun }) };
        for await (const result of parts.runs.reconcileOpen(query)) results.push(result);
        print(options, { dryRun, runs: results.map(reconciledJson) }, () =>
          reconciledText(results, dryRun, run),
        );
      }),
    );
}

const RECONCILE_HELP = `
A running service does this by itself, ever less often, until the deadline of
each run. A run is never sent again, whatever is found.

Example:
  npm run cli -- reconcile --dry-run`;

async function uuidOf(db: Session['db'], id: string): Promise<string> {
  const uuid = runUuidOf(id);
  if (uuid !== undefined && (await findWorkspaceOfRun(db, uuid))) return uuid;
  throw new Problem('not_found', `There is no run ${id}.`);
}

function reconciledText(results: Reconciled[], dryRun: boolean, run: string | undefined): string {
  if (results.length === 0) {
    return run === undefined
      ? 'No run waits for a look-up.'
      : `${run} waits for no look-up: npm run cli -- runs show ${run}`;
  }
  const rows = results.map((result) => ({
    run: runIdOf(result.kind, result.id),
    state: result.state,
    'the provider says': wordsOf(result),
    [dryRun ? 'would become' : 'became']: becoming(result, dryRun),
  }));
  return table(rows);
}

function becoming({ state, next, applied }: Reconciled, dryRun: boolean): string {
  if (next === state) return `${state}, as before`;
  return dryRun || applied ? next : 'moved on by another';
}

function wordsOf({ found }: Reconciled): string {
  switch (found?.kind) {
    case 'executed':
      return found.cost === undefined ? 'executed' : `executed, cost ${found.cost}`;
    case 'answered':
      return 'executed, with its answer';
    case 'failed':
      return `failed: ${found.error.code}`;
    case 'under_way':
      return 'still under way';
    case 'not_executed':
      return 'not executed';
    case 'not_found':
      return 'no record of it (yet)';
    case 'unavailable':
      return found.reason;
    case undefined:
      return 'nothing to ask for';
  }
}

function reconciledJson({ id, workspace, ...result }: Reconciled) {
  return { run: runIdOf(result.kind, id), workspace: uuidToId('wsp', workspace), ...result };
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

export function driftCommand() {
  return new Command('drift')
    .description(
      "compare what was booked with the providers' own figures: runs, and payments by card",
    )
    .argument('[workspace]', 'name or id, for its runs alone; without it all of them')
    .option('--day <day>', 'first day, in UTC; yesterday without it', parseMoment)
    .option('--days <n>', 'number of days, 366 at most', parseDays, 1)
    .option('--dry-run', 'book no loss for runs that turn out to have run')
    .option('--json', 'print JSON, every run included')
    .addHelpText('after', DRIFT_HELP)
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
        const payments = name === undefined ? await showBalances(parts.payments) : undefined;
        const runs = drifts.map(driftJson);
        const json = { from, until, ...unit, days, runs, payments: payments?.json };
        print(options, json, () =>
          [driftText(days, drifts, unit, from), ...(payments ? [payments.text] : [])].join('\n'),
        );
      }),
    );
}

const DRIFT_HELP = `
Looks up every run that ended, so it takes a while for busy days. A run that was
given up and did run, as its provider now says, is booked as a loss of the
deployment (late); the workspace is never charged for it.

The balance of the payment provider is that of now, beside what all payments
here come to. What it keeps as fees and pays out is known to it alone.

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

function driftText(days: Day[], drifts: Drift[], unit: Unit, from: Date): string {
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

function driftJson({ id, workspace, ...drift }: Drift) {
  return { run: runIdOf(drift.kind, id), workspace: uuidToId('wsp', workspace), ...drift };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}
