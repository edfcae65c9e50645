/** `workspaces`: the owners of keys, runs and money. */
import { Command } from '@commander-js/extra-typings';
import { recordAct } from '../audit-trail/index.ts';
import { formatTime, print, quoted, table } from '../cli/output.ts';
import { withDatabase } from '../cli/session.ts';
import { inviteToSignUp } from '../people/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import {
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  resumeWorkspace,
  suspendWorkspace,
  type Workspace,
} from './index.ts';

export function workspacesCommand(): Command {
  return new Command('workspaces')
    .description('make, list and suspend workspaces, which own keys, runs and money')
    .addCommand(createCommand())
    .addCommand(inviteCommand())
    .addCommand(listCommand())
    .addCommand(suspendCommand())
    .addCommand(resumeCommand());
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
                workspaces.map(({ id, name, createdAt, suspendedAt }) => ({
                  id: uuidToId('wsp', id),
                  name,
                  created: formatTime(createdAt),
                  suspended: suspendedAt ? formatTime(suspendedAt) : '',
                })),
              ),
        );
      }),
    );
}

function suspendCommand() {
  return new Command('suspend')
    .description('let a workspace create no runs, from within a second on')
    .argument('<workspace>', 'name or id of the workspace')
    .requiredOption('--reason <text>', 'why; the people of the workspace read it')
    .option('--json', 'print JSON')
    .addHelpText('after', SUSPEND_HELP)
    .action((name, options) =>
      changeWorkspace(name, options, {
        ...{ kind: 'workspace_suspended', change: suspendWorkspace },
        ...{ changed: 'creates no runs', unchanged: 'was suspended before' },
      }),
    );
}

const SUSPEND_HELP = `
Its people and programs still read everything, runs that it has end as usual,
and auto-recharge charges no card.

Example:
  npm run cli -- workspaces suspend acme --reason "The invoice of June is unpaid"`;

function resumeCommand() {
  return new Command('resume')
    .description('let a suspended workspace create runs again')
    .argument('<workspace>', 'name or id of the workspace')
    .requiredOption('--reason <text>', 'why; the audit trail of the workspace has it')
    .option('--json', 'print JSON')
    .action((name, options) =>
      changeWorkspace(name, options, {
        ...{ kind: 'workspace_resumed', change: resumeWorkspace },
        ...{ changed: 'creates runs again', unchanged: 'was not suspended' },
      }),
    );
}

/** Suspends or resumes a workspace, in one transaction with the record of the act. */
function changeWorkspace(
  name: string,
  options: { reason: string; json?: true },
  {
    kind,
    change,
    changed,
    unchanged,
  }: { kind: string; change: typeof suspendWorkspace; changed: string; unchanged: string },
): Promise<void> {
  return withDatabase(async ({ db }) => {
    const { id, name: workspace } = await findWorkspace(db, name);
    const reason = reasonOf(options.reason);
    const isChanged = await db.transaction(async (tx) => {
      if (!(await change(tx, { workspace: id, why: reason }))) return false;
      await recordAct(tx, { workspace: id, via: 'command_line', kind, reason, detail: {} });
      return true;
    });
    print(
      options,
      { workspace, changed: isChanged },
      () => `${workspace} ${isChanged ? changed : unchanged}.`,
    );
  });
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason !== '' && reason.length <= LONGEST_REASON && !/\p{Cc}/u.test(reason)) return reason;
  const detail = `The reason must have 1 to ${LONGEST_REASON} characters, on one line.`;
  throw new Problem('invalid_request', detail);
}

/** As in the console. */
const LONGEST_REASON = 500;

function toJson({ id, name, createdAt, suspendedAt }: Workspace) {
  return {
    ...{ id: uuidToId('wsp', id), name, createdAt },
    ...(suspendedAt !== null && { suspendedAt }),
  };
}
