/** Exports over HTTP, for the people of a workspace. */
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers, Member } from '../platform/http/index.ts';
import { dayIn, monthIn } from '../platform/lib/moment.ts';
import { asConflict } from '../platform/lib/problem.ts';
import { zoneOf } from '../workspaces/index.ts';
import type { ExportEdge } from './http.ts';

export function createExportPages({
  db,
  exports,
}: {
  db: Db;
  exports: ExportEdge;
}): Pick<
  DashboardHandlers,
  | ('getMonthExport' | 'listWorkspaceSavedExports' | 'createWorkspaceSavedExport')
  | ('deleteWorkspaceSavedExport' | 'getFileOfSavedExport')
> {
  return {
    async getMonthExport({ principal: { workspace }, query: { month, timeZone, ...input } }) {
      const zone = await zoneOf(db, workspace, { timeZone });
      const { from, to } = monthIn(month, zone);
      const span = { from: from.toISOString(), to: to.toISOString() };
      return exports.file(workspace, { ...input, ...span }, dayIn(from, zone));
    },

    async listWorkspaceSavedExports({ principal: { workspace }, query }) {
      return { status: 200, body: await exports.list(workspace, query) };
    },

    async createWorkspaceSavedExport({ principal, requestKey, body }) {
      const saving = exports.save(callerOf(principal), requestKey, body);
      const { view, replayed } = await saving.catch(asConflict('idempotency_key_reuse'));
      return { status: replayed ? 200 : 201, body: view };
    },

    async deleteWorkspaceSavedExport({ principal, params: { savedExportId } }) {
      await exports.remove(callerOf(principal), savedExportId);
      return { status: 204 };
    },

    getFileOfSavedExport({ principal: { workspace }, params: { savedExportId } }) {
      return exports.savedFile(workspace, savedExportId, new Date());
    },
  };
}

function callerOf({ workspace, session }: Member) {
  return { workspace, actor: session.user };
}
