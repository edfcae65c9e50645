/**
 * The port: what the service asks of a provider that carries out a run, and what it wants to know about the outcome.
 * Names no resource: `Work` is what is sent, `Answer` what comes back, `Report` what a later look-up finds. The words
 * of an outcome decide about money, so they say only what is proven: `unknown` whenever the request may have been
 * executed.
 */
import type { Decimal } from '../kernel/money.ts';

/** What an answer and a record have in common. */
export interface Reported {
  /** The provider's whole cost in the major unit; absent if it was not given. */
  cost?: Decimal;
}

export interface SubmitHooks {
  /** Called right before the first byte is written; throws when the lease has ended. */
  beforeSend(): void;
  /** Called once, as soon as the provider has named its work, before the body is read. */
  onReference(reference: string): void;
  /** Called as the answer comes, with the bytes of memory that it takes by now. */
  onSize(bytes: number): void;
  /** Called whenever the provider reports its progress. */
  onProgress?(progress: Progress): void;
  /** Called when the provider names the model that answers, which may be more exact than what was asked for. */
  onAnsweredBy?(name: string): void;
  /** Fires when nobody wants the answer any more; only for a provider that `endsEarly`. */
  cancelled?: AbortSignal;
}

/** How far the work is: `value` rises, up to `total` if that is known. Both are numbers of the provider's own. */
export interface Progress {
  value: number;
  total?: number;
  message?: string;
}

/** How work failed that the provider did carry out, or gave up. The caller pays nothing for it. */
export interface Failure {
  code: string;
  /** For people. May quote what the provider said: never logged. */
  message: string;
  /** Whether the same request may succeed under a new request key. */
  retryable: boolean;
}

/** The outcome of a submission; `server/runs/outcomes.ts` says what each does to money. */
export type OutcomeOf<Answer extends Reported> =
  /** `isLocal`: for a reason on our side, which says nothing of the provider. */
  | { kind: 'not_sent'; reason: string; retryAfterMs?: number; isLocal?: true }
  | { kind: 'refused_for_now'; reason: string; providerStatus: number; retryAfterMs?: number }
  | {
      kind: 'refused';
      reason: string;
      providerStatus: number;
      /** The provider's own words about it, bounded and without secrets. May quote the prompt: never logged. */
      words?: string;
      /** Names the exchange in the provider's records; nothing was executed under it. */
      reference?: string;
    }
  | { kind: 'answered'; answer: Answer; reference?: string }
  /**
   * The provider has the work under this name, and is to be asked until it has ended. After `withinMs` it is lost.
   */
  | { kind: 'under_way'; reference: string; withinMs: number; retryAfterMs?: number }
  /** With what was answered, if that is worth keeping. */
  | { kind: 'failed'; error: Failure; answer?: Answer; reference?: string }
  | { kind: 'unknown'; reason: string; providerStatus?: number; reference?: string };

/** What a look-up by reference proves. `not_found` and `unavailable` prove nothing. */
export type LookUpOf<Report extends Reported, Answer extends Reported> =
  | ({ kind: 'executed' } & Report)
  /** The record has the answer as well. */
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: Failure; answer?: Answer }
  /** It will be known: `retryAfterMs` is when the provider wants to be asked again. */
  | { kind: 'under_way'; retryAfterMs?: number }
  | { kind: 'not_executed' }
  | { kind: 'not_found' }
  /** `retryAfterMs` is how long the provider wants to be left alone. */
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number };

export interface ProviderOf<Work, Answer extends Reported, Report extends Reported> {
  name: string;
  /** The machine that its work is bound to, where only that one can be asked about it. */
  host?: string;
  /** Submissions of this process that may be under way at once. */
  maxInFlight: number;
  /** Whether it takes nothing more for now, however little is under way here. Absent if it never says so. */
  isFull?(): boolean;
  /** Whether it sends its work on to others: its own 502 and 503 may speak of one of them. */
  forwards?: boolean;
  /** Whether it turns all credentials of this deployment away, as far as it was asked. Absent if it has none. */
  refuses?(): boolean;
  /**
   * Whether `submit` heeds `cancelled`: it closes the connection if that ends the provider's work and its bill, and
   * where `lookUp` finds the cost afterwards. The outcome is then the part of the answer that has arrived, or unknown.
   */
  endsEarly?: boolean;
  /**
   * Never throws for what the provider does: every ending is an outcome. The signal ends the wait for the answer; if
   * its reason is a text, the outcome contains it.
   */
  submit(work: Work, hooks: SubmitHooks, signal: AbortSignal): Promise<OutcomeOf<Answer>>;
  /** Absent if the provider keeps no record that can be asked for. */
  lookUp?(reference: string, signal: AbortSignal): Promise<LookUpOf<Report, Answer>>;
  /**
   * Ends work that is under way as soon as possible; its look-up then finds the outcome. Absent if nothing can end it.
   */
  cancel?(reference: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
