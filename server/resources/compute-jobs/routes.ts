/**
 * Compute jobs over HTTP: translates the contract's requests to domain calls, and jobs to its answers. Decides nothing
 * about jobs.
 */
import { type Handlers, rangedReply } from '../../http/index.ts';
import type { Cursors } from '../../kernel/cursor.ts';
import { NOT_FOUND, Problem } from '../../kernel/problem.ts';
import type { Run } from '../../runs/index.ts';
import { answerPage, toQuery } from '../list-runs.ts';
import { answerCancelled, answerCreated, answerRead } from '../run-answers.ts';
import type { ComputeJobFacts } from './facts.ts';
import type { ComputeJobLimits, ComputeJobs } from './index.ts';
import {
  artifactParts,
  assertKept,
  type OutputSources,
  readLog,
  type Span,
  withProgress,
} from './outputs.ts';
import { toComputeJob } from './present.ts';
import { toCreateRequest } from './request.ts';

type ComputeJobHandlers = Pick<
  Handlers,
  | 'getComputeJobLimits'
  | 'estimateComputeJob'
  | 'createComputeJob'
  | 'listComputeJobs'
  | 'getComputeJob'
  | 'cancelComputeJob'
>;
type OutputHandlers = Pick<Handlers, 'getComputeJobLogs' | 'getComputeJobArtifact'>;

const PATH = '/v1/developer/compute-jobs';

export interface ComputeJobHandlerOptions extends OutputSources {
  limits: ComputeJobLimits;
  cursors: Cursors;
}

export function createComputeJobHandlers(
  runs: ComputeJobs,
  options: ComputeJobHandlerOptions,
): ComputeJobHandlers & OutputHandlers {
  const { limits, cursors } = options;
  const present = (job: Run<ComputeJobFacts>) => toComputeJob(job, options);
  return {
    getComputeJobLimits: () => ({ status: 200, body: { ...limits } }),

    async estimateComputeJob({ principal, body, exactBody }) {
      const { quote, payer, ...estimate } = await runs.estimate(
        principal,
        toCreateRequest(body, exactBody),
      );
      const { subject: environment, resources, timeoutSeconds } = quote;
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: { environment, resources, ...estimate, payer: { account: payer }, timeoutSeconds },
      };
    },

    async createComputeJob(input) {
      const { principal, body, exactBody, requestKey, traceparent, signal, span } = input;
      const created = await runs.create(principal, {
        idempotencyKey: requestKey,
        body: toCreateRequest(body, exactBody),
        traceparent,
        signal,
        span,
      });
      return answerCreated(runs, created, input, { path: PATH, present });
    },

    listComputeJobs({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const { environment, parentRunId, ...others } = filters;
      const query = {
        ...toQuery(others),
        ...(environment !== undefined && { subject: environment }),
        ...(parentRunId !== undefined && { parentRun: parentRunId }),
      };
      const page = { operation: 'listComputeJobs', workspace, limit, cursor, filters, query };
      return answerPage({ runs, cursors, ...page, present });
    },

    async getComputeJob(input) {
      const found = await find(runs, input);
      const answer = await answerRead(runs, found, input, (run) => run);
      if (answer.status === 304) return answer;
      const { body: job, ...rest } = answer;
      return { ...rest, body: present(await withProgress(options, job)) };
    },

    async cancelComputeJob(input) {
      const found = await runs.cancel(input.principal.workspace, input.params.id);
      if (!found) throw new Problem('not_found', NOT_FOUND);
      return answerCancelled(runs, found, input, { path: PATH, present });
    },
    ...outputHandlers(runs, options),
  };
}

function outputHandlers(runs: ComputeJobs, sources: OutputSources): OutputHandlers {
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
  runs: ComputeJobs,
  { principal, params }: { principal: { workspace: string }; params: { id: string } },
) {
  const found = await runs.get(principal.workspace, params.id);
  if (!found) throw new Problem('not_found', NOT_FOUND);
  return found;
}
