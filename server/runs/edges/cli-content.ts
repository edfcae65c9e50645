/**
 * `retention`: how long workspaces keep the requests and answers of their runs, and the removal of older ones.
 * `end-users`: exports what a workspace has of one end user to a file, and erases it.
 */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { formatTime, print, table } from '../../cli/output.ts';
import { type Session, withDatabase, withParts } from '../../cli/session.ts';
import { createRetention, eraseEndUser, exportEndUser } from '../../compose/retention.ts';
import { momentOf, uuidToId } from '../../platform/lib/ids.ts';
import {
  changeSettings,
  findWorkspace,
  listWorkspaces,
  readSettings,
} from '../../workspaces/index.ts';
import { purgesOf } from '../index.ts';

export function retentionCommand(): Command {
  return new Command('retention')
    .description('how long content is kept: show and set it, and purge what is due')
    .addCommand(showCommand())
    .addCommand(setCommand())
    .addCommand(purgeCommand());
}

function showCommand() {
  return new Command('show')
    .description('show for how long each workspace keeps content, and until when it was purged')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async (session) => {
        const rows = await kept(session);
        print(options, rows, () =>
          table(
            rows.map(({ name, days, purgedUntil }) => ({
              workspace: name,
              'content is kept': days === null ? 'for good' : `for ${days} days`,
              'purged until': purgedUntil === null ? '' : formatTime(purgedUntil),
            })),
          ),
        );
      }),
    );
}

async function kept({ db, config }: Pick<Session, 'db' | 'config'>) {
  const purges = await purgesOf(db, null);
  const until = new Map(purges.map((purge) => [purge.workspace, momentOf(purge.until)]));
  return Promise.all(
    (await listWorkspaces(db)).map(async ({ id, name }) => {
      const { contentRetentionDays } = await readSettings(db, id);
      const bounds = [contentRetentionDays, config.content.mostDays].filter((days) => days != null);
      return {
        ...{ id: uuidToId('wsp', id), name },
        days: bounds.length === 0 ? null : Math.min(...bounds),
        purgedUntil: until.get(id) ?? null,
      };
    }),
  );
}

function setCommand() {
  return new Command('set')
    .description('say for how long a workspace keeps content')
    .argument('<workspace>', 'name or id of the workspace')
    .addOption(new Option('--days <days>', 'whole days of UTC').argParser(toDays))
    .addOption(new Option('--keep', 'for good, as far as the deployment lets it').conflicts('days'))
    .option('--json', 'print JSON')
    .addHelpText('after', SET_HELP)
    .action((name, { days, keep, ...options }) =>
      withDatabase(async ({ db }) => {
        if (days === undefined && !keep) throw new Error('say --days or --keep');
        const { id: workspace } = await findWorkspace(db, name);
        const change = { contentRetentionDays: days ?? null };
        await changeSettings(db, { workspace, change });
        print(options, change, () =>
          days === undefined
            ? `${name} keeps content for good.`
            : `${name} keeps content for ${days} days. What is older is purged by the next turn of a worker.`,
        );
      }),
    );
}

const SET_HELP = `
Content is what runs were asked and answered, the logs and artifacts of jobs,
and the spans that programs sent. Runs, their money and their usage stay.
CONTENT_RETENTION_DAYS bounds every workspace.

Example:
  npm run cli -- retention set acme --days 90`;

function purgeCommand() {
  return new Command('purge')
    .description('remove at once what is due; workers do so by themselves')
    .argument('[workspace]', 'name or id of the only workspace to look at')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withParts(async ({ db, config, parts }) => {
        const only = name === undefined ? {} : { workspace: (await findWorkspace(db, name)).id };
        const retention = createRetention(config, { ...parts, db });
        const purged = await retention.purge({ withinMs: Number.POSITIVE_INFINITY, ...only });
        print(
          options,
          purged,
          () => `Purged ${purged.months} months as a whole, and ${purged.deleted} runs.`,
        );
      }),
    );
}

function toDays(text: string): number {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= 1 && days <= 36_500) return days;
  throw new InvalidArgumentError('Expected a number of days from 1 to 36500.');
}

export function endUsersCommand(): Command {
  return new Command('end-users')
    .description('export or erase the data of one end user of a workspace')
    .addCommand(exportCommand())
    .addCommand(eraseCommand());
}

function exportCommand() {
  return new Command('export')
    .description(
      'write the runs, outputs, spans and scores of an end user into a file, a JSON object a line',
    )
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<end-user>', 'as programs name them: the endUserId of runs')
    .requiredOption('--out <file>', 'where to write it')
    .option('--json', 'print JSON')
    .addHelpText('after', WHAT)
    .action((name, endUser, { out, ...options }) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        let lines = 0;
        async function* texts() {
          for await (const record of exportEndUser({ db, parts }, { workspace, endUser })) {
            lines += 1;
            yield `${JSON.stringify(record)}\n`;
          }
        }
        // The file appears only once it is complete.
        const part = `${out}.part`;
        try {
          await pipeline(Readable.from(texts()), createWriteStream(part, { mode: 0o600 }));
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
        await rename(part, out);
        print(options, { file: out, lines }, () => `Wrote ${lines} lines to ${out}.`);
      }),
    );
}

export function eraseCommand() {
  return new Command('erase')
    .description('erase an end user for good: all but what the books need')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<end-user>', 'as programs name them: the endUserId of runs')
    .option('--json', 'print JSON')
    .addHelpText('after', WHAT + ERASED)
    .action((name, endUser, options) =>
      withParts(async ({ db, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const erased = await eraseEndUser({ db, parts }, { workspace, endUser });
        print(options, erased, () =>
          [
            `Erased the content of ${erased.runs} runs, and ${erased.spans} spans.`,
            ...(erased.open > 0
              ? [`${erased.open} runs have not ended: repeat the command once they have.`]
              : []),
          ].join('\n'),
        );
        if (erased.open > 0) process.exitCode = 1;
      }),
    );
}

const WHAT = `
That is the runs that name the end user, those of their sessions that name nobody
else, the runs that these wanted, and the spans and scores of all of them.`;

const ERASED = `
What the books need stays: models, states, money, usage under a name that says
nothing, and the request keys, by which a repeat finds its run instead of buying
it again. So keep names of people out of request keys. Processes may tell a run
from memory for ten seconds more. Backups from before still have everything.

Example:
  npm run cli -- end-users erase acme user-4711`;
