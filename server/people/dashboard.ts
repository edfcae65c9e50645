/**
 * People over HTTP: sessions, members, invitations, and the account of the signed-in user. Translates requests into
 * calls of `users`, and translates its answers back; makes no decision on access beyond those of the gate, except
 * `checkRights`, which the handlers of other areas call.
 */

import type * as contract from '../../openapi/generated/dashboard.ts';
import { callerOf } from '../audit-trail/index.ts';
import { countActiveKeysOf, type Scope } from '../keys/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { BrowserClient, DashboardHandlers, Member } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { RunAdministration } from '../runs/index.ts';
import { readSettings } from '../workspaces/index.ts';
import {
  createInvitation,
  deleteInvitation,
  type Invitation,
  isAtLeast,
  joinPath,
  listInvitations,
  listMembers,
  type Me,
  type OwnSession,
  previewInvitation,
  type Member as Row,
  type SignedIn,
  type Users,
  updateRole,
  withSecondFactor,
} from './index.ts';
import { letGo } from './memberships.ts';

type SessionOperation =
  | 'getSignInMethods'
  | 'createSession'
  | 'deleteSession'
  | 'startOidc'
  | 'finishOidc'
  | 'getMe'
  | 'updatePassword'
  | 'createPasswordReset'
  | 'acceptPasswordReset'
  | 'createSignUp'
  | 'getSignUp'
  | 'acceptSignUp'
  | 'acceptInvitation';
type MemberOperation = 'listMembers' | 'updateMember' | 'deleteMember';
type InvitationOperation =
  | 'getInvitation'
  | 'listInvitations'
  | 'createInvitation'
  | 'deleteInvitation';

type OwnAccountOperation =
  | 'updateMe'
  | 'getOwnSessions'
  | 'deleteOtherSessions'
  | 'deleteOwnSession'
  | FactorOperation;
type FactorOperation =
  | 'getSecondFactor'
  | 'startSecondFactor'
  | 'acceptSecondFactor'
  | 'rotateRecoveryCodes'
  | 'deleteSecondFactor';

type PeopleHandlers = Pick<
  DashboardHandlers,
  SessionOperation | MemberOperation | InvitationOperation | OwnAccountOperation
>;

interface PeopleOptions {
  db: Db;
  users: Users;
  unit: Unit;
  paging: Paging;
  publicUrl: () => string;
  /** Whether the deployment sends mail. */
  sendsMail: boolean;
  /** What whoever gets an account agrees to. */
  termsUrl: string | undefined;
  runs: Pick<RunAdministration, 'failUnsentRunsOfKeys'>;
  /** A key was revoked: cached keys are stale. */
  onKeyChanged: () => void;
}

export function createPeopleHandlers(options: PeopleOptions): PeopleHandlers {
  return {
    ...createSessionHandlers(options),
    ...createMemberHandlers(options),
    ...createInvitationHandlers(options),
    ...createOwnAccountHandlers(options),
  };
}

function createSessionHandlers({
  users,
  unit,
}: PeopleOptions): Pick<PeopleHandlers, SessionOperation> {
  return {
    getSignInMethods: () => ({ status: 200, body: users.methods() }),

    async createSession({ principal, body }) {
      return signedIn(await users.signIn({ ...body, ...whoOf(principal) }), unit);
    },

    async deleteSession({ principal }) {
      return { status: 204, headers: cookies(await users.signOut(principal.cookie)) };
    },

    async startOidc({ query }) {
      const { location, setCookie } = await users.startOidc({ returnTo: query.returnTo });
      return { status: 303, headers: { Location: location, ...cookies(setCookie) } };
    },

    async finishOidc({ principal, query }) {
      const { location, setCookie } = await users.finishOidc({
        // Includes parameters that providers add, such as `iss`.
        query: new URLSearchParams(query as Record<string, string>),
        ...whoOf(principal),
      });
      return { status: 303, headers: { Location: location, ...cookies(setCookie) } };
    },

    async getMe({ principal }) {
      return { status: 200, body: toMe(await users.me(principal.session), unit) };
    },

    async updatePassword({ principal, body }) {
      const { setCookie } = await users.changePassword({ ...body, ...whoOf(principal) });
      return { status: 204, headers: cookies(setCookie) };
    },

    async createPasswordReset({ principal, body }) {
      await users.requestPasswordReset({ ...body, ...principal.from });
      return { status: 204 };
    },

    async acceptPasswordReset({ body }) {
      await users.acceptPasswordReset(body);
      return { status: 204 };
    },

    async createSignUp({ principal, body }) {
      await users.requestSignUp({ ...body, ...principal.from });
      return { status: 204 };
    },

    async getSignUp({ body }) {
      const preview = await users.previewSignUp(body.token);
      const invitations = preview.invitations.map(({ id, workspaceName, role, createdBy }) => ({
        ...{ id: uuidToId('inv', id), workspaceName, role },
        ...(createdBy && { invitedBy: createdBy.name }),
      }));
      const expiresAt = preview.expiresAt.toISOString();
      return { status: 200, body: { ...preview, invitations, expiresAt } };
    },

    async acceptSignUp({ principal, body }) {
      // A malformed id is gone as well.
      const named = body.invitations?.map((id) => idToUuid('inv', id) ?? id);
      const invitations = named && [...new Set(named)];
      const input = { ...body, invitations, ...whoOf(principal) };
      return signedIn(await users.acceptSignUp(input), unit);
    },

    async acceptInvitation({ principal, body }) {
      return signedIn(await users.acceptInvitation({ ...body, ...whoOf(principal) }), unit);
    },
  };
}

function createMemberHandlers(options: PeopleOptions): Pick<PeopleHandlers, MemberOperation> {
  const { db, paging, runs, onKeyChanged } = options;

  async function toMembers(
    { workspace, role }: Pick<Member, 'workspace' | 'role'>,
    rows: Row[],
  ): Promise<contract.Member[]> {
    const users = rows.map(({ user }) => user);
    const [keysOf, proving] = await Promise.all([
      countActiveKeysOf(db, { workspace, users }),
      role === 'owner' ? withSecondFactor(db, users) : undefined,
    ]);
    return rows.map((row) => ({
      ...toMember(row, keysOf(row.user)),
      ...(proving && { secondFactor: proving.has(row.user) }),
    }));
  }

  return {
    async listMembers({ principal, query }) {
      const { workspace } = principal;
      const list = { operation: 'listMembers', workspace };
      const { data, next } = await listMembers(db, workspace, paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, await toMembers(principal, data), next) };
    },

    async updateMember({ principal, params, body }) {
      const change = {
        ...callerOf(principal),
        user: uuidOf('user', params.userId),
        role: body.role,
      };
      const [member] = await toMembers(principal, [await updateRole(db, change)]);
      return { status: 200, body: member! };
    },

    async deleteMember({ principal, params, query: { revokeKeys = false } }) {
      const user = uuidOf('user', params.userId);
      const left = await letGo(
        db,
        { ...callerOf(principal), user, role: principal.role, revokeKeys },
        runs.failUnsentRunsOfKeys,
      );
      if (left.revokedKeys > 0) onKeyChanged();
      return { status: 200, body: left };
    },
  };
}

function createInvitationHandlers({
  db,
  paging,
  publicUrl,
  sendsMail,
  termsUrl,
}: PeopleOptions): Pick<PeopleHandlers, InvitationOperation> {
  return {
    async getInvitation({ body }) {
      const { email, expiresAt, ...preview } = await previewInvitation(db, body.token);
      return {
        status: 200,
        body: {
          ...preview,
          expiresAt: expiresAt.toISOString(),
          ...(email !== null && { email }),
          ...(termsUrl !== undefined && { termsUrl }),
        },
      };
    },

    async listInvitations({ principal: { workspace }, query }) {
      const list = { operation: 'listInvitations', workspace };
      const { data, next } = await listInvitations(db, workspace, paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, data.map(toInvitation), next) };
    },

    async createInvitation({ principal, body }) {
      const input = { ...callerOf(principal), ...body, sendsMail };
      const { invitation, token, mailed } = await createInvitation(db, input);
      const url = `${publicUrl()}${joinPath(token)}`;
      return { status: 201, body: { invitation: toInvitation(invitation), url, mailed } };
    },

    async deleteInvitation({ principal, params }) {
      const invitation = uuidOf('inv', params.invitationId);
      await deleteInvitation(db, { ...callerOf(principal), invitation });
      return { status: 204 };
    },
  };
}

function createOwnAccountHandlers({
  users,
  unit,
}: PeopleOptions): Pick<PeopleHandlers, OwnAccountOperation> {
  const { ownSessions } = users;
  return {
    async updateMe({ principal: { session }, body }) {
      return { status: 200, body: toMe(await users.rename(session, body.name), unit) };
    },

    async getOwnSessions({ principal: { session } }) {
      const rows = await ownSessions.list(session);
      return { status: 200, body: { data: rows.map((row) => toOwnSession(row, session.id)) } };
    },

    async deleteOtherSessions({ principal: { session } }) {
      return { status: 200, body: { ended: await ownSessions.endOthers(session) } };
    },

    async deleteOwnSession({ principal: { session }, params }) {
      const id = idToUuid('ses', params.ownSessionId);
      if (id === undefined) throw new Problem('not_found', 'There is no such session.');
      await ownSessions.end(session, id);
      return { status: 204 };
    },

    ...createFactorHandlers(users),
  };
}

function createFactorHandlers({ secondFactor }: Users): Pick<PeopleHandlers, FactorOperation> {
  return {
    async getSecondFactor({ principal: { session } }) {
      const { since, recoveryCodes } = await secondFactor.read(session);
      const enabled = since !== null;
      const body = { enabled, recoveryCodes, ...(since && { since: since.toISOString() }) };
      return { status: 200, body };
    },

    async startSecondFactor({ principal: { session }, body }) {
      return { status: 201, body: await secondFactor.start(session, body.currentPassword) };
    },

    async acceptSecondFactor({ principal: { session }, body }) {
      return {
        status: 201,
        body: { recoveryCodes: await secondFactor.accept(session, body.code) },
      };
    },

    async rotateRecoveryCodes({ principal: { session }, body }) {
      const { currentPassword: password, code } = body;
      const recoveryCodes = await secondFactor.replaceRecoveryCodes(session, { password, code });
      return { status: 201, body: { recoveryCodes } };
    },

    async deleteSecondFactor({ principal: { session }, body }) {
      const { currentPassword: password, code } = body;
      await secondFactor.remove(session, { password, code });
      return { status: 204 };
    },
  };
}

/**
 * Members may do what they may give a key the scope for; admins may always do it. `what` says what they cannot do: `move
 * labels`.
 */
export async function checkRights(
  db: Db,
  { workspace, role }: Member,
  scope: Scope,
  what: string,
): Promise<void> {
  if (isAtLeast(role, 'admin')) return;
  const { memberScopes } = await readSettings(db, workspace);
  if (memberScopes.includes(scope)) return;
  throw new Problem('forbidden', `Members can't ${what} in this workspace.`);
}

function whoOf({ cookie, from }: BrowserClient) {
  return { cookie, ...from };
}

/** A malformed id does not exist. */
function uuidOf(prefix: 'user' | 'inv', id: string): string {
  const uuid = idToUuid(prefix, id);
  if (uuid === undefined) throw new Problem('not_found', 'Nothing found here.');
  return uuid;
}

function cookies(setCookie: string[]) {
  return setCookie.length > 0 ? { 'Set-Cookie': setCookie } : {};
}

function signedIn({ setCookie, me }: SignedIn, unit: Unit) {
  return { status: 201 as const, headers: cookies(setCookie), body: toMe(me, unit) };
}

function toMe({ user, workspaces, session }: Me, unit: Unit): contract.Me {
  return {
    user: { ...user, id: uuidToId('user', user.id) },
    workspaces: workspaces.map((each) => ({ ...each, id: uuidToId('wsp', each.id) })),
    currency: unit.currency,
    scale: unit.scale,
    session: {
      idleUntil: session.idleUntil.toISOString(),
      endsAt: session.endsAt.toISOString(),
    },
  };
}

function toMember({ user, name, email, role, joinedAt }: Row, activeKeys: number): contract.Member {
  return {
    user: { id: uuidToId('user', user), name, email },
    role,
    joinedAt: joinedAt.toISOString(),
    activeKeys,
  };
}

function toInvitation(invitation: Invitation): contract.Invitation {
  const { id, role, email, createdAt, expiresAt, createdBy } = invitation;
  return {
    id: uuidToId('inv', id),
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(email !== null && { email }),
    ...(createdBy && { createdBy: { id: uuidToId('user', createdBy.id), name: createdBy.name } }),
  };
}

function toOwnSession(row: OwnSession, current: string): contract.OwnSession {
  const { id, createdAt, lastUsedAt, endsAt, userAgent } = row;
  return {
    id: uuidToId('ses', id),
    current: id === current,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(userAgent !== null && { userAgent: userAgent.slice(0, 1_024) }),
  };
}
