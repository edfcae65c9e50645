/**
 * The kinds of runs that the tests of the run kernel use: what holds for one holds for all. The description of a kind
 * says what differs.
 */

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type ComputeJobTypes, createComputeJobResource } from '../../server/compute-jobs/index.ts';
import type { ComputeProvider } from '../../server/compute-jobs/provider.ts';
import {
  createModelRunResource,
  type ModelRunOptions,
  type ModelRunTypes,
} from '../../server/model-runs/index.ts';
import type { Registry } from '../../server/providers/provider.ts';
import type { RunKernel, Runs, RunTypes } from '../../server/runs/index.ts';
import type { ToolCatalog } from '../../server/tool-runs/catalog.ts';
import { createToolRunResource, type ToolRunTypes } from '../../server/tool-runs/index.ts';
import type { ToolProvider } from '../../server/tool-runs/providers/tool-provider.ts';
import { createToyResource, type ToyRunTypes } from '../toy/resource.ts';
import { COMPUTE_LIMITS, openComputeUpstream, TEST_ENVIRONMENTS } from './compute-upstream.ts';
import { bundleOf } from './program.ts';
import { outsideTools, TOOL_LIMITS } from './tool-runs.ts';
import { BUSY, openModelUpstream, openToolUpstream, UNHEARD, type Upstream } from './upstreams.ts';

export interface TestKind<T extends RunTypes> {
  name: string;
  /** Its name in the tables. */
  kind: string;
  idPrefix: string;
  offer(kernel: RunKernel, options: KindOptions): Runs<T>;
  /** The request for what the sandbox has under this name. */
  request(subject: string, more?: object): T['Request'];
  /** Its path below `/v1/developer`. */
  path: string;
  /** The sandbox with its adapter, for tests without processes. */
  openUpstream(): Promise<Upstream>;
  /** What tests use of the sandbox, by its name there. */
  subjects: Subjects;
  /** How often a run of the subject is sent: at most, and at least if it completes. */
  sent(subject: string): { least: number; most: number };
  /** What a look-up finds if a run was carried out but its answer was lost: the answer, or that it ran and its cost. */
  finds: 'answer' | 'record';
}

export interface Subjects {
  /** Enough to meet every seam: answers, slow ones, lost ones, refusals. */
  load: readonly string[];
  /** Subjects of `load` that complete, whatever is killed. */
  certain: readonly string[];
  /** Subjects that the tests cancel. */
  cancelled: readonly string[];
  /** Possible failures of those. */
  failures: readonly string[];
  /** Has a reference, and is answered. */
  answered: string;
  /** Has a reference and is carried out, but its answer is lost. */
  unheard: string;
  /** Has a reference that no provider knows. */
  lost: string;
}

export type KindOptions = Omit<ModelRunOptions, 'pseudonymKey'> &
  Partial<Pick<ModelRunOptions, 'pseudonymKey'>> & {
    /** Replaces the tools of the sandbox. */
    tools?: ToolCatalog;
  };

/** Models answer late, or after a refusal, or report the price later. */
const MODEL_SUBJECTS: Subjects = {
  load: [
    ...['echo', 'slow', 'busy', 'unpriced', 'breaks', 'cancelled', 'echo', 'slow', 'refused'],
    'streams',
  ],
  certain: [],
  cancelled: ['echo', 'slow', 'streams', 'busy', 'unpriced', 'breaks'],
  failures: ['cancelled', 'answer_lost'],
  ...{ answered: 'echo', unheard: 'breaks', lost: 'lost' },
};
/** A busy provider refused the first submission, and provably did not execute it: one more is due. */
export function postsOf(subject: string): { least: number; most: number } {
  return subject === 'busy' ? { least: 2, most: 2 } : { least: 1, most: 1 };
}

export const MODEL_RUNS: TestKind<ModelRunTypes> = {
  ...{ name: 'model runs', kind: 'model_run', idPrefix: 'run', path: 'model-runs' },
  offer: (kernel, options) =>
    kernel.offer(createModelRunResource({ pseudonymKey: randomBytes(32), ...options })),
  request: (model, more) => ({
    ...{ model, messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 100 },
    ...more,
  }),
  openUpstream: openModelUpstream,
  ...{ subjects: MODEL_SUBJECTS, sent: postsOf, finds: 'record' },
};

/** Its program is the service with toys, which serves every kind and works on it. */
export const TOY_RUNS: TestKind<ToyRunTypes> & { main: string } = {
  ...{ name: 'toy runs', kind: 'toy_run', idPrefix: 'toy', path: 'toy-runs' },
  main: bundleOf(fileURLToPath(new URL('../toy/main.ts', import.meta.url))),
  offer: (kernel, options) => kernel.offer(createToyResource(options)),
  request: (toy, more) => ({ toy, text: 'Hello', ...more }),
  openUpstream: openModelUpstream,
  ...{ subjects: MODEL_SUBJECTS, sent: postsOf, finds: 'record' },
};

/** The operator declares it idempotent. */
const REPEATABLE = 'slow';
/** Subjects that need an input, have another server, or another name. */
const CALLS: Record<string, { tool: string; input: Record<string, string> }> = {
  echo: { tool: 'outside/echo', input: { text: 'Hello' } },
  task: { tool: 'outside/task', input: { text: 'Later' } },
  [BUSY]: { tool: 'outside/echo', input: { text: BUSY } },
  note: { tool: 'counting/note', input: {} },
  [UNHEARD]: { tool: 'outside/task', input: { text: UNHEARD } },
};

/**
 * Tools report no cost, so giving up is no loss; a look-up of a task finds its answer; a tool may report its own
 * failure; and a tool that the operator declares idempotent may be carried out again.
 */
export const TOOL_RUNS: TestKind<ToolRunTypes> = {
  ...{ name: 'tool runs', kind: 'tool_run', idPrefix: 'trun', path: 'tool-runs' },
  offer: (kernel, { registry, unit, limits, tools = outsideTools }) =>
    kernel.offer(
      createToolRunResource({
        ...{ catalog: tools, unit, limits: { ...limits, ...TOOL_LIMITS } },
        registry: registry as unknown as Registry<ToolProvider>,
      }),
    ),
  request: (subject, more) => {
    const name = subject.replace('sandbox/', '');
    return { ...(CALLS[name] ?? { tool: `outside/${name}`, input: {} }), ...more };
  },
  openUpstream: openToolUpstream,
  subjects: {
    load: [
      ...['echo', REPEATABLE, 'task', 'note', 'breaks', 'lost-task', 'counts', 'task', 'fails'],
      'note',
    ],
    certain: [REPEATABLE],
    cancelled: ['echo', 'slow', 'task', 'counts', 'breaks', 'lost-task', 'fails'],
    failures: ['cancelled', 'outcome_unknown', 'tool_error'],
    ...{ answered: 'task', unheard: UNHEARD, lost: 'lost-task' },
  },
  sent: (subject) => ({ least: 1, most: subject === REPEATABLE ? 5 : 1 }),
  finds: 'answer',
};

/** What a job does in QuickJS, by the name of its environment. The first line of its output counts its starts. */
const PROGRAMS: Record<string, { source: string; timeoutSeconds?: number; outputs?: string[] }> = {
  echo: { source: '' },
  slow: { source: 'const until = Date.now() + 300; while (Date.now() < until);' },
  exits: { source: 'job.exit(3);' },
  late: { source: 'for (;;);', timeoutSeconds: 1 },
  keeps: { source: 'job.writeFile("kept", "x".repeat(3e6));', outputs: ['kept'] },
};
export const BEGUN = 'begun';
export const PROGRAM_NAMES = Object.keys(PROGRAMS);

/**
 * Jobs are named before they start, run for long and are watched; the service may repeat their start, because their
 * engine refuses the second one. Whatever began is charged, however it ends.
 */
export const COMPUTE_JOBS: TestKind<ComputeJobTypes> = {
  ...{ name: 'compute jobs', kind: 'compute_job', idPrefix: 'job', path: 'compute-jobs' },
  offer: (kernel, { registry, unit }) =>
    kernel.offer(
      createComputeJobResource({
        ...{ catalog: TEST_ENVIRONMENTS, unit, limits: COMPUTE_LIMITS },
        registry: registry as unknown as Registry<ComputeProvider>,
      }),
    ),
  request(subject, more) {
    const environment = subject.replace('sandbox/', '');
    const { source = '', ...program } = PROGRAMS[environment] ?? {};
    const whole = `console.log('${BEGUN}'); ${source}`;
    return {
      ...{ environment, timeoutSeconds: 30, ...program, source: whole },
      // Many jobs wait, each in a loop.
      ...{ resources: { cpuMillis: 100 }, ...more },
    };
  },
  openUpstream: openComputeUpstream,
  subjects: {
    load: ['echo', 'slow', 'exits', 'late', 'keeps', 'slow'],
    certain: [],
    cancelled: ['slow', 'echo', 'unheard'],
    failures: ['cancelled', 'environment_unavailable'],
    ...{ answered: 'slow', unheard: 'unheard', lost: 'lost' },
  },
  sent: () => ({ least: 1, most: 1 }),
  finds: 'answer',
};

/** A test of every kind knows none of their types. */
export type AnyKind = TestKind<RunTypes>;
export const KINDS: readonly AnyKind[] = [MODEL_RUNS, TOOL_RUNS, TOY_RUNS];
/** Includes the kinds that the service carries out in processes of their own. */
export const KINDS_OF_PROCESSES: readonly AnyKind[] = [...KINDS, COMPUTE_JOBS];

/** For cancels, which end watched runs in another way. */
export const KINDS_THAT_CANCEL: readonly AnyKind[] =
  process.env.EVERY_KIND === undefined ? [MODEL_RUNS, TOOL_RUNS, COMPUTE_JOBS] : KINDS_OF_PROCESSES;

/** For tests whose result depends on whether a look-up finds an answer: all kinds if `EVERY_KIND` is set. */
export const KINDS_THAT_DIFFER: readonly AnyKind[] =
  process.env.EVERY_KIND === undefined ? [MODEL_RUNS, TOOL_RUNS] : KINDS;

/**
 * The kinds of the nth of several tests. If `EVERY_KIND` is set, all kinds; otherwise the tests take turns, so that
 * each test and each kind is played, and no test three times.
 */
export function kindsOfTurn(n: number, kinds: readonly AnyKind[] = KINDS): readonly AnyKind[] {
  return process.env.EVERY_KIND === undefined ? [kinds[n % kinds.length]!] : kinds;
}
