/** What compute jobs wrote, over HTTP: their logs and their artifacts. */
import { type Handlers, rangedReply } from '../platform/http/index.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { ComputeJobs } from './index.ts';
import { artifactParts, assertKept, type OutputSources, readLog, type Span } from './outputs.ts';

export function createOutputHandlers(
  runs: Pick<ComputeJobs, 'get'>,
  sources: OutputSources,
): Pick<Handlers, 'getComputeJobLogs' | 'getComputeJobArtifact'> {
  return {
    async getComputeJobLogs(input) {
      const { stream = 'stdout', after = 0 } = input.query;
      const job = await find(runs, input);
      const { workspace } = input.principal;
      const part = await readLog(sources, workspace, job, { stream, after });
      return { status: 200, body: { stream, after, ...part } };
    },

    async getComputeJobArtifact(input) {
      const job = await find(runs, input);
      const { name } = input.params;
      const artifact = job.facts?.artifacts?.find((each) => each.name === name);
      assertKept(job, sources);
      if (!artifact || job.contentPurgedAt) throw new Problem('not_found', NOT_FOUND);
      const { workspace } = input.principal;
      const { bytes, sha256 } = artifact;
      const read = (span: Span) => artifactParts(sources, workspace, job, artifact, span);
      return rangedReply({ bytes, sha256, read }, input);
    },
  };
}

async function find(
  runs: Pick<ComputeJobs, 'get'>,
  { principal, params }: { principal: { workspace: string }; params: { id: string } },
) {
  const found = await runs.get(principal.workspace, params.id);
  if (!found) throw new Problem('not_found', NOT_FOUND);
  return found;
}
