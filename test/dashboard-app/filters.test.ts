import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL_RUNS,
  COLUMNS,
  isFiltered,
  PERIODS,
  queryOfRuns,
  RESULT_CHOICES,
  readRunsView,
  readUsageView,
  stateChoicesOf,
  type UsageView,
  usageQueryOf,
  writeRunsView,
  writeUsageView,
} from '../../client/dashboard/src/filters/index.ts';
import { isTerminal, STATES } from '../../server/runs/states.ts';

const KINDS = ['runs', 'tool-runs', 'compute-jobs'] as const;
const now = Date.parse('2025-07-10T12:34:56.789Z');
const usual: UsageView = {
  range: '7d',
  interval: 'day',
  groupBy: 'model',
  kind: '',
  measure: 'cost',
};
const readRuns = (text: string) => readRunsView(new URLSearchParams(text));
const readUsage = (text: string) => readUsageView(new URLSearchParams(text), usual);

describe('the filters of runs', () => {
  it('read cost, duration and error of model runs, and leave out invalid values', () => {
    const text = 'error=provider_refused&minCost=5&maxCost=90&minSeconds=3&maxSeconds=4';
    const view = readRunsView(new URLSearchParams(text));
    expect(new Set(writeRunsView(view).split('&'))).toEqual(new Set(text.split('&')));
    expect(queryOfRuns(view, Date.now())).toEqual({
      ...{ errorCode: 'provider_refused', minChargedAmount: 5, maxChargedAmount: 90 },
      ...{ minDurationMs: 3_000, maxDurationMs: 4_000 },
    });
    const none = readRunsView(new URLSearchParams('error=A%20B&minCost=-1&maxSeconds=x'));
    expect(none).toEqual(ALL_RUNS);
    expect(readRunsView(new URLSearchParams(text), 'tool-runs')).toEqual(ALL_RUNS);
  });

  it('are read from the address as they were written to it', () => {
    fc.assert(
      fc.property(
        fc.record({
          state: fc.constantFrom('' as const, 'pending', 'completed', 'failed'),
          result: fc.constant('' as const),
          subject: fc.constantFrom('', 'sandbox/echo', 'a b&c=d'),
          keyId: fc.constantFrom('', 'key_01jzw8y2m4e6rb5s7t9v1x3c0d'),
          endUserId: fc.string({ maxLength: 40 }),
          search: fc.string({ maxLength: 40 }).map((text) => text.trim()),
          labels: fc.uniqueArray(
            fc.constantFrom('team:billing', 'a.b-c_d:', 'url:https://x/?a=b&c d'),
            {
              maxLength: 2,
            },
          ),
          period: fc.constantFrom(...PERIODS.filter((period) => period !== 'between')),
          ...{ promptId: fc.constant(''), promptVersion: fc.constant('') },
          ...{ errorCode: fc.constant(''), minCost: fc.constant(''), maxCost: fc.constant('') },
          ...{ minSeconds: fc.constant(''), maxSeconds: fc.constant('') },
          from: fc.constant(''),
          to: fc.constant(''),
          hidden: fc.subarray([...COLUMNS]),
        }),
        (view) => {
          for (const kind of KINDS)
            expect(readRunsView(new URLSearchParams(writeRunsView(view, kind)), kind)).toEqual(
              view,
            );
        },
      ),
    );
  });

  it('keep the prompt and its version of model runs, which tool runs have none of', () => {
    const view = { ...readRuns(''), promptId: 'support/answer', promptVersion: '3' };
    expect(writeRunsView(view)).toBe('prompt=support%2Fanswer&version=3');
    expect(readRuns(writeRunsView(view))).toEqual(view);
    expect(queryOfRuns(view, 0)).toEqual({ promptId: 'support/answer', promptVersion: '3' });
    expect(readRunsView(new URLSearchParams('prompt=a&version=1'), 'tool-runs')).toMatchObject({
      ...{ promptId: '', promptVersion: '' },
    });
  });

  it('name a model in the list of model runs, and a tool in that of tool runs', () => {
    const view = { ...readRuns(''), subject: 'sandbox/echo' };
    expect(writeRunsView(view)).toBe('model=sandbox%2Fecho');
    expect(writeRunsView(view, 'tool-runs')).toBe('tool=sandbox%2Fecho');
    expect(queryOfRuns(view, now)).toEqual({ model: 'sandbox/echo' });
    expect(queryOfRuns(view, now, 'tool-runs')).toEqual({ tool: 'sandbox/echo' });
  });

  it('leave the address alone where nothing is filtered', () => {
    expect(writeRunsView(readRuns(''))).toBe('');
    expect(isFiltered(readRuns(''))).toBe(false);
    expect(queryOfRuns(readRuns(''), now)).toEqual({});
  });

  it('never ask the service for what it would refuse', () => {
    for (const state of ['NO%20SUCH', 'unheard_of']) {
      const view = readRuns(`state=${state}&period=ages&from=yesterday&key=`);
      expect(queryOfRuns(view, now)).toEqual({});
    }
  });

  it('ask for labels that can be, and for as many as the service takes', () => {
    const view = readRuns('label=team:billing&label=nonsense&label=:x&label=job:a:b');
    expect(queryOfRuns(view, now)).toEqual({ metadata: ['team:billing', 'job:a:b'] });
    const many = Array.from({ length: 20 }, (_, index) => `label=n${index}:v`).join('&');
    expect(readRuns(many).labels).toHaveLength(16);
    expect(isFiltered(view)).toBe(true);
  });

  it('ask for all states of a run that is under way by one choice', () => {
    const { state } = queryOfRuns(readRuns('state=pending'), now);
    const pending = [...STATES].filter((each) => !isTerminal(each));
    // Neither model runs nor tool runs ever are `running`.
    expect(state).toEqual(pending.filter((each) => each !== 'running'));
    const ofJobs = queryOfRuns(readRuns('state=pending'), now, 'compute-jobs');
    expect(ofJobs.state).toEqual(pending.filter((each) => each !== 'received'));
    expect(queryOfRuns(readRuns('state=failed'), now)).toEqual({ state: ['failed'] });
  });

  it('offer each kind its own states, and results to jobs alone', () => {
    expect(stateChoicesOf('runs')).not.toContain('running');
    expect(stateChoicesOf('compute-jobs')).toContain('running');
    expect(readRuns('state=running').state).toBe('');
    for (const result of RESULT_CHOICES) {
      const params = new URLSearchParams({ result });
      expect(readRunsView(params).result).toBe('');
      const view = readRunsView(params, 'compute-jobs');
      expect(queryOfRuns(view, now, 'compute-jobs')).toEqual({ result });
      expect(isFiltered(view)).toBe(true);
    }
  });

  it('keep a period that moves the same for a while, and one between two moments for ever', () => {
    const day = readRuns('period=day');
    expect(queryOfRuns(day, now)).toEqual({ createdAfter: '2025-07-09T12:34:00.000Z' });
    expect(queryOfRuns(day, now)).toEqual(queryOfRuns(day, now + 3_000));
    const between = readRuns('period=between&from=2025-07-01T00:00:00Z&to=2025-07-02T00:00:00Z');
    expect(queryOfRuns(between, now)).toEqual({
      createdAfter: '2025-07-01T00:00:00.000Z',
      createdBefore: '2025-07-02T00:00:00.000Z',
    });
    expect(readRuns(writeRunsView(between))).toEqual(between);
  });
});

describe('the view of usage', () => {
  it('is in the address only where it is not the usual one', () => {
    expect(writeUsageView(usual, usual)).toBe('');
    expect(writeUsageView({ ...usual, range: '30d', groupBy: 'endUser' }, usual)).toBe(
      'range=30d&group=endUser',
    );
    expect(readUsage('range=30d&group=endUser')).toEqual({
      ...{ ...usual, range: '30d', groupBy: 'endUser' },
    });
    expect(readUsage('range=eternity&group=x&interval=minute&measure=joy&kind=x')).toEqual(usual);
    const ofTools = readUsage('group=tool&kind=tool_run');
    expect(writeUsageView(ofTools, usual)).toBe('group=tool&kind=tool_run');
    expect(usageQueryOf(ofTools, now, 'UTC')).toMatchObject({ groupBy: 'tool', kind: 'tool_run' });
  });

  it('asks for hours only over a range for which the service has hours', () => {
    expect(readUsage('range=90d&interval=hour').interval).toBe('day');
    expect(readUsage('range=14d&interval=hour').interval).toBe('hour');
    expect(readUsage('range=1d&interval=day').interval).toBe('hour');
  });

  it('asks for whole buckets that end with the present one', () => {
    expect(usageQueryOf(usual, now, 'UTC')).toEqual({
      ...{ from: '2025-07-04T00:00:00.000Z', to: '2025-07-11T00:00:00.000Z' },
      ...{ interval: 'day', timeZone: 'UTC', groupBy: 'model' },
    });
    expect(usageQueryOf(readUsage('range=1d'), now, 'UTC')).toMatchObject({
      from: '2025-07-09T13:00:00.000Z',
      to: '2025-07-10T13:00:00.000Z',
    });
  });
});
