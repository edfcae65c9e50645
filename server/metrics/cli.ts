/** `metrics`: the cost, usage and latency of a workspace's runs, as its programs see them. */
import { Command, Option } from '@commander-js/extra-typings';
import { parseMoment } from '../cli/arguments.ts';
import { print, table } from '../cli/output.ts';
import { withSpans } from '../cli/session.ts';
import { formatMoney, type Unit } from '../platform/lib/money.ts';
import { createConcurrencyLimit } from '../platform/lib/shares.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { type ShownMetrics, toMetrics } from './http.ts';
import { MEASURES, type Measure, readMetrics } from './index.ts';

export function metricsCommand(): Command {
  return new Command('metrics')
    .description('add up what runs cost, used and took')
    .addCommand(queryCommand());
}

function queryCommand() {
  return new Command('query')
    .description('sums and percentiles of a workspace, by time and by dimension')
    .argument('<workspace>', 'name or id of the workspace')
    .requiredOption('--from <moment>', 'the beginning of the span', parseMoment)
    .requiredOption('--to <moment>', 'the end of the span', parseMoment)
    .addOption(
      new Option('--measures <measures...>', 'what to measure')
        .choices(MEASURES)
        .default([...OF_RUNS], 'those of runs'),
    )
    .option(
      '--by <dimensions...>',
      'kind, model, tool, environment, keyId, state, errorCode, promptId, ...',
    )
    .option('--filter <dimension=value...>', 'only runs that have this value', parseFilter, [])
    .addOption(new Option('--interval <interval>', 'the length of a point').choices(INTERVALS))
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((name, options) =>
      withSpans(async ({ db, unit, spans: { reported } }) => {
        const workspace = await findWorkspace(db, name);
        const { from, to, measures, by = [], filter: filters, interval } = options;
        const input = {
          ...{ measures, filters, dimensions: by, interval: interval ?? null },
          ...{ from: from.toISOString(), to: to.toISOString() },
        };
        const limit = createConcurrencyLimit({ atOnce: 1, mayWait: 0 });
        const metrics = toMetrics(
          await readMetrics({ db, limit, reported }, workspace.id, input),
          unit,
        );
        print(options, metrics, () =>
          metrics.data.length === 0
            ? 'There are no such runs.'
            : table(metrics.data.map((row) => toRow(row, { by, measures, unit }))),
        );
      }),
    );
}

const OF_RUNS: Measure[] = ['charged', 'count', 'tokens', 'latency', 'errorRate'];
const INTERVALS = ['hour', 'day'] as const;

interface Filter {
  dimension: string;
  values: string[];
}

function parseFilter(text: string, before: Filter[]): Filter[] {
  const [dimension = '', ...rest] = text.split('=');
  return [...before, { dimension, values: [rest.join('=')] }];
}

function toRow(
  row: ShownMetrics['data'][number],
  { by, measures, unit }: { by: readonly string[]; measures: readonly Measure[]; unit: Unit },
): Record<string, string> {
  const { start, group, charged, count, tokens, latency, errorRate } = row;
  const { reportedCost, reportedTokens } = row;
  const requested = new Set(measures);
  const { metadata = {}, ...values } = group;
  const labels = Object.entries(metadata).map(([name, value]) => [`metadata.${name}`, value]);
  const cells: Record<string, string | undefined> = { ...values, ...Object.fromEntries(labels) };
  const ms = (value: number | undefined) => (value === undefined ? '-' : `${value} ms`);
  return {
    ...(start !== undefined && { start: start.replace(':00.000Z', 'Z') }),
    ...Object.fromEntries(by.map((name) => [name, cells[name] ?? '-'])),
    ...(charged !== undefined && { charged: formatMoney(charged, unit) }),
    ...(count !== undefined && { runs: String(count) }),
    ...(requested.has('tokens') && tokensOf('', tokens)),
    ...(requested.has('latency') && {
      ...{ p50: ms(latency?.p50), p95: ms(latency?.p95), p99: ms(latency?.p99) },
    }),
    ...(requested.has('errorRate') && {
      errors: errorRate === undefined ? '-' : `${(errorRate * 100).toFixed(2)} %`,
    }),
    ...(requested.has('reportedCost') && { 'reported cost': reportedCost ?? '-' }),
    ...(requested.has('reportedTokens') && tokensOf('reported ', reportedTokens)),
  };
}

function tokensOf(prefix: string, tokens: ShownMetrics['data'][number]['tokens']) {
  return {
    [`${prefix}input`]: String(tokens?.inputTokens ?? '-'),
    [`${prefix}output`]: String(tokens?.outputTokens ?? '-'),
  };
}

const HELP = `
Examples:
  npm run cli -- metrics query acme --from 2027-01-01 --to 2027-02-01 --by model --interval day
  npm run cli -- metrics query acme --from 2027-01-01 --to 2027-01-08 --by errorCode --filter state=failed`;
