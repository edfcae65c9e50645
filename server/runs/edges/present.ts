/** The members that runs of every kind have, as both contracts have them. */
import type { RunRow } from '../../../openapi/generated/dashboard.ts';
import type {
  BillableRun,
  Problem as ProblemBody,
  RunQueue,
  RunReconciliation,
  Unlisted,
} from '../../../openapi/generated/developer.ts';
import { keepingText } from '../../platform/lib/json.ts';
import { givenOf, isTerminal, type Run, type RunError, type RunFacts } from '../index.ts';

export type { ProblemBody };

/** What kinds of runs share; a kind documents only the states and errors that its own runs can have. */
type SharedRun = BillableRun & {
  state: Unlisted;
  error?: Omit<RunError, 'code'> & { code: Unlisted };
  queue?: RunQueue;
  reconciliation?: RunReconciliation;
};

/**
 * What each kind names by itself, such as the subject, and then everything but the answer. Lists each member, so that
 * V8 creates the object in one piece; what a run lacks is undefined, which JSON leaves out.
 */
export function toBillableRun<Named extends object>(named: Named, run: Run): Named & SharedRun {
  const { finishedAt, cancelRequestedAt, contentPurgedAt, expiresAt, queue, reconciliation } = run;
  const shared: Named & { [Member in keyof SharedRun]-?: SharedRun[Member] | undefined } = {
    ...named,
    createdAt: timeOf(run.createdAt),
    updatedAt: timeOf(run.updatedAt),
    finishedAt: finishedAt && timeOf(finishedAt),
    cancelRequestedAt: cancelRequestedAt && timeOf(cancelRequestedAt),
    contentPurgedAt: contentPurgedAt && timeOf(contentPurgedAt),
    currency: run.currency,
    scale: run.scale,
    reservedAmount: run.reservedAmount,
    idempotencyKey: run.idempotencyKey,
    keyId: run.keyId,
    traceId: run.traceId,
    provider: run.provider,
    providerReference: run.providerReference,
    providerAmount: run.providerAmount,
    listAmount: run.listAmount,
    feeBasisPoints: run.feeBasisPoints,
    feeAmount: run.feeAmount,
    chargedAmount: run.chargedAmount,
    absorbedAmount: run.absorbedAmount,
    error: run.error as SharedRun['error'],
    attribution: run.attribution,
    state: run.state as string as Unlisted,
    expiresAt: expiresAt && timeOf(expiresAt),
    queue: queue && toQueue(queue),
    reconciliation: reconciliation && toReconciliation(reconciliation),
    ...givenOf(run),
  };
  return shared as Named & SharedRun;
}

/**
 * The same conversion, for reads: while the process keeps an ended run in memory, each read gets the same object, which
 * never changes. So the body and its text are made once. Use it for one conversion of each resource, since a run keeps
 * one body.
 */
export function onceForEnded<Facts extends RunFacts, Body extends object>(
  present: (run: Run<Facts>) => Body,
): (run: Run<Facts>) => Body {
  return (run) => {
    if (!isTerminal(run.state)) return present(run);
    run.readBody ??= keepingText(present(run));
    return run.readBody as Body;
  };
}

/** The members of a row in the lists of people. */
export function toRunRow(run: Run): RunRow & { errorCode?: string } {
  const { attribution, finishedAt, chargedAmount } = run;
  return {
    state: run.state,
    keyId: run.keyId,
    idempotencyKey: run.idempotencyKey,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(finishedAt && {
      finishedAt: finishedAt.toISOString(),
      durationMs: Math.max(0, finishedAt.getTime() - run.createdAt.getTime()),
    }),
    reservedAmount: run.reservedAmount,
    ...(chargedAmount !== undefined && { chargedAmount }),
    ...(run.error && { errorCode: run.error.code }),
    ...(attribution?.sessionId !== undefined && { sessionId: attribution.sessionId }),
    ...(attribution?.endUserId !== undefined && { endUserId: attribution.endUserId }),
  };
}

/** The limit of a text in a conversation. */
export const MOST_CHARACTERS = 4_000;

export function shortened(text: string): { text: string; isCut?: boolean } {
  if (text.length <= MOST_CHARACTERS) return { text };
  // Never splits a surrogate pair.
  return { text: text.slice(0, MOST_CHARACTERS).toWellFormed(), isCut: true };
}

/** In ISO 8601. Two times of a run are often the same Date, and so are those of runs that were saved together. */
function timeOf(date: Date): string {
  if (date !== last.date) last = { date, text: date.toISOString() };
  return last.text;
}

let last = { date: new Date(0), text: '' };

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
