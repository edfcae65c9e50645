/**
 * A run of any kind in the domain, what every request for one may have, and the only code that turns a stored row into a
 * run. Absent members are unknown: the code never fills them in, and null columns are left out. The ids of traces and spans
 * derive from the UUID of a run. Members that the request gives and the service only saves and shows are in `columns.ts`.
 */

import { type IdPrefix, uuidToId } from '../platform/lib/ids.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import type { Progress } from '../providers/provider.ts';
import type { GivenMembers, RunError, RunFacts, RunRow } from './columns.ts';
import { givenIn } from './generated-columns.ts';
import { isTerminal, type RunState } from './states.ts';

/** What the requests of all resources have. */
export interface RunRequest extends GivenMembers {
  /** The caller's own limit of the hold, in units of the deployment's scale. */
  maxReservedAmount?: number;
  /** The caller's own limit of the time until the run is sent. */
  expiresAfterSeconds?: number;
}

/** Why a run waits in the queue: the service tried it, and it was provably not executed. */
interface QueueFacts {
  reason: string;
  attempts: number;
  nextAttemptAt?: Date;
}

interface Reconciliation {
  reason: string;
  attempts: number;
  lastCheckedAt?: Date;
  nextCheckAt?: Date;
  deadline: Date;
  /** What happens when the outcome, or the price, is still unknown at the deadline. */
  onDeadline: 'fail_uncharged' | 'charge_list_price' | 'complete_uncharged';
}

export interface Run<Facts extends RunFacts = RunFacts> extends GivenMembers {
  id: string;
  /** The same as `id`, in the form that PostgreSQL stores. */
  uuid: string;
  /** What was bought, as callers name it. */
  subject: string;
  subjectVersion?: string;
  createdAt: Date;
  updatedAt: Date;
  finishedAt?: Date;
  /** When somebody first asked to cancel it. */
  cancelRequestedAt?: Date;
  /** When the request and the answer were removed. */
  contentPurgedAt?: Date;
  state: RunState;
  currency: string;
  scale: number;
  reservedAmount: number;
  idempotencyKey: string;
  keyId: string;
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The provider's name in the deployment. */
  provider: string;
  /** The provider's name for the run, once it has reported one. */
  providerReference?: string;
  /** Present if the run ended with an answer, as its resource stored it. */
  answer?: JsonValue;
  facts?: Facts;
  providerAmount?: number;
  listAmount?: number;
  feeBasisPoints?: number;
  feeAmount?: number;
  chargedAmount?: number;
  absorbedAmount?: number;
  error?: RunError;
  /** How its outcome came to be unknown, if it ever was. Only operators see it: it may quote the provider. */
  unknownReason?: string;
  /** When it fails with `run_expired`, unless it is sent before. */
  expiresAt?: Date;
  queue?: QueueFacts;
  reconciliation?: Reconciliation;
  /** As the provider last reported it while it works. */
  progress?: Progress;
  /** Rises with every change that a reader can see. */
  version: number;
  /** What a read of the ended run returns, once one was answered. */
  readBody?: object;
}

export type { RunError, RunFacts, RunState };

/** What only its resource knows about a row. */
export interface RowReader<Facts extends RunFacts> {
  idPrefix: IdPrefix;
  isCounted(facts: Facts): boolean;
}

/** Lists each member, so that V8 creates the run in one piece; what is not known is undefined. */
export function toRun<Facts extends RunFacts>(
  row: RunRow,
  resource: RowReader<Facts>,
  answer?: JsonValue,
): Run<Facts> {
  const isEnded = isTerminal(row.state);
  const amounts = row.state === 'completed' ? row : NO_AMOUNTS;
  const { expiresAt, queue, reconciliation } = waitingFacts(row, resource);
  const run: { [Member in keyof Run<Facts>]-?: Run<Facts>[Member] | undefined } = {
    id: uuidToId(resource.idPrefix, row.id),
    uuid: row.id,
    subject: row.subject,
    subjectVersion: row.subject_version ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    state: row.state,
    currency: row.currency,
    scale: row.scale,
    reservedAmount: row.reserved_amount,
    idempotencyKey: row.idempotency_key,
    keyId: uuidToId('key', row.api_key),
    traceId: traceIdOf(row),
    provider: row.provider,
    providerReference: row.provider_reference ?? undefined,
    version: row.version,
    finishedAt: row.finished_at ?? undefined,
    contentPurgedAt: (isEnded && row.content_purged_at) || undefined,
    cancelRequestedAt: row.cancel_requested_at ?? undefined,
    providerAmount: amounts.provider_amount ?? undefined,
    listAmount: amounts.list_amount ?? undefined,
    feeBasisPoints: amounts.charged_amount === null ? undefined : row.fee_basis_points,
    feeAmount: amounts.fee_amount ?? undefined,
    chargedAmount: amounts.charged_amount ?? undefined,
    absorbedAmount: amounts.absorbed_amount ?? undefined,
    error: errorOf(row),
    unknownReason: row.unknown_reason ?? undefined,
    answer: isEnded ? answer : undefined,
    facts: (isEnded && (row.facts as Facts | null)) || undefined,
    progress: (row.state === 'submitting' && row.progress) || undefined,
    expiresAt,
    queue,
    reconciliation,
    attribution: attributionOf(row),
    parent: parentOf(row),
    readBody: undefined,
    ...givenIn(row),
  };
  return run as Run<Facts>;
}

/** Of a run that is not completed. */
const NO_AMOUNTS = {
  provider_amount: null,
  list_amount: null,
  fee_amount: null,
  charged_amount: null,
  absorbed_amount: null,
};

/** Why a run has not ended yet and until when it may stay open, in the states where that is known. */
function waitingFacts<Facts extends RunFacts>(
  row: RunRow,
  { isCounted }: RowReader<Facts>,
): Pick<Run, 'expiresAt' | 'queue' | 'reconciliation'> {
  switch (row.state) {
    case 'reserved':
      return { expiresAt: row.deadline };
    case 'queued':
      return { expiresAt: row.deadline, ...queueOf(row) };
    case 'received':
      return { reconciliation: openPriceOf(row, isCounted((row.facts ?? {}) as Facts)) };
    case 'needs_reconciliation':
      return { reconciliation: openOutcomeOf(row) };
    default:
      return {};
  }
}

function queueOf({ queue_reason, attempt, next_attempt_at, deadline }: RunRow): Pick<Run, 'queue'> {
  const isTriedAgain = next_attempt_at !== null && next_attempt_at < deadline;
  return {
    queue: {
      // Saved together with the state.
      reason: queue_reason!,
      attempts: attempt,
      ...(isTriedAgain && { nextAttemptAt: next_attempt_at }),
    },
  };
}

/** If the outcome was never found out, with how it came to be unknown, which may quote the provider. */
function errorOf({ state, error, unknown_reason: reason }: RunRow): RunError | undefined {
  if (state !== 'failed' || !error) return undefined;
  if (error.code !== 'outcome_unknown' || reason === null) return error;
  return { ...error, message: `${error.message} ${reason}`.slice(0, MOST_MESSAGE_CHARS) };
}

/** As the contract says. */
const MOST_MESSAGE_CHARS = 4_096;

function parentOf({ parent_run, parent_call }: RunRow): Run['parent'] {
  if (parent_run === null) return undefined;
  return { runId: parent_run, ...(parent_call !== null && { toolCallId: parent_call }) };
}

function openOutcomeOf(row: RunRow): Reconciliation {
  const reason = row.unknown_reason ?? 'unknown';
  return { reason, ...lookUpsOf(row), onDeadline: 'fail_uncharged' };
}

/** Without a price from the provider, the price list decides; without usage counts, nothing does. */
function openPriceOf(row: RunRow, isCounted: boolean): Reconciliation {
  return {
    reason: 'The answer of the provider did not tell its cost.',
    ...lookUpsOf(row),
    onDeadline: isCounted ? 'charge_list_price' : 'complete_uncharged',
  };
}

function lookUpsOf(row: RunRow): Omit<Reconciliation, 'reason' | 'onDeadline'> {
  return {
    attempts: row.look_ups,
    ...(row.last_looked_up_at && { lastCheckedAt: row.last_looked_up_at }),
    ...(row.next_check_at && { nextCheckAt: row.next_check_at }),
    deadline: row.settle_deadline ?? row.updated_at,
  };
}

function attributionOf(row: RunRow): Run['attribution'] {
  const { session_id, end_user_id, prompt_id, prompt_version } = row;
  if ((session_id ?? end_user_id ?? prompt_id ?? prompt_version) === null) return undefined;
  return present<NonNullable<Run['attribution']>>({
    sessionId: session_id,
    endUserId: end_user_id,
    promptId: prompt_id,
    promptVersion: prompt_version,
  });
}

/** Drops null members: unknown facts are left out. */
function present<T extends object>(facts: { [K in keyof T]: T[K] | null }): T {
  const known: Partial<T> = {};
  for (const name of Object.keys(facts) as (keyof T)[]) {
    if (facts[name] !== null) known[name] = facts[name];
  }
  return known as T;
}

/** The trace of a run: the one that it was created in, or one of its own. */
export function traceIdOf({ id, trace }: { id: string; trace: string | null }): string {
  return (trace ?? id).replaceAll('-', '');
}

/** The last 8 bytes of the UUID. */
export function spanIdOf(uuid: string): string {
  return uuid.replaceAll('-', '').slice(16);
}

/** The UUID of a trace id; undefined if the text is not a trace id. */
export function traceUuidOf(traceId: string): string | undefined {
  if (!TRACE_ID.test(traceId)) return undefined;
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;
