/** The environments of compute jobs over HTTP, and what jobs wrote: their logs and their artifacts. */
import { type Handlers, rangedReply } from '../platform/http/index.ts';
import type { Span } from '../platform/outputs/index.ts';
import type { EnvironmentCatalog } from './engines/environments.ts';
import type { ComputeJobs } from './index.ts';
import { artifactParts, findArtifact, findJob, type OutputSources, readLog } from './outputs.ts';
import { toEnvironment } from './present.ts';

export function createOutputHandlers(
  runs: Pick<ComputeJobs, 'get'>,
  sources: OutputSources,
): Pick<Handlers, 'getComputeJobLogs' | 'getComputeJobArtifact'> {
  return {
    async getComputeJobLogs(input) {
      const { stream = 'stdout', after = 0 } = input.query;
      const { workspace } = input.principal;
      const job = await findJob(runs, workspace, input.params.id);
      const part = await readLog(sources, workspace, job, { stream, after });
      return { status: 200, body: { stream, after, ...part } };
    },

    async getComputeJobArtifact(input) {
      const { workspace } = input.principal;
      const job = await findJob(runs, workspace, input.params.id);
      const artifact = findArtifact(job, input.params.name, sources);
      const { bytes, sha256 } = artifact;
      const read = (span: Span) => artifactParts(sources, workspace, job, artifact, span);
      const mediaType = 'application/octet-stream';
      return rangedReply({ bytes, tag: sha256, mediaType, read }, input);
    },
  };
}

export function createComputeEnvironmentHandlers(
  catalog: EnvironmentCatalog,
): Pick<Handlers, 'listComputeEnvironments'> {
  return {
    listComputeEnvironments: () => ({
      status: 200,
      body: { data: catalog.list().map(toEnvironment) },
    }),
  };
}
