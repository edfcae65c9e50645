/** The tools of some servers: whether the service sells them, and what it leaves out of their lists. */

import { formatTime, table } from '../cli/output.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { StartError } from '../platform/lib/errors.ts';
import { selectLeftOut, selectTools, type ToolCatalog, type ToolRow } from './catalog/index.ts';

export interface ListedTool {
  id: string;
  server: string;
  state: 'sold' | 'changed' | 'gone' | 'unusable' | 'not sold' | 'left out';
  /** Why a tool is not sold. */
  reason?: string;
  version?: string;
  seenVersion?: string;
  seenAt?: string;
  perCall?: string | undefined;
  perSecond?: string | undefined;
}

export async function listedTools(
  db: Queryable,
  catalog: Pick<ToolCatalog, 'get' | 'unusable'>,
  servers: readonly string[],
): Promise<ListedTool[]> {
  const rows = await selectTools(db, servers);
  const leftOut = await leftOutOf(db, servers);
  const isLeftOut = new Set(leftOut.map(({ id }) => id));
  const tools = rows.map((row): ListedTool => {
    const sold = catalog.get(row.id);
    return {
      ...{ id: row.id, server: row.server },
      ...stateOf(row, sold !== undefined, catalog.unusable(row.id)),
      ...{ version: row.approved_version, seenVersion: row.seen_version },
      seenAt: row.seen_at.toISOString(),
      ...{ perCall: sold?.pricing.perCall, perSecond: sold?.pricing.perSecond },
    };
  });
  // One that is left out now may have been listed before.
  return [...tools.filter(({ id }) => !isLeftOut.has(id)), ...leftOut];
}

async function leftOutOf(db: Queryable, servers: readonly string[]): Promise<ListedTool[]> {
  const found = await selectLeftOut(db, servers);
  return found.flatMap(({ server, left_out }) =>
    left_out.map(({ tool, reason }): ListedTool => {
      const id = tool === undefined ? server : `${server}/${tool}`;
      return { id, server, state: 'left out', reason };
    }),
  );
}

export function toolTable(tools: readonly ListedTool[]): string {
  return table(tools.map(toRow));
}

/** What is left out, with its reason; without a tool, the reason is about the whole list. */
export function toReason(tool: string | undefined, reason: string): string {
  return tool === undefined ? reason : `${tool}: ${reason}`;
}

export function toolListingFailed(server: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`${server} could not be asked for its tools: ${reason}`, { cause });
}

function stateOf(
  row: ToolRow,
  isSold: boolean,
  unusable: string | undefined,
): Pick<ListedTool, 'state' | 'reason'> {
  if (row.gone_at) return { state: 'gone', reason: 'Its server does not list it now.' };
  if (row.seen_version !== row.approved_version) {
    return { state: 'changed', reason: 'Its definition has changed since it was approved.' };
  }
  if (unusable !== undefined) return { state: 'unusable', reason: unusable };
  return isSold
    ? { state: 'sold' }
    : { state: 'not sold', reason: 'The tools file has no price for it.' };
}

function toRow({ id, state, reason, version, seenAt, perCall, perSecond }: ListedTool) {
  return {
    tool: id,
    state,
    'usd per call': perCall ?? '-',
    'usd per second': perSecond ?? '-',
    version: version?.slice(0, SHOWN_DIGITS) ?? '-',
    seen: seenAt === undefined ? '-' : formatTime(new Date(seenAt)),
    reason: reason ?? '',
  };
}

const SHOWN_DIGITS = 12;
