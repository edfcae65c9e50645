/**
 * Files share a process with the files before them, so that what takes long to load, to compile or to open, such as a
 * browser, is loaded once.
 */
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inShard } from './test/support/shards.ts';

/**
 * What a run with `SHARD` plays a part of: the surfaces around the money and the runs, and files that take long because they
 * start processes, browsers or engines, or play many cases. Long tables within files are divided in the same way.
 */
const SHARDED = [
  'test/{broadcast,cli,client,connections,crash,dashboard,dashboard-browser,docs,encryption,engines}/**/*.test.ts',
  'test/{fuzz,mock,observability,operator,outage,prompts,races,release,service,targets,telemetry}/**/*.test.ts',
  'test/{shop,upgrade,users,webhooks}/**/*.test.ts',
  'test/**/{canaries,command-line,compute-*,embedded-*,examples,package,served}.test.ts',
  'test/{architecture/commands,faults/engines,kernel/costly-json}.test.ts',
  'test/contract/{references,released,rules}.test.ts',
  'test/providers/mcp/{isolation,stdio,third-parties}.test.ts',
  'test/tools/live-servers.test.ts',
];
/** Those of them that every run plays: one of each kind, and those that divide a table of their own. */
const ALWAYS = [
  'test/cli/start.test.ts',
  'test/client/runs.test.ts',
  'test/crash/matrix/matrix.test.ts',
  'test/dashboard/money.test.ts',
  'test/dashboard-browser/first-use.test.ts',
  'test/races/revocation.test.ts',
  'test/service/{answers,idempotency,key-limits,order-of-checks,refusals,run-life,waiting}.test.ts',
  'test/users/sessions.test.ts',
];
const sharded = globSync(SHARDED, { exclude: ALWAYS }).toSorted();
const ofOtherShards = new Set(sharded).difference(new Set(inShard(sharded)));

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

/** Spreads the files of each folder over the run: what waits runs beside what keeps a processor busy. */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = Map.groupBy(files, folderOf);
    const moments = new Map<TestSpecification, number>();
    for (const [folder, its] of folders) {
      const until = LONG.includes(folder) ? LONG_BEGIN_UNTIL : 1;
      for (const [i, file] of its.entries()) moments.set(file, (i / its.length) * until);
    }
    return files.toSorted((a, b) => moments.get(a)! - moments.get(b)!);
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
      ...ofOtherShards,
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
