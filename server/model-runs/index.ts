/** Model runs: what the run kernel and the edges need to know of them. */
import type { Unit } from '../platform/lib/money.ts';
import type { KindEdges } from '../runs/edges/index.ts';
import type { RunResource, Runs } from '../runs/index.ts';
import { factsOf, isCounted, type ModelRunFacts, storedAnswerOf } from './facts.ts';
import { MODEL_RUNS } from './kind.ts';
import { toDetail, toModelRun, toRow, toTurn } from './present.ts';
import { listAmountOf, termsAt } from './pricing.ts';
import { checkShape } from './prompt.ts';
import { type Catalog, providersOf } from './providers/catalog.ts';
import {
  type Answer,
  PASSED_THROUGH,
  type Registry,
  type Report,
  type Submission,
} from './providers/index.ts';
import { createQuoter, type ModelRunQuote } from './quote.ts';
import { type CreateRequest, submissionOf, toCreateRequest } from './request.ts';

import { attributesOf, contentOf } from './span.ts';

/** The types of model runs. */
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

/** The edges of model runs. */
export function modelRunEdges(options: ModelRunOptions) {
  const { maxPromptChars, maxOutputTokens, feeBasisPoints } = options.limits;
  return {
    resource: createModelRunResource(options),
    limits: { maxPromptChars, maxOutputTokens, feeBasisPoints },
    read: toCreateRequest,
    names: () => new Map(options.catalog.list().map(({ id, name }) => [id, name])),
    toEstimate: ({ subject, promptChars, terms }) => ({
      ...{ model: subject, promptChars, priceVersion: terms.priceVersion },
    }),
    present: toModelRun,
    ...{ toRow, toDetail, toTurn },
    columns: ['prompt_tokens', 'completion_tokens'],
    cells: ({ facts }) => [facts?.usage?.promptTokens, facts?.usage?.completionTokens],
    inWords: ({ facts }) => ({ finish: facts?.finishReason }),
  } satisfies KindEdges<ModelRunTypes>;
}

export function createModelRunResource(options: ModelRunOptions): RunResource<ModelRunTypes> {
  const { quote, affordableMaxOutputTokens } = createQuoter(options);
  return {
    kind: MODEL_RUNS.kind,
    idPrefix: MODEL_RUNS.idPrefix,
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

export type { ModelRunFacts } from './facts.ts';
export { MODEL_RUNS } from './kind.ts';
export { type CreateRequest, toCreateRequest } from './request.ts';
