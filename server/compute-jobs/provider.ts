/**
 * Jobs as the service passes them to the provider that carries them out, and an engine as such a provider. The engine's
 * name for the work is the job's id, so a start may be repeated; the provider saves a job's output before it reports the
 * end.
 */

import type { OutputName, OutputStore } from '../platform/outputs/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type {
  Failure,
  LookUpOf,
  OutcomeOf,
  ProviderOf,
  Reported,
  SubmitHooks,
} from '../providers/provider.ts';
import type {
  ComputeEngine,
  JobEnding,
  JobOrder,
  JobStatus,
  LogSizes,
  LogStream,
  StartOutcome,
} from './engines/engine.ts';

type Found = Awaited<ReturnType<NonNullable<ComputeProvider['lookUp']>>>;

interface ComputeProviderOptions {
  engine: ComputeEngine;
  outputs: OutputStore;
  /** Maximum number of concurrent starts, and of look-ups, in this process. */
  maxInFlight: number;
  /** Returns the workspace of the job; undefined if there is no such job. */
  workspaceOf: (jobId: string) => Promise<string | undefined>;
  /** Counts what the job leaves; a repeat counts nothing. */
  countOutputs: (job: { workspace: string; owner: string; bytes: number }) => Promise<void>;
  log: Pick<Log, 'warn'>;
}

const LOG_PART_BYTES = 1_048_576;
/** The next look-up brings what was not collected by then. */
const COLLECT_WITHIN_MS = 4_000;
const MOST_KNOWN = 10_000;
/** The default, if the engine does not say how long. */
const FULL_FOR_MS = 1_000;

export function createComputeProvider(options: ComputeProviderOptions): ComputeProvider {
  const { engine, maxInFlight } = options;
  const collecting = createCollecting(options);
  let fullUntil = 0;
  return {
    name: engine.name,
    ...(engine.host !== undefined && { host: engine.host }),
    maxInFlight,
    isFull: () => performance.now() < fullUntil,
    async submit(work, hooks, signal) {
      const outcome = await submit(options, work, hooks, signal);
      if (outcome.kind === 'not_sent') {
        fullUntil = performance.now() + (outcome.retryAfterMs ?? FULL_FOR_MS);
      }
      return outcome;
    },
    async lookUp(jobId, signal): Promise<Found> {
      const status = await engine.inspect(jobId, signal);
      logFault(options, jobId, status);
      if (status.kind !== 'ended') return meaningOf(status);
      if (!(await withinTime(collecting.of(jobId, status.ending))))
        return { kind: 'under_way', retryAfterMs: 500 };
      collecting.forget(jobId);
      return { kind: 'answered', answer: { ending: status.ending } };
    },
    cancel: (jobId, signal) => engine.cancel(jobId, signal),
    async progress(jobId, signal) {
      const status = await engine.inspect(jobId, signal).catch(() => undefined);
      if (status?.kind !== 'running') return undefined;
      const { kind: _, ...progress } = status;
      return progress;
    },
    logs: (jobId, stream, after, maxBytes) => engine.logs(jobId, stream, after, maxBytes),
    close: () => engine.close(),
  };
}

/** Once for each job: if it takes longer than a look-up, the result is there for the next one. */
function createCollecting(options: ComputeProviderOptions) {
  const known = new Map<string, Promise<true>>();
  return {
    of(jobId: string, ending: JobEnding): Promise<true> {
      const before = known.get(jobId);
      if (before) return before;
      const collected = collect(options, jobId, ending).then((): true => true);
      // Nobody asks again about jobs that another process reported.
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
      known.set(jobId, collected);
      collected.catch(() => known.delete(jobId));
      return collected;
    },
    forget: (jobId: string) => void known.delete(jobId),
  };
}

/** Callers get only its reason. */
function logFault(
  { engine, log }: ComputeProviderOptions,
  jobId: string,
  outcome: StartOutcome | JobStatus,
): void {
  if (!('fault' in outcome)) return;
  const { kind, fault } = outcome;
  log.warn({ run: jobId, engine: engine.name, kind, fault }, 'an engine has a fault');
}

async function submit(
  options: ComputeProviderOptions,
  { order }: ComputeWork,
  hooks: SubmitHooks,
  signal: AbortSignal,
): Promise<OutcomeOf<never>> {
  if (!order)
    return { kind: 'failed', error: unavailable('Its environment is not offered any more.') };
  hooks.beforeSend();
  hooks.onReference(order.jobId);
  const outcome = await options.engine.start(order, signal);
  logFault(options, order.jobId, outcome);
  switch (outcome.kind) {
    case 'started':
      return {
        kind: 'under_way',
        reference: order.jobId,
        withinMs: order.timeoutMs + SLACK_MS,
        retryAfterMs: 300,
      };
    case 'not_started':
      return { kind: 'not_sent', ...withoutKind(outcome) };
    case 'refused':
      return { kind: 'failed', error: { ...unavailable(outcome.reason), retryable: false } };
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason, reference: order.jobId };
  }
}

function withoutKind({ reason, retryAfterMs }: { reason: string; retryAfterMs?: number }) {
  return { reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

function meaningOf(
  status: Exclude<JobStatus, { kind: 'ended' }>,
): LookUpOf<Record<never, never>, never> {
  switch (status.kind) {
    case 'starting':
    case 'running':
      return { kind: 'under_way' };
    case 'never_started':
      return { kind: 'failed', error: unavailable(status.reason) };
    case 'absent':
      return { kind: 'not_executed' };
    case 'lost':
      return { kind: 'failed', error: ENGINE_LOST };
    case 'elsewhere':
      return { kind: 'unavailable', reason: 'Another machine has the job.' };
    case 'unavailable':
      return { kind: 'unavailable', ...withoutKind(status) };
  }
}

function unavailable(reason: string): Failure {
  const message = `The job was not started. ${reason}`;
  return { code: 'environment_unavailable', message, retryable: true };
}

/** The name under which a log of a job is stored. `jobId` is the UUID of the job. */
export function logOf(workspace: string, jobId: string, name: LogStream): OutputName {
  return { workspace, owner: jobId, kind: 'log', name };
}

/** A repeat saves nothing twice. */
async function collect(
  { engine, outputs, workspaceOf, countOutputs }: ComputeProviderOptions,
  jobId: string,
  { artifacts, logs: { stdoutBytes, stderrBytes } }: JobEnding,
): Promise<void> {
  const workspace = await workspaceOf(jobId);
  if (workspace === undefined) return;
  const bytes = artifacts.reduce((sum, each) => sum + each.bytes, stdoutBytes + stderrBytes);
  // First: what is stored has been counted.
  await countOutputs({ workspace, owner: jobId, bytes });
  for (const stream of ['stdout', 'stderr'] as const) {
    await outputs.save(logOf(workspace, jobId, stream), logParts(engine, jobId, stream));
  }
  for (const { name } of artifacts) {
    const content = await engine.artifact(jobId, name);
    if (content) await outputs.save({ workspace, owner: jobId, kind: 'artifact', name }, content);
  }
}

async function* logParts(
  engine: ComputeEngine,
  jobId: string,
  stream: LogStream,
): AsyncGenerator<Uint8Array> {
  for (let after = 0; ; ) {
    const part = await engine.logs(jobId, stream, after, LOG_PART_BYTES);
    if (!part || part.length === 0) return;
    yield part;
    after += part.length;
  }
}

async function withinTime(work: Promise<true>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), COLLECT_WITHIN_MS);
  });
  return Promise.race([work, time]).finally(() => clearTimeout(timer));
}

export const ENGINE_LOST: Failure = {
  code: 'engine_lost',
  message: 'Nobody can tell any more how the job ended: its engine or its machine is gone.',
  retryable: true,
};

export const NEVER_ARRIVED: Failure = {
  code: 'environment_unavailable',
  message: 'The job was not started: its engine never got it.',
  retryable: true,
};

/** The engine ends a job at its time-out; this is added for its start, its end and the look-up. */
export const SLACK_MS = 120_000;

export interface ComputeWork {
  workspace: string;
  /** Absent if its environment is no longer on offer. */
  order?: JobOrder;
}

export interface ComputeAnswer extends Reported {
  ending: JobEnding;
}

export type ComputeReport = Reported;

/** Progress of a job whose code runs. */
interface ComputeProgress {
  startedAt: Date;
  logs?: LogSizes;
}

export interface ComputeProvider extends ProviderOf<ComputeWork, ComputeAnswer, ComputeReport> {
  /** Absent if its code does not run, or if this process does not know. Never throws, and ends with the signal. */
  progress(jobId: string, signal: AbortSignal): Promise<ComputeProgress | undefined>;
  /** At most `maxBytes` of a job's output so far. Absent if this process does not know. */
  logs(
    jobId: string,
    stream: LogStream,
    after: number,
    maxBytes: number,
  ): Promise<Uint8Array | undefined>;
}
