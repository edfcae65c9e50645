/** A model run as both contracts have it. */
import type { ModelRun } from '../../../openapi/generated/developer.ts';
import type { Run } from '../../runs/index.ts';
import type { ModelRunFacts, StoredAnswer } from './facts.ts';

export function toModelRun(run: Run<ModelRunFacts>): ModelRun {
  const { id, subject, state, version: _, createdAt, updatedAt, finishedAt, ...rest } = run;
  const { cancelRequestedAt, expiresAt, queue, reconciliation, answer, facts, ...others } = rest;
  const { text, message } = (answer ?? {}) as StoredAnswer;
  return {
    id,
    model: subject,
    state,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    ...(cancelRequestedAt && { cancelRequestedAt: cancelRequestedAt.toISOString() }),
    ...others,
    ...facts,
    ...(text !== undefined && { text }),
    ...(message && { message: message as NonNullable<ModelRun['message']> }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(queue && { queue: toQueue(queue) }),
    ...(reconciliation && { reconciliation: toReconciliation(reconciliation) }),
  };
}

function toQueue({
  nextAttemptAt,
  ...facts
}: NonNullable<Run['queue']>): NonNullable<ModelRun['queue']> {
  return { ...facts, ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }) };
}

function toReconciliation({
  lastCheckedAt,
  nextCheckAt,
  deadline,
  ...facts
}: NonNullable<Run['reconciliation']>): NonNullable<ModelRun['reconciliation']> {
  return {
    ...facts,
    deadline: deadline.toISOString(),
    ...(lastCheckedAt && { lastCheckedAt: lastCheckedAt.toISOString() }),
    ...(nextCheckAt && { nextCheckAt: nextCheckAt.toISOString() }),
  };
}
