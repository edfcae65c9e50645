/** The workspace's own facts and settings over HTTP. */
import type { Workspace } from '../../openapi/generated/dashboard.ts';
import { isAtLeast, type Role } from '../people/index.ts';
import type { Config, CreditBy } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';
import { changeSettings, readSettings, type Settings } from './index.ts';

type Content = Config['content'];
type WorkspaceHandlers = Pick<DashboardHandlers, 'getWorkspace' | 'updateWorkspace'>;

export function createWorkspaceHandlers({
  db,
  creditBy,
  content,
}: {
  db: Db;
  creditBy: CreditBy;
  content: Content;
}): WorkspaceHandlers {
  const view = (settings: Settings, role: Role) =>
    toWorkspace(settings, { role, creditBy, content });
  return {
    async getWorkspace({ principal: { workspace, role } }) {
      return { status: 200, body: view(await readSettings(db, workspace), role) };
    },

    async updateWorkspace({ principal: { workspace, role, session }, body }) {
      if (body.name !== undefined && !isAtLeast(role, 'owner')) {
        throw fault('forbidden', 'Only owners rename a workspace.', 'forbidden', '#/name');
      }
      checkRetention(body, role, content);
      const input = { workspace, actor: session.user, change: body };
      return { status: 200, body: view(await changeSettings(db, input), role) };
    },
  };
}

/** Only owners may decide to lose requests and answers. */
function checkRetention(
  { contentRetentionDays: days }: { contentRetentionDays?: number | null },
  role: Role,
  { mostDays }: Content,
): void {
  if (days === undefined) return;
  if (!isAtLeast(role, 'owner')) {
    throw fault('forbidden', 'Only owners say how long content is kept.', 'forbidden');
  }
  if (days !== null && mostDays !== undefined && days > mostDays) {
    throw fault(
      'invalid_request',
      `This deployment keeps content for ${mostDays} days at most.`,
      'maximum',
    );
  }
}

function fault(
  code: 'forbidden' | 'invalid_request',
  detail: string,
  why: 'forbidden' | 'maximum',
  pointer = '#/contentRetentionDays',
): Problem {
  return new Problem(code, detail, { errors: [{ pointer, detail, code: why }] });
}

function toWorkspace(
  settings: Settings,
  { role, creditBy, content }: { role: Role; creditBy: CreditBy; content: Content },
): Workspace {
  const { id, name, createdAt, memberScopes, lowBalanceAmount, contentRetentionDays } = settings;
  return {
    id: uuidToId('wsp', id),
    name,
    role,
    createdAt: createdAt.toISOString(),
    memberScopes,
    creditBy,
    ...(lowBalanceAmount !== null && { lowBalanceAmount }),
    ...(contentRetentionDays !== null && { contentRetentionDays }),
    ...(content.mostDays !== undefined && { maxContentRetentionDays: content.mostDays }),
  };
}
