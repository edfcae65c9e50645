/**
 * What a resource passes to the kernel, so that the kernel handles its runs like all others: held, sent at most once,
 * settled exactly once, and reconciled. Everything here is about one kind of run and knows neither tables nor HTTP.
 */

import type { Principal } from '../keys/index.ts';
import type { IdPrefix } from '../platform/lib/ids.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import type {
  Failure,
  LookUpOf,
  OutcomeOf,
  ProviderOf,
  Registry,
  Reported,
} from '../providers/provider.ts';

import type { Run, RunFacts, RunRequest } from './run.ts';
import type { ClaimedRun } from './store.ts';

/** The types of one kind of run. */
export interface RunTypes {
  /** What a caller asks for. */
  Request: RunRequest;
  /** The maximum cost of the request, and its terms. */
  Quote: Quote<unknown>;
  /** What the service sends to a provider. */
  Work: unknown;
  /** What a provider answers. */
  Answer: Reported;
  /** What a provider's record contains. */
  Report: Reported;
  /** What the service keeps of both. */
  Facts: RunFacts;
}

export interface Quote<Terms> {
  /** What is bought, as callers name it. */
  subject: string;
  /** The version of it, if it has several. */
  subjectVersion?: string;
  provider: string;
  /** The hold, including the fee, in units. */
  amount: number;
  /** The fee of what is bought, if it is not that of the deployment. */
  feeBasisPoints?: number | undefined;
  /** Saved with the run: later prices do not change it. */
  terms: Terms;
  /** The request as it is stored: JSON text. */
  text: string;
  /** What the run takes of a machine until it ends. The members of its terms have the same names. */
  resources?: { cpuMillis: number; memoryMb: number };
}

export type TermsOf<T extends RunTypes> = T['Quote']['terms'];
export type ProviderFor<T extends RunTypes> = ProviderOf<T['Work'], T['Answer'], T['Report']>;
export type OutcomeFor<T extends RunTypes> = OutcomeOf<T['Answer']>;
export type LookUpFor<T extends RunTypes> = LookUpOf<T['Report'], T['Answer']>;

export interface RunResource<T extends RunTypes> {
  /** Its name in the tables, and the first part of the names of its queues: lower case and underscores. */
  kind: string;
  idPrefix: IdPrefix;
  providers: Registry<ProviderFor<T>>;
  /** Members of requests and answers whose JSON the service keeps exactly as it came. */
  passedThrough: ReadonlySet<string>;
  /** Throws a Problem for what every deployment refuses, before the service looks up the request key. */
  check(request: T['Request']): void;
  /** Throws a Problem for what this deployment refuses, or what this caller may not buy. */
  quote(request: T['Request'], caller: Principal): T['Quote'];
  /** Members of the refusal that say what this much credit would buy. */
  affordable(request: T['Request'], quote: T['Quote'], available: number): Record<string, number>;
  /**
   * Whether the service may send again what may have been executed, because a second execution has no further effect.
   * Absent if that is never so.
   */
  mayRepeat?(terms: TermsOf<T>): boolean;
  /** For long work that the service can ask the provider about, and ask it to end. Absent if there is none. */
  watched?: {
    /** How a run fails if its outcome can no longer be found out. */
    lost: Failure;
    /** How a run fails if its start proves not to have arrived. */
    unbegun: Failure;
    /** After this time, the run is lost. */
    withinMs(terms: TermsOf<T>): number;
  };
  /**
   * The providers that may carry the run out, in order: each is tried if the one before did not take the run. Absent if
   * there is only one, which is that of the quote.
   */
  upstreamsOf?(terms: TermsOf<T>): readonly string[];
  /** The terms with this provider; absent if they are the same with each. */
  termsAt?(terms: TermsOf<T>, provider: string): TermsOf<T>;
  /** Whether something that is on sale now has other providers after this one. */
  hasOthersBehind?(provider: string): boolean;
  /** Throws if the saved request cannot be read. */
  workOf(run: ClaimedRun<TermsOf<T>>): T['Work'] | Promise<T['Work']>;
  /** How an answered run fails; undefined if the answer is what was bought. Absent if every answer is. */
  failureOf?(answer: T['Answer'], terms: TermsOf<T>): Failure | undefined;
  /** What to keep of an answer or a record; facts that were known before stay. */
  factsOf(report: T['Answer'] | T['Report'], terms: TermsOf<T>, before?: T['Facts']): T['Facts'];
  /** Whether the price list alone decides: providers report no cost, and the service asks them for none. */
  isPricedByList?: boolean;
  /** The amount by the price list, without the fee; undefined if the facts do not say enough. */
  listAmountOf(facts: T['Facts'], terms: TermsOf<T>, scale: number): number | undefined;
  /** Whether the facts say enough for that. */
  isCounted(facts: T['Facts']): boolean;
  /** What is stored of an answer. */
  storedAnswerOf(answer: T['Answer']): JsonValue;
  /** How its runs are shown as spans of traces. */
  span: SpanTeller<T['Facts']>;
}

/** Uses the semantic conventions of OpenTelemetry for generative AI. */
export interface SpanTeller<Facts extends RunFacts> {
  /** What such a run does, such as `chat`. */
  operation: string;
  /** The attribute that names what was bought. */
  subject: string;
  /** The attribute that names what answered, if providers report that. */
  answeredBy?: string;
  /** More attributes, from what is known of the run. */
  attributesOf(run: Run<Facts>): Record<string, JsonValue>;
  /** Attributes with the content. Absent if such runs have no content. */
  contentOf?(content: SpanContent): Record<string, JsonValue>;
}

/**
 * The content of a run: the request as it was stored, and the answer. A member is absent if it is gone or never
 * existed.
 */
export interface SpanContent {
  request?: JsonValue;
  answer?: JsonValue;
  /** One of them is longer than the limit, and so absent. */
  isCut?: boolean;
}

export function termsAt<T extends RunTypes>(
  resource: RunResource<T>,
  terms: TermsOf<T>,
  provider: string,
): TermsOf<T> {
  return resource.termsAt ? resource.termsAt(terms, provider) : terms;
}

/** A resource of any kind, as the parts that serve all kinds see it. */
export type AnyResource = RunResource<RunTypes>;
