/** Links from usage to the list of the runs that it counts. */
import { KINDS, RUN_KINDS, type RunKind } from '../../api/index.ts';
import type { UsageView } from '../../filters/index.ts';

/** The list of the runs that a table of usage is about. */
export function listOf({ groupBy, kind }: UsageView): string {
  const isShown = (each: RunKind) => groupBy === KINDS[each].subject || kind === KINDS[each].kind;
  return RUN_KINDS.findLast(isShown) ?? 'runs';
}

/** Returns the search of the list of runs: the filters of the usage, and more. */
export function runsSearchOf(view: UsageView, more: Record<string, string> = {}): string {
  const { keyId, model, endUserId, promptId } = view;
  const search = new URLSearchParams({
    ...(keyId !== undefined && { key: keyId }),
    ...(model !== undefined && { model }),
    ...(endUserId !== undefined && { search: endUserId }),
    ...(promptId !== undefined && { prompt: promptId }),
    ...more,
  });
  return `${listOf(view)}?${search}`;
}

/** The filter of the list of runs for each kind of group. */
export const GROUP_FILTERS: Partial<Record<UsageView['groupBy'], string>> = {
  ...Object.fromEntries(RUN_KINDS.map((kind) => [KINDS[kind].subject, KINDS[kind].subject])),
  key: 'key',
  endUser: 'search',
};
