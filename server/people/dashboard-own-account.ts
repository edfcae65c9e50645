/** What users see and change of their own account over HTTP: the name, their sessions, and the second factor. */
import type { OwnSession as Shown } from '../../openapi/generated/dashboard.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { OwnSession, Users } from './index.ts';
import { toMe } from './present.ts';

type OwnHandlers = Pick<
  DashboardHandlers,
  'updateMe' | 'getOwnSessions' | 'deleteOtherSessions' | 'deleteOwnSession' | FactorOperation
>;
type FactorOperation =
  | 'getSecondFactor'
  | 'startSecondFactor'
  | 'acceptSecondFactor'
  | 'rotateRecoveryCodes'
  | 'deleteSecondFactor';

const PREFIX = 'ses';

export function createOwnAccountHandlers({
  users,
  unit,
}: {
  users: Users;
  unit: Unit;
}): OwnHandlers {
  const { ownSessions } = users;
  return {
    async updateMe({ principal: { session }, body }) {
      return { status: 200, body: toMe(await users.rename(session, body.name), unit) };
    },

    async getOwnSessions({ principal: { session } }) {
      const rows = await ownSessions.list(session);
      return { status: 200, body: { data: rows.map((row) => toShown(row, session.id)) } };
    },

    async deleteOtherSessions({ principal: { session } }) {
      return { status: 200, body: { ended: await ownSessions.endOthers(session) } };
    },

    async deleteOwnSession({ principal: { session }, params }) {
      const id = idToUuid(PREFIX, params.ownSessionId);
      if (id === undefined) throw new Problem('not_found', 'There is no such session.');
      await ownSessions.end(session, id);
      return { status: 204 };
    },

    ...createFactorHandlers(users),
  };
}

function createFactorHandlers({ secondFactor }: Users): Pick<OwnHandlers, FactorOperation> {
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

function toShown(row: OwnSession, current: string): Shown {
  const { id, createdAt, lastUsedAt, endsAt, userAgent } = row;
  return {
    id: uuidToId(PREFIX, id),
    current: id === current,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(userAgent !== null && { userAgent: userAgent.slice(0, 1_024) }),
  };
}
