/** Exports over HTTP: how both APIs make files, and keep saved exports; and the API of programs. */
import type {
  SavedExportList,
  SavedExport as SavedExportView,
} from '../../openapi/generated/developer.ts';
import { type Actor, callerOf } from '../audit-trail/index.ts';
import type { Handlers, Input } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { toDate, toDates } from '../platform/lib/moment.ts';
import { MEDIA_TYPES } from './formats.ts';
import type { ExportInput, Exports } from './index.ts';
import { SAVED_PREFIX, type SavedExport, type SavedExports } from './saved.ts';

const PATH = '/v1/developer/saved-exports';

interface ExportEdgeOptions {
  exports: Exports;
  saved: SavedExports;
  paging: Paging;
}

/** Both APIs have the same one, so that a workspace has no more exports at once than it may. */
export type ExportEdge = ReturnType<typeof createExportEdge>;

export function createExportEdge({ exports, saved, paging }: ExportEdgeOptions) {
  /** `day` is the first one of it. */
  function file(workspace: string, input: ExportInput, day: string) {
    const headers = fileHeaders({ ...input, day });
    const pieces = exports.begin(workspace, input);
    return { status: 200 as const, headers, file: pieces, mediaType: MEDIA_TYPES[input.format] };
  }

  return {
    file,

    async savedFile(workspace: string, id: string, at: Date) {
      const { day, ...input } = await saved.fileOf(workspace, id, at);
      return file(workspace, input, day);
    },

    async list(
      workspace: string,
      { limit, cursor, ...filters }: Input<'listSavedExports'>['query'],
    ): Promise<SavedExportList> {
      const list = { operation: 'listSavedExports', workspace, filters };
      const page = { ...paging.toPage(list, { limit, cursor }), ...toDates(filters) };
      const { saved: found, next } = await saved.list(workspace, page);
      return paging.pageOf(list, found.map(toView), next);
    },

    /** `replayed`: the request key has saved it before. */
    async save(
      acting: { workspace: string; actor: Actor },
      requestKey: string,
      body: Input<'createSavedExport'>['body'],
    ): Promise<{ view: SavedExportView; replayed: boolean }> {
      const wanted = { ...body, endUserId: body.endUserId ?? null };
      const made = await saved.create(acting, requestKey, wanted);
      return { view: toView(made.saved), replayed: made.replayed };
    },

    async get(workspace: string, id: string): Promise<SavedExportView> {
      return toView(await saved.get(workspace, id));
    },

    remove: saved.remove,
  };
}

export function fileHeaders({
  dataset,
  day,
  format,
}: Pick<ExportInput, 'dataset' | 'format'> & { day: string }) {
  return {
    'Cache-Control': 'no-store',
    'Content-Disposition': `attachment; filename="${dataset}-${day}.${format}"`,
  };
}

export function createExportHandlers(
  edge: ExportEdge,
): Pick<
  Handlers,
  | ('getExport' | 'listSavedExports' | 'createSavedExport' | 'getSavedExport')
  | ('deleteSavedExport' | 'getSavedExportFile')
> {
  return {
    getExport({ principal: { workspace }, query }) {
      return edge.file(workspace, query, new Date(query.from).toISOString().slice(0, 10));
    },

    async listSavedExports({ principal: { workspace }, query }) {
      return { status: 200, body: await edge.list(workspace, query) };
    },

    async createSavedExport({ principal, requestKey, body }) {
      const { view, replayed } = await edge.save(callerOf(principal), requestKey, body);
      const headers = { Location: `${PATH}/${view.id}` };
      if (!replayed) return { status: 201, headers, body: view };
      return { status: 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: view };
    },

    async getSavedExport({ principal: { workspace }, params: { id } }) {
      return { status: 200, body: await edge.get(workspace, id) };
    },

    async deleteSavedExport({ principal, params: { id } }) {
      await edge.remove(callerOf(principal), id);
      return { status: 204 };
    },

    getSavedExportFile({ principal: { workspace }, params: { id }, query: { at } }) {
      return edge.savedFile(workspace, id, at === undefined ? new Date() : toDate('at', at));
    },
  };
}

function toView({ id, endUserId, createdAt, ...definition }: SavedExport): SavedExportView {
  return {
    id: uuidToId(SAVED_PREFIX, id),
    ...definition,
    ...(endUserId !== null && { endUserId }),
    createdAt: createdAt.toISOString(),
  };
}
