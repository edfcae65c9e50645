/**
 * A run of any kind in the domain, and what every request for one may have. Absent members are unknown: the code never
 * fills them in.
 */
import type { JsonValue } from '../platform/lib/json.ts';
import type { Progress } from '../providers/provider.ts';
import type { RunState } from './states.ts';

/** What the requests of all resources have. */
export interface RunRequest {
  /** The caller's own limit of the hold, in units of the deployment's scale. */
  maxReservedAmount?: number;
  /** The caller's own limit of the time until the run is sent. */
  expiresAfterSeconds?: number;
  attribution?: Attribution;
  /** The caller's labels; no provider gets them. */
  metadata?: Metadata;
  /** The run that requested this one, and by which of its calls. */
  parent?: Parent;
}

interface Parent {
  runId: string;
  toolCallId?: string;
}

export type Metadata = Record<string, string>;

export interface Attribution {
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
}

/** What a resource keeps of a run beyond its state and money. */
export interface RunFacts {
  /** Counts of what was used, by name. */
  usage?: object;
}

/** The codes of all kinds of runs; the failures of a resource have their own codes. */
export type RunErrorCode =
  | 'provider_refused'
  | 'provider_unavailable'
  | 'run_expired'
  | 'outcome_unknown'
  | 'answer_lost'
  | 'key_revoked'
  | 'cancelled'
  | 'internal';

export interface RunError {
  code: RunErrorCode | (string & {});
  message: string;
  /** Whether the same request may succeed under a new request key. */
  retryable: boolean;
  providerStatus?: number;
}

/** Why a run waits in the queue: the service tried it, and it was provably not executed. */
interface QueueFacts {
  reason: string;
  attempts: number;
  nextAttemptAt?: Date;
}

export interface Reconciliation {
  reason: string;
  attempts: number;
  lastCheckedAt?: Date;
  nextCheckAt?: Date;
  deadline: Date;
  /** What happens when the outcome, or the price, is still unknown at the deadline. */
  onDeadline: 'fail_uncharged' | 'charge_list_price' | 'complete_uncharged';
}

export interface Run<Facts extends RunFacts = RunFacts> {
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
  /** When it fails with `run_expired`, unless it is sent before. */
  expiresAt?: Date;
  queue?: QueueFacts;
  reconciliation?: Reconciliation;
  attribution?: Attribution;
  metadata?: Metadata;
  parent?: Parent;
  /** As the provider last reported it while it works. */
  progress?: Progress;
  /** Rises with every change that a reader can see. */
  version: number;
  /** What a read of the ended run returns, once one was answered. */
  readBody?: object;
}

export type { RunState };
