/** Whether the deployment works, across all workspaces: what an operator looks at first, on the command line and in the console. */
import { countWaitingSpans } from '../broadcast/index.ts';
import { paymentsDiffer } from '../payments/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Deployment } from '../platform/deployment/index.ts';
import { type ChoreState, countWorkers, readChores } from '../platform/worker/index.ts';
import {
  countCircuits,
  countOpenRuns,
  type Loss,
  largestLosses,
  largestSpenders,
  type OpenRuns,
  type Spender,
  totalLoss,
} from '../runs/index.ts';
import { countDueWebhooks } from '../webhooks/index.ts';

type Provider = Awaited<ReturnType<typeof countCircuits>>[number];

export interface Overview {
  hours: number;
  workers: number;
  /** Whether the database is the one that the deployment knows; if not, the overview claims nothing. */
  isKnown: boolean;
  open: OpenRuns[];
  /** Messages that were once found dead, or had a retry. */
  providers: Provider[];
  webhooks: Due;
  spans: Due;
  chores: ChoreState[];
  /** Whether payments by card are not the same here and at the payment provider. */
  paymentsDiffer: boolean;
  lost: number;
  losses: Loss[];
  spenders: Spender[];
}

/** Messages that wait to be sent to workspaces; those of failing receivers keep waiting. */
export interface Due {
  waiting: number;
  oldestSeconds: number;
  waitingForFailing: number;
}

export async function readOverview(
  db: Db,
  deployment: Pick<Deployment, 'history'>,
  span: { hours: number; atMost: number },
): Promise<Overview> {
  const { hours } = span;
  return {
    hours,
    workers: await countWorkers(db),
    isKnown: (await deployment.history()) === 'known',
    open: await countOpenRuns(db),
    providers: await countCircuits(db),
    webhooks: dueOf((await countDueWebhooks(db)).map((row) => ({ ...row, waiting: row.due }))),
    spans: dueOf(await countWaitingSpans(db)),
    chores: await readChores(db),
    paymentsDiffer: await paymentsDiffer(db),
    lost: await totalLoss(db, hours),
    losses: await largestLosses(db, span),
    spenders: await largestSpenders(db, span),
  };
}

function dueOf(
  rows: readonly { is_failing: boolean; waiting: number; oldest_seconds: number }[],
): Due {
  const working = rows.find(({ is_failing }) => !is_failing);
  return {
    waiting: working?.waiting ?? 0,
    oldestSeconds: Math.round(working?.oldest_seconds ?? 0),
    waitingForFailing: rows.find(({ is_failing }) => is_failing)?.waiting ?? 0,
  };
}

/** What needs attention, the most important first. */
export function alarmsOf({ isKnown, workers, open, providers, ...rest }: Overview): string[] {
  const unknown = open.filter(({ state }) => state === 'needs_reconciliation');
  const runs = unknown.reduce((sum, row) => sum + row.runs, 0);
  return [
    ...(isKnown ? [] : ['claims_refused']),
    ...(workers === 0 ? ['no_worker'] : []),
    ...(runs > 0 ? ['outcomes_unknown'] : []),
    ...(providers.some(({ is_open }) => is_open) ? ['provider_away'] : []),
    ...(rest.chores.some(isOverdue) ? ['chore_overdue'] : []),
    ...(rest.paymentsDiffer ? ['payments_differ'] : []),
  ];
}

/** A provider that is away gets occasional probes; its runs wait, or go to the next provider of their model. */
export function stateOf(isOpen: boolean): 'answers' | 'away' {
  return isOpen ? 'away' : 'answers';
}

/** The same threshold as in the alert ChoreOverdue. */
export function isOverdue({ every_ms, success_age_seconds }: ChoreState): boolean {
  return success_age_seconds > 900 + (3 * every_ms) / 1_000;
}
