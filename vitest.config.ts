/**
 * Files share a process with the files before them, so that what takes long to load, to compile or to open, such as a
 * browser, is loaded once.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Folders of tests that start processes and browsers, wait for clocks, or play thousands of cases. `test:watch` in
 * package.json leaves them out.
 */
const LONG = [
  'cli',
  'crash',
  'dashboard-browser',
  'db',
  'docs',
  'faults',
  'fuzz',
  'money',
  'outage',
  'races',
  'shop',
];
/** By when the last of them begins, as a part of the whole run: so nothing waits for one at the end. */
const LONG_BEGIN_UNTIL = 0.6;
/** Takes longer than any other file. */
const BEGINS_FIRST = '/test/crash/matrix/';

/** Spreads the files of each folder over the run: what waits runs beside what keeps a processor busy. */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = Map.groupBy(files, folderOf);
    const moments = new Map<TestSpecification, number>();
    for (const [folder, its] of folders) {
      const until = LONG.includes(folder) ? LONG_BEGIN_UNTIL : 1;
      for (const [i, file] of its.entries()) moments.set(file, (i / its.length) * until);
    }
    const momentOf = (file: TestSpecification) =>
      file.moduleId.includes(BEGINS_FIRST) ? -1 : moments.get(file)!;
    return files.toSorted((a, b) => momentOf(a) - momentOf(b));
  }
}

function folderOf({ moduleId }: TestSpecification): string {
  return /\/test\/([^/]+)\//.exec(moduleId)?.[1] ?? '';
}

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: [
      // Of an engine that is large to install: `npm run check:clickhouse`.
      ...(process.env.CHDB_FOLDER === undefined ? ['test/clickhouse/**'] : []),
      // Of a pooler that has to be installed: `npm run check:connections`.
      ...(process.env.TEST_POOLER === undefined ? ['test/connections/pooler.test.ts'] : []),
    ],
    pool: 'forks',
    // More than twice what a small machine has of processors, since half of the tests' time is waiting.
    maxWorkers: 5,
    // A tenth of a worker's time goes into collecting what a short life could as well keep.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    isolate: false,
    // Node runs the sources itself, as it does outside of tests: a seventh less processor time than transforming them.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Of the workers, and of what they start: many short processes load the same code.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'model-run-compile-cache') },
    // One PostgreSQL for the whole run; each test file gets a database of its own in it.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: Spread },
    // Bounds for a test that hangs, wide enough for a slow machine: nothing is measured by them.
    testTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
});
