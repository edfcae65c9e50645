/**
 * `environments`: adds environments of compute jobs to the compute file, and removes them. It loads nothing that runs
 * jobs.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parseCount, parsePrice } from '../cli/arguments.ts';
import { print, table } from '../cli/output.ts';
import { computeFileOf } from '../compose/compute.ts';
import { readConfig } from '../platform/config/index.ts';
import { StartError } from '../platform/lib/errors.ts';
import type { Decimal } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  type ComputeFileOptions,
  computeFile,
  parseComputeFile,
  readComputeFile,
} from './engines/compute-file.ts';
import { type Environment, JAVASCRIPT } from './engines/environments.ts';

export function environmentsCommand(): Command {
  return new Command('environments')
    .description('add, list and remove environments of compute jobs')
    .addCommand(addCommand())
    .addCommand(listCommand())
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
    .option('--replace', 'replace the environment with this name')
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

function listCommand() {
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
  const text = await computeFile(options.path).read('{}');
  const file = JSON.parse(text) as Partial<File>;
  // What the service offers without a file stays on offer.
  const { id, engine, description, pricing } = JAVASCRIPT;
  return { ...file, environments: file.environments ?? { [id]: { engine, description, pricing } } };
}

async function save(options: ComputeFileOptions, file: File) {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  const read = await parseComputeFile(text, options);
  await computeFile(options.path).write(text);
  return read;
}

function parseNumber(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a number such as 0.5.');
}
