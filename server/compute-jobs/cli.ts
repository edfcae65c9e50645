/** `compute`: the environments of compute jobs that are on offer, and the jobs that ran in them, with their output. */
import { setTimeout as pause } from 'node:timers/promises';
import { Command, Option } from '@commander-js/extra-typings';
import { parseCount } from '../cli/arguments.ts';
import { print, table } from '../cli/output.ts';
import { withParts } from '../cli/session.ts';
import { Problem } from '../platform/lib/problem.ts';
import { cancelRun, findRun, listRuns, showRun } from '../runs/edges/cli.ts';
import { type Run, STATES } from '../runs/index.ts';
import type { Capacity } from './engines/machine.ts';
import { COMPUTE_JOBS, type ComputeJobFacts } from './index.ts';
import { readLog } from './outputs.ts';
import { toEnvironment } from './present.ts';

export function computeCommand(): Command {
  return new Command('compute')
    .description('list environments, and list, show and cancel jobs and read their logs')
    .addCommand(environmentsCommand())
    .addCommand(machineCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(logsCommand())
    .addCommand(cancelCommand());
}

function environmentsCommand() {
  return new Command('environments')
    .description('list environments of compute jobs, with their isolation, bounds and prices')
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
