/** Compute jobs over HTTP for people: lists to find one, all details of one, its logs and its files. */
import type { JobDetail } from '../../../openapi/generated/dashboard.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  artifactParts,
  assertKept,
  type ComputeJobFacts,
  type ComputeJobs,
  type ComputeTerms,
  logParts,
  type OutputSources,
  type Program,
  readLog,
  toComputeJob,
} from '../../resources/compute-jobs/index.ts';
import type { ListQuery } from '../../runs/index.ts';
import type { Paging } from '../paging.ts';
import type { RunAsPerson } from '../playground/key.ts';
import { requestToRepeat } from '../playground/repeating.ts';
import { readDetail, toFilter } from '../runs/present.ts';
import { attachmentOf } from './attachment.ts';
import { toJobRow, toProgram, toTerms } from './present.ts';

type JobHandlers = Pick<
  DashboardHandlers,
  'listJobs' | 'getJob' | 'createLookUpOfJob' | 'cancelJob' | 'createRepeatOfJob'
>;
type OutputHandlers = Pick<
  DashboardHandlers,
  'getLogOfJob' | 'getLogFileOfJob' | 'getArtifactOfJob'
>;

export interface JobOptions {
  computeJobs: Pick<ComputeJobs, 'create' | 'list' | 'history' | 'get' | 'cancel'>;
  runAsPerson: RunAsPerson;
  jobOutputs: OutputSources;
  ledger: Pick<Ledger, 'entriesOfRun'>;
  paging: Paging;
}

export function createJobHandlers(options: JobOptions): JobHandlers & OutputHandlers {
  const { computeJobs: jobs, ledger, paging, runAsPerson } = options;

  async function detail(workspace: string, id: string): Promise<JobDetail> {
    const { found, history, entries } = await readDetail(jobs, ledger, workspace, id);
    return {
      job: toComputeJob(found.run, options.jobOutputs),
      asked: toTerms(found.terms as unknown as ComputeTerms),
      ...(found.request !== undefined && { program: toProgram(found.request as Program) }),
      ...{ history, entries },
    };
  }

  return {
    async listJobs({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const { environment, result, parentRunId, ...others } = filters;
      const list = { operation: 'listJobs', workspace, filters };
      const page = paging.toPage(list, { limit, cursor });
      const filter = toFilter(others);
      if (!filter) return { status: 200, body: paging.pageOf(list, [], null) };
      const { runs: found, next } = await jobs.list(workspace, {
        ...{ ...page, ...filter },
        ...(environment !== undefined && { subject: environment }),
        ...(result !== undefined && { facts: ENDINGS[result] }),
        ...(parentRunId !== undefined && { parentRun: parentRunId }),
      });
      return { status: 200, body: paging.pageOf(list, found.map(toJobRow), next) };
    },

    async getJob({ principal: { workspace }, params: { jobId } }) {
      return { status: 200, body: await detail(workspace, jobId) };
    },

    async createLookUpOfJob({ principal: { workspace }, params: { jobId } }) {
      await jobs.get(workspace, jobId);
      return { status: 200, body: await detail(workspace, jobId) };
    },

    async cancelJob({ principal: { workspace }, params: { jobId } }) {
      await jobs.cancel(workspace, jobId);
      return { status: 202, body: await detail(workspace, jobId) };
    },

    async createRepeatOfJob({ principal: member, params: { jobId }, requestKey, ...input }) {
      const { workspace } = member;
      const { traceparent, signal, span } = input;
      const again = await requestToRepeat<ComputeJobFacts, Program>(jobs, workspace, jobId);
      const { cpuMillis, memoryMb, timeoutMs } = again.terms as ComputeTerms;
      const { subject: environment, reservedAmount: maxReservedAmount } = again.run;
      const body = {
        ...{ ...again.request, environment, maxReservedAmount },
        ...{ resources: { cpuMillis, memoryMb }, timeoutSeconds: timeoutMs / 1_000 },
      };
      const { run } = await runAsPerson(member, 'compute:run', (principal) =>
        jobs.create(principal, { idempotencyKey: requestKey, body, traceparent, signal, span }),
      );
      return { status: 201, body: await detail(workspace, run.id) };
    },
    ...outputHandlers(options),
  };
}

function outputHandlers({ computeJobs: jobs, jobOutputs: sources }: JobOptions): OutputHandlers {
  async function find(workspace: string, id: string) {
    const job = await jobs.get(workspace, id);
    if (!job) throw new Problem('not_found', NOT_FOUND);
    return job;
  }

  return {
    async getLogOfJob({ principal: { workspace }, params: { jobId }, query }) {
      const { stream = 'stdout', after = 0 } = query;
      const job = await find(workspace, jobId);
      const part = await readLog(sources, workspace, job, { stream, after });
      return { status: 200, body: { stream, after, ...part } };
    },

    async getLogFileOfJob({ principal: { workspace }, params: { jobId }, query }) {
      const { stream = 'stdout' } = query;
      const job = await find(workspace, jobId);
      assertKept(job, sources);
      return {
        status: 200,
        headers: { 'Content-Disposition': attachmentOf(`${job.id}-${stream}.log`) },
        file: logParts(sources, workspace, job, stream),
        mediaType: 'application/octet-stream',
      };
    },

    async getArtifactOfJob({ principal: { workspace }, params: { jobId, artifactName } }) {
      const job = await find(workspace, jobId);
      const artifact = job.facts?.artifacts?.find(({ name }) => name === artifactName);
      assertKept(job, sources);
      if (!artifact || job.contentPurgedAt) throw new Problem('not_found', NOT_FOUND);
      return {
        status: 200,
        headers: { 'Content-Disposition': attachmentOf(artifactName) },
        file: artifactParts(sources, workspace, job, artifact, { from: 0, to: artifact.bytes }),
        length: artifact.bytes,
        mediaType: 'application/octet-stream',
      };
    },
  };
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
