/**
 * The tests run in three projects. Those of `apart` start processes and browsers, and wait for clocks: they begin
 * first, so that nothing waits for them at the end. Files of the others share a process with the files before
 * them: what takes long to load and to compile is loaded and compiled once. `quick` are those that know no
 * HTTP, for the inner loop.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests mostly wait, the longest first. */
const APART = ['crash', 'dashboard-browser', 'cli', 'races', 'upgrade', 'faults', 'db', 'docs'];

const QUICK = ['config', 'kernel', 'keys', 'ledger', 'providers', 'resources'];

const filesOf = (folder: string) => `test/${folder}/**/*.test.ts`;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const folder = /\/test\/([^/]+)\//.exec(moduleId)?.[1] ?? '';
  const rank = APART.indexOf(folder);
  return rank < 0 ? APART.length : rank;
}

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // One PostgreSQL for the whole run; each test file gets a database of its own in it.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Bounds for a test that hangs, wide enough for a slow machine: nothing is measured by them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'apart', include: APART.map(filesOf) } },
      { extends: true, test: { name: 'quick', isolate: false, include: QUICK.map(filesOf) } },
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...APART, ...QUICK].map(filesOf),
        },
      },
    ],
  },
});
