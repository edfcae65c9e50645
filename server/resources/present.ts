/** What runs of every kind have, as both contracts have it. */
import type {
  BillableRun,
  RunQueue,
  RunReconciliation,
  Unlisted,
} from '../../openapi/generated/developer.ts';
import type { Run } from '../runs/index.ts';

/**
 * Everything but the id, the subject and the answer, which each kind calls by a name of its own. A kind documents the states
 * that its runs can have, and not those of all kinds.
 */
export function toBillableRun(
  run: Run,
): BillableRun & { state: Unlisted } & { queue?: RunQueue; reconciliation?: RunReconciliation } {
  const {
    createdAt,
    updatedAt,
    finishedAt,
    cancelRequestedAt,
    contentPurgedAt,
    expiresAt,
    ...rest
  } = run;
  const { id: _, subject: _1, subjectVersion: _2, version: _3, answer: _4, ...known } = rest;
  const { facts: _5, parent: _6, progress: _7, queue, reconciliation, state, ...others } = known;
  return {
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    ...(cancelRequestedAt && { cancelRequestedAt: cancelRequestedAt.toISOString() }),
    ...(contentPurgedAt && { contentPurgedAt: contentPurgedAt.toISOString() }),
    ...others,
    state: state as string as Unlisted,
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(queue && { queue: toQueue(queue) }),
    ...(reconciliation && { reconciliation: toReconciliation(reconciliation) }),
  };
}

function toQueue({ nextAttemptAt, ...facts }: NonNullable<Run['queue']>): RunQueue {
  return { ...facts, ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }) };
}

function toReconciliation({
  lastCheckedAt,
  nextCheckAt,
  deadline,
  ...facts
}: NonNullable<Run['reconciliation']>): RunReconciliation {
  return {
    ...facts,
    deadline: deadline.toISOString(),
    ...(lastCheckedAt && { lastCheckedAt: lastCheckedAt.toISOString() }),
    ...(nextCheckAt && { nextCheckAt: nextCheckAt.toISOString() }),
  };
}
