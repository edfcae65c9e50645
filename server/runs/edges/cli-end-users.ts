/** `end-users`: exports what a workspace has of one end user to a file, and erases it. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from '@commander-js/extra-typings';
import { print } from '../../cli/output.ts';
import { withParts } from '../../cli/session.ts';
import { eraseEndUser, exportEndUser } from '../../compose/end-users.ts';
import { findWorkspace } from '../../workspaces/index.ts';

export function endUsersCommand(): Command {
  return new Command('end-users')
    .description('give out, or erase, what there is of one end user of a workspace')
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

function eraseCommand() {
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
