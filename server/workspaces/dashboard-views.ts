/** Saved views over HTTP: each person sees their own and the shared ones. */
import type { SavedView as SavedViewBody } from '../../openapi/generated/dashboard.ts';
import { findPeople, isAtLeast } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, Member } from '../platform/http/index.ts';
import { idToUuid, uuidToId } from '../platform/lib/ids.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { changeView, deleteView, listViews, type SavedView, saveView } from './index.ts';

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
