/** Runs, tokens, cost, latency and failures over time, by whatever they are split by. */
import { useSearchParams } from 'wouter';
import { type Usage, type UsageTotal, useUsage } from '../../api/index.ts';
import {
  COLORS,
  type Counted,
  cutSeries,
  foldSeries,
  Stack,
  seriesOf,
} from '../../charts/index.ts';
import {
  intervalFor,
  MEASURES,
  type Measure,
  RANGES,
  readUsageView,
  type UsageView,
  usageQueryOf,
  writeUsageView,
} from '../../filters/index.ts';
import {
  formatCount,
  formatCountShort,
  formatDuration,
  formatMoney,
  formatMoneyShort,
  formatShare,
  type Unit,
} from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Card,
  Empty,
  Failure,
  MoneyFigure,
  Page,
  Pick,
  Segments,
  Skeleton,
  Tile,
  Tiles,
  useNow,
  useUnit,
} from '../../parts/index.ts';
import { UsageTable } from './table.tsx';
import './usage.css';

const DEFAULTS: UsageView = {
  range: '7d',
  interval: 'day',
  groupBy: 'model',
  kind: '',
  measure: 'cost',
};

export function UsagePage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const [params, setParams] = useSearchParams();
  const view = readUsageView(params, DEFAULTS);
  const usage = useUsage(workspaceId, usageQueryOf(view, useNow()));
  const change = (part: Partial<UsageView>) =>
    setParams(new URLSearchParams(writeUsageView({ ...view, ...part }, DEFAULTS)), {
      replace: true,
    });
  const hasChoice = view.range !== '1d' && intervalFor(view.range, 'hour') === 'hour';

  return (
    <Page title={title} about="By when the runs were created, in UTC.">
      <div className="filters">
        <Segments
          label="Range"
          options={RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }))}
          value={view.range}
          onChange={(range) => change({ range })}
        />
        {hasChoice && (
          <Segments
            label="Interval"
            options={INTERVALS}
            value={view.interval}
            onChange={(interval) => change({ interval })}
          />
        )}
        <Pick
          label="Split by"
          isLabelHidden
          options={GROUPS}
          value={view.groupBy}
          onChange={(groupBy) => change({ groupBy })}
        />
        <Pick
          label="Kind of runs"
          isLabelHidden
          options={KINDS}
          value={view.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      {usage.data ? (
        <Figures usage={usage.data} view={view} onMeasure={(measure) => change({ measure })} />
      ) : usage.error ? (
        <Failure error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <Skeleton rows={8} label="Loading the usage" />
      )}
    </Page>
  );
}

interface FiguresProps {
  usage: Usage;
  view: UsageView;
  onMeasure: (measure: Measure) => void;
}

function Figures({ usage, view, onMeasure }: FiguresProps) {
  const unit = useUnit();
  const { to } = useHere();
  const sum = (pick: (total: UsageTotal) => number) =>
    usage.totals.reduce((all, total) => all + pick(total), 0);
  const runs = sum((total) => total.runs);
  if (runs === 0) {
    return (
      <Card>
        <Empty icon="usage" title="No runs in this time">
          Choose a longer range, or create a run: <a href={`/dashboard${to('start')}`}>Start</a>{' '}
          tells how.
        </Empty>
      </Card>
    );
  }
  const failed = sum((total) => total.failed);
  const { of, format, formatShort, isSum } = MEASURE_PARTS[view.measure];
  const series = seriesOf(usage, of, view.groupBy);
  return (
    <>
      <Tiles>
        <Tile name="Cost" note="fees included">
          <MoneyFigure amount={sum((total) => total.chargedAmount)} what="Cost" />
        </Tile>
        <Tile
          name="Tokens"
          note={`${formatCountShort(sum((total) => total.promptTokens))} in, ${formatCountShort(sum((total) => total.completionTokens))} out`}
        >
          {formatCountShort(sum((total) => total.promptTokens + total.completionTokens))}
        </Tile>
        <Tile name="Runs" note={`${formatCount(sum((total) => total.pending))} under way`}>
          {formatCount(runs)}
        </Tile>
        <Tile name="Failures" note={`${formatShare(failed, runs)} of runs`}>
          {formatCount(failed)}
        </Tile>
      </Tiles>
      <div className="usage-columns">
        <Card
          title={MEASURE_WORDS[view.measure]}
          about={aboutChart(usage.isCut, isSum)}
          actions={
            <Segments
              label="Measure"
              options={MEASURES.map((value) => ({ value, label: MEASURE_WORDS[value] }))}
              value={view.measure}
              onChange={onMeasure}
            />
          }
        >
          <Stack
            series={isSum ? foldSeries(series, COLORS) : cutSeries(series, COLORS)}
            shape={isSum ? 'bars' : 'lines'}
            interval={usage.interval}
            format={(value) => format(value, unit)}
            formatShort={(value) => formatShort(value, unit)}
            height={280}
          />
        </Card>
        <UsageTable usage={usage} view={view} />
      </div>
    </>
  );
}

function aboutChart(isCut: boolean, isSum: boolean): string | undefined {
  if (!isSum) return 'p95: of completed runs, 95 in 100 took no longer.';
  return isCut ? 'The 20 groups that cost most; the rest is one group.' : undefined;
}

interface MeasurePart {
  of: (total: Counted) => number | undefined;
  /** Whether values of groups add up. */
  isSum: boolean;
  format: (value: number, unit: Unit) => string;
  formatShort: (value: number, unit: Unit) => string;
}

const COUNTED = { format: formatCount, formatShort: formatCountShort, isSum: true };

const MEASURE_PARTS: Record<Measure, MeasurePart> = {
  cost: {
    of: (total) => total.chargedAmount,
    format: formatMoney,
    formatShort: formatMoneyShort,
    isSum: true,
  },
  tokens: { of: (total) => total.promptTokens + total.completionTokens, ...COUNTED },
  runs: { of: (total) => total.runs, ...COUNTED },
  failures: { of: (total) => total.failed, ...COUNTED },
  latency: {
    of: (total) => total.latencyMs?.p95,
    format: formatDuration,
    formatShort: formatDuration,
    isSum: false,
  },
};

const MEASURE_WORDS: Record<Measure, string> = {
  cost: 'Cost',
  tokens: 'Tokens',
  runs: 'Runs',
  failures: 'Failures',
  latency: 'Latency',
};

const RANGE_WORDS = {
  '1d': '24 h',
  '7d': '7 days',
  '14d': '14 days',
  '30d': '30 days',
  '90d': '90 days',
};

const INTERVALS: { value: UsageView['interval']; label: string }[] = [
  { value: 'hour', label: 'By hour' },
  { value: 'day', label: 'By day' },
];

const KINDS: { value: UsageView['kind']; label: string }[] = [
  { value: '', label: 'All kinds' },
  { value: 'model_run', label: 'Model runs' },
  { value: 'tool_run', label: 'Tool runs' },
  { value: 'compute_job', label: 'Compute jobs' },
];

const GROUPS: { value: UsageView['groupBy']; label: string }[] = [
  { value: 'none', label: 'All together' },
  { value: 'kind', label: 'By kind' },
  { value: 'model', label: 'By model' },
  { value: 'tool', label: 'By tool' },
  { value: 'environment', label: 'By environment' },
  { value: 'key', label: 'By key' },
  { value: 'endUser', label: 'By end user' },
];
