/** The request for a job, and what an engine gets for it. */

import { type Repeatable, readRunRequest } from '../runs/edges/index.ts';

import type { ClaimedRun, RunRequest } from '../runs/index.ts';
import type { ComputeWork } from './compute-provider.ts';
import type { EnvironmentCatalog } from './engines/environments.ts';
import type { Terms } from './pricing.ts';

export interface CreateComputeJobRequest extends RunRequest, Program {
  environment: string;
  timeoutSeconds: number;
  resources?: { cpuMillis?: number; memoryMb?: number };
}

/** What is stored of a request. */
export interface Program {
  source?: string;
  command?: string[];
  stdin?: string;
  files?: RequestedFile[];
  env?: Record<string, string>;
  outputs?: string[];
}

export interface RequestedFile {
  path: string;
  content?: string;
  contentBase64?: string;
}

export interface ComputeJobLimits {
  feeBasisPoints: number;
  maxTimeoutSeconds: number;
  /** For the source, the command, the input and all files together. */
  maxInputBytes: number;
  maxLogBytes: number;
  maxArtifactBytes: number;
}

export const PASSED_THROUGH: ReadonlySet<string> = new Set();

export function toCreateRequest(body: unknown, exactBody: unknown): CreateComputeJobRequest {
  return readRunRequest(body, exactBody, PASSED_THROUGH);
}

/** The same program again, which costs no more. */
export function toRepeat({ run, request, terms }: Repeatable): CreateComputeJobRequest {
  const { cpuMillis, memoryMb, timeoutMs } = terms as unknown as Terms;
  const { subject: environment, reservedAmount: maxReservedAmount } = run;
  return {
    ...{ ...(request as Program), environment, maxReservedAmount },
    ...{ resources: { cpuMillis, memoryMb }, timeoutSeconds: timeoutMs / 1_000 },
  };
}

export function bytesOf(file: RequestedFile): Uint8Array {
  const { content, contentBase64 } = file;
  return content === undefined
    ? Buffer.from(contentBase64 ?? '', 'base64')
    : Buffer.from(content, 'utf8');
}

export function workOf(
  { id, workspace, terms, request }: ClaimedRun<Terms & { environment: string }>,
  catalog: EnvironmentCatalog,
  limits: ComputeJobLimits,
): ComputeWork {
  const environment = catalog.get(terms.environment);
  if (!environment) return { workspace };
  const program = JSON.parse(request) as Program;
  const { source, command, stdin, files = [], env = {}, outputs = [] } = program;
  return {
    workspace,
    order: {
      jobId: id,
      owner: workspace,
      environment: { id: environment.id, options: environment.options },
      ...(source !== undefined && { source }),
      ...(command !== undefined && { command }),
      ...(stdin !== undefined && { stdin: Buffer.from(stdin, 'utf8') }),
      files: files.map((file) => ({ path: file.path, content: bytesOf(file) })),
      ...{ env, outputs },
      ...{ cpuMillis: terms.cpuMillis, memoryMb: terms.memoryMb, timeoutMs: terms.timeoutMs },
      ...{ maxLogBytes: limits.maxLogBytes, maxArtifactBytes: limits.maxArtifactBytes },
    },
  };
}
