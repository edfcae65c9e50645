/**
 * A run of any kind in the domain, and what every request for one may have. Absent members are unknown: the code never
 * fills them in. Members that the request gives and the service only saves and shows are in `columns.ts` (`Given`).
 */
import type { JsonValue } from '../platform/lib/json.ts';
import type { Progress } from '../providers/provider.ts';
import type { Given, RunError, RunFacts } from './columns.ts';
import type { RunState } from './states.ts';

/** What the requests of all resources have. */
export interface RunRequest extends Given {
  /** The caller's own limit of the hold, in units of the deployment's scale. */
  maxReservedAmount?: number;
  /** The caller's own limit of the time until the run is sent. */
  expiresAfterSeconds?: number;
  attribution?: Attribution;
  /** The run that requested this one, and by which of its calls. */
  parent?: Parent;
}

interface Parent {
  runId: string;
  toolCallId?: string;
}

export interface Attribution {
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
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

export interface Run<Facts extends RunFacts = RunFacts> extends Given {
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
  parent?: Parent;
  /** As the provider last reported it while it works. */
  progress?: Progress;
  /** Rises with every change that a reader can see. */
  version: number;
  /** What a read of the ended run returns, once one was answered. */
  readBody?: object;
}

export type { RunError, RunFacts, RunState };
