/** Usage as a chart needs it: every bucket of the range, including those without runs, and a value for each group. */
import type { Usage, UsageTotal } from '../api/contract.ts';
import { KINDS, RUN_KINDS, type RunKind, titleOfKind } from '../api/kinds.ts';
import type { UsageView } from '../filters/index.ts';
import { dayOf, dayPlus, startOfDay } from '../format/index.ts';

export interface Series {
  groups: SeriesGroup[];
  rows: SeriesRow[];
}

export interface SeriesGroup {
  /** Names the group within the chart. */
  id: string;
  name: string;
  isRest: boolean;
  total: UsageTotal;
}

export interface SeriesRow {
  start: string;
  /** The values by the id of the group. An absent value is zero or unknown. */
  values: Record<string, number>;
}

/** What a chart shows, and how. */
export interface StackProps {
  series: Series;
  interval: 'hour' | 'day';
  format: (value: number) => string;
  /** For the axis, whose lines are `step` apart. */
  formatShort: (value: number, step: number) => string;
  /** `lines` if the values of groups cannot be added up. */
  shape?: 'bars' | 'lines';
  height?: number;
  /** Called with the start of the pressed bucket. The table of the chart has the same links. */
  onPick?: (start: string) => void;
  /** The text of the tooltip that says what a press does. */
  pickWords?: string;
}

export type Counted = Pick<
  UsageTotal,
  'chargedAmount' | 'promptTokens' | 'completionTokens' | 'runs' | 'failed' | 'latencyMs'
>;

export type GroupBy = UsageView['groupBy'];

/** Omits a measure that is unknown for a bucket. */
export function seriesOf(
  usage: Usage,
  measure: (counted: Counted) => number | undefined,
  groupBy?: GroupBy,
): Series {
  const byStart = new Map<string, Record<string, number>>();
  for (const bucket of usage.buckets) {
    const start = new Date(bucket.start).toISOString();
    const values = byStart.get(start) ?? {};
    const id = idOf(bucket);
    const value = measure(bucket);
    if (value !== undefined) values[id] = (values[id] ?? 0) + value;
    byStart.set(start, values);
  }
  return {
    groups: usage.totals.map((total) => ({
      id: idOf(total),
      name: nameOf(total, groupBy),
      isRest: total.isRest === true,
      total,
    })),
    rows: startsOf(usage).map((start) => ({ start, values: byStart.get(start) ?? {} })),
  };
}

/** Drops the groups beyond the number of colors, if their values cannot be added up. The table shows all groups. */
export function cutSeries({ groups, rows }: Series, most: number): Series {
  return { groups: groups.slice(0, most), rows };
}

/** The chart joins groups beyond the number of distinguishable colors; the table has them all. */
export function foldSeries({ groups, rows }: Series, most: number): Series {
  const kept = groups.filter(({ isRest }) => !isRest).slice(0, most);
  if (kept.length === groups.length) return { groups, rows };
  const ids = new Set(kept.map(({ id }) => id));
  const rest = groups.find(({ id }) => !ids.has(id))!;
  return {
    groups: [...kept, { ...rest, id: 'rest', name: 'Others', isRest: true }],
    rows: rows.map(({ start, values }) => {
      const folded: Record<string, number> = {};
      for (const [id, value] of Object.entries(values)) {
        const group = ids.has(id) ? id : 'rest';
        folded[group] = (folded[group] ?? 0) + value;
      }
      return { start, values: folded };
    }),
  };
}

export function nameOf(
  { group, groupName, isRest }: Partial<UsageTotal>,
  groupBy: GroupBy = 'none',
): string {
  if (isRest === true) return 'Others';
  if (group === undefined) return NAMELESS[groupBy] ?? 'None';
  if (groupBy === 'kind') return titleOfKind(group);
  // Models appear by the identifier that programs use, keys by the name that people gave them.
  return group.startsWith('key_') ? (groupName ?? group) : group;
}

/** The name of the runs that belong to no group. */
const NAMELESS: Partial<Record<GroupBy, string>> = {
  ...Object.fromEntries(RUN_KINDS.map((kind) => [KINDS[kind].subject, othersOf(kind)])),
};

/** `Tool runs and compute jobs` */
function othersOf(kind: RunKind): string {
  const [first, ...others] = RUN_KINDS.filter((each) => each !== kind).map(
    (each) => KINDS[each].title,
  );
  return [first, ...others.map((title) => title.toLowerCase())].join(' and ');
}

function idOf({ group, isRest }: { group?: string; isRest?: boolean }): string {
  return isRest === true ? 'rest' : group === undefined ? 'none' : `group:${group}`;
}

function startsOf({ from, to, interval, timeZone }: Usage): string[] {
  if (interval === 'hour') {
    const first = Date.parse(from);
    const count = Math.max(0, Math.ceil((Date.parse(to) - first) / HOUR_MS));
    return Array.from({ length: count }, (_, index) =>
      new Date(first + index * HOUR_MS).toISOString(),
    );
  }
  const starts: string[] = [];
  let day = dayOf(Date.parse(from), timeZone);
  for (let start = from; start < to; start = startOfDay(day, timeZone)) {
    starts.push(start);
    day = dayPlus(day, 1);
  }
  return starts;
}

const HOUR_MS = 3_600_000;
