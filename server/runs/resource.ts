/**
 * What a resource gives the kernel, so that its runs are handled like all others: held, sent at most once, settled
 * exactly once, and reconciled. Everything here is about one kind of run and knows neither tables nor HTTP.
 */
import type { IdPrefix } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json-value.ts';
import type { Principal } from '../keys/index.ts';
import type { Failure, LookUpOf, OutcomeOf, ProviderOf, Reported } from '../providers/provider.ts';
import type { Registry } from '../providers/registry.ts';
import type { Run, RunFacts, RunRequest } from './run.ts';
import type { ClaimedRun } from './store.ts';

/** The types of one kind of run. */
export interface RunTypes {
  /** What a caller asks for. */
  Request: RunRequest;
  /** What the request would cost at most, and on which terms. */
  Quote: Quote<unknown>;
  /** What is sent to a provider. */
  Work: unknown;
  /** What a provider answers. */
  Answer: Reported;
  /** What a provider's record has. */
  Report: Reported;
  /** What is kept of both. */
  Facts: RunFacts;
}

export interface Quote<Terms> {
  /** What is bought, as callers name it. */
  subject: string;
  /** Which form of it, where it has several. */
  subjectVersion?: string;
  provider: string;
  /** The hold, fee included, in units. */
  amount: number;
  /** Kept with the run: later prices change nothing for it. */
  terms: Terms;
  /** The request as it is stored, JSON text. */
  text: string;
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
  /** Members of requests and answers whose JSON is kept exactly as it came. */
  passedThrough: ReadonlySet<string>;
  /** Throws a Problem for what no deployment accepts, before the request key is looked up. */
  check(request: T['Request']): void;
  /** Throws a Problem for what this deployment refuses, or what this caller may not buy. */
  quote(request: T['Request'], caller: Principal): T['Quote'];
  /** Members of the refusal that say what so much credit would buy. */
  affordable(request: T['Request'], quote: T['Quote'], available: number): Record<string, number>;
  /**
   * Whether what may have been executed may be sent again, because a second execution has no further effect. Absent
   * if that is never so.
   */
  mayRepeat?(terms: TermsOf<T>): boolean;
  /** For work that takes long, and that the provider can be asked about and asked to end. Absent if there is none. */
  watched?: {
    /** How it fails if its outcome can't be found out any more. */
    lost: Failure;
    /** How it fails where its start proves not to have arrived. */
    unbegun: Failure;
    /** After that long it is lost. */
    withinMs(terms: TermsOf<T>): number;
  };
  /**
   * The providers that may carry the run out, in order: the next one where the one before did not take it. Absent if
   * there is only one, which is that of the quote.
   */
  upstreamsOf?(terms: TermsOf<T>): readonly string[];
  /** The terms as they are with this provider; absent if they are the same with each. */
  termsAt?(terms: TermsOf<T>, provider: string): TermsOf<T>;
  /** Whether something that is sold now has other providers after this one. */
  hasOthersBehind?(provider: string): boolean;
  /** Throws if the saved request cannot be read. */
  workOf(run: ClaimedRun<TermsOf<T>>): T['Work'] | Promise<T['Work']>;
  /** How an answer fails that came; undefined if it is what was bought. Absent if every answer is. */
  failureOf?(answer: T['Answer'], terms: TermsOf<T>): Failure | undefined;
  /** What is kept of an answer or a record; what was known before stays. */
  factsOf(report: T['Answer'] | T['Report'], terms: TermsOf<T>, before?: T['Facts']): T['Facts'];
  /** Whether the price list alone decides: providers report no cost, and are not asked for one. */
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

/** By the semantic conventions of OpenTelemetry for generative AI. */
export interface SpanTeller<Facts extends RunFacts> {
  /** What such a run does, such as `chat`. */
  operation: string;
  /** The attribute that says what was bought. */
  subject: string;
  /** The attribute that says what answered, if providers report that. */
  answeredBy?: string;
  /** More attributes, of what is known of the run. */
  attributesOf(run: Run<Facts>): Record<string, JsonValue>;
  /** Attributes that hold what was said. Absent if such runs have nothing to say. */
  contentOf?(content: SpanContent): Record<string, JsonValue>;
}

/** What was said in a run: the request as it was stored, and the answer. Absent if it is not there any more, or there was none. */
export interface SpanContent {
  request?: JsonValue;
  answer?: JsonValue;
  /** One of them is longer than was asked for, and not there. */
  isCut?: boolean;
}

export function termsAt<T extends RunTypes>(
  resource: RunResource<T>,
  terms: TermsOf<T>,
  provider: string,
): TermsOf<T> {
  return resource.termsAt ? resource.termsAt(terms, provider) : terms;
}

/** A resource of any kind, as the parts see it that serve all of them. */
export type AnyResource = RunResource<RunTypes>;
