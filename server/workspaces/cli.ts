/** `workspaces`: the owners of keys, runs and money. */
import { Command } from '@commander-js/extra-typings';
import { formatTime, print, quoted, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { inviteToSignUp } from '../people/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { createWorkspace, listWorkspaces, type Workspace } from './index.ts';

export function workspacesCommand(): Command {
  return new Command('workspaces')
    .description('make and list workspaces, which own keys, runs and money')
    .addCommand(createCommand())
    .addCommand(inviteCommand())
    .addCommand(listCommand());
}

function createCommand() {
  return new Command('create')
    .description('make a workspace, with an empty wallet')
    .argument('<name>', 'a name that no other workspace has, 1 to 100 characters')
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

function inviteCommand() {
  return new Command('invite')
    .description('make a link by which somebody new makes a workspace of their own; it works once')
    .requiredOption('--email <address>', 'what they will sign in with')
    .option('--json', 'print JSON')
    .addHelpText('after', INVITE_HELP)
    .action((options) =>
      withDatabase(async ({ db, config: { http, mail } }) => {
        const mailed = mail !== undefined;
        const made = await inviteToSignUp(db, { email: options.email, sendsMail: mailed });
        const { email, path, expiresAt } = made;
        const url = (http.publicUrl ?? `http://localhost:${http.port}`) + path;
        print(options, { email, url, mailed, expiresAt }, () =>
          [
            `Whoever opens this link makes an account for ${email}, and names a workspace.`,
            `It works once, until ${formatTime(expiresAt)}:`,
            '',
            `  ${url}`,
            ...(mailed ? ['', `A mail with a link of its own is on its way to ${email}.`] : []),
          ].join('\n'),
        );
      }),
    );
}

const INVITE_HELP = `
Works whatever SIGN_UP is. Somebody who has an account joins a workspace that you make:
workspaces create, then members invite.

Example:
  npm run cli -- workspaces invite --email ada@example.com`;

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
