/** Exports over HTTP: of a span that the request names, and saved ones. */
import type { SavedExport as SavedExportView } from '../../openapi/generated/developer.ts';
import type { Principal } from '../keys/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Handlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { toDate, toDates } from '../platform/lib/moment.ts';
import type { ReadSpans } from './datasets.ts';
import { MEDIA_TYPES } from './formats.ts';
import { createExports, type ExportInput } from './index.ts';
import { SAVED_PREFIX, type SavedExport, type SavedExports } from './saved.ts';

const PATH = '/v1/developer/saved-exports';

export interface ExportHandlersOptions {
  /** Gives an export its own connection for as long as it takes. */
  db: Db;
  spans: ReadSpans | undefined;
  saved: SavedExports;
  paging: Paging;
}

export function createExportHandlers({
  db,
  spans,
  saved,
  paging,
}: ExportHandlersOptions): Pick<
  Handlers,
  | ('getExport' | 'listSavedExports' | 'createSavedExport' | 'getSavedExport')
  | ('deleteSavedExport' | 'getSavedExportFile')
> {
  const exports = createExports(db, spans);

  function fileOf(workspace: string, input: ExportInput, day: string) {
    const { dataset, format } = input;
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${dataset}-${day}.${format}"`,
    };
    const file = exports.begin(workspace, input);
    return { status: 200 as const, headers, file, mediaType: MEDIA_TYPES[format] };
  }

  return {
    getExport({ principal: { workspace }, query }) {
      return fileOf(workspace, query, new Date(query.from).toISOString().slice(0, 10));
    },

    async listSavedExports({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const list = { operation: 'listSavedExports', workspace, filters };
      const page = { ...paging.toPage(list, { limit, cursor }), ...toDates(filters) };
      const { saved: found, next } = await saved.list(workspace, page);
      return { status: 200, body: paging.pageOf(list, found.map(toView), next) };
    },

    async createSavedExport({ principal, requestKey, body: { endUserId = null, ...body } }) {
      const made = await saved.create(callerOf(principal), requestKey, { ...body, endUserId });
      const view = toView(made.saved);
      const headers = { Location: `${PATH}/${view.id}` };
      if (!made.replayed) return { status: 201, headers, body: view };
      return { status: 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: view };
    },

    async getSavedExport({ principal: { workspace }, params: { id } }) {
      return { status: 200, body: toView(await saved.get(workspace, id)) };
    },

    async deleteSavedExport({ principal, params: { id } }) {
      await saved.remove(callerOf(principal), id);
      return { status: 204 };
    },

    async getSavedExportFile({ principal: { workspace }, params: { id }, query: { at } }) {
      const moment = at === undefined ? new Date() : toDate('at', at);
      const { day, ...input } = await saved.fileOf(workspace, id, moment);
      return fileOf(workspace, input, day);
    },
  };
}

function callerOf({ workspace, apiKey }: Principal) {
  return { workspace, actor: { by_key: apiKey } };
}

function toView({ id, endUserId, createdAt, ...definition }: SavedExport): SavedExportView {
  return {
    id: uuidToId(SAVED_PREFIX, id),
    ...definition,
    ...(endUserId !== null && { endUserId }),
    createdAt: createdAt.toISOString(),
  };
}
