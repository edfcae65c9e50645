export {
  ALL_RUNS,
  isFiltered,
  isLabel,
  MOST_LABELS,
  PERIODS,
  type Period,
  queryOfRuns,
  RESULT_CHOICES,
  type RunsView,
  readRunsView,
  runsOfBucket,
  type StateChoice,
  stateChoicesOf,
  writeRunsView,
} from './runs.ts';
export {
  ALL_TRACES,
  queryOfTraces,
  readTracesView,
  type TracesView,
  writeTracesView,
} from './traces.ts';
export {
  intervalFor,
  MEASURES,
  type Measure,
  RANGES,
  type Range,
  readUsageView,
  type UsageView,
  usageQueryOf,
  writeUsageView,
} from './usage.ts';
