/** For people over HTTP: the environments of compute jobs, as programs see them, and what jobs wrote, their logs and files. */
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { ComputeJobLimits, ComputeJobs, Environments } from './index.ts';
import {
  artifactParts,
  assertKept,
  findArtifact,
  findJob,
  logParts,
  type OutputSources,
  readLog,
} from './outputs.ts';
import { toEnvironment } from './present.ts';

interface JobOutputOptions {
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
  return {
    async getLogOfJob({ principal: { workspace }, params: { jobId }, query }) {
      const { stream = 'stdout', after = 0 } = query;
      const job = await findJob(jobs, workspace, jobId);
      const part = await readLog(sources, workspace, job, { stream, after });
      return { status: 200, body: { stream, after, ...part } };
    },

    async getLogFileOfJob({ principal: { workspace }, params: { jobId }, query }) {
      const { stream = 'stdout' } = query;
      const job = await findJob(jobs, workspace, jobId);
      assertKept(job, sources);
      return {
        status: 200,
        headers: { 'Content-Disposition': attachmentOf(`${job.id}-${stream}.log`) },
        file: logParts(sources, workspace, job, stream),
        mediaType: 'application/octet-stream',
      };
    },

    async getArtifactOfJob({ principal: { workspace }, params: { jobId, artifactName } }) {
      const job = await findJob(jobs, workspace, jobId);
      const artifact = findArtifact(job, artifactName, sources);
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

interface EnvironmentOptions {
  environments: Pick<Environments, 'list'>;
  computeLimits: ComputeJobLimits;
}

export function createEnvironmentHandlers({
  environments,
  computeLimits,
}: EnvironmentOptions): Pick<DashboardHandlers, 'getEnvironmentCatalog'> {
  return {
    getEnvironmentCatalog: () => ({
      status: 200,
      body: { environments: environments.list().map(toEnvironment), limits: { ...computeLimits } },
    }),
  };
}

/** The header that makes a browser save an answer, whatever name somebody's code chose. */

const MOST_CHARACTERS = 60;

/** The last part of the path, in characters that have no special meaning for any browser or system. */
function attachmentOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const safe = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '');
  const short = safe.length > MOST_CHARACTERS ? safe.slice(-MOST_CHARACTERS) : safe;
  return `attachment; filename="${short === '' ? 'artifact' : short}"`;
}
