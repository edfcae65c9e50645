/**
 * Compares what the deployment booked with what its providers say, run by run: it looks up each ended run again. If a
 * run was given up but turns out to have run, it books the cost as the deployment's loss and never charges it. It
 * changes nothing else.
 */
import type { Db } from '../platform/db/pool.ts';
import { earliestIdOf, latestIdOf } from '../platform/lib/ids.ts';
import { type AskProvider, type Found, reportedCost } from './look-up.ts';
import { type EndedRun, endedRuns, recordLateOutcome, type Span } from './look-up-store.ts';

import type { RunState } from './states.ts';

/**
 * - `agrees`: both say the same, or both say nothing.
 * - `differs`: both have a figure, and they differ.
 * - `missing_here`: only the provider has a figure.
 * - `missing_there`: only the deployment has booked a figure.
 * - `late`: the service gave it up as unknown or lost, and the provider charged for it: a loss.
 * - `not_asked`: nothing to ask for; `unavailable`: the provider could not be asked.
 */
export type DriftVerdict =
  | 'agrees'
  | 'differs'
  | 'missing_here'
  | 'missing_there'
  | 'late'
  | 'not_asked'
  | 'unavailable';

/** One run; amounts in units, absent if there is no figure. */
export interface Drift {
  workspace: string;
  id: string;
  kind: string;
  state: RunState;
  provider: string;
  createdAt: Date;
  verdict: DriftVerdict;
  charged: number | undefined;
  /** What the deployment booked as the provider's cost, including losses. */
  booked: number | undefined;
  /** The cost that the provider reports. */
  reported: number | undefined;
}

export interface DriftQuery {
  workspaces: readonly string[];
  from: Date;
  until: Date;
  /** Lists late outcomes without booking them. */
  dryRun: boolean;
}

const BATCH = 32;

export async function* compareWithProviders(
  { db, ask, kinds }: { db: Db; ask: AskProvider; kinds: string[] },
  { workspaces, from, until, dryRun }: DriftQuery,
): AsyncGenerator<Drift> {
  async function compare(workspace: string, run: EndedRun): Promise<Drift> {
    const drift = driftOf(workspace, run, await ask(run));
    if (drift.verdict === 'late' && !dryRun) {
      await recordLateOutcome(db, {
        ...{ workspace, id: run.id, ran: true, amount: drift.reported },
        reference: undefined,
      });
    }
    return drift;
  }

  for (const workspace of workspaces) {
    let span: Span = {
      ...{ workspace, kinds, from, until },
      before: latestIdOf(until),
      after: earliestIdOf(from),
    };
    for (;;) {
      const runs = await endedRuns(db, span, BATCH);
      yield* await Promise.all(runs.map((run) => compare(workspace, run)));
      if (runs.length < BATCH) break;
      span = { ...span, after: runs.at(-1)!.id };
    }
  }
}

function driftOf(workspace: string, run: EndedRun, found: Found | undefined): Drift {
  const booked = run.state === 'completed' ? run.provider_amount : run.loss_amount;
  const reported = reportedCost(found, run.scale);
  return {
    ...{ workspace, id: run.id, kind: run.kind, state: run.state, provider: run.provider },
    createdAt: run.created_at,
    verdict: verdictOf(run.state, found, booked ?? undefined, reported),
    charged: run.charged_amount ?? undefined,
    booked: booked ?? undefined,
    reported,
  };
}

function verdictOf(
  state: RunState,
  found: Found | undefined,
  booked: number | undefined,
  reported: number | undefined,
): DriftVerdict {
  if (found === undefined) return 'not_asked';
  if (found.kind === 'unavailable') return 'unavailable';
  if (booked === reported) return 'agrees';
  if (reported === undefined) return 'missing_there';
  if (booked !== undefined) return 'differs';
  if (state === 'completed') return 'missing_here';
  return reported > 0 ? 'late' : 'agrees';
}
