/** The settings of a usage chart, as the page's address has them. An invalid part of the address means the default. */
import { RUN_KINDS, KINDS as RUNS } from '../api/kinds.ts';
import { dayOf, dayPlus, startOfDay } from '../format/index.ts';

export interface UsageView extends Narrowing {
  range: Range;
  interval: 'hour' | 'day';
  groupBy: (typeof GROUPS)[number];
  /** The kind of runs. Empty means all kinds. */
  kind: (typeof KINDS)[number] | '';
  measure: Measure;
  /** The first and the last day of the range `custom`. The last day is part of the range. */
  from?: string;
  to?: string;
}

/** The filters of the usage. An absent member filters nothing. */
export interface Narrowing {
  keyId?: string;
  model?: string;
  endUserId?: string;
  promptId?: string;
}

export const RANGES = ['1d', '7d', '14d', '30d', '90d', 'custom'] as const;
export type Range = (typeof RANGES)[number];
export const MEASURES = ['cost', 'tokens', 'runs', 'failures', 'latency'] as const;
export type Measure = (typeof MEASURES)[number];

const SUBJECTS = RUN_KINDS.map((kind) => RUNS[kind].subject);
export const GROUPS = ['none', 'kind', ...SUBJECTS, 'key', 'endUser'] as const;
const KINDS = RUN_KINDS.map((kind) => RUNS[kind].kind);
const INTERVALS = ['hour', 'day'] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The longest range that the service answers at once. */
const MOST_DAYS = 92;

/** The filters by their names in the address. */
const NARROWED = {
  key: 'keyId',
  model: 'model',
  endUser: 'endUserId',
  prompt: 'promptId',
} as const;

export function readUsageView(params: URLSearchParams, defaults: UsageView): UsageView {
  const wanted = oneOf(RANGES, params.get('range')) ?? defaults.range;
  const days = daysIn(params);
  const range = wanted === 'custom' && !days ? defaults.range : wanted;
  const interval = oneOf(INTERVALS, params.get('interval')) ?? defaults.interval;
  const narrowed = Object.entries(NARROWED).flatMap(([name, member]) => {
    const value = params.get(name)?.trim().slice(0, 256) ?? '';
    return value === '' ? [] : [[member, value]];
  });
  const view: UsageView = {
    range,
    interval: intervalFor(range, interval),
    groupBy: oneOf(GROUPS, params.get('group')) ?? defaults.groupBy,
    kind: oneOf(KINDS, params.get('kind')) ?? defaults.kind,
    measure: oneOf(MEASURES, params.get('measure')) ?? defaults.measure,
    ...Object.fromEntries(narrowed),
    ...(range === 'custom' && days),
  };
  return mayGroupByEndUser(view) ? view : { ...view, groupBy: defaults.groupBy };
}

export function writeUsageView(view: UsageView, defaults: UsageView): string {
  const interval = intervalFor(view.range, view.interval);
  const usual = intervalFor(view.range, defaults.interval);
  const entries: [name: string, value: string, usual: string][] = [
    ['range', view.range, defaults.range],
    ['interval', interval, usual],
    ['group', view.groupBy, defaults.groupBy],
    ['kind', view.kind, defaults.kind],
    ['measure', view.measure, defaults.measure],
    ['from', view.range === 'custom' ? (view.from ?? '') : '', ''],
    ['to', view.range === 'custom' ? (view.to ?? '') : '', ''],
    ...Object.entries(NARROWED).map(([name, member]): [string, string, string] => [
      name,
      view[member] ?? '',
      '',
    ]),
  ];
  const changed = entries.filter(([, value, usualValue]) => value !== usualValue);
  return new URLSearchParams(
    changed.map(([name, value]): [string, string] => [name, value]),
  ).toString();
}

/** Hours over more than two weeks exceed what the service answers, and one day has no days to show. */
export function intervalFor(range: Range, interval: UsageView['interval']): 'hour' | 'day' {
  if (range === '1d') return 'hour';
  if (range === 'custom') return 'day';
  return daysOf(range) > 14 ? 'day' : interval;
}

/** The key and the model of an end user's runs are available for a single end user only. */
export function mayGroupByEndUser({ groupBy, keyId, model, promptId, endUserId }: UsageView) {
  const isNarrowed = [keyId, model, promptId].some((each) => each !== undefined);
  return groupBy !== 'endUser' || !isNarrowed || endUserId !== undefined;
}

/** Whole hours or days up to the current one. Stays the same for a while, so that it is requested once. */
export function usageQueryOf(view: UsageView, now: number, zone: string) {
  return queryOf(view, spanOf(view, now, zone, 0), zone);
}

/** The same for the preceding period of the same length. */
export function previousUsageQueryOf(view: UsageView, now: number, zone: string) {
  return queryOf(view, spanOf(view, now, zone, 1), zone);
}

function queryOf(view: UsageView, span: { from: string; to: string }, zone: string) {
  const { interval, groupBy, kind, keyId, model, endUserId, promptId } = view;
  return {
    ...span,
    interval,
    timeZone: zone,
    groupBy,
    ...(kind !== '' && { kind }),
    ...(keyId !== undefined && { keyId }),
    ...(model !== undefined && { model }),
    ...(endUserId !== undefined && { endUserId }),
    ...(promptId !== undefined && { promptId }),
  };
}

/** With `back`, that many periods earlier. */
function spanOf({ range, interval, from, to }: UsageView, now: number, zone: string, back: number) {
  if (interval === 'hour') {
    const end = Math.floor(now / HOUR) * HOUR + HOUR - back * daysOf(range) * DAY;
    return {
      from: new Date(end - daysOf(range) * DAY).toISOString(),
      to: new Date(end).toISOString(),
    };
  }
  const isCustom = range === 'custom' && from !== undefined && to !== undefined;
  const today = dayOf(now, zone);
  const first = isCustom ? from : dayPlus(today, 1 - daysOf(range));
  const count = isCustom
    ? Math.min(1 + (Date.parse(to) - Date.parse(from)) / DAY, MOST_DAYS)
    : daysOf(range);
  return {
    from: startOfDay(dayPlus(first, -back * count), zone),
    to: startOfDay(dayPlus(first, (1 - back) * count), zone),
  };
}

/** Returns the two days of the address, if both are valid and the first is not after the last. */
function daysIn(params: URLSearchParams): { from: string; to: string } | undefined {
  const [from, to] = ['from', 'to'].map((name) => params.get(name) ?? '');
  const isDay = (text = '') =>
    /^(?:19[7-9]|[2-9]\d{2})\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay(from) && isDay(to) && from! <= to! ? { from: from!, to: to! } : undefined;
}

function daysOf(range: Range): number {
  return range === 'custom' ? 7 : Number.parseInt(range, 10);
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text);
}
