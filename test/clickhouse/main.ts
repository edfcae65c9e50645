/**
 * The spans of programs in ClickHouse: the promises of the port, and the API on top of it, with ClickHouse's own engine
 * as chDB. Not part of the quick gate, because the engine is a download of 150 MB and takes 540 MB on the disk.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/fingerprint.ts';
import { startClickHouse } from '../support/clickhouse.ts';

const CHDB = 'chdb@3.4.0';
/** Whole files of other tests, with the service on ClickHouse. */
const OF_THE_SERVICE = [
  ...[
    'test/service/otlp.test.ts',
    'test/service/traces.test.ts',
    'test/service/trace-bounds.test.ts',
  ],
  ...['test/observability/reported.test.ts', 'test/observability/export.test.ts'],
];

const folder = process.env.CHDB_FOLDER ?? (await install());
const clickHouse = await startClickHouse(folder);
const own = await vitest(['test/observability/span-store.test.ts', 'test/clickhouse'], {
  CHDB_FOLDER: folder,
});
const ofService = await vitest(OF_THE_SERVICE, { TEST_CLICKHOUSE_URL: clickHouse.url });
await clickHouse.close();
process.exitCode = own || ofService;

async function install(): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', CHDB.replace('@', '-'));
  if (await isThere(join(folder, 'node_modules', 'chdb'))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  // The variables of `npm run` describe this project, not that folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
  const options = { cwd: folder, env };
  const code = await run('npm', ['install', '--no-audit', '--no-fund', CHDB], options);
  if (code !== 0) throw new Error(`${CHDB} could not be installed`);
  return folder;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function vitest(files: readonly string[], environment: Record<string, string>): Promise<number> {
  const [command, ...rest] = [
    process.execPath,
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
  ];
  return run(command!, [...rest, ...files], { cwd: root, env: { ...process.env, ...environment } });
}

async function run(command: string, args: readonly string[], options: object): Promise<number> {
  const [code] = await once(spawn(command, args, { stdio: 'inherit', ...options }), 'exit');
  return (code as number | null) ?? 1;
}
