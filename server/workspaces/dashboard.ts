/** The workspace's own facts and settings over HTTP. */

import type { SavedView as SavedViewBody, Workspace } from '../../openapi/generated/dashboard.ts';
import { findPeople, isAtLeast, type Role } from '../people/index.ts';
import type { Config, CreditBy } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, Member } from '../platform/http/index.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import {
  changeSettings,
  changeView,
  deleteView,
  listViews,
  readSettings,
  type SavedView,
  type Settings,
  saveView,
} from './index.ts';

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
      if (body.timeZone !== undefined && !isAtLeast(role, 'owner')) {
        throw fault('forbidden', 'Only owners change the time zone.', 'forbidden', '#/timeZone');
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
  return new Problem(code, detail, { at: { pointer, code: why } });
}

function toWorkspace(
  settings: Settings,
  { role, creditBy, content }: { role: Role; creditBy: CreditBy; content: Content },
): Workspace {
  const { id, name, createdAt, memberScopes, contentRetentionDays } = settings;
  const { suspendedAt, suspendedFor, timeZone } = settings;
  return {
    id: uuidToId('wsp', id),
    name,
    role,
    createdAt: createdAt.toISOString(),
    memberScopes,
    creditBy,
    timeZone,
    ...(contentRetentionDays !== null && { contentRetentionDays }),
    ...(content.mostDays !== undefined && { maxContentRetentionDays: content.mostDays }),
    ...(suspendedAt !== null && {
      suspension: { since: suspendedAt.toISOString(), reason: suspendedFor ?? '' },
    }),
  };
}

/* Saved views over HTTP: each person sees their own and the shared ones. */

type ViewHandlers = Pick<
  DashboardHandlers,
  'getSavedViews' | 'createSavedView' | 'updateSavedView' | 'deleteSavedView'
>;

const PREFIX = 'view';

export function createViewHandlers({ db }: { db: Db }): ViewHandlers {
  async function viewsOf(member: Member, views: SavedView[]): Promise<SavedViewBody[]> {
    const personOf = await findPeople(
      db,
      views.map(({ person }) => person),
    );
    return views.map(({ id, person, createdAt, list, ...view }) => {
      const createdBy = personOf(person);
      return {
        ...view,
        id: uuidToId(PREFIX, id),
        list: list as SavedViewBody['list'],
        isOwn: person === member.session.user,
        ...(createdBy && { createdBy }),
        createdAt: createdAt.toISOString(),
      };
    });
  }

  async function viewOf(member: Member, view: SavedView): Promise<SavedViewBody> {
    const [shown] = await viewsOf(member, [view]);
    return shown!;
  }

  return {
    async getSavedViews({ principal }) {
      return {
        status: 200,
        body: { data: await viewsOf(principal, await listViews(db, whoIs(principal))) },
      };
    },

    async createSavedView({ principal, body }) {
      const view = await saveView(db, whoIs(principal), body);
      return { status: 201, body: await viewOf(principal, view) };
    },

    async updateSavedView({ principal, params: { viewId }, body }) {
      const view = await changeView(db, whoIs(principal), uuidOf(viewId), body);
      return { status: 200, body: await viewOf(principal, view) };
    },

    async deleteSavedView({ principal, params: { viewId } }) {
      await deleteView(db, whoIs(principal), uuidOf(viewId));
      return { status: 204 };
    },
  };
}

function whoIs({ workspace, session, role }: Member) {
  return { workspace, person: session.user, isAdmin: isAtLeast(role, 'admin') };
}

function uuidOf(id: string): string {
  const uuid = idToUuid(PREFIX, id);
  if (uuid === undefined) throw new Problem('not_found', NOT_FOUND);
  return uuid;
}
