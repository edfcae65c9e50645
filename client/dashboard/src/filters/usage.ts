/** What a chart of usage shows, as the page's address has it. What the address says wrongly is the default. */
export interface UsageView {
  range: Range;
  interval: 'hour' | 'day';
  groupBy: (typeof GROUPS)[number];
  /** Of runs; all of them where it is empty. */
  kind: (typeof KINDS)[number] | '';
  measure: Measure;
}

export const RANGES = ['1d', '7d', '14d', '30d', '90d'] as const;
export type Range = (typeof RANGES)[number];
export const MEASURES = ['cost', 'tokens', 'runs', 'failures', 'latency'] as const;
export type Measure = (typeof MEASURES)[number];

const GROUPS = ['none', 'kind', 'model', 'tool', 'environment', 'key', 'endUser'] as const;
const KINDS = ['model_run', 'tool_run', 'compute_job'] as const;
const INTERVALS = ['hour', 'day'] as const;
const HOUR = 3_600_000;

export function readUsageView(params: URLSearchParams, defaults: UsageView): UsageView {
  const range = oneOf(RANGES, params.get('range')) ?? defaults.range;
  const interval = oneOf(INTERVALS, params.get('interval')) ?? defaults.interval;
  return {
    range,
    interval: intervalFor(range, interval),
    groupBy: oneOf(GROUPS, params.get('group')) ?? defaults.groupBy,
    kind: oneOf(KINDS, params.get('kind')) ?? defaults.kind,
    measure: oneOf(MEASURES, params.get('measure')) ?? defaults.measure,
  };
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
  ];
  const changed = entries.filter(([, value, usualValue]) => value !== usualValue);
  return new URLSearchParams(
    changed.map(([name, value]): [string, string] => [name, value]),
  ).toString();
}

/** Hours over more than two weeks are more than the service tells, and one day has no days to show. */
export function intervalFor(range: Range, interval: UsageView['interval']): 'hour' | 'day' {
  if (range === '1d') return 'hour';
  return daysOf(range) > 14 ? 'day' : interval;
}

/** Whole hours or days that end with the present one. The same for a while, so that it is asked once. */
export function usageQueryOf({ range, interval, groupBy, kind }: UsageView, now: number) {
  const size = interval === 'hour' ? HOUR : 24 * HOUR;
  const to = Math.floor(now / size) * size + size;
  return {
    from: new Date(to - daysOf(range) * 24 * HOUR).toISOString(),
    to: new Date(to).toISOString(),
    interval,
    groupBy,
    ...(kind !== '' && { kind }),
  };
}

function daysOf(range: Range): number {
  return Number.parseInt(range, 10);
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text);
}
