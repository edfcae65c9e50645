/** The kinds of runs: the arguments and results of their functions, by the types of the contract, and their paths. */
import type { Client } from 'openapi-fetch';
import type {
  ComputeJob,
  ComputeJobEstimate,
  ComputeJobLimits,
  ComputeJobList,
  CreateComputeJob,
  CreateModelRun,
  CreateToolRun,
  ModelRun,
  ModelRunEstimate,
  ModelRunLimits,
  ModelRunList,
  ModelRunSummary,
  operations,
  PlainPaths,
  ToolRun,
  ToolRunEstimate,
  ToolRunLimits,
  ToolRunList,
  ToolRunSummary,
} from './contract.ts';

export interface ModelRunKind {
  create: CreateModelRun;
  run: ModelRun;
  summary: ModelRunSummary;
  list: ModelRunList;
  query: NonNullable<operations['listModelRuns']['parameters']['query']>;
  estimate: ModelRunEstimate;
  limits: ModelRunLimits;
}

export interface ToolRunKind {
  create: CreateToolRun;
  run: ToolRun;
  summary: ToolRunSummary;
  list: ToolRunList;
  query: NonNullable<operations['listToolRuns']['parameters']['query']>;
  estimate: ToolRunEstimate;
  limits: ToolRunLimits;
}

export interface ComputeJobKind {
  create: CreateComputeJob;
  run: ComputeJob;
  summary: ComputeJob;
  list: ComputeJobList;
  query: NonNullable<operations['listComputeJobs']['parameters']['query']>;
  estimate: ComputeJobEstimate;
  limits: ComputeJobLimits;
}

export type RunKind = ModelRunKind | ToolRunKind | ComputeJobKind;

/** A run of any kind, as a read by its id returns it. */
export type AnyRun = RunKind['run'];

/** A run of any kind, as lists return it. */
export type AnyRunSummary = RunKind['summary'];

/** A call of the raw client with the types of the kind, which the calling code knows. */
type Call = (
  path: string,
  init: object,
) => Promise<{ data?: never; error?: unknown; response: Response }>;

/** The calls of one collection of the API, such as all model runs. */
export interface Calls {
  GET(path: string, init: object): ReturnType<Call>;
  POST(path: string, init: object): ReturnType<Call>;
}

/** `path` is the path of the collection; its operations are below it. */
export function callsAt(raw: Client<PlainPaths>, path: keyof PlainPaths): Calls {
  const { GET, POST } = raw as unknown as Record<'GET' | 'POST', Call>;
  return {
    GET: (below, init) => GET(path + below, init),
    POST: (below, init) => POST(path + below, init),
  };
}
