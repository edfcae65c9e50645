/** A deterministic engine for the real adapter: the name of its environment decides what a job does. */

import type {
  ComputeEngine,
  JobOrder,
  JobStatus,
} from '../../server/compute-jobs/engines/engine.ts';
import {
  type EnvironmentCatalog,
  JAVASCRIPT,
  type OfferedEnvironment,
} from '../../server/compute-jobs/engines/environments.ts';
import { createComputeProvider } from '../../server/compute-jobs/provider.ts';
import type { Provider } from '../../server/model-runs/providers/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import type { Upstream } from './upstreams.ts';

export const COMPUTE_LIMITS = {
  ...{ feeBasisPoints: 500, maxTimeoutSeconds: 3_600, maxInputBytes: 32_768 },
  ...{ maxLogBytes: 8_388_608, maxArtifactBytes: 67_108_864 },
};

/** Milliseconds until a job ends; jobs that are not listed do not end by themselves. */
const ENDS_AFTER_MS: Record<string, number> = {
  echo: 0,
  slow: 300,
  exits: 50,
  full: 50,
  unheard: 100,
};
const ENVIRONMENTS = [...Object.keys(ENDS_AFTER_MS), 'endless', 'lost', 'vanishes', 'never'];

const offered = (id: string): OfferedEnvironment => ({
  ...{ ...JAVASCRIPT, id, isolation: 'wasm', billedTime: 'processor' },
});

export const TEST_ENVIRONMENTS: EnvironmentCatalog = {
  get: (id) => (ENVIRONMENTS.includes(id) ? offered(id) : undefined),
  list: () => ENVIRONMENTS.map(offered),
  refresh: async () => {},
};

interface TestJob {
  order: JobOrder;
  starts: number;
  since: number;
  cancelledAfterMs?: number;
}

export interface TestEngine extends ComputeEngine {
  starts(jobId?: string): number;
  underWay(): string[];
  /** How often environment `full` refuses a job before it accepts it. */
  turnsAway: number;
  cancelled: Set<string>;
}

export function createTestEngine(host?: string): TestEngine {
  const jobs = new Map<string, TestJob>();
  const turned = new Map<string, number>();
  const cancelled = new Set<string>();

  function statusOf(jobId: string): JobStatus {
    const job = jobs.get(jobId);
    const environment = job?.order.environment.id;
    if (!job || environment === 'lost') {
      return cancelled.has(jobId)
        ? { kind: 'never_started', reason: 'It was canceled.' }
        : { kind: 'absent' };
    }
    if (environment === 'vanishes') return { kind: 'lost', reason: 'The keeper is gone.' };
    if (environment === 'never') {
      const reason = 'It was canceled.';
      return cancelled.has(jobId) ? { kind: 'never_started', reason } : { kind: 'starting' };
    }
    const startedAt = new Date(Date.now() - (performance.now() - job.since));
    const ranMs = performance.now() - job.since;
    const ownMs = Math.min(ENDS_AFTER_MS[environment!] ?? Infinity, job.order.timeoutMs);
    const endMs = Math.min(ownMs, job.cancelledAfterMs ?? Infinity);
    if (ranMs < endMs) return { kind: 'running', startedAt };
    const isOwn = endMs === ENDS_AFTER_MS[environment!];
    const early = job.cancelledAfterMs === endMs ? 'cancelled' : 'timed_out';
    return {
      kind: 'ended',
      ending: {
        ...(isOwn ? { result: 'exited', exitCode: 0 } : { result: early }),
        ...{
          startedAt,
          endedAt: new Date(startedAt.getTime() + endMs),
          billableMs: Math.round(endMs),
          cpuMs: Math.round((endMs * job.order.cpuMillis) / 1_000),
        },
        ...{ logs: { stdoutBytes: 0, stderrBytes: 0, truncated: false }, artifacts: [] },
      },
    };
  }

  const engine: TestEngine = {
    ...{ name: 'javascript', isolation: 'wasm', ...(host !== undefined && { host }) },
    measuresCpu: true,
    ...{ cancelled, turnsAway: 30 },
    async start(order) {
      const { jobId, environment } = order;
      if (environment.id === 'full' && (turned.get(jobId) ?? 0) < engine.turnsAway) {
        turned.set(jobId, (turned.get(jobId) ?? 0) + 1);
        return { kind: 'not_started', reason: 'There is no room.', retryAfterMs: 20 };
      }
      const job = jobs.get(jobId) ?? { order, starts: 0, since: performance.now() };
      if (job.starts === 0) job.starts = 1;
      jobs.set(jobId, job);
      const isHeard = !['unheard', 'lost', 'endless', 'vanishes'].includes(environment.id);
      return isHeard ? { kind: 'started' } : { kind: 'unknown', reason: 'The answer was lost.' };
    },
    inspect: async (jobId) => statusOf(jobId),
    logs: async () => new Uint8Array(),
    artifact: async () => undefined,
    async cancel(jobId) {
      cancelled.add(jobId);
      const job = jobs.get(jobId);
      if (job) job.cancelledAfterMs ??= performance.now() - job.since;
    },
    async remove(jobId) {
      jobs.delete(jobId);
    },
    list: async () => [...jobs.keys()].map((jobId) => ({ jobId, createdAt: new Date() })),
    async close() {},
    starts: (jobId) =>
      jobId === undefined
        ? [...jobs.values()].reduce((sum, { starts }) => sum + starts, 0)
        : (jobs.get(jobId)?.starts ?? 0),
    underWay: () => [...jobs.keys()].filter((jobId) => statusOf(jobId).kind === 'running'),
  };
  return engine;
}

export function testComputeProvider(engine: ComputeEngine, outputs = NO_OUTPUTS): Provider {
  const workspaceOf = async () => 'any';
  return createComputeProvider({
    ...{ engine, outputs, workspaceOf, countOutputs: async () => {} },
    ...{ maxInFlight: 64, log: { warn() {} } },
  }) as unknown as Provider;
}

const NO_OUTPUTS = { save: async () => {}, read: async () => undefined };

export async function openComputeUpstream(): Promise<Upstream> {
  const engine = createTestEngine();
  return {
    sandbox: {
      url: '',
      posts: (id) => engine.starts(id === undefined ? undefined : idToUuid('job', id)),
      underWay: engine.underWay,
      close: () => engine.close(),
    },
    provider: testComputeProvider(engine),
  };
}
