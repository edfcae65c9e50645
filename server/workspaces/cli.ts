/** `workspaces`: the owners of keys, runs and money. */
import { Command } from '@commander-js/extra-typings';
import { formatTime, print, quoted, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { createWorkspace, listWorkspaces, type Workspace } from './index.ts';

export function workspacesCommand(): Command {
  return new Command('workspaces')
    .description('make and list workspaces, which own keys, runs and money')
    .addCommand(createCommand())
    .addCommand(listCommand());
}

function createCommand() {
  return new Command('create')
    .description('make a workspace, with an empty wallet')
    .argument('<name>', 'unique name, 1 to 100 characters')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  npm run cli -- workspaces create acme')
    .action((name, options) =>
      withDatabase(async ({ db }) => {
        const workspace = await createWorkspace(db, { name });
        print(options, toJson(workspace), () =>
          [
            `Made workspace ${workspace.name} (${uuidToId('wsp', workspace.id)}). Its wallet is empty; fill it:`,
            `  npm run cli -- wallet credit ${quoted(name)} --amount 25.00 --reference invoice-1001`,
          ].join('\n'),
        );
      }),
    );
}

function listCommand() {
  return new Command('list')
    .description('list all workspaces, oldest first')
    .option('--json', 'print JSON')
    .action((options) =>
      withDatabase(async ({ db }) => {
        const workspaces = await listWorkspaces(db);
        print(options, workspaces.map(toJson), () =>
          workspaces.length === 0
            ? 'There is no workspace yet: npm run cli -- workspaces create NAME'
            : table(
                workspaces.map(({ id, name, createdAt }) => ({
                  id: uuidToId('wsp', id),
                  name,
                  created: formatTime(createdAt),
                })),
              ),
        );
      }),
    );
}

function toJson({ id, name, createdAt }: Workspace) {
  return { id: uuidToId('wsp', id), name, createdAt };
}
