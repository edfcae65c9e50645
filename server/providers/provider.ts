/**
 * The port: what the service requires of a provider that carries out a run, and what it has to know about the outcome.
 * Names no resource: `Work` is what is sent, `Answer` what comes back, `Report` the result of a later look-up. Outcomes
 * decide about money, so they claim only what is proven: `unknown` whenever the request may have been executed. A
 * registry has the providers of one kind of run in this process; no code above it names a provider.
 */

import { invariant } from '../platform/lib/errors.ts';
import type { Decimal } from '../platform/lib/money.ts';

/** The common members of an answer and a record. */
export interface Reported {
  /** The provider's whole cost in the major unit; absent if the provider did not report it. */
  cost?: Decimal;
}

export interface SubmitHooks {
  /** Called right before the first byte is written; throws if the lease has ended. */
  beforeSend(): void;
  /** Called once, as soon as the provider has named its work, before the body is read. */
  onReference(reference: string): void;
  /** Called as the answer arrives, with its current memory in bytes. */
  onSize(bytes: number): void;
  /** Called whenever the provider reports its progress. */
  onProgress?(progress: Progress): void;
  /** Called when the provider names the model that answers, which may be more exact than the requested name. */
  onAnsweredBy?(name: string): void;
  /** Fires when nobody wants the answer any more; only for a provider that `endsEarly`. */
  cancelled?: AbortSignal;
}

/** The progress of the work: `value` increases, up to `total` if that is known. Both are the provider's own numbers. */
export interface Progress {
  value: number;
  total?: number;
  message?: string;
}

/** How work failed that the provider carried out or gave up. The caller pays nothing for it. */
export interface Failure {
  code: string;
  /** For people. May quote the provider: never logged. */
  message: string;
  /** Whether the same request may succeed under a new request key. */
  retryable: boolean;
}

/** The outcome of a submission; `server/runs/outcomes.ts` says what each does to money. */
export type OutcomeOf<Answer extends Reported> =
  /** `isLocal`: the reason is on our side, and says nothing about the provider. */
  | { kind: 'not_sent'; reason: string; retryAfterMs?: number; isLocal?: true }
  | { kind: 'refused_for_now'; reason: string; providerStatus: number; retryAfterMs?: number }
  | {
      kind: 'refused';
      reason: string;
      providerStatus: number;
      /** The provider's own explanation, bounded and without secrets. May quote the prompt: never logged. */
      words?: string;
      /** Names the exchange in the provider's records; nothing was executed under this name. */
      reference?: string;
    }
  | { kind: 'answered'; answer: Answer; reference?: string }
  /** The provider has the work under this name; the service looks it up until it has ended. Lost after `withinMs`. */
  | { kind: 'under_way'; reference: string; withinMs: number; retryAfterMs?: number }
  /** With the answer so far, if it is worth keeping. */
  | { kind: 'failed'; error: Failure; answer?: Answer; reference?: string }
  | {
      kind: 'unknown';
      reason: string;
      /** As those of a refusal. */
      words?: string;
      providerStatus?: number;
      reference?: string;
    };

/** What a look-up by reference proves. `not_found` and `unavailable` prove nothing. */
export type LookUpOf<Report extends Reported, Answer extends Reported> =
  | ({ kind: 'executed' } & Report)
  /** The record also has the answer. */
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: Failure; answer?: Answer }
  /** Not known yet: `retryAfterMs` is when the provider wants the next look-up. */
  | { kind: 'under_way'; retryAfterMs?: number }
  | { kind: 'not_executed' }
  | { kind: 'not_found' }
  /** `retryAfterMs` is how long the provider wants no requests. */
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number };

export interface ProviderOf<Work, Answer extends Reported, Report extends Reported> {
  name: string;
  /** The machine that its work is bound to, if only that machine can look it up. */
  host?: string;
  /** Maximum number of concurrent submissions of this process. */
  maxInFlight: number;
  /** Whether it accepts nothing for now, however little this process has in progress. Absent if it never says so. */
  isFull?(): boolean;
  /** Whether it forwards its work to others: its own 502 and 503 may be about one of them. */
  forwards?: boolean;
  /** Whether it refuses all credentials of this deployment, as far as they were tried. Absent if it has none. */
  refuses?(): boolean;
  /**
   * Whether `submit` obeys `cancelled`: it closes the connection if that ends the provider's work and charges, and if
   * `lookUp` can find the cost afterwards. The outcome is then the received part of the answer, or unknown.
   */
  endsEarly?: boolean;
  /**
   * Never throws for an error of the provider: every ending is an outcome. The signal ends the wait for the answer; if
   * its reason is a text, the outcome contains it.
   */
  submit(work: Work, hooks: SubmitHooks, signal: AbortSignal): Promise<OutcomeOf<Answer>>;
  /** Absent if the provider keeps no record for look-ups. */
  lookUp?(reference: string, signal: AbortSignal): Promise<LookUpOf<Report, Answer>>;
  /** Ends work in progress as soon as possible; its look-up then finds the outcome. Absent if nothing can end it. */
  cancel?(reference: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

type Named = Pick<ProviderOf<never, Reported, Reported>, 'name' | 'close'>;

export interface Registry<Each extends Named> {
  /** Undefined if it is not or no longer configured: its runs wait for it, or for their deadline. */
  get(name: string): Each | undefined;
  all(): Each[];
  close(): Promise<void>;
}

export function createRegistry<Each extends Named>(providers: Each[]): Registry<Each> {
  const byName = new Map<string, Each>();
  for (const provider of providers) {
    invariant(!byName.has(provider.name), `one provider is called ${provider.name}`);
    byName.set(provider.name, provider);
  }
  return {
    get: (name) => byName.get(name),
    all: () => [...byName.values()],
    async close() {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}
