/**
 * `compute`: the environments of compute jobs that are on offer, and the jobs that ran in them, with their output;
 * `environments`: adds environments to the compute file, and removes them.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { parseCount } from '../cli/duration.ts';
import { print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { computeFileOf } from '../compose/compute.ts';
import { readConfig } from '../platform/config/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import { writeOwnFile } from '../platform/lib/files.ts';
import { type Decimal, parseDecimal } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { cancelRun, findRun, listRuns, showRun } from '../runs/edges/cli.ts';
import { type Run, STATES } from '../runs/index.ts';
import {
  type ComputeFileOptions,
  parseComputeFile,
  readComputeFile,
} from './engines/compute-file.ts';
import { type Environment, JAVASCRIPT } from './engines/environments.ts';
import type { Capacity } from './engines/machine.ts';
import { COMPUTE_JOBS, type ComputeJobFacts } from './index.ts';
import { readLog } from './outputs.ts';
import { toEnvironment } from './present.ts';

export function computeCommand(): Command {
  return new Command('compute')
    .description('list what code can run in, and list, show, read and cancel the jobs')
    .addCommand(offeredCommand())
    .addCommand(machineCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(logsCommand())
    .addCommand(cancelCommand());
}

function offeredCommand() {
  return new Command('environments')
    .description('list what code can run in, with its isolation, bounds and prices')
    .option('--json', 'print JSON')
    .action((options) =>
      withParts(async ({ unit, parts: { compute } }) => {
        const environments = compute.catalog.list().map(toEnvironment);
        print(options, environments, () =>
          environments.length === 0
            ? 'No environment is offered: see COMPUTE_FILE, COMPUTE_MAX_JOBS and COMPUTE_MIN_ISOLATION.'
            : table(environments.map((environment) => toRow(environment, unit.currency))),
        );
      }),
    );
}

function toRow(environment: ReturnType<typeof toEnvironment>, currency: string) {
  const { id, kind, isolation, network, pricing, billedTime } = environment;
  const { maxCpuMillis, maxMemoryMb, maxTimeoutSeconds } = environment;
  const price = currency.toLowerCase();
  return {
    ...{ environment: id, kind, isolation, network },
    ...{ cpu: String(maxCpuMillis / 1_000), mib: String(maxMemoryMb) },
    seconds: String(maxTimeoutSeconds),
    'billed by': billedTime,
    [`${price} per job`]: pricing.perJob,
    [`${price} per cpu second`]: pricing.perCpuSecond,
    [`${price} per gib second`]: pricing.perGibSecond,
  };
}

function machineCommand() {
  return new Command('machine')
    .description('show what this machine offers to jobs, and how much of that is in use')
    .option('--json', 'print JSON')
    .action((options) =>
      withParts(async ({ parts: { compute } }) => {
        const { capacity } = compute.machine;
        const inUse = await compute.machine.inUse();
        const engines = compute.overheads;
        print(options, { capacity, inUse, engines }, () =>
          [
            table([
              { room: 'offered', ...amountsOf(capacity), waiting: '' },
              { room: 'in use', ...amountsOf(inUse), waiting: String(inUse.waiting) },
            ]),
            ...engines.map(
              ({ engine, overheadMb }) =>
                `A job in ${engine} takes ${overheadMb} MiB besides the memory that is sold.`,
            ),
          ].join('\n'),
        );
      }),
    );
}

function amountsOf({ cpuMillis, memoryMb, jobs }: Capacity) {
  return { cpu: String(cpuMillis / 1_000), mib: String(memoryMb), jobs: String(jobs) };
}

function listCommand() {
  return new Command('list')
    .description('list the compute jobs of a workspace, newest first')
    .argument('<workspace>', 'name or id of the workspace')
    .addOption(
      new Option('--state <states...>', 'only jobs in one of these states').choices(STATES),
    )
    .option('--environment <id>', 'only jobs in this environment')
    .option('--limit <n>', 'jobs at most', parseCount, 20)
    .option('--cursor <cursor>', 'the next page, as the page before named it')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  npm run cli -- compute list acme --state running')
    .action((name, { environment, ...options }) =>
      listRuns(name, { ...options, kind: COMPUTE_JOBS.command, subject: environment }),
    );
}

function showCommand() {
  return new Command('show')
    .description('show one job, how its code ended, and every entry that its money made')
    .argument('<job>', 'id of the job, job_...')
    .option('--json', 'print JSON')
    .action((id, options) => showRun(checked(id), options));
}

function cancelCommand() {
  return new Command('cancel')
    .description('ask that a job end as soon as it can; code that runs is ended and charged')
    .argument('<job>', 'id of the job, job_...')
    .option('--json', 'print JSON')
    .action((id, options) => cancelRun(checked(id), options));
}

function logsCommand() {
  return new Command('logs')
    .description('print what a job has written by now, also while it runs')
    .argument('<job>', 'id of the job, job_...')
    .addOption(
      new Option('--stream <stream>', 'which stream').choices(STREAMS).default('stdout' as const),
    )
    .option('--follow', 'go on until the job has ended')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  npm run cli -- compute logs job_... --follow')
    .action((id, options) =>
      withParts(async ({ db, parts }) => {
        const { stream } = options;
        const write = (text: string) => process.stdout.write(printable(text));
        let [after, text, ended, hasWarned] = [0, '', false, false];
        while (!ended) {
          const { run, workspace } = await findRun({ db, parts }, checked(id));
          const job = run as Run<ComputeJobFacts>;
          const part = await readLog(parts.compute, workspace.id, job, { stream, after });
          ({ next: after, ended } = part);
          if (part.elsewhere && !hasWarned) console.error(ELSEWHERE);
          hasWarned ||= part.elsewhere ?? false;
          if (options.json) text += part.text;
          else write(part.text);
          if (part.text !== '' || ended) continue;
          if (!options.follow) break;
          await pause(PAUSE_MS);
        }
        if (options.json) print(options, { stream, text, next: after, ended }, () => '');
      }),
    );
}

const STREAMS = ['stdout', 'stderr'] as const;
const ELSEWHERE = 'Another machine has the job: its log is here once it has ended.';
const PAUSE_MS = 1_000;

function checked(id: string): string {
  if (id.startsWith(`${COMPUTE_JOBS.idPrefix}_`)) return id;
  throw new Problem('not_found', `There is no compute job ${id}.`);
}

/** A terminal interprets some characters as commands; files and programs get the unchanged bytes. */
function printable(text: string): string {
  return process.stdout.isTTY
    ? text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
    : text;
}

export function environmentsCommand(): Command {
  return new Command('environments')
    .description('add what compute jobs can run in, list it, and take it out')
    .addCommand(addCommand())
    .addCommand(listEntriesCommand())
    .addCommand(removeCommand());
}

function addCommand() {
  return new Command('add')
    .description('sell containers of an image; processes take it up when they start')
    .argument('<id>', 'what jobs name it by, such as python-3.13')
    .option('--rootfs <path>', 'folder or archive (tar) of its files, for runc or gVisor')
    .option('--image <name>', 'image that Docker or Podman has, or that a cluster pulls')
    .option('--engine <name>', 'oci, docker or kubernetes; default by the option above')
    .option('--source <file>', 'take sources: the file that a source becomes')
    .option('--run <words>', 'how that file is run, such as "python3 main.py"')
    .option('--price-per-cpu-second <usd>', 'price of a processor, in US dollars', parsePrice, '0')
    .option('--price-per-gib-second <usd>', 'price of a gibibyte of memory', parsePrice, '0')
    .option('--price-per-job <usd>', 'additional price of a job', parsePrice, '0')
    .option('--cpu <processors>', 'most processors of a job', parseNumber, 1)
    .option('--memory <MiB>', 'most memory of a job', parseCount, 512)
    .option('--timeout <seconds>', 'longest time that a job may take', parseCount, 3_600)
    .option('--replace', 'take the place of the environment that has the name')
    .option('--json', 'print JSON')
    .addHelpText('after', ADD_HELP)
    .action(async (id, options) => {
      const file = computeFileOf(readConfig());
      const before = await readObject(file);
      if (!options.replace && Object.hasOwn(before.environments, id)) {
        throw new Problem('conflict', `${file.path} has ${id} already: see --replace.`);
      }
      const given = entryOf(options);
      const environments = { ...before.environments, [id]: given };
      const saved = await save(file, { ...before, environments });
      const environment = saved.environments.find((each) => each.id === id)!;
      print(options, { environment, file: file.path }, () =>
        [tableOf([environment]), '', `${id} is saved in ${file.path}. ${nextOf(options)}`].join(
          '\n',
        ),
      );
    });
}

/** The file may be for another machine. */
function nextOf({ rootfs }: Pick<Given, 'rootfs'>): string {
  if (rootfs === undefined || existsSync(rootfs)) return 'Start the service again, and it is sold.';
  return `No job can start before ${resolve(rootfs)} is there.`;
}

const ADD_HELP = `
For example, with runc or runsc (gVisor) installed, as root:
  podman create --name alpine docker.io/library/alpine
  podman export alpine --output /srv/alpine.tar
  npm run cli -- environments add alpine --rootfs /srv/alpine.tar \\
    --price-per-cpu-second 0.00002 --price-per-gib-second 0.000002
And at Docker or Podman, with an image that it has:
  npm run cli -- environments add python-3.13 --image python:3.13-slim \\
    --source main.py --run "python3 main.py" --price-per-cpu-second 0.00002

The command writes COMPUTE_FILE, or compute.json in DATA_DIR. JavaScript, which
is offered without a file, stays in it. All else of the file is written by hand.`;

function listEntriesCommand() {
  return new Command('list')
    .description('list the environments of the compute file, with their bounds and prices')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { environments } = await readComputeFile(computeFileOf(readConfig()));
      print(options, environments, () => tableOf(environments));
    });
}

function removeCommand() {
  return new Command('remove')
    .description('sell an environment no more; processes let go of it when they start')
    .argument('<id>', 'what jobs name it by')
    .option('--json', 'print JSON')
    .action(async (id, options) => {
      const file = computeFileOf(readConfig());
      const before = await readObject(file);
      if (!Object.hasOwn(before.environments, id)) {
        throw new Problem('not_found', `${file.path} has no environment ${id}.`);
      }
      const { [id]: _, ...environments } = before.environments;
      await save(file, { ...before, environments });
      print(options, { environment: id, file: file.path }, () => {
        return `${id} is taken out of ${file.path}.`;
      });
    });
}

function tableOf(environments: readonly Environment[]): string {
  return table(
    environments.map(({ id, engine, kind, maxCpuMillis, maxMemoryMb, pricing }) => ({
      ...{ id, engine, takes: kind },
      ...{ cpu: String(maxCpuMillis / 1_000), 'memory MiB': String(maxMemoryMb) },
      'per job': pricing.perJob,
      'per cpu second': pricing.perCpuSecond,
      'per GiB second': pricing.perGibSecond,
    })),
  );
}

interface Given {
  rootfs?: string | undefined;
  image?: string | undefined;
  engine?: string | undefined;
  source?: string | undefined;
  run?: string | undefined;
  pricePerCpuSecond: Decimal;
  pricePerGibSecond: Decimal;
  pricePerJob: Decimal;
  cpu: number;
  memory: number;
  timeout: number;
}

/** As the compute file names it. */
function entryOf(given: Given): object {
  const { rootfs, image, source, run } = given;
  if ((rootfs === undefined) === (image === undefined)) {
    throw new StartError('Give the files of the environment: --rootfs or --image.');
  }
  if ((source === undefined) !== (run === undefined)) {
    throw new StartError('--source and --run are given together.');
  }
  return {
    engine: given.engine ?? (rootfs === undefined ? 'docker' : 'oci'),
    kind: source === undefined ? 'command' : 'source',
    ...{ maxCpu: given.cpu, maxMemoryMb: given.memory, maxTimeoutSeconds: given.timeout },
    pricing: {
      perJob: given.pricePerJob,
      perCpuSecond: given.pricePerCpuSecond,
      perGibSecond: given.pricePerGibSecond,
    },
    options: {
      ...(rootfs !== undefined && { rootfs: resolve(rootfs) }),
      ...(image !== undefined && { image }),
      ...(source !== undefined && { source: { file: source, command: run!.trim().split(/\s+/) } }),
    },
  };
}

type File = Record<string, unknown> & { environments: Record<string, unknown> };

/** The file as it is: members that it leaves out stay left out. */
async function readObject(options: ComputeFileOptions): Promise<File> {
  // Report the faults of the file before a change.
  await readComputeFile({ ...options, mayBeMissing: true });
  const text = await readFile(options.path, 'utf8').catch(() => '{}');
  const file = JSON.parse(text) as Partial<File>;
  // What the service offers without a file stays on offer.
  const { id, engine, description, pricing } = JAVASCRIPT;
  return { ...file, environments: file.environments ?? { [id]: { engine, description, pricing } } };
}

async function save(options: ComputeFileOptions, file: File) {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  const read = await parseComputeFile(text, options);
  await writeOwnFile(options.path, text).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code ?? String(cause);
    throw new StartError(`The compute file ${options.path} cannot be written (${why}).`, { cause });
  });
  return read;
}

function parsePrice(text: string): Decimal {
  const price = parseDecimal(text);
  if (price !== undefined) return price;
  throw new InvalidArgumentError('Write US dollars, such as 0.00002.');
}

function parseNumber(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a number such as 0.5.');
}
