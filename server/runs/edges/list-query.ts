/** The filters of the lists of runs, of all kinds and for programs and people, as the kernel takes them. */

import type { KindNames } from '../../kinds.ts';
import { idToUuid, LOWEST_UUID } from '../../platform/lib/ids.ts';
import { toDate } from '../../platform/lib/moment.ts';
import type { ListQuery, RunState } from '../index.ts';

/** As in the contracts; which of them a list has depends on its kind. Another member names what the runs are of. */
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
  parentRunId?: string;
  search?: string;
  errorCode?: string;
  minChargedAmount?: number;
  maxChargedAmount?: number;
  minDurationMs?: number;
  maxDurationMs?: number;
}

export function toListQuery(
  { subject: named }: Pick<KindNames, 'subject'>,
  filters: ListFilters,
): Omit<ListQuery, 'limit'> {
  const { keyId, createdAfter, createdBefore, metadata } = filters;
  const subject = (filters as Record<string, unknown>)[named] as string | undefined;
  const query: { [Name in keyof Omit<ListQuery, 'limit'>]: ListQuery[Name] | undefined } = {
    subject,
    states: filters.state,
    apiKey: keyId === undefined ? undefined : toApiKey(keyId),
    createdAfter: createdAfter === undefined ? undefined : toDate('createdAfter', createdAfter),
    createdBefore: createdBefore === undefined ? undefined : toDate('createdBefore', createdBefore),
    labels: metadata?.map(toLabel),
    parentRun: filters.parentRunId,
    idempotencyKey: filters.idempotencyKey,
    sessionId: filters.sessionId,
    endUserId: filters.endUserId,
    promptId: filters.promptId,
    promptVersion: filters.promptVersion,
    search: filters.search,
    errorCode: filters.errorCode,
    minCharged: filters.minChargedAmount,
    maxCharged: filters.maxChargedAmount,
    minDurationMs: filters.minDurationMs,
    maxDurationMs: filters.maxDurationMs,
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Omit<ListQuery, 'limit'>;
}

/** `team:billing`: a name has no colon. */
function toLabel(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/** An id of the documented form can have bits that are no UUID: then it names a key that does not exist. */
function toApiKey(keyId: string): string {
  return idToUuid('key', keyId) ?? LOWEST_UUID;
}
