/** Compute jobs: what the run kernel needs to know of them. */
import type { EnvironmentCatalog } from '../../engines/environments.ts';
import type { IdPrefix } from '../../kernel/ids.ts';
import type { Unit } from '../../kernel/money.ts';
import {
  type ComputeAnswer,
  type ComputeProvider,
  type ComputeReport,
  type ComputeWork,
  ENGINE_LOST,
  NEVER_ARRIVED,
  SLACK_MS,
} from '../../providers/compute-provider.ts';
import type { Registry } from '../../providers/registry.ts';
import type { RunResource, Runs } from '../../runs/index.ts';
import { type ComputeJobFacts, factsOf, storedAnswerOf } from './facts.ts';
import { listAmountOf } from './pricing.ts';
import { type ComputeJobQuote, createQuoter } from './quote.ts';
import {
  type ComputeJobLimits,
  type CreateComputeJobRequest,
  PASSED_THROUGH,
  workOf,
} from './request.ts';
import { SPAN } from './span.ts';

export interface ComputeJobTypes {
  Request: CreateComputeJobRequest;
  Quote: ComputeJobQuote;
  Work: ComputeWork;
  Answer: ComputeAnswer;
  Report: ComputeReport;
  Facts: ComputeJobFacts;
}

export type ComputeJobs = Runs<ComputeJobTypes>;

export interface ComputeJobOptions {
  catalog: EnvironmentCatalog;
  registry: Registry<ComputeProvider>;
  unit: Unit;
  limits: ComputeJobLimits;
}

export const KIND = 'compute_job';
export const ID_PREFIX: IdPrefix = 'job';

export function createComputeJobResource(options: ComputeJobOptions): RunResource<ComputeJobTypes> {
  const { catalog, registry, limits } = options;
  return {
    kind: KIND,
    idPrefix: ID_PREFIX,
    providers: registry,
    passedThrough: PASSED_THROUGH,
    isPricedByList: true,
    check() {},
    quote: createQuoter(options),
    affordable: () => ({}),
    // The engine refuses a second start of the same job.
    mayRepeat: () => true,
    watched: {
      ...{ lost: ENGINE_LOST, unbegun: NEVER_ARRIVED },
      withinMs: ({ timeoutMs }) => timeoutMs + SLACK_MS,
    },
    async workOf(run) {
      await catalog.refresh();
      return workOf(run, catalog, limits);
    },
    factsOf,
    isCounted: ({ usage }) => usage !== undefined,
    listAmountOf: ({ usage }, terms, scale) => usage && listAmountOf(terms, usage, scale),
    storedAnswerOf,
    span: SPAN,
  };
}

export type { EnvironmentCatalog as Environments } from '../../engines/environments.ts';
export type { ComputeJobFacts } from './facts.ts';
export { artifactParts, assertKept, logParts, type OutputSources, readLog } from './outputs.ts';
export { toComputeJob } from './present.ts';
export type { Terms as ComputeTerms } from './pricing.ts';
export {
  bytesOf,
  type ComputeJobLimits,
  type CreateComputeJobRequest,
  type Program,
  type RequestedFile,
} from './request.ts';
