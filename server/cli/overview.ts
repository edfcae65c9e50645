/** `overview`: what an operator looks at first, across all workspaces. */
import { Command } from '@commander-js/extra-typings';
import {
  alarmsOf,
  type Due,
  isOverdue,
  type Overview,
  readOverview,
  stateOf,
} from '../operator/health.ts';
import { openDeployment } from '../platform/deployment/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import type { ChoreState } from '../platform/worker/index.ts';
import { parseCount } from './arguments.ts';
import { facts, print, table } from './output.ts';
import { withDatabase } from './session.ts';

export function overviewCommand() {
  return new Command('overview')
    .description('show health, queues, losses and the largest spenders, across all workspaces')
    .option('--hours <n>', 'how far losses and spending go back', parseCount, 24)
    .option('--top <n>', 'how many workspaces to name', parseCount, 10)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withDatabase(async ({ db, unit }) => {
        const span = { hours: options.hours, atMost: options.top };
        const overview = await readOverview(db, await openDeployment(db), span);
        print(options, toJson(overview, unit), () => toText(overview, unit));
      }),
    );
}

const HELP = `
Reads the database alone, so it answers while no process serves. Spending is what
was charged for runs that were created in that time; both begin with a full hour.
What to do about what it shows is in server/deploy/RUNBOOKS.md.

Examples:
  npm run cli -- overview
  npm run -s cli -- overview --hours 168 --top 3 --json`;

function toJson(overview: Overview, { currency, scale }: Unit): object {
  const { hours, workers, isKnown, open, webhooks, spans, chores } = overview;
  const { lost, losses, spenders } = overview;
  return {
    ...{ hours, currency, scale },
    health: { claimsRefused: !isKnown, workers, alarms: alarmsOf(overview) },
    queues: open.map(({ oldest_seconds, ...row }) => ({
      ...row,
      oldestSeconds: Math.round(oldest_seconds),
    })),
    providers: overview.providers.map(({ is_open, retries_left, ...row }) => ({
      ...{ ...row, state: stateOf(is_open), retriesLeft: retries_left },
    })),
    webhooks,
    spans,
    chores: chores.map((chore) => ({
      name: chore.name,
      everySeconds: chore.every_ms / 1_000,
      succeededSecondsAgo: Math.round(chore.success_age_seconds),
      durationMs: chore.duration_ms,
      failures: chore.failures,
      failure: chore.failure,
      isOverdue: isOverdue(chore),
    })),
    losses: { amount: lost, workspaces: losses.map(named) },
    spenders: spenders.map(named),
  };
}

function named<Row extends { workspace: string }>({ workspace, ...row }: Row) {
  return { id: uuidToId('wsp', workspace), ...row };
}

function toText(overview: Overview, unit: Unit): string {
  const { hours, workers, isKnown, open, webhooks, spans, chores } = overview;
  const { lost, losses, spenders } = overview;
  const money = (amount: number) => formatMoney(amount, unit);
  const health = facts({
    workers: workers === 0 ? '0: no run is carried out' : String(workers),
    claims: isKnown ? 'allowed' : 'refused: the database is not the one that is known; see recover',
    webhooks: textOf(webhooks),
    spans: textOf(spans),
    [`lost in ${hours} h`]: money(lost),
  });
  const queues = open.map(({ kind, provider, state, runs, held, oldest_seconds }) => ({
    ...{ kind, provider, state, runs: String(runs), held: money(held) },
    oldest: `${Math.round(oldest_seconds)} s`,
  }));
  return [
    health,
    queues.length === 0 ? 'No run is open.' : table(queues),
    ...(overview.providers.length === 0
      ? []
      : [
          table(
            overview.providers.map(({ provider, kind, is_open, probes, retries_left }) => ({
              ...{ provider, kind, state: stateOf(is_open), probes: String(probes) },
              'retries left': String(retries_left),
            })),
          ),
        ]),
    ...(chores.length === 0 ? [] : [table(chores.map(choreInWords))]),
    ...(losses.length === 0
      ? []
      : [
          table(
            losses.map((row) => ({
              losses: row.name,
              lost: money(row.lost),
              runs: String(row.runs),
            })),
          ),
        ]),
    spenders.length === 0
      ? `Nothing was charged for runs of the last ${hours} hours.`
      : table(
          spenders.map(({ name, charged, runs }) => ({
            ...{ spender: name, charged: money(charged), runs: String(runs) },
          })),
        ),
  ].join('\n\n');
}

function choreInWords(chore: ChoreState): Record<string, string> {
  const { name, every_ms, success_age_seconds, duration_ms, failures, failure } = chore;
  return {
    chore: name,
    every: `${every_ms / 1_000} s`,
    succeeded: `${Math.round(success_age_seconds)} s ago${isOverdue(chore) ? ': overdue' : ''}`,
    took: duration_ms === null ? '' : `${duration_ms} ms`,
    failed: failures === 0 ? '' : `${failures} times: ${failure}`,
  };
}

function textOf({ waiting, oldestSeconds, waitingForFailing }: Due): string {
  const working = waiting === 0 ? 'none waits' : `${waiting} wait, for ${oldestSeconds} s`;
  return waitingForFailing === 0
    ? working
    : `${working}; ${waitingForFailing} for receivers that fail`;
}
