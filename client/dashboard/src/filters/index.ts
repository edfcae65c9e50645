export {
  ALL_RUNS,
  isFiltered,
  PERIODS,
  type Period,
  queryOfRuns,
  type RunsView,
  readRunsView,
  STATE_CHOICES,
  type StateChoice,
  writeRunsView,
} from './runs.ts';
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
