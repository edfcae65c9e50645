/**
 * The Python client as users get it: both packages are built and judged, the wheel is what a deployment serves, its types
 * are checked with mypy and pyright, and its suite runs against the real service and the mock, with the lowest and the
 * highest Python of the machine. A command of its own, because it downloads.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { Option, program } from '@commander-js/extra-typings';
import { Webhook } from 'standardwebhooks';
import { buildClientPackage } from '../../scripts/client-package/index.ts';
import { root } from '../../scripts/fingerprint.ts';
import { execute, isThere } from '../languages/execute.ts';
import { startFixtures } from '../languages/fixtures.ts';
import { CLIENT_PACKAGES } from '../support/python.ts';

const options = program
  .name('npm run check:python --')
  .description('Builds, judges, type-checks and tests the Python client.')
  .argument('[pytest...]', 'arguments of pytest, such as -k once')
  .option('--python <path...>', 'these instead of the lowest and the highest of the machine')
  .option('--tests-only', 'neither builds nor checks types', false)
  .addOption(
    new Option('--keep <folder>', 'keeps the sdist and the wheel there if nothing fails').conflicts(
      ['testsOnly', 'measure'],
    ),
  )
  .option('--measure', 'measures what a call costs beside bare httpx, and does nothing else', false)
  .allowUnknownOption()
  .parse();
const { python, testsOnly, keep, measure } = options.opts();

/** What the client needs, what its suite does, and what speaks chat completions. */
const PACKAGES = [
  ...[...CLIENT_PACKAGES, 'pytest==9.2.0', 'trio==0.35.0'],
  ...['openai==3.57.0', 'langchain-openai==1.7.4', 'litellm==1.110.2'],
  ...['opentelemetry-sdk==1.45.2', 'opentelemetry-exporter-otlp-proto-http==1.45.2'],
  'openinference-instrumentation-openai==0.1.66',
  'pydantic-ai-slim[openai]==2.54.0;python_version<"3.11"',
  'pydantic-ai-slim[openai]==2.68.0;python_version>="3.11"',
];
const TOOLS = [
  ...['build==1.6.1', 'hatchling==1.33.0', 'twine==7.0.0', 'check-wheel-contents==0.6.3'],
  ...['mypy==2.4.1', 'pyright==1.1.414', 'ruff==0.17.6'],
];
const CACHE = join(root, 'node_modules', '.cache', 'python');
const PROJECT = join(root, 'client', 'python');
const DOCS = join(root, 'openapi', 'docs');
const PROGRAMS = globSync(join(DOCS, 'code', '*.py')).filter((file) =>
  readFileSync(file, 'utf8').includes('model_run_client'),
);
/** The shop is played by `test/shop`. */
const PLAYED = ['shop.py'];
/** The programs of the guides that need more than the client. `test/docs/programs.test.ts` runs the others. */
const GUIDES = [
  join(DOCS, 'languages', 'python', 'client.py'),
  ...PROGRAMS.filter(
    (file) => !existsSync(file.replace(/py$/, 'sh')) && !PLAYED.includes(basename(file)),
  ),
];
/** All code that readers of the documentation copy. */
const COPIED = [...new Set([...GUIDES, ...PROGRAMS, ...globSync(join(DOCS, 'samples', '*.py'))])];
const SUITE = join(import.meta.dirname, 'suite');
const LOWEST = 10;

const pythons = python ?? ends(installedPythons());
if (pythons.length === 0) {
  options.error(`error: this machine has no Python 3.${LOWEST} or later`);
}
const folder = await mkdtemp(join(tmpdir(), 'python-client-'));
try {
  const highest = pythons.at(-1)!;
  // The service offers it, and needs no Python to make it.
  const [, wheel] = await buildClientPackage();
  if (!testsOnly && !measure)
    await judgePackages(environment(highest, [...PACKAGES, ...TOOLS]), wheel);
  if (!testsOnly && !measure) await checkTypes(environment(highest, [...PACKAGES, ...TOOLS]));
  for (const each of measure ? [highest] : pythons) await test(each, wheel);
  if (keep !== undefined && process.exitCode === undefined) {
    for (const file of builtPackages()) {
      cpSync(file, join(keep, basename(file)));
      console.log(`ok      kept ${join(keep, basename(file))}`);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The programs of all versions that a machine may have, from the lowest to the highest. */
function installedPythons(): { program: string; minor: number }[] {
  const names = Array.from({ length: 10 }, (_, index) => `python3.${LOWEST + index}`);
  const placed = globSync(join(homedir(), '.pyenv/versions/3.*/bin/python3'));
  return [...names, 'python3', ...placed]
    .flatMap((program) => {
      const minor = minorOf(program);
      return minor !== undefined && minor >= LOWEST ? [{ program, minor }] : [];
    })
    .sort((one, other) => one.minor - other.minor);
}

function minorOf(program: string): number | undefined {
  try {
    const code = 'import sys; print(sys.version_info[1] if sys.version_info[0] == 3 else 0)';
    return Number(execFileSync(program, ['-c', code], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return undefined;
  }
}

function ends(found: { program: string; minor: number }[]): string[] {
  const [lowest, highest] = [found[0], found.at(-1)];
  if (!lowest || !highest) return [];
  return lowest.minor === highest.minor ? [highest.program] : [lowest.program, highest.program];
}

/** The folder of a virtual environment with these packages, which stays for the next run. */
function environment(program: string, packages: string[]): string {
  const hash = createHash('sha256').update(packages.join(' ')).digest('hex');
  const home = join(CACHE, `3.${minorOf(program)}-${hash.slice(0, 16)}`);
  const bin = join(home, 'bin');
  if (isThere(join(bin, 'pytest'))) return bin;
  mkdirSync(CACHE, { recursive: true });
  execFileSync(program, ['-m', 'venv', home], { stdio: 'inherit' });
  execFileSync(join(bin, 'pip'), ['install', '-q', '--disable-pip-version-check', ...packages], {
    stdio: 'inherit',
  });
  return bin;
}

/** The packages of the build backend, and that what deployments offer is the same. */
async function judgePackages(bin: string, served: string): Promise<void> {
  await execute(join(bin, 'python'), [
    '-m',
    'build',
    '--no-isolation',
    '--outdir',
    folder,
    PROJECT,
  ]);
  const built = builtPackages();
  const wheel = built.find((name) => name.endsWith('.whl'))!;
  await execute(join(bin, 'twine'), ['check', '--strict', ...built, served]);
  await execute(join(bin, 'check-wheel-contents'), [wheel, served]);
  const comparison = join(import.meta.dirname, 'same_wheel.py');
  await execute(join(bin, 'python'), [comparison, served, wheel]);
  const names = built.map((name) => basename(name)).join(' and ');
  console.log(`ok      builds ${names}; the wheel that a deployment offers is the same`);
}

function builtPackages(): string[] {
  return globSync(join(folder, '*.{whl,tar.gz}'));
}

async function checkTypes(bin: string): Promise<void> {
  const python = join(bin, 'python');
  const style = ['--no-cache', '--config', join(PROJECT, 'pyproject.toml')];
  await execute(join(bin, 'ruff'), ['check', ...style, PROJECT, import.meta.dirname]);
  await execute(join(bin, 'ruff'), ['format', '--check', ...style, PROJECT, import.meta.dirname]);
  // The samples of the README are code of users.
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const samples = [...readme.matchAll(/^```python\n(.*?)^```/gms)].map(([, code], index) => {
    const file = join(folder, `sample_${index}.py`);
    writeFileSync(file, code!);
    return file;
  });
  const config = ['--config-file', join(PROJECT, 'pyproject.toml'), '--scripts-are-modules'];
  const cached = ['--cache-dir', join(CACHE, 'mypy')];
  const judgedFiles = [join(PROJECT, 'src', 'model_run_client'), ...COPIED, ...samples];
  await execute(python, ['-m', 'mypy', ...config, ...cached, ...judgedFiles], {
    environment: { MYPYPATH: join(PROJECT, 'src') },
  });
  const judged = {
    include: [join(PROJECT, 'src'), ...COPIED, ...samples],
    ...{ typeCheckingMode: 'strict', pythonVersion: `3.${LOWEST}`, reportPrivateUsage: false },
    extraPaths: [join(PROJECT, 'src')],
  };
  writeFileSync(join(folder, 'pyrightconfig.json'), JSON.stringify(judged));
  await execute(join(bin, 'pyright'), ['-p', folder, '--pythonpath', python]);
  console.log(
    'ok      mypy --strict and pyright strict, with the samples of the README and of the docs',
  );
}

async function test(program: string, wheel: string): Promise<void> {
  const bin = environment(program, PACKAGES);
  const installed = join(folder, `installed-3.${minorOf(program)}`);
  const install = ['install', '-q', '--disable-pip-version-check', '--no-deps', '--target'];
  const fixtures = await startFixtures();
  const address = `${fixtures.url}/client/${basename(wheel)}`;
  await execute(join(bin, 'pip'), [...install, installed, address]);
  const mock = spawn(process.execPath, [join(root, 'scripts/mock.ts'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const environment = {
      ...process.env,
      ...{ MODEL_RUN_BASE_URL: fixtures.url, MODEL_RUN_KEY: fixtures.key },
      MODEL_RUN_MOCK: await addressOf(mock),
      ...{ MODEL_RUN_NODE: process.execPath, MODEL_RUN_CLIENT: join(root, 'client', 'node.ts') },
      ...{ MODEL_RUN_README: join(PROJECT, 'README.md'), MODEL_RUN_GUIDES: GUIDES.join(delimiter) },
      MODEL_RUN_CHATS: join(root, 'test', 'client', 'openai', 'chats.ndjson'),
      MODEL_RUN_WEBHOOKS: JSON.stringify(messages()),
      ...{ PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '1' },
    };
    const args = measure
      ? [join(import.meta.dirname, 'measure.py')]
      : ['-m', 'pytest', '-q', '-W', 'error', '-p', 'no:cacheprovider', ...options.args];
    const child = spawn(join(bin, 'python'), args, {
      ...{ cwd: SUITE, env: environment, stdio: 'inherit' },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
    else if (!measure) console.log(`ok      the suite with Python 3.${minorOf(program)}`);
  } finally {
    mock.kill();
    await fixtures.close();
  }
}

async function addressOf(mock: ReturnType<typeof spawn>): Promise<string> {
  let said = '';
  for await (const part of mock.stdout!) {
    said += part;
    const [address] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
    if (address) {
      mock.stdout!.resume();
      return address;
    }
  }
  throw new Error(`The mock did not start: ${said}`);
}

/** The messages of test/client/webhooks.test.ts and those of the contract, signed as they are there. */
function messages() {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const signed = (name: string, body: string, by = secret, sentAt = new Date()) => ({
    ...{ name, body, secret, isGenuine: true },
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': new Webhook(by).sign('msg_1', sentAt, body),
    },
  });
  const document = JSON.parse(
    readFileSync(join(root, 'openapi/generated/developer.json'), 'utf8'),
  ) as { components: { examples: Record<string, { value: unknown }> } };
  const examples = Object.entries(document.components.examples).filter(([name]) =>
    name.startsWith('event-'),
  );
  const simple = JSON.stringify({ type: 'credit.low', timestamp: '', data: {} });
  const credited = signed('simple', simple);
  const { 'webhook-signature': signature, ...unsigned } = credited.headers;
  const rotated = { ...credited.headers, 'webhook-signature': `v1,bm9uZQ== ${signature}` };
  return [
    ...examples.map(([name, { value }]) => signed(name, JSON.stringify(value))),
    ...[credited, { ...credited, name: 'two signatures', headers: rotated }],
    signed('a later event', JSON.stringify({ type: 'something.new', data: { any: 1 } })),
    ...[
      { ...credited, name: 'a body that was changed', body: `${simple} ` },
      signed('an old message', simple, secret, new Date(Date.now() - 600_000)),
      { ...credited, name: 'no signature', headers: unsigned },
      signed('another secret', simple, other),
    ].map((message) => ({ ...message, isGenuine: false })),
  ];
}
