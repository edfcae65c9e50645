/** Exports over HTTP. */
import type { Db } from '../platform/db/pool.ts';
import type { Handlers } from '../platform/http/index.ts';
import type { ReadSpans } from './datasets.ts';
import { MEDIA_TYPES } from './formats.ts';
import { createExports } from './index.ts';

/** `db` gives an export its own connection for as long as it takes. */
export function createExportHandlers(db: Db, spans?: ReadSpans): Pick<Handlers, 'getExport'> {
  const exports = createExports(db, spans);
  return {
    getExport({ principal: { workspace }, query }) {
      const file = exports.begin(workspace, query);
      const { dataset, format, from } = query;
      const name = `${dataset}-${new Date(from).toISOString().slice(0, 10)}.${format}`;
      const headers = {
        'Cache-Control': 'no-store',
        'Content-Disposition': `attachment; filename="${name}"`,
      };
      return { status: 200, headers, file, mediaType: MEDIA_TYPES[format] };
    },
  };
}
