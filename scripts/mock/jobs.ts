/**
 * Jobs of the mock: an engine that runs no code. A comment at the beginning of the source says how the job ends, its log
 * is always the same, and it writes every file that its request wants. A job runs until its status was asked for once.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type ComputeEngine,
  type JobEnding,
  type JobOrder,
  keptOf,
} from '../../server/compute-jobs/engines/engine.ts';
import {
  createEnvironmentCatalog,
  JAVASCRIPT,
} from '../../server/compute-jobs/engines/environments.ts';
import { createComputeProvider } from '../../server/compute-jobs/provider.ts';
import type { KeptOutputs } from '../../server/platform/outputs/index.ts';
import type { Log } from '../../server/platform/telemetry/log.ts';
import { createRegistry } from '../../server/providers/provider.ts';
import { MOST_THINGS } from './kernel.ts';

/** What the comments of a source name, and how such a job ends. */
const ENDINGS: Record<string, Partial<JobEnding>> = {
  'run-completed-exit-code': { exitCode: 3 },
  'run-completed-timed-out': { result: 'timed_out' },
  'run-completed-out-of-memory': { result: 'out_of_memory', exitCode: 137 },
  'run-completed-cancelled': { result: 'cancelled' },
};
const EXITED: Partial<JobEnding> = { exitCode: 0 };
const CANCELLED = ENDINGS['run-completed-cancelled']!;
const FAULT = { reason: 'The first line of its source asks for that.' };

const STDOUT = Buffer.from('Hello\n');
const STDERR = Buffer.from('Error: no rows\n');
const ARTIFACT = Buffer.from('{"sum":4}');
const RAN_MS = 400;
const MEMORY_BYTES = 1_572_864;

interface Job {
  order: Pick<JobOrder, 'outputs' | 'timeoutMs'>;
  script: string;
  startedAt: Date;
  /** How often its status was asked for; infinite once it has ended. */
  asked: number;
  isCancelled: boolean;
}

export function createMockJobs(log: Log) {
  const jobs = new LRUCache<string, Job>({ max: MOST_THINGS });
  const engine = createEngine(jobs);
  const outputs: KeptOutputs = {
    async read({ owner, kind, name }, after, maxBytes) {
      const job = jobs.get(owner);
      if (job?.asked !== Number.POSITIVE_INFINITY) return undefined;
      const content = kind === 'artifact' ? ARTIFACT : logOf(job, name);
      return content.subarray(after, after + maxBytes);
    },
    save: async () => {},
    owners: async () => [],
    names: async () => [],
    remove: async () => {},
  };
  const provider = createComputeProvider({
    ...{ engine, outputs, log, maxInFlight: 16 },
    // Of no workspace: nothing has to be saved.
    workspaceOf: async () => undefined,
    countOutputs: async () => {},
  });
  const wanted = { now: () => 'wasm' as const, refresh: async () => {} };
  return {
    catalog: createEnvironmentCatalog([JAVASCRIPT], [engine], wanted),
    registry: createRegistry([provider]),
    outputs,
    keptDays: 30,
  };
}

function logOf({ script, asked }: Job, stream: string): Buffer {
  if (stream === 'stdout') return asked > 0 ? STDOUT : Buffer.alloc(0);
  return script in ENDINGS && asked > 1 ? STDERR : Buffer.alloc(0);
}

function createEngine(jobs: LRUCache<string, Job>): ComputeEngine {
  return {
    ...{ name: 'javascript', isolation: 'wasm', measuresCpu: true },
    async start({ jobId, source = '', outputs, timeoutMs }) {
      const script = /^\/\/ (run-[a-z-]+)/.exec(source)?.[1] ?? '';
      if (script === 'run-failed-environment-unavailable') return { kind: 'refused', ...FAULT };
      if (script === 'run-failed-outcome-unknown') return { kind: 'unknown', ...FAULT };
      const begun = { startedAt: new Date(), asked: 0, isCancelled: false };
      jobs.set(jobId, { order: { outputs, timeoutMs }, script, ...begun });
      return { kind: 'started' };
    },
    async inspect(jobId) {
      const job = jobs.get(jobId);
      if (!job) return { kind: 'absent' };
      job.asked += 1;
      if (job.asked === 1 && !job.isCancelled) return { kind: 'running', startedAt: job.startedAt };
      if (job.script === 'run-failed-engine-lost') return { kind: 'lost', ...FAULT };
      return { kind: 'ended', ending: endingOf(job) };
    },
    async logs(jobId, stream, after, maxBytes) {
      const job = jobs.get(jobId);
      return job && logOf(job, stream).subarray(after, after + maxBytes);
    },
    artifact: async () => undefined,
    async cancel(jobId) {
      const job = jobs.get(jobId);
      if (job) job.isCancelled = true;
    },
    remove: async () => {},
    list: async () => [],
    close: async () => {},
  };
}

function endingOf(job: Job): JobEnding {
  const { order, script, startedAt, isCancelled } = job;
  job.asked = Number.POSITIVE_INFINITY;
  const { result = 'exited', exitCode } = isCancelled ? CANCELLED : (ENDINGS[script] ?? EXITED);
  const ranMs = result === 'timed_out' ? order.timeoutMs : RAN_MS;
  const sha256 = createHash('sha256').update(ARTIFACT).digest('hex');
  const names = result === 'cancelled' ? [] : order.outputs;
  const [stdoutBytes, stderrBytes] = [logOf(job, 'stdout').length, logOf(job, 'stderr').length];
  return {
    ...{ result, maxMemoryBytes: MEMORY_BYTES },
    ...(exitCode !== undefined && { exitCode }),
    ...{ startedAt, endedAt: new Date(+startedAt + ranMs), billableMs: ranMs, cpuMs: ranMs },
    logs: { stdoutBytes, stderrBytes, truncated: false },
    ...keptOf(
      order.outputs,
      names.map((name) => ({ name, bytes: ARTIFACT.length, sha256 })),
    ),
  };
}
