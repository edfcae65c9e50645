/**
 * Carries out calls as compute jobs. As with tool runs, the request key comes from the run and the call: a call that is
 * carried out again finds its own job.
 */
import { handedOn } from './answers.ts';
import type { CallOptions } from './call-options.ts';
import type { ComputeJobs } from './compute-jobs.ts';
import type { ComputeJob, CreateComputeJob } from './contract.ts';
import type { FinishOptions } from './finish.ts';
import { isFailed } from './guards.ts';
import { ProblemError } from './problems.ts';
import { type Called, type CallResult, keyOf, parentOf } from './tool-calls.ts';

/** The request for the job of a call. The same arguments must give the same request. */
export type JobOfCall = Omit<CreateComputeJob, keyof ComputeJobTerms | 'parent'>;

/** The terms of each compute job of a conversation, in addition to what its tool says. */
export type ComputeJobTerms = Pick<
  CreateComputeJob,
  'maxReservedAmount' | 'expiresAfterSeconds' | 'attribution' | 'metadata'
>;

/** Refusals of what the model wrote: the service refuses the same input every time. */
function isFaultOfModel(error: unknown): error is ProblemError {
  if (!(error instanceof ProblemError)) return false;
  if (error.code !== 'invalid_request') return CODES.includes(error.code);
  return error.errors.every(({ pointer = '' }) => WRITTEN.test(pointer));
}

const CODES = ['payload_too_large', 'invalid_path', 'resources_exceeded', 'timeout_exceeded'];
const WRITTEN = /^#\/(?:source|command|stdin|files|env|outputs)(?:\/|$)/;

/** The most characters of each stream: a model reads no more, and the caller pays for all of it. */
const MOST_CHARACTERS = 20_000;

export async function runJob(
  jobs: Pick<ComputeJobs, 'createAndWait' | 'logs'>,
  job: JobOfCall,
  called: Called,
  { terms, ...options }: FinishOptions<ComputeJob> & { terms: ComputeJobTerms },
): Promise<CallResult> {
  const request = { ...terms, ...job, parent: parentOf(called) };
  try {
    const computeJob = await jobs.createAndWait(request, {
      ...options,
      idempotencyKey: keyOf(called),
    });
    return { content: await contentOf(jobs, computeJob, options), computeJob };
  } catch (error) {
    if (!isFaultOfModel(error)) throw error;
    const faults = error.errors.map(({ pointer = '', detail }) => `${pointer} ${detail}`.trim());
    return { content: JSON.stringify({ error: error.detail, code: error.code, errors: faults }) };
  }
}

/** The output of code that ended well, unchanged; for any other end, the output and how the job ended. */
async function contentOf(
  jobs: Pick<ComputeJobs, 'logs'>,
  job: ComputeJob,
  options: CallOptions,
): Promise<string> {
  if (isFailed(job)) {
    return JSON.stringify({ error: job.error.message, code: job.error.code });
  }
  const reading = handedOn(options);
  const stdout = await written(jobs, job.id, { ...reading, stream: 'stdout' });
  const { result, exitCode } = job;
  if (result === 'exited' && exitCode === 0) return stdout;
  const stderr = await written(jobs, job.id, { ...reading, stream: 'stderr' });
  return JSON.stringify({ result, exitCode, signal: job.signal, stdout, stderr });
}

async function written(
  jobs: Pick<ComputeJobs, 'logs'>,
  id: string,
  options: CallOptions & { stream: 'stdout' | 'stderr' },
): Promise<string> {
  let text = '';
  for await (const part of jobs.logs(id, options)) {
    text += part.text;
    if (text.length > MOST_CHARACTERS) return `${text.slice(0, MOST_CHARACTERS)}\n[cut here]`;
  }
  return text;
}
