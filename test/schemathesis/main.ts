/**
 * Both contracts under schemathesis, a third-party fuzzer that knows only the documents of this service: all of its
 * phases and checks, against a running service. Not part of the quick gate, because it downloads, and takes minutes.
 * hooks.py says what schemathesis can't read from a contract, and what it misunderstands.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option, program } from '@commander-js/extra-typings';
import { root } from '../../scripts/fingerprint.ts';
import { execute, isThere } from '../languages/execute.ts';
import { startFixtures } from './fixtures.ts';
import { acceptedOf, type Event, neverAccepted } from './report.ts';

const VERSION = '4.32.5';
/** With brotli; otherwise it reads no compressed page. */
const PACKAGES = [`schemathesis==${VERSION}`, 'brotli==1.2.1'];
const HOOKS = fileURLToPath(new URL('hooks.py', import.meta.url));
const DOCUMENTS = { developer: '/openapi.json', dashboard: '/v1/dashboard/openapi.json' };
/** Only the payment provider can sign its events. */
const NOT_FROM_HERE = 'POST /v1/dashboard/payment-events';
const NAMES = Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[];
const PHASES = 'examples,coverage,fuzzing,stateful';

const command = program
  .name('npm run check:schemathesis --')
  .description('Fuzzes a running service by its OpenAPI documents.')
  .addOption(new Option('--document <name>', 'only this one').choices(NAMES))
  .option('--phases <names>', 'only these, with commas', PHASES)
  .option('--examples <count>', 'most generated requests of an operation and phase', '25')
  .option('--program <path>', 'schemathesis where it is installed already')
  .option('--seed <number>', 'repeats what a run with this seed has tried')
  .parse();
const { document, examples, phases, program: path, seed } = command.opts();

const fuzzer = path ?? (await install());
const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
// The service reads the page at its start, and the client's package that it offers for download.
await execute(process.execPath, [join(root, 'scripts', 'docs.ts'), '--if-stale']);
await execute(process.execPath, [join(root, 'scripts', 'client-package.ts')]);
let isFaultless = true;
try {
  for (const name of document === undefined ? NAMES : [document as keyof typeof DOCUMENTS]) {
    // One of its own: what the other document has made uses up what a workspace may have.
    const fixtures = await startFixtures();
    try {
      isFaultless = (await fuzz(name, fixtures)) && isFaultless;
    } finally {
      await fixtures.close();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isFaultless ? 0 : 1;

/** Keeps it next to the caches of other tools; returns the path of its program. */
async function install(): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'schemathesis', VERSION);
  const installed = join(folder, 'bin', 'schemathesis');
  if (isThere(installed)) return installed;
  if (!isThere('python3'))
    command.error('error: this machine has no python3, which schemathesis needs');
  try {
    await mkdir(folder, { recursive: true });
    await execute('python3', ['-m', 'venv', '--clear', folder]);
    await execute(join(folder, 'bin', 'pip'), ['install', '--quiet', ...PACKAGES]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    command.error(
      `error: schemathesis could not be installed with python3, venv and pip: ${reason}`,
    );
  }
  return installed;
}

/** Whether nothing failed, and every operation accepted something. */
async function fuzz(
  name: keyof typeof DOCUMENTS,
  fixtures: Awaited<ReturnType<typeof startFixtures>>,
): Promise<boolean> {
  const report = join(folder, `${name}.ndjson`);
  const args = [
    ...['run', fixtures.url + DOCUMENTS[name], '--max-examples', examples],
    ...['--phases', phases, '--checks', 'all'],
    ...['--continue-on-failure', '--request-timeout', '70'],
    // A request may wait for the end of its run.
    ...['--max-response-time', '70'],
    ...['--report', 'ndjson', '--report-ndjson-path', report],
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(name === 'developer' ? ['--header', `Authorization: Bearer ${fixtures.key}`] : []),
  ];
  const child = spawn(fuzzer, args, {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: HOOKS,
      MODEL_RUN_BASE_URL: fixtures.url,
      WORKSPACE: fixtures.workspace,
      EMAIL: fixtures.email,
      PASSWORD: fixtures.password,
      KEY: fixtures.key,
      MAILBOX: fixtures.mailbox,
      TERMS_URL: fixtures.termsUrl,
    },
  });
  const [code] = await once(child, 'exit');
  const accepted = acceptedOf(await readEvents(report));
  accepted.delete(NOT_FROM_HERE);
  const refusing = neverAccepted(accepted);
  console.log(
    `${accepted.size - refusing.length} of ${accepted.size} operations accepted a request`,
  );
  for (const operation of refusing) console.error(`No request was accepted: ${operation}`);
  return code === 0 && refusing.length === 0;
}

async function readEvents(file: string): Promise<Event[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Event);
}
