/** The saved tools of some servers, and whether the service sells them. */
import type { Queryable } from '../db/pool.ts';
import { StartError } from '../kernel/start-error.ts';
import { selectTools, type ToolCatalog, type ToolRow } from '../tools/index.ts';
import { formatTime, table } from './output.ts';

export interface ListedTool {
  id: string;
  server: string;
  state: 'sold' | 'changed' | 'gone' | 'not sold';
  version: string;
  seenVersion: string;
  seenAt: string;
  perCall: string | undefined;
  perSecond: string | undefined;
}

export async function listedTools(
  db: Queryable,
  catalog: Pick<ToolCatalog, 'get'>,
  servers: readonly string[],
): Promise<ListedTool[]> {
  const rows = await selectTools(db, servers);
  return rows.map((row) => {
    const sold = catalog.get(row.id);
    return {
      ...{ id: row.id, server: row.server, state: stateOf(row, sold !== undefined) },
      ...{ version: row.approved_version, seenVersion: row.seen_version },
      seenAt: row.seen_at.toISOString(),
      ...{ perCall: sold?.pricing.perCall, perSecond: sold?.pricing.perSecond },
    };
  });
}

export function toolTable(tools: readonly ListedTool[]): string {
  return table(tools.map(toRow));
}

export function toolListingFailed(server: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`${server} could not be asked for its tools: ${reason}`, { cause });
}

function stateOf(row: ToolRow, isSold: boolean): ListedTool['state'] {
  if (row.gone_at) return 'gone';
  if (row.seen_version !== row.approved_version) return 'changed';
  return isSold ? 'sold' : 'not sold';
}

function toRow({ id, state, version, seenAt, perCall, perSecond }: ListedTool) {
  return {
    tool: id,
    state,
    'usd per call': perCall ?? '-',
    'usd per second': perSecond ?? '-',
    version: version.slice(0, SHOWN_DIGITS),
    seen: formatTime(new Date(seenAt)),
  };
}

const SHOWN_DIGITS = 12;
