/**
 * Jobs of the mock: an engine that runs no code. A comment at the beginning of the source says how the job ends, its log
 * is always the same, and it writes every file that its request wants. A job runs until its status was asked for once.
 */
import { createHash } from 'node:crypto';
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
import type { KeptOutputs, OutputName } from '../../server/compute-jobs/engines/outputs.ts';
import { createComputeProvider } from '../../server/compute-jobs/provider.ts';
import type { Log } from '../../server/platform/telemetry/log.ts';
import { createRegistry } from '../../server/providers/provider.ts';

/** What the comments of a source name, and how such a job ends. */
const ENDINGS: Record<string, Partial<JobEnding>> = {
  'run-completed-exit-code': { exitCode: 3 },
  'run-completed-timed-out': { result: 'timed_out' },
  'run-completed-out-of-memory': { result: 'out_of_memory', exitCode: 137 },
  'run-completed-cancelled': { result: 'cancelled' },
};
const EXITED: Partial<JobEnding> = { exitCode: 0 };
const CANCELLED = ENDINGS['run-completed-cancelled']!;
const REFUSED = 'run-failed-environment-unavailable';
const LOST = 'run-failed-engine-lost';
const UNKNOWN = 'run-failed-outcome-unknown';

const ASKED = 'The first line of its source asks for that.';

const STDOUT = Buffer.from('Hello\n');
const STDERR = Buffer.from('Error: no rows\n');
const ARTIFACT = Buffer.from('{"sum":4}');
const RAN_MS = 400;
const MEMORY_BYTES = 1_572_864;

interface Job {
  order: JobOrder;
  script: string;
  startedAt: Date;
  asked: number;
  isCancelled: boolean;
}

export function createMockJobs(log: Log) {
  const engine = createEngine();
  const outputs = createOutputs();
  const provider = createComputeProvider({
    ...{ engine, outputs, log, maxInFlight: 16 },
    workspaceOf: async () => WORKSPACE,
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

/** The only one of the mock. */
export const WORKSPACE = '01900000-0000-7000-8000-000000000001';

function createEngine(): ComputeEngine {
  const jobs = new Map<string, Job>();

  const outputOf = ({ script, asked }: Job, stream: 'stdout' | 'stderr') => {
    if (stream === 'stdout') return asked > 0 ? STDOUT : Buffer.alloc(0);
    return script in ENDINGS && asked > 1 ? STDERR : Buffer.alloc(0);
  };

  return {
    ...{ name: 'javascript', isolation: 'wasm', measuresCpu: true },
    async start(order) {
      const script = /^\/\/ (run-[a-z-]+)/.exec(order.source ?? '')?.[1] ?? '';
      if (script === REFUSED) return { kind: 'refused', reason: ASKED };
      if (script === UNKNOWN) return { kind: 'unknown', reason: ASKED };
      const job = { order, script, startedAt: new Date(), asked: 0, isCancelled: false };
      jobs.set(order.jobId, job);
      return { kind: 'started' };
    },
    async inspect(jobId) {
      const job = jobs.get(jobId);
      if (!job) return { kind: 'absent' };
      job.asked += 1;
      if (job.asked === 1 && !job.isCancelled) return { kind: 'running', startedAt: job.startedAt };
      if (job.script === LOST) return { kind: 'lost', reason: ASKED };
      return { kind: 'ended', ending: endingOf(job) };
    },
    async logs(jobId, stream, after, maxBytes) {
      const job = jobs.get(jobId);
      return job && outputOf(job, stream).subarray(after, after + maxBytes);
    },
    artifact: async () => bytesOf(ARTIFACT),
    async cancel(jobId) {
      const job = jobs.get(jobId);
      if (job) job.isCancelled = true;
    },
    async remove(jobId) {
      jobs.delete(jobId);
    },
    list: async () => [],
    close: async () => {},
  };

  function endingOf(job: Job): JobEnding {
    const { order, script, startedAt, isCancelled } = job;
    job.asked = Math.max(job.asked, 2);
    const { result = 'exited', exitCode } = isCancelled ? CANCELLED : (ENDINGS[script] ?? EXITED);
    const ranMs = result === 'timed_out' ? order.timeoutMs : RAN_MS;
    const sha256 = createHash('sha256').update(ARTIFACT).digest('hex');
    const names = result === 'cancelled' ? [] : order.outputs;
    return {
      ...{ result, maxMemoryBytes: MEMORY_BYTES },
      ...(exitCode !== undefined && { exitCode }),
      ...{ startedAt, endedAt: new Date(+startedAt + ranMs), billableMs: ranMs, cpuMs: ranMs },
      logs: {
        stdoutBytes: outputOf(job, 'stdout').length,
        stderrBytes: outputOf(job, 'stderr').length,
        truncated: false,
      },
      ...keptOf(
        order.outputs,
        names.map((name) => ({ name, bytes: ARTIFACT.length, sha256 })),
      ),
    };
  }
}

async function* bytesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Outputs of jobs that have ended, as long as the mock runs. */
function createOutputs(): KeptOutputs {
  const saved = new Map<string, Buffer>();
  const keyOf = ({ jobId, kind, name }: OutputName) => [jobId, kind, name].join('\0');
  return {
    async save(output, content) {
      saved.set(keyOf(output), Buffer.concat(await Array.fromAsync(content)));
    },
    async read(output, after, maxBytes) {
      return saved.get(keyOf(output))?.subarray(after, after + maxBytes);
    },
    // Nothing of the mock exports or removes them.
    jobs: async () => [],
    names: async () => [],
    remove: async () => {},
  };
}
