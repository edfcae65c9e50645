/** Links from usage to the list of the runs that it counts. */
import { KINDS, RUN_KINDS, type RunKind } from '../../api/index.ts';
import { type UsageView, writeUsageView } from '../../filters/index.ts';
import { dayOf } from '../../format/index.ts';

/** The list of the runs that a table of usage is about. */
function listOf({ groupBy, kind }: UsageView): string {
  const isShown = (each: RunKind) => groupBy === KINDS[each].subject || kind === KINDS[each].kind;
  return RUN_KINDS.findLast(isShown) ?? 'runs';
}

/**
 * What a group of the usage counts, in one page: the list of its runs, or, if it has runs of several kinds, which no list
 * has together, the usage of the same runs by kind.
 */
export function openedBy(
  view: UsageView,
  total: { group?: string },
  span: { from: string; to: string; timeZone: string },
  more: Record<string, string> = {},
): string | undefined {
  const { groupBy, kind } = view;
  const { group } = total;
  const isSubject = RUN_KINDS.some((each) => KINDS[each].subject === groupBy);
  if (group === undefined && groupBy !== 'none') return undefined;
  const between = { period: 'between', from: justBefore(span.from), to: span.to };
  if (groupBy === 'kind' || isSubject || kind !== '') {
    const filter = GROUP_FILTERS[groupBy];
    const found = RUN_KINDS.find((each) => KINDS[each].kind === group);
    const of = groupBy === 'kind' && found ? { ...view, kind: KINDS[found].kind } : view;
    const narrowed = filter === undefined || group === undefined ? {} : { [filter]: group };
    return runsSearchOf(of, { ...between, ...narrowed, ...more });
  }
  const days = { from: dayOf(Date.parse(span.from), span.timeZone), to: lastDayOf(span) };
  const narrowed: Partial<UsageView> =
    groupBy === 'key' ? { keyId: group! } : groupBy === 'endUser' ? { endUserId: group! } : {};
  const byKind: UsageView = { ...view, ...narrowed, groupBy: 'kind' };
  const shown: UsageView =
    view.interval === 'hour' ? byKind : { ...byKind, range: 'custom', ...days };
  return `usage?${writeUsageView(shown, DEFAULT_USAGE)}`;
}

function lastDayOf({ to, timeZone }: { to: string; timeZone: string }): string {
  return dayOf(Date.parse(to) - 1, timeZone);
}

/** Both bounds of a list are exclusive, and a run at the very beginning must be included. */
function justBefore(at: string): string {
  return new Date(Date.parse(at) - 1).toISOString();
}

export const DEFAULT_USAGE: UsageView = {
  range: '7d',
  interval: 'day',
  groupBy: 'model',
  kind: '',
  measure: 'cost',
};

/** Returns the search of the list of runs: the filters of the usage, and more. */
function runsSearchOf(view: UsageView, more: Record<string, string> = {}): string {
  const { keyId, model, endUserId, promptId } = view;
  const search = new URLSearchParams({
    ...(keyId !== undefined && { key: keyId }),
    ...(model !== undefined && { model }),
    ...(endUserId !== undefined && { endUser: endUserId }),
    ...(promptId !== undefined && { prompt: promptId }),
    ...more,
  });
  return `${listOf(view)}?${search}`;
}

/** The filter of the list of runs for each kind of group. */
const GROUP_FILTERS: Partial<Record<UsageView['groupBy'], string>> = {
  ...Object.fromEntries(RUN_KINDS.map((kind) => [KINDS[kind].subject, KINDS[kind].subject])),
  key: 'key',
  endUser: 'endUser',
};
