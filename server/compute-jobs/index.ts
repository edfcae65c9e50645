/**
 * Compute jobs: what the run kernel and the edges need to know of them, and what the span of one says. The conventions for
 * spans have names for tool calls, but none for running code.
 */
import type { Config } from '../platform/config/index.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { KeptOutputs } from '../platform/outputs/index.ts';
import type { Registry } from '../providers/provider.ts';
import type { KindEdges } from '../runs/edges/index.ts';
import type { ListQuery, Run, RunResource, Runs, SpanContent, SpanTeller } from '../runs/index.ts';
import type { EnvironmentCatalog } from './engines/environments.ts';
import { COMPUTE_JOBS } from './kind.ts';
import { type OutputSources, storedOutputs, withProgress } from './outputs.ts';
import { toComputeJob, toDetail, toRow } from './present.ts';
import { type ComputeJobFacts, factsOf, listAmountOf, storedAnswerOf } from './pricing.ts';
import {
  type ComputeAnswer,
  type ComputeProvider,
  type ComputeReport,
  type ComputeWork,
  ENGINE_LOST,
  NEVER_ARRIVED,
  SLACK_MS,
} from './provider.ts';
import {
  type ComputeJobLimits,
  type ComputeJobQuote,
  type CreateComputeJobRequest,
  createQuoter,
  PASSED_THROUGH,
  type Program,
  toCreateRequest,
  toRepeat,
  workOf,
} from './request.ts';

export type { EnvironmentCatalog as Environments } from './engines/environments.ts';
export { COMPUTE_JOBS } from './kind.ts';
export type { OutputSources } from './outputs.ts';
export type { ComputeJobFacts } from './pricing.ts';
export type { ComputeJobLimits, CreateComputeJobRequest } from './request.ts';

export interface ComputeJobTypes {
  Request: CreateComputeJobRequest;
  Quote: ComputeJobQuote;
  Work: ComputeWork;
  Answer: ComputeAnswer;
  Report: ComputeReport;
  Facts: ComputeJobFacts;
}

export type ComputeJobs = Runs<ComputeJobTypes>;

interface ComputeJobOptions {
  catalog: EnvironmentCatalog;
  registry: Registry<ComputeProvider>;
  unit: Unit;
  limits: ComputeJobLimits;
}

const MAX_LOG_BYTES = 8_388_608;
const MAX_ARTIFACT_BYTES = 67_108_864;
const MAX_TIMEOUT_SECONDS = 3_600;

export function computeLimits({ limits, compute }: Pick<Config, 'limits' | 'compute'>) {
  return {
    feeBasisPoints: limits.feeBasisPoints,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    maxInputBytes: compute.maxInputBytes,
    maxLogBytes: MAX_LOG_BYTES,
    maxArtifactBytes: MAX_ARTIFACT_BYTES,
  };
}

/** The edges of compute jobs. */
export function computeJobEdges(
  options: ComputeJobOptions & OutputSources & { outputs: KeptOutputs },
) {
  return {
    resource: createComputeJobResource(options),
    limits: options.limits,
    // Files as Base64, and the rest of the request.
    maxBodyBytes: Math.ceil(1.5 * options.limits.maxInputBytes) + 1_048_576,
    read: toCreateRequest,
    toEstimate: ({ subject, resources, timeoutSeconds }) => ({
      ...{ environment: subject, resources, timeoutSeconds },
    }),
    present: (run) => toComputeJob(run, options),
    withProgress: (run) => withProgress(options, run),
    ...{ toRow, toRepeat, inWords },
    outputs: {
      of: (workspace, uuid) => storedOutputs(options.outputs, workspace, uuid),
      remove: (workspace, uuids) => options.outputs.remove(workspace, uuids),
    },
    toDetail: (found) => toDetail(found, options),
    factsWanted: ({ result }) => (result === undefined ? undefined : ENDINGS[result]),
  } satisfies KindEdges<ComputeJobTypes>;
}

const SUCCEEDED = { result: 'exited', exitCode: 0 };

/** The facts of jobs with each result. */
const ENDINGS: Record<string, NonNullable<ListQuery['facts']>> = {
  succeeded: { has: SUCCEEDED },
  exited: { has: { result: 'exited' }, lacks: SUCCEEDED },
  timed_out: { has: { result: 'timed_out' } },
  out_of_memory: { has: { result: 'out_of_memory' } },
  cancelled: { has: { result: 'cancelled' } },
};

/** How the code of a job ended. */
function inWords({ facts }: Run<ComputeJobFacts>): Record<string, string | undefined> {
  const { result, exitCode, signal, startedAt, endedAt, logs, artifacts } = facts ?? {};
  return {
    started: startedAt,
    ended: endedAt,
    result,
    'exit code': exitCode?.toString(),
    signal,
    logs: logs && JSON.stringify(logs),
    artifacts: artifacts?.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', '),
  };
}

export function createComputeJobResource(options: ComputeJobOptions): RunResource<ComputeJobTypes> {
  const { catalog, registry, limits } = options;
  return {
    kind: COMPUTE_JOBS.kind,
    idPrefix: COMPUTE_JOBS.idPrefix,
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

const SPAN: SpanTeller<ComputeJobFacts> = {
  operation: 'run_code',
  subject: 'model_run_api.compute.environment',
  attributesOf,
  contentOf,
};

function attributesOf({ facts, parent }: Run<ComputeJobFacts>): Record<string, JsonValue> {
  const { result, exitCode, signal, usage } = facts ?? {};
  const said: Record<string, JsonValue | undefined> = {
    'gen_ai.tool.call.id': parent?.toolCallId,
    'model_run_api.compute.result': result,
    'process.exit.code': exitCode,
    'model_run_api.compute.signal': signal,
    'model_run_api.compute.billable_ms': usage?.billableMs,
    'model_run_api.compute.cpu_ms': usage?.cpuMs,
    'model_run_api.compute.max_memory_bytes': usage?.maxMemoryBytes,
  };
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

/** The program and its input; readers get files, and what it wrote, from the job. */
function contentOf({ request }: SpanContent): Record<string, JsonValue> {
  const { source, command, stdin } = (request ?? {}) as Program;
  return {
    ...(source !== undefined && { 'model_run_api.compute.source': source }),
    ...(command !== undefined && { 'process.command_args': command }),
    ...(stdin !== undefined && { 'model_run_api.compute.stdin': stdin }),
  };
}
