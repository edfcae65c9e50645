/** What compute jobs wrote, over HTTP for people: their logs and their files. */
import type { DashboardHandlers } from '../platform/http/index.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { attachmentOf } from './attachment.ts';
import {
  artifactParts,
  assertKept,
  type ComputeJobs,
  logParts,
  type OutputSources,
  readLog,
} from './index.ts';

export interface JobOutputOptions {
  computeJobs: Pick<ComputeJobs, 'get'>;
  jobOutputs: OutputSources;
}

export function createJobOutputHandlers({
  computeJobs: jobs,
  jobOutputs: sources,
}: JobOutputOptions): Pick<
  DashboardHandlers,
  'getLogOfJob' | 'getLogFileOfJob' | 'getArtifactOfJob'
> {
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
