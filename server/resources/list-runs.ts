/** How every resource answers with a page of its runs: the filters that all have, and the cursor of the next page. */
import type { Cursors } from '../kernel/cursor.ts';
import { idToUuid, LOWEST_UUID } from '../kernel/ids.ts';
import { toDate } from '../kernel/moment.ts';
import type { ListQuery, Run, RunState, Runs, RunTypes } from '../runs/index.ts';

/** As in the contract, except for what the runs are of. */
export interface ListFilters {
  state?: readonly RunState[];
  keyId?: string;
  createdAfter?: string;
  createdBefore?: string;
  idempotencyKey?: string;
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
  metadata?: readonly string[];
}

export interface PageOf<T extends RunTypes, Body> {
  runs: Runs<T>;
  cursors: Cursors;
  /** A cursor is valid only for the list that returned it. */
  operation: string;
  workspace: string;
  limit?: number | undefined;
  cursor?: string | undefined;
  /** As the request has them. */
  filters: Record<string, string | readonly string[] | undefined>;
  /** The same as the kernel takes them. */
  query: Omit<ListQuery, 'limit'>;
  present: (run: Run<T['Facts']>) => Body;
}

export async function answerPage<T extends RunTypes, Body>({
  runs,
  cursors,
  operation,
  workspace,
  limit = 20,
  cursor,
  filters,
  query,
  present,
}: PageOf<T, Body>) {
  const list = { operation, workspace, filters };
  const before = cursor === undefined ? {} : { before: cursors.take(list, cursor) };
  const { runs: found, next } = await runs.list(workspace, { limit, ...before, ...query });
  const nextCursor = next === null ? null : cursors.give(list, next);
  return { status: 200 as const, body: { data: found.map(present), nextCursor } };
}

export function toQuery({
  state: states,
  keyId,
  createdAfter,
  createdBefore,
  metadata,
  ...filters
}: ListFilters): Omit<ListQuery, 'limit'> {
  return {
    ...filters,
    ...(states !== undefined && { states }),
    ...(keyId !== undefined && { apiKey: toApiKey(keyId) }),
    ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: toDate('createdBefore', createdBefore) }),
    ...(metadata !== undefined && { labels: metadata.map(toLabel) }),
  };
}

/** `team:billing`: a name has no colon. */
export function toLabel(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/** An id of the documented form can have bits that are no UUID: then it names a key that does not exist. */
function toApiKey(keyId: string): string {
  return idToUuid('key', keyId) ?? LOWEST_UUID;
}
