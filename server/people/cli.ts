/** `members`: who may sign in to the dashboard of a workspace, and with which role. */
import { Command, Option } from '@commander-js/extra-typings';
import { formatTime, print, table } from '../cli/output.ts';
import { type Session, withDatabase, withParts } from '../cli/session.ts';
import type { Config } from '../platform/config/index.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  type CreatedInvitation,
  createInvitation,
  type Invitation,
  joinPath,
  listInvitations,
  listMembers,
  type Member,
  ROLES,
  removeSecondFactor,
  resetPassword,
} from './index.ts';
import { letGo } from './memberships.ts';

export function membersCommand(): Command {
  return new Command('members')
    .description('who uses the dashboard of a workspace: invite, list, remove, help back in')
    .addCommand(inviteCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())
    .addCommand(resetPasswordCommand())
    .addCommand(removeSecondFactorCommand());
}

function inviteCommand() {
  return new Command('invite')
    .description('make a link by which somebody joins; it is shown once, and works once')
    .argument('<workspace>', 'name or id of the workspace')
    .addOption(
      new Option('--role <role>', 'what they may do').choices(ROLES).default('member' as const),
    )
    .option('--email <address>', 'the only address that may use it')
    .option('--json', 'print JSON')
    .addHelpText('after', INVITE_HELP)
    .action((name, options) =>
      withDatabase(async ({ db, config }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const { role, email } = options;
        const sendsMail = config.mail !== undefined;
        const created = await createInvitation(db, { workspace, role, email, sendsMail });
        const url = urlOf(created, config);
        const { mailed } = created;
        print(options, { invitation: invitationToJson(created.invitation), url, mailed }, () =>
          [
            `Whoever opens this link${email === undefined ? '' : `, as ${email},`} joins ${name} as ${role}.`,
            `It works once, until ${formatTime(created.invitation.expiresAt)}:`,
            '',
            `  ${url}`,
            ...(mailed ? ['', `A mail with a link of its own is on its way to ${email}.`] : []),
          ].join('\n'),
        );
      }),
    );
}

const INVITE_HELP = `
A member reads and makes keys; an admin also revokes and invites; an owner also
changes roles. CREDIT_BY says who credits the wallet: without it an admin, and in
production the operator alone. The link starts with PUBLIC_URL.

Examples:
  npm run cli -- members invite acme --role owner
  npm run cli -- members invite acme --role member --email ada@example.com`;

function listCommand() {
  return new Command('list')
    .description('list the members of a workspace, and the invitations that are open')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--json', 'print JSON')
    .action((name, options) =>
      withDatabase(async ({ db }) => {
        const { id } = await findWorkspace(db, name);
        const members = await all((before) => listMembers(db, id, { limit: 100, before }));
        const invitations = await all((before) => listInvitations(db, id, { limit: 100, before }));
        const value = {
          members: members.map(memberToJson),
          invitations: invitations.map(invitationToJson),
        };
        print(options, value, () => describeAll(members, invitations));
      }),
    );
}

function removeCommand() {
  return new Command('remove')
    .description('take somebody out of a workspace; the last owner stays')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<user>', 'email address or id, as members list shows them')
    .option('--revoke-keys', 'also revoke the keys that they made')
    .option('--json', 'print JSON')
    .addHelpText('after', REMOVE_HELP)
    .action((name, user, options) =>
      withParts(async ({ db, parts: { runs } }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const member = await findMember(db, workspace, user);
        const { revokeKeys = false } = options;
        const { activeKeys, revokedKeys } = await letGo(
          db,
          { workspace, user: member.user, revokeKeys },
          runs.failUnsentRunsOfKeys,
        );
        print(options, { ...memberToJson(member), activeKeys, revokedKeys }, () =>
          [
            `${member.email} is no longer a member.`,
            ...(revokedKeys > 0
              ? [`Keys that they made and that are revoked: ${revokedKeys}.`]
              : []),
            ...(activeKeys > 0
              ? [`Keys that they made and that go on working: ${activeKeys}.`]
              : []),
          ].join('\n'),
        );
      }),
    );
}

const REMOVE_HELP = `
Without --revoke-keys, keys that they made go on working: keys list shows them.

Example:
  npm run cli -- members remove acme ada@example.com --revoke-keys`;

function resetPasswordCommand() {
  return new Command('reset-password')
    .description('give somebody a new password; it is shown once')
    .argument('<email>', 'email address of the user')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nEnds every session of the user, who changes it in the settings.')
    .action((email, options) =>
      withDatabase(async ({ db }) => {
        const password = await resetPassword(db, email);
        print(options, { email, password }, () =>
          [
            `${email} signs in from now on with this password, shown only now:`,
            '',
            `  ${password}`,
          ].join('\n'),
        );
      }),
    );
}

function removeSecondFactorCommand() {
  return new Command('remove-second-factor')
    .description('let somebody who lost the second factor sign in with the password alone')
    .argument('<email>', 'email address of the user')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nBe sure who asks: anybody who has the password can sign in from then on.',
    )
    .action((email, options) =>
      withDatabase(async ({ db }) => {
        const removed = await removeSecondFactor(db, email);
        print(options, { email, removed }, () =>
          removed
            ? `${email} signs in with the password alone from now on.`
            : `${email} has no second factor.`,
        );
      }),
    );
}

async function findMember(db: Session['db'], workspace: string, user: string): Promise<Member> {
  const id = idToUuid('user', user);
  const members = await all((before) => listMembers(db, workspace, { limit: 100, before }));
  const found = members.find((member) => member.user === id || member.email === user.toLowerCase());
  if (found) return found;
  throw new Problem('not_found', `There is no member ${user}: members list shows them.`);
}

/** All pages of a list. */
async function all<Row>(
  read: (before: string | undefined) => Promise<{ data: Row[]; next: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let before: string | undefined;
  do {
    const page = await read(before);
    rows.push(...page.data);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return rows;
}

function urlOf({ token }: CreatedInvitation, { http }: Config): string {
  return (http.publicUrl ?? `http://localhost:${http.port}`) + joinPath(token);
}

function describeAll(members: Member[], invitations: Invitation[]): string {
  const rows = members.map((member) => ({
    id: uuidToId('user', member.user),
    email: member.email,
    name: member.name,
    role: member.role,
    since: formatTime(member.joinedAt),
  }));
  const open = invitations.map(({ id, email, role, expiresAt }) => ({
    invitation: uuidToId('inv', id),
    for: email ?? 'whoever has the link',
    role,
    expires: formatTime(expiresAt),
  }));
  const parts = [
    rows.length === 0 ? 'There is no member: npm run cli -- members invite' : table(rows),
    ...(open.length === 0 ? [] : [table(open)]),
  ];
  return parts.join('\n\n');
}

function memberToJson({ user, name, email, role, joinedAt }: Member) {
  return { user: uuidToId('user', user), name, email, role, joinedAt };
}

function invitationToJson({ id, role, email, createdAt, expiresAt, createdBy }: Invitation) {
  return {
    ...{ id: uuidToId('inv', id), role, email, createdAt, expiresAt },
    createdBy: createdBy && { ...createdBy, id: uuidToId('user', createdBy.id) },
  };
}
