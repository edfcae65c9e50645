/**
 * The tests run in three projects. Those of `apart` start processes and browsers, wait for clocks or play thousands
 * of cases: they begin first, so that nothing waits for them at the end. `quick` are those that know no HTTP, for
 * the inner loop. Files share a process with the files before them: what takes long to load, to compile and to open,
 * a browser among them, is had once.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests take long, the longest first. */
const APART = [
  ...['crash', 'dashboard-browser', 'faults', 'cli', 'races', 'fuzz', 'docs', 'money', 'upgrade'],
  'db',
];

const QUICK = ['config', 'kernel', 'keys', 'ledger', 'providers', 'resources'];

const filesOf = (folder: string) => `test/${folder}/**/*.test.ts`;

/** One file of each folder in turn: what keeps a processor busy runs beside what waits. */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const taken = new Map<string, number>();
    const turns = new Map(
      files.map((file) => {
        const folder = folderOf(file);
        const turn = taken.get(folder) ?? 0;
        taken.set(folder, turn + 1);
        return [file, APART.includes(folder) ? turn : files.length];
      }),
    );
    return files.toSorted((a, b) => turns.get(a)! - turns.get(b)! || rankOf(a) - rankOf(b));
  }
}

function rankOf(file: TestSpecification): number {
  const rank = APART.indexOf(folderOf(file));
  return rank < 0 ? APART.length : rank;
}

function folderOf({ moduleId }: TestSpecification): string {
  return /\/test\/([^/]+)\//.exec(moduleId)?.[1] ?? '';
}

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than a small machine has processors, since a third of the tests' time is waiting. With four, each test
    // takes so much longer that all take longer.
    maxWorkers: 3,
    isolate: false,
    // Of the workers, and of what they start: many short processes load the same code.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'model-run-compile-cache') },
    // One PostgreSQL for the whole run; each test file gets a database of its own in it.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: InTurns },
    // Bounds for a test that hangs, wide enough for a slow machine: nothing is measured by them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'apart', include: APART.map(filesOf) } },
      { extends: true, test: { name: 'quick', include: QUICK.map(filesOf) } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...APART, ...QUICK].map(filesOf),
        },
      },
    ],
  },
});
