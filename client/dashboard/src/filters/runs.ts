/**
 * The filters of the runs list as its address has them, so that a link shows the same view. A preset period moves with
 * the clock; one between two moments stays. Ignores invalid parts of the address.
 */
import { hasOwn, KINDS, type RunFilters, type RunKind, type RunState } from '../api/kinds.ts';
import { dayOf, dayPlus, startOfDay } from '../format/index.ts';

export interface RunsView {
  state: StateChoice | '';
  /** How the code ended; for compute jobs. */
  result: ResultChoice | '';
  /** The model, the tool, or the environment. */
  subject: string;
  keyId: string;
  /** The prompt that runs are attributed to, and its version; for model runs. */
  promptId: string;
  promptVersion: string;
  /** The customer. */
  endUserId: string;
  search: string;
  /** The error of failed runs; for model runs. */
  errorCode: string;
  /** Bounds as text, in units of money and in seconds; for model runs. */
  minCost: string;
  maxCost: string;
  minSeconds: string;
  maxSeconds: string;
  /** Each label is a name, a colon and a value. */
  labels: string[];
  period: Period;
  /** The bounds of the period `between`. */
  from: string;
  to: string;
  /** Columns that are not shown. */
  hidden: Column[];
}

/** Columns that can be hidden, in their order. */
export const COLUMNS = ['state', 'subject', 'of', 'key', 'own', 'took', 'cost', 'created'] as const;
export type Column = (typeof COLUMNS)[number];

/** No filter is set. */
export const ALL_RUNS: RunsView = {
  state: '',
  result: '',
  subject: '',
  keyId: '',
  promptId: '',
  promptVersion: '',
  endUserId: '',
  search: '',
  errorCode: '',
  minCost: '',
  maxCost: '',
  minSeconds: '',
  maxSeconds: '',
  labels: [],
  period: 'any',
  from: '',
  to: '',
  hidden: [],
};

export const PERIODS = ['any', 'hour', 'day', 'week', 'month', 'between'] as const;
export type Period = (typeof PERIODS)[number];

/** The choices, and the states that they request from the service. */
const CHOICES = {
  pending: ['reserved', 'queued', 'submitting', 'running', 'received', 'needs_reconciliation'],
  reserved: ['reserved'],
  queued: ['queued'],
  submitting: ['submitting'],
  running: ['running'],
  received: ['received'],
  needs_reconciliation: ['needs_reconciliation'],
  completed: ['completed'],
  failed: ['failed'],
} satisfies Record<RunState | 'pending', RunState[]>;
export type StateChoice = keyof typeof CHOICES;
const STATE_CHOICES = Object.keys(CHOICES) as StateChoice[];

export function stateChoicesOf(kind: RunKind): StateChoice[] {
  return STATE_CHOICES.filter((choice) => choice !== KINDS[kind].never);
}

export const RESULT_CHOICES = [
  ...(['succeeded', 'exited', 'timed_out', 'out_of_memory', 'cancelled'] as const),
] as const;
export type ResultChoice = (typeof RESULT_CHOICES)[number];

export const LENGTHS: Partial<Record<Period, number>> = { hour: 1, day: 24, week: 168, month: 720 };

/** The most that one list request can have. */
export const MOST_LABELS = 16;

/** A value may be empty, and may contain colons. */
export function isLabel(text: string): boolean {
  return /^[\w.-]{1,64}:[^\p{Cc}]{0,512}$/u.test(text);
}

export function readRunsView(params: URLSearchParams, kind: RunKind = 'runs'): RunsView {
  const text = (name: string) => params.get(name)?.trim().slice(0, 256) ?? '';
  return {
    state: stateChoicesOf(kind).find((choice) => choice === text('state')) ?? '',
    result: resultOf(kind, text('result')),
    subject: text(KINDS[kind].subject),
    keyId: text('key'),
    promptId: hasOwn(kind, 'prompts') ? text('prompt') : '',
    promptVersion: hasOwn(kind, 'prompts') ? text('version') : '',
    endUserId: idIn(params.get('endUser')),
    search: text('search'),
    ...boundsIn(kind, text),
    labels: params.getAll('label').filter(isLabel).slice(0, MOST_LABELS),
    period: PERIODS.find((period) => period === text('period')) ?? 'any',
    from: moment(text('from')),
    to: moment(text('to')),
    hidden: COLUMNS.filter((column) => text('hide').split('.').includes(column)),
  };
}

/** An id that customers choose: it can begin with a space, and its bound is in code points. */
export function idIn(parameter: string | null): string {
  return [...(parameter ?? '')].slice(0, 256).join('');
}

export function writeRunsView(view: RunsView, kind: RunKind = 'runs'): string {
  const { state, result, subject, keyId, promptId, promptVersion, search, labels } = view;
  const { endUserId, period, from, to } = view;
  const isBetween = period === 'between';
  const entries = Object.entries({
    ...{ state, result, [KINDS[kind].subject]: subject, key: keyId, search },
    ...{ prompt: promptId, version: promptVersion, endUser: endUserId },
    ...(hasOwn(kind, 'bounds') && boundsOf(view)),
    period: period === 'any' ? '' : period,
    ...(isBetween && { from, to }),
    hide: view.hidden.join('.'),
  });
  const parameters = [...entries, ...labels.map((label): [string, string] => ['label', label])];
  return new URLSearchParams(parameters.filter(([, value]) => value !== '')).toString();
}

export function isFiltered(view: RunsView): boolean {
  return writeRunsView({ ...view, hidden: [] }) !== '';
}

/** The request of the list. Minutes are whole, so that the same view makes the same request for a while. */
export function queryOfRuns(view: RunsView, now: number, kind: RunKind = 'runs'): RunFilters {
  const { state, result, subject, keyId, promptId, promptVersion, search, labels, period } = view;
  const { endUserId } = view;
  const hours = LENGTHS[period];
  const minute = Math.floor(now / 60_000) * 60_000;
  const after =
    hours === undefined ? view.from : new Date(minute - hours * 3_600_000).toISOString();
  const hasBounds = period !== 'any';
  return {
    ...(state !== '' && { state: CHOICES[state].filter((each) => each !== KINDS[kind].never) }),
    ...(result !== '' && { result }),
    ...(subject !== '' && { [KINDS[kind].subject]: subject }),
    ...(keyId !== '' && { keyId }),
    ...(promptId !== '' && { promptId }),
    ...(promptVersion !== '' && { promptVersion }),
    ...(endUserId !== '' && { endUserId }),
    ...(search !== '' && { search }),
    ...(hasOwn(kind, 'bounds') && queryOfBounds(view)),
    ...(labels.length > 0 && { metadata: labels }),
    ...(hasBounds && after !== '' && { createdAfter: after }),
    ...(period === 'between' && view.to !== '' && { createdBefore: view.to }),
  };
}

type Bounds = Pick<RunsView, 'errorCode' | 'minCost' | 'maxCost' | 'minSeconds' | 'maxSeconds'>;

function boundsIn(kind: RunKind, text: (name: string) => string): Bounds {
  const isShown = hasOwn(kind, 'bounds');
  const count = (name: string) => (isShown && /^\d{1,15}$/.test(text(name)) ? text(name) : '');
  return {
    errorCode: isShown && /^[a-z_]{1,64}$/.test(text('error')) ? text('error') : '',
    ...{ minCost: count('minCost'), maxCost: count('maxCost') },
    ...{ minSeconds: secondsIn(count('minSeconds')), maxSeconds: secondsIn(count('maxSeconds')) },
  };
}

/** Limits a number of seconds to the bound of the service. */
function secondsIn(text: string): string {
  return text === '' ? '' : String(Math.min(Number(text), 86_400_000));
}

function boundsOf({ errorCode, minCost, maxCost, minSeconds, maxSeconds }: Bounds) {
  return { error: errorCode, minCost, maxCost, minSeconds, maxSeconds };
}

function queryOfBounds({ errorCode, minCost, maxCost, minSeconds, maxSeconds }: Bounds) {
  return {
    ...(errorCode !== '' && { errorCode }),
    ...(minCost !== '' && { minChargedAmount: Number(minCost) }),
    ...(maxCost !== '' && { maxChargedAmount: Number(maxCost) }),
    ...(minSeconds !== '' && { minDurationMs: Number(minSeconds) * 1_000 }),
    ...(maxSeconds !== '' && { maxDurationMs: Number(maxSeconds) * 1_000 }),
  };
}

/** Whether one of the filters behind a button is set. */
export function hasBounds(view: RunsView): boolean {
  return Object.values(boundsOf(view)).some((value) => value !== '');
}

/** The search of a list for the runs created in one hour or day. */
export function runsOfBucket(
  start: string,
  interval: 'hour' | 'day',
  zone: string,
): Record<string, string> {
  const from = Date.parse(start);
  const to =
    interval === 'hour'
      ? from + 3_600_000
      : Date.parse(startOfDay(dayPlus(dayOf(from, zone), 1), zone));
  // Both bounds are exclusive, and a run at the very beginning must be included.
  return {
    period: 'between',
    from: new Date(from - 1).toISOString(),
    to: new Date(to).toISOString(),
  };
}

function resultOf(kind: RunKind, text: string): RunsView['result'] {
  return hasOwn(kind, 'results') ? (RESULT_CHOICES.find((choice) => choice === text) ?? '') : '';
}

function moment(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
