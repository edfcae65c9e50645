/** Runs, tokens, cost, latency and failures over time, by whatever they are split by; and the quotas. */
import { useLocation, useSearchParams } from 'wouter';
import { type Usage, type UsageTotal, useQuotas, useUsage } from '../../api/index.ts';
import {
  COLORS,
  type Counted,
  cutSeries,
  foldSeries,
  Stack,
  seriesOf,
} from '../../charts/index.ts';
import {
  MEASURES,
  type Measure,
  previousUsageQueryOf,
  readUsageView,
  runsOfBucket,
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
  type Unit,
} from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Card,
  Empty,
  Loaded,
  Page,
  Segments,
  useNow,
  useUnit,
  useZone,
} from '../../parts/index.ts';
import { FailureTable } from './failures.tsx';
import { UsageFilters } from './filters.tsx';
import { Quotas } from './quotas.tsx';
import { DEFAULT_USAGE, openedBy } from './runs-of.ts';
import { UsageTable } from './table.tsx';
import { UsageTiles } from './tiles.tsx';
import './usage.css';

export function UsagePage({ title }: { title: string }) {
  const { workspaceId } = useHere();
  const [params, setParams] = useSearchParams();
  const view = readUsageView(params, DEFAULT_USAGE);
  const now = useNow();
  const zone = useZone();
  const usage = useUsage(workspaceId, usageQueryOf(view, now, zone));
  const before = useUsage(workspaceId, {
    ...previousUsageQueryOf(view, now, zone),
    groupBy: 'none',
  });
  const quotas = useQuotas(workspaceId);
  const change = (part: Partial<UsageView>) =>
    setParams(new URLSearchParams(writeUsageView({ ...view, ...part }, DEFAULT_USAGE)), {
      replace: true,
    });

  return (
    <Page
      title={title}
      about={
        <>
          By creation date of the run. Below: <a href="#quotas">quotas</a>.
        </>
      }
    >
      <UsageFilters view={view} onChange={change} />
      <Loaded query={usage} rows={8} label="Loading the usage">
        {(data) => (
          <Figures
            usage={data}
            before={before.data?.totals[0]}
            view={view}
            onMeasure={(measure) => change({ measure })}
          />
        )}
      </Loaded>
      {/* After the usage, so that it does not move when the usage arrives. */}
      {(usage.data || usage.error) && <Quotas quotas={quotas} />}
    </Page>
  );
}

interface FiguresProps {
  usage: Usage;
  /** The totals of the previous period of the same length. */
  before: UsageTotal | undefined;
  view: UsageView;
  onMeasure: (measure: Measure) => void;
}

function Figures({ usage, before, view, onMeasure }: FiguresProps) {
  const [, navigate] = useLocation();
  const unit = useUnit();
  const zone = useZone();
  const { to } = useHere();
  const runs = usage.totals.reduce((all, total) => all + total.runs, 0);
  if (runs === 0) {
    return (
      <Card>
        <Empty icon="usage" title="No runs in this period">
          Choose a longer range, or <a href={`/dashboard${to('start')}`}>create your first run</a>.
        </Empty>
      </Card>
    );
  }
  const { of, format, formatShort, isSum } = MEASURE_PARTS[view.measure];
  const series = seriesOf(usage, of, view.groupBy);
  // No page has the runs of several kinds in one hour.
  const mayPick = usage.interval === 'day' || view.kind !== '';
  return (
    <>
      <UsageTiles usage={usage} before={before} />
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
            formatShort={(value, step) => formatShort(value, unit, step)}
            height={280}
            {...(mayPick && {
              pickWords: 'Click for what it counts',
              onPick: (start: string) => {
                const { to: end = start } = runsOfBucket(start, usage.interval, zone);
                const span = { from: start, to: end, timeZone: usage.timeZone };
                const found = openedBy({ ...view, groupBy: 'none' }, {}, span);
                if (found !== undefined) navigate(to(found));
              },
            })}
          />
        </Card>
        <div className="stack">
          <UsageTable usage={usage} view={view} />
          <FailureTable usage={usage} view={view} />
        </div>
      </div>
    </>
  );
}

function aboutChart(isCut: boolean, isSum: boolean): string | undefined {
  if (!isSum) return 'p95: 95% of completed runs were this fast or faster.';
  return isCut ? 'The 20 highest-cost groups; the rest are combined.' : undefined;
}

interface MeasurePart {
  of: (total: Counted) => number | undefined;
  /** Whether the values of groups can be added up. */
  isSum: boolean;
  format: (value: number, unit: Unit) => string;
  formatShort: (value: number, unit: Unit, step: number) => string;
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
