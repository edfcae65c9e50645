/**
 * Compares what the deployment booked with what its providers say, run by run: each ended run is looked up
 * again. A run that was given up and did run, as it now turns out, is booked as the deployment's loss; it is
 * never charged. Nothing else is changed.
 */
import type { Db } from '../db/pool.ts';
import { earliestIdOf, latestIdOf } from '../kernel/ids.ts';
import { type EndedRun, endedRuns, type Span } from './drift-store.ts';
import { type AskProvider, type Found, reportedCost } from './look-up.ts';
import { recordLateOutcome } from './look-up-store.ts';
import type { RunState } from './states.ts';

/**
 * - `agrees`: both say the same, be it nothing.
 * - `differs`: both have a figure, and they are not the same.
 * - `missing_here`: the provider has a figure, and we booked none.
 * - `missing_there`: we booked a figure, and the provider has none.
 * - `late`: given up as unknown or lost, and the provider took money for it: a loss.
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
  /** What we booked as the provider's cost, losses included. */
  booked: number | undefined;
  /** What the provider says that it cost. */
  reported: number | undefined;
}

export interface DriftQuery {
  workspaces: readonly string[];
  from: Date;
  until: Date;
  /** Late outcomes are listed and not booked. */
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
