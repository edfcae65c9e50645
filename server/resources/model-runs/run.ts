/**
 * A model run as the domain speaks of it, the request that makes one, and the terms it was made on.
 * Absent members are unknown: nothing here is ever filled in.
 */
import type {
  AssistantMessage,
  FinishReason,
  JsonValue,
  Message,
  Pricing,
  Tool,
  ToolChoice,
  Usage,
} from '../../providers/port.ts';
import type { RunState } from './states.ts';

export interface CreateRequest {
  model: string;
  messages: Message[];
  maxOutputTokens: number;
  tools?: Tool[];
  tool_choice?: ToolChoice;
  parallel_tool_calls?: boolean;
  /** The caller's own bound of the hold, in units of the deployment's scale. */
  maxReservedAmount?: number;
  attribution?: Attribution;
}

export interface Attribution {
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
}

/** What was agreed on at creation, kept with the run: later prices change nothing for it. */
export interface Terms {
  providerModel: string;
  priceVersion: string;
  pricing: Pricing;
  /** The dearest applicable rates: what the hold was computed with and what upstream may charge at most. */
  maxPrice: Pricing;
}

export type RunErrorCode =
  | 'provider_refused'
  | 'provider_unavailable'
  | 'run_expired'
  | 'outcome_unknown'
  | 'answer_lost'
  | 'key_revoked'
  | 'internal';

export interface RunError {
  code: RunErrorCode;
  message: string;
  /** Whether the same request may succeed under a new request key. */
  retryable: boolean;
  providerStatus?: number;
}

/** Why a run waits in the queue: it was tried, and provably not executed. */
export interface QueueFacts {
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

export interface Run {
  id: string;
  model: string;
  createdAt: Date;
  updatedAt: Date;
  finishedAt?: Date;
  state: RunState;
  currency: string;
  scale: number;
  reservedAmount: number;
  idempotencyKey: string;
  keyId: string;
  /** Its name in the deployment. */
  provider: string;
  /** By which the provider knows the run, where it has named it. */
  providerReference?: string;
  text?: string;
  message?: AssistantMessage;
  finishReason?: FinishReason;
  usage?: Usage;
  providerAmount?: number;
  listAmount?: number;
  feeBasisPoints?: number;
  feeAmount?: number;
  chargedAmount?: number;
  absorbedAmount?: number;
  error?: RunError;
  /** When it fails with `run_expired`, as long as it is not sent. */
  expiresAt?: Date;
  queue?: QueueFacts;
  reconciliation?: Reconciliation;
  attribution?: Attribution;
  /** Rises with every change that a reader can see. */
  version: number;
}

/** What is stored of an answer; `message` only where it can be sent back. */
export interface StoredAnswer {
  text?: string;
  message?: AssistantMessage;
}

export type { JsonValue, RunState };
