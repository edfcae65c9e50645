/** The workspace's own facts and settings over HTTP. */
import type { Workspace } from '../../../openapi/generated/dashboard.ts';
import type { CreditBy } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import { uuidToId } from '../../kernel/ids.ts';
import type { Role } from '../../users/index.ts';
import { changeSettings, readSettings, type Settings } from '../../workspaces/index.ts';

type WorkspaceHandlers = Pick<DashboardHandlers, 'getWorkspace' | 'updateWorkspace'>;

export function createWorkspaceHandlers({
  db,
  creditBy,
}: {
  db: Db;
  creditBy: CreditBy;
}): WorkspaceHandlers {
  const view = (settings: Settings, role: Role) => toWorkspace(settings, { role, creditBy });
  return {
    async getWorkspace({ principal: { workspace, role } }) {
      return { status: 200, body: view(await readSettings(db, workspace), role) };
    },

    async updateWorkspace({ principal: { workspace, role, session }, body }) {
      const input = { workspace, actor: session.user, change: body };
      return { status: 200, body: view(await changeSettings(db, input), role) };
    },
  };
}

function toWorkspace(
  settings: Settings,
  { role, creditBy }: { role: Role; creditBy: CreditBy },
): Workspace {
  const { id, name, createdAt, memberScopes, lowBalanceAmount } = settings;
  return {
    id: uuidToId('wsp', id),
    name,
    role,
    createdAt: createdAt.toISOString(),
    memberScopes,
    creditBy,
    ...(lowBalanceAmount !== null && { lowBalanceAmount }),
  };
}
