/** Model runs: what the run kernel needs to know of them. */
import type { IdPrefix } from '../../kernel/ids.ts';
import type { Unit } from '../../kernel/money.ts';
import { type Catalog, providersOf } from '../../providers/catalog.ts';
import {
  type Answer,
  PASSED_THROUGH,
  type Registry,
  type Report,
  type Submission,
} from '../../providers/index.ts';
import type { RunResource, Runs } from '../../runs/index.ts';
import { factsOf, isCounted, type ModelRunFacts, storedAnswerOf } from './facts.ts';
import { listAmountOf, termsAt } from './pricing.ts';
import { checkShape } from './prompt.ts';
import { createQuoter, type ModelRunQuote } from './quote.ts';
import { type CreateRequest, submissionOf } from './request.ts';

/** The types of model runs. */
import { attributesOf, contentOf } from './span.ts';

export interface ModelRunTypes {
  Request: CreateRequest;
  Quote: ModelRunQuote;
  Work: Submission;
  Answer: Answer;
  Report: Report;
  Facts: ModelRunFacts;
}

export type ModelRuns = Runs<ModelRunTypes>;

export interface ModelRunLimits {
  maxPromptChars: number;
  maxOutputTokens: number;
  feeBasisPoints: number;
}

export interface ModelRunOptions {
  catalog: Catalog;
  registry: Registry;
  unit: Unit;
  limits: ModelRunLimits;
  /** The secret for the pseudonyms that the service sends upstream. */
  attributionKey: Buffer;
}

export const KIND = 'model_run';
export const ID_PREFIX: IdPrefix = 'run';

/** The limits that callers see, and nothing else. */
export function publicLimits(limits: ModelRunLimits): ModelRunLimits {
  const { maxPromptChars, maxOutputTokens, feeBasisPoints } = limits;
  return { maxPromptChars, maxOutputTokens, feeBasisPoints };
}

export function createModelRunResource(options: ModelRunOptions): RunResource<ModelRunTypes> {
  const { quote, affordableMaxOutputTokens } = createQuoter(options);
  return {
    kind: KIND,
    idPrefix: ID_PREFIX,
    providers: options.registry,
    passedThrough: PASSED_THROUGH,
    check: checkShape,
    quote,
    affordable(request, quoted, available) {
      const affordable = affordableMaxOutputTokens(request, quoted, available);
      return affordable === undefined ? {} : { affordableMaxOutputTokens: affordable };
    },
    upstreamsOf: ({ upstreams = [] }) => upstreams.map(({ provider }) => provider),
    termsAt,
    hasOthersBehind: (provider) =>
      options.catalog
        .list()
        .some((model) => model.fallbacks && providersOf(model).includes(provider)),
    workOf: (run) => submissionOf(run, options.attributionKey),
    factsOf: (report, _terms, before) => factsOf(report, before),
    isCounted,
    listAmountOf: ({ usage }, { pricing, images }, scale) =>
      usage && listAmountOf(pricing, usage, scale, images),
    storedAnswerOf,
    span: {
      operation: 'chat',
      subject: 'gen_ai.request.model',
      answeredBy: 'gen_ai.response.model',
      ...{ attributesOf, contentOf },
    },
  };
}

export { toLabel } from '../list-runs.ts';
export type { ModelRunFacts } from './facts.ts';
export { toModelRun } from './present.ts';
export { type CreateRequest, toCreateRequest } from './request.ts';
