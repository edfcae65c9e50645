/** Exports over HTTP, for the people of a workspace. */

import type { MadeExport as MadeExportView } from '../../openapi/generated/dashboard.ts';
import { callerOf } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { type DashboardHandlers, rangedReply } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { dayIn, monthIn } from '../platform/lib/moment.ts';
import { asConflict } from '../platform/lib/problem.ts';
import { zoneOf } from '../workspaces/index.ts';
import { MEDIA_TYPES } from './formats.ts';
import { type ExportEdge, fileHeaders } from './http.ts';
import { MADE_PREFIX, type MadeExport, type MadeExports } from './made.ts';

export function createExportPages({
  db,
  exports,
  madeExports,
  paging,
}: {
  db: Db;
  exports: ExportEdge;
  madeExports: MadeExports;
  paging: Paging;
}): Pick<
  DashboardHandlers,
  | ('getMonthExport' | 'listWorkspaceSavedExports' | 'createWorkspaceSavedExport')
  | ('deleteWorkspaceSavedExport' | 'getFileOfSavedExport')
  | ('listMadeExports' | 'createMadeExport' | 'deleteMadeExport' | 'getFileOfMadeExport')
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

    async listMadeExports({ principal: { workspace }, query }) {
      const list = { operation: 'listMadeExports', workspace, filters: {} };
      const { made, next } = await madeExports.list(workspace, paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, made.map(toView), next) };
    },

    async createMadeExport({ principal, requestKey, body }) {
      const wanted = { ...body, endUserId: body.endUserId ?? null };
      const asking = madeExports.create(callerOf(principal), requestKey, wanted);
      const { made, replayed } = await asking.catch(asConflict('idempotency_key_reuse'));
      return { status: replayed ? 200 : 201, body: toView(made) };
    },

    async deleteMadeExport({ principal, params: { madeExportId } }) {
      await madeExports.remove(callerOf(principal), madeExportId);
      return { status: 204 };
    },

    async getFileOfMadeExport(input) {
      const { principal, params } = input;
      const made = await madeExports.fileOf(principal.workspace, params.madeExportId);
      const { bytes, read } = made;
      // Once a file is ready, it never changes.
      const tag = uuidToId(MADE_PREFIX, made.id);
      const mediaType = MEDIA_TYPES[made.format];
      return rangedReply({ bytes, tag, mediaType, headers: fileHeaders(made), read }, input);
    },
  };
}

function toView(made: MadeExport): MadeExportView {
  const { id, dataset, format, month, endUserId, state, bytes, failure } = made;
  return {
    ...{ id: uuidToId(MADE_PREFIX, id), dataset, format, month, state },
    ...(endUserId !== null && { endUserId }),
    ...(bytes !== null && { bytes }),
    ...(failure !== null && { failure }),
    createdAt: made.createdAt.toISOString(),
    ...(made.finishedAt && { finishedAt: made.finishedAt.toISOString() }),
    expiresAt: made.expiresAt.toISOString(),
  };
}
