/**
 * What an engine can do to a job, and how the job must end: one row per fault. The rules come from
 * `server/compute-jobs/provider.ts` and `server/runs/after-look-up.ts`.
 */
import type {
  JobEnding,
  JobStatus,
  StartOutcome,
} from '../../server/compute-jobs/engines/engine.ts';

export interface EngineFault {
  name: string;
  /** `tried` counts the starts of this job, from 1. */
  start?(tried: number): StartOutcome;
  /** `asked` counts the looks at this job, from 1. */
  inspect?(attempt: number): JobStatus | Promise<JobStatus>;
  /** The outcome of the nth attempt to save an output of a job. */
  saves?(tried: number): void;
  /** The outcome of the nth attempt to read its log. */
  reads?(tried: number): void;
  /** Ends the time for which a job may be looked for at once, because no test waits that long. */
  overdue?: boolean;
  ends: EngineEnding;
}

export interface EngineEnding {
  /** `completed`, or the code of the error. */
  as: string;
  /** How often the engine is asked to start it; 1 by default. */
  tries?: number;
  /** The charged time in milliseconds; by default, nothing is charged. */
  billedMs?: number;
  shows?: object;
}

export const TIMEOUT_MS = 30_000;
const TOOK_MS = 1_234;
const STARTED: JobStatus = { kind: 'running', startedAt: new Date() };

function ended(more: Partial<JobEnding> = {}): JobStatus {
  const startedAt = new Date();
  const { billableMs = TOOK_MS } = more;
  return {
    kind: 'ended',
    ending: {
      ...{ result: 'exited', exitCode: 0, startedAt, billableMs: TOOK_MS },
      endedAt: new Date(startedAt.getTime() + (Number.isFinite(billableMs) ? billableMs : 0)),
      ...{ logs: { stdoutBytes: 0, stderrBytes: 0, truncated: false }, artifacts: [] },
      ...more,
    },
  };
}

const unknown: StartOutcome = { kind: 'unknown', reason: 'The answer was lost.' };
const away: JobStatus = { kind: 'unavailable', reason: 'The engine does not answer.' };
const broken = (): never => {
  throw new Error('the engine is broken');
};
/** The first answer, and the second from then on. */
const first =
  <T>(one: () => T, then: () => T) =>
  (count: number): T =>
    count === 1 ? one() : then();

const CHARGED: EngineEnding = { as: 'completed', billedMs: TOOK_MS };
const UNSTARTED: EngineEnding = { as: 'environment_unavailable' };
const LOST: EngineEnding = { as: 'engine_lost' };

const STARTS: EngineFault[] = [
  { name: 'nothing', ends: CHARGED },
  {
    name: 'no room, once',
    start: first<StartOutcome>(
      () => ({ kind: 'not_started', reason: 'full', retryAfterMs: 10 }),
      () => ({ kind: 'started' }),
    ),
    ends: { ...CHARGED, tries: 2 },
  },
  {
    name: 'a refusal',
    start: () => ({ kind: 'refused', reason: 'The image is gone.' }),
    ends: UNSTARTED,
  },
  { name: 'a start that is not heard of, and goes on', start: () => unknown, ends: CHARGED },
  {
    name: 'a start that did not arrive',
    ...{ start: () => unknown, inspect: () => ({ kind: 'absent' }) },
    ends: UNSTARTED,
  },
  {
    name: 'a start that is not heard of, and an engine that is away for good',
    ...{ start: () => unknown, inspect: () => away, overdue: true, ends: LOST },
  },
  {
    name: 'a start that is not heard of, of a job that never began',
    ...{ start: () => unknown, inspect: () => ({ kind: 'never_started', reason: 'No room.' }) },
    ends: UNSTARTED,
  },
];

const LOOKS: EngineFault[] = [
  { name: 'a keeper that is gone', inspect: () => ({ kind: 'lost', reason: 'gone' }), ends: LOST },
  {
    name: 'code that never began',
    inspect: () => ({ kind: 'never_started', reason: 'The command is not in the image.' }),
    ends: UNSTARTED,
  },
  {
    name: 'a job that vanishes while it runs',
    inspect: first<JobStatus>(
      () => STARTED,
      () => ({ kind: 'absent' }),
    ),
    ends: LOST,
  },
  {
    name: 'an engine that is away for a while',
    inspect: (attempt) => (attempt < 3 ? away : ended()),
    ends: CHARGED,
  },
  {
    ...{ name: 'an engine that is away for good', inspect: () => away },
    ...{ overdue: true, ends: LOST },
  },
  {
    name: 'a machine that nobody reaches any more',
    inspect: () => ({ kind: 'elsewhere', host: 'another' }),
    ...{ overdue: true, ends: LOST },
  },
  { name: 'a look that breaks, once', inspect: first(broken, () => ended()), ends: CHARGED },
  {
    name: 'a look that never ends, once',
    inspect: first<JobStatus | Promise<JobStatus>>(
      () => new Promise(() => {}),
      () => ended(),
    ),
    ends: CHARGED,
  },
];

const result = (name: string, more: Partial<JobEnding>): EngineFault => {
  const { exitCode: _, ...shows } = more;
  return {
    ...{ name, inspect: () => ended(more) },
    ends: { ...CHARGED, shows: { facts: shows } },
  };
};

const ENDINGS: EngineFault[] = [
  result('an exit with 3', { exitCode: 3 }),
  result('a signal', { signal: 'SIGKILL' }),
  result('no memory', { result: 'out_of_memory' }),
  result('an end that somebody else brought about', { result: 'cancelled' }),
  {
    name: 'the end of its time',
    inspect: () => ended({ result: 'timed_out', billableMs: TIMEOUT_MS }),
    ends: { as: 'completed', billedMs: TIMEOUT_MS },
  },
  {
    name: 'a clock that ran too far',
    inspect: () => ended({ billableMs: TIMEOUT_MS + 1 }),
    ends: { as: 'completed', billedMs: TIMEOUT_MS },
  },
  {
    name: 'a clock that stood still',
    inspect: () => ended({ billableMs: 0 }),
    ends: { as: 'completed', billedMs: 0 },
  },
  {
    name: 'a clock that went back',
    inspect: () => ended({ billableMs: -5 }),
    ends: { as: 'completed', billedMs: 0 },
  },
];

const OUTPUTS: EngineFault[] = [
  {
    name: 'storage that is away for a while',
    saves: (tried) => (tried < 3 ? broken() : undefined),
    ends: CHARGED,
  },
  { name: 'a log that cannot be read, once', reads: first(broken, () => {}), ends: CHARGED },
  {
    name: 'a file that is gone before it was taken',
    inspect: () => ended({ artifacts: [{ name: 'a', bytes: 1, sha256: '0'.repeat(64) }] }),
    ends: CHARGED,
  },
  {
    ...{ name: 'storage that is away for good', saves: broken },
    ...{ overdue: true, ends: LOST },
  },
];

export const ENGINE_FAULTS: readonly EngineFault[] = [...STARTS, ...LOOKS, ...ENDINGS, ...OUTPUTS];

export const endedWell = (): JobStatus => ended();
