/**
 * The kinds of runs that the tests of the run kernel are played with: what holds for one holds for all. What differs
 * stands in the description of a kind.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ComputeProvider } from '../../server/providers/compute-provider.ts';
import type { Registry } from '../../server/providers/index.ts';
import type { ToolProvider } from '../../server/providers/tool-provider.ts';
import {
  type ComputeJobTypes,
  createComputeJobResource,
} from '../../server/resources/compute-jobs/index.ts';
import {
  createModelRunResource,
  type ModelRunOptions,
  type ModelRunTypes,
} from '../../server/resources/model-runs/index.ts';
import {
  createToolRunResource,
  type ToolRunTypes,
} from '../../server/resources/tool-runs/index.ts';
import type { RunKernel, Runs, RunTypes } from '../../server/runs/index.ts';
import type { ToolCatalog } from '../../server/tools/index.ts';
import { createToyResource, type ToyRunTypes } from '../toy/resource.ts';
import { COMPUTE_LIMITS, openComputeUpstream, TEST_ENVIRONMENTS } from './compute-upstream.ts';
import { freePort } from './free-port.ts';
import { bundleOf } from './program.ts';
import { outsideTools, TOOL_LIMITS } from './tool-runs.ts';
import { BUSY, openModelUpstream, openToolUpstream, UNHEARD, type Upstream } from './upstreams.ts';

export interface TestKind<T extends RunTypes> {
  name: string;
  /** In the tables. */
  kind: string;
  idPrefix: string;
  offer(kernel: RunKernel, options: KindOptions): Runs<T>;
  /** For what the sandbox has under this name. */
  request(subject: string, more?: object): T['Request'];
  /** Below `/v1/developer`. */
  path: string;
  /** The variable with the port that its API is served at. */
  port: string;
  /** The sandbox with its adapter, for tests without processes. */
  openUpstream(): Promise<Upstream>;
  /** Of the sandbox: what a test wants, by its name there. */
  subjects: Subjects;
  /** How often a run of the subject is sent: at most, and at least where it completes. */
  sent(subject: string): { least: number; most: number };
  /** What a look-up finds of a run that was carried out and not heard of: its answer, or that it ran and what it cost. */
  finds: 'answer' | 'record';
}

export interface Subjects {
  /** Enough to meet every seam: answers, slow ones, lost ones, refusals. */
  load: readonly string[];
  /** Those of them that complete, whatever is killed. */
  certain: readonly string[];
  /** What cancels meet. */
  cancelled: readonly string[];
  /** Why one of those may fail. */
  failures: readonly string[];
  /** Has a reference, and is answered. */
  answered: string;
  /** Has a reference, is carried out, and its answer is lost. */
  unheard: string;
  /** Has a reference that nobody knows of. */
  lost: string;
}

export type KindOptions = Omit<ModelRunOptions, 'attributionKey'> &
  Partial<Pick<ModelRunOptions, 'attributionKey'>> & {
    /** Instead of those of the sandbox. */
    tools?: ToolCatalog;
  };

/** Models answer late, at first with a refusal, or with a price that is told later. */
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
/** A busy provider has refused the first submission, and provably not executed it: one more is due. */
export function postsOf(subject: string): { least: number; most: number } {
  return subject === 'busy' ? { least: 2, most: 2 } : { least: 1, most: 1 };
}

export const MODEL_RUNS: TestKind<ModelRunTypes> = {
  ...{ name: 'model runs', kind: 'model_run', idPrefix: 'run', path: 'model-runs', port: 'PORT' },
  offer: (kernel, options) =>
    kernel.offer(createModelRunResource({ attributionKey: randomBytes(32), ...options })),
  request: (model, more) => ({
    ...{ model, messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 100 },
    ...more,
  }),
  openUpstream: openModelUpstream,
  ...{ subjects: MODEL_SUBJECTS, sent: postsOf, finds: 'record' },
};

/** Its program is the service with toys, which serves and works on every kind. */
export const TOY_RUNS: TestKind<ToyRunTypes> & { main: string } = {
  ...{ name: 'toy runs', kind: 'toy_run', idPrefix: 'toy', path: 'toy-runs', port: 'TOY_PORT' },
  main: bundleOf(fileURLToPath(new URL('../toy/main.ts', import.meta.url))),
  offer: (kernel, options) => kernel.offer(createToyResource(options)),
  request: (toy, more) => ({ toy, text: 'Hello', ...more }),
  openUpstream: openModelUpstream,
  ...{ subjects: MODEL_SUBJECTS, sent: postsOf, finds: 'record' },
};

/** The operator calls it idempotent. */
const REPEATABLE = 'slow';
/** Those that are not called without an input, at a server of their own, or by their names. */
const CALLS: Record<string, { tool: string; input: Record<string, string> }> = {
  echo: { tool: 'outside/echo', input: { text: 'Hello' } },
  task: { tool: 'outside/task', input: { text: 'Later' } },
  [BUSY]: { tool: 'outside/echo', input: { text: BUSY } },
  note: { tool: 'counting/note', input: {} },
  [UNHEARD]: { tool: 'outside/task', input: { text: UNHEARD } },
};

/**
 * Tools tell no cost, so what is given up is no loss; a task is looked up with its answer; a tool may say that it
 * failed; and one that the operator calls idempotent may be carried out again.
 */
export const TOOL_RUNS: TestKind<ToolRunTypes> = {
  ...{ name: 'tool runs', kind: 'tool_run', idPrefix: 'trun', path: 'tool-runs', port: 'PORT' },
  offer: (kernel, { registry, unit, limits, tools = outsideTools }) =>
    kernel.offer(
      createToolRunResource({
        ...{ catalog: tools, unit, limits: { ...limits, ...TOOL_LIMITS } },
        registry: registry as Registry as unknown as Registry<ToolProvider>,
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

/** What a job does in QuickJS, by the name of its environment. The first line that it prints counts its starts. */
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
 * Jobs are named before they start, run for long and are watched; their start may be repeated, because their engine
 * refuses the second one. Whatever began is bought, however it ends.
 */
export const COMPUTE_JOBS: TestKind<ComputeJobTypes> = {
  ...{ name: 'compute jobs', kind: 'compute_job', idPrefix: 'job', path: 'compute-jobs' },
  port: 'PORT',
  offer: (kernel, { registry, unit }) =>
    kernel.offer(
      createComputeJobResource({
        ...{ catalog: TEST_ENVIRONMENTS, unit, limits: COMPUTE_LIMITS },
        registry: registry as Registry as unknown as Registry<ComputeProvider>,
      }),
    ),
  request(subject, more) {
    const environment = subject.replace('sandbox/', '');
    const { source = '', ...program } = PROGRAMS[environment] ?? {};
    const whole = `console.log('${BEGUN}'); ${source}`;
    return {
      ...{ environment, timeoutSeconds: 30, ...program, source: whole },
      // Many of them wait, and do so in turns of a loop.
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

/** A test that is played with every kind knows none of their types. */
export type AnyKind = TestKind<RunTypes>;
export const KINDS: readonly AnyKind[] = [MODEL_RUNS, TOOL_RUNS, TOY_RUNS];
/** With those that processes of the service carry out in processes of their own. */
export const KINDS_OF_PROCESSES: readonly AnyKind[] = [...KINDS, COMPUTE_JOBS];

/** For cancels, which end what is watched in another way. */
export const KINDS_THAT_CANCEL: readonly AnyKind[] =
  process.env.EVERY_KIND === undefined ? [MODEL_RUNS, TOOL_RUNS, COMPUTE_JOBS] : KINDS_OF_PROCESSES;

/** For what has another end where a look-up finds an answer: all kinds where `EVERY_KIND` is set. */
export const KINDS_THAT_DIFFER: readonly AnyKind[] =
  process.env.EVERY_KIND === undefined ? [MODEL_RUNS, TOOL_RUNS] : KINDS;

/**
 * The kinds of the nth of several tests. All of them are played with every kind where `EVERY_KIND` is set, and else
 * by turns, so that every test and every kind is played, and no test three times.
 */
export function kindsOfTurn(n: number, kinds: readonly AnyKind[] = KINDS): readonly AnyKind[] {
  return process.env.EVERY_KIND === undefined ? [kinds[n % kinds.length]!] : kinds;
}

/** Free ones, for a process that serves all kinds: by the variable that tells it. */
export async function portsOfKinds(): Promise<Record<string, string>> {
  const variables = new Set(KINDS.map(({ port }) => port));
  const ports = await Promise.all(
    [...variables].map(async (name) => [name, String(await freePort())]),
  );
  return Object.fromEntries(ports) as Record<string, string>;
}
