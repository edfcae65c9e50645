/** `traces`: what happened in a workspace, as trees of steps with the cost of each step. */

import { Command } from '@commander-js/extra-typings';
import { parseCount } from '../cli/arguments.ts';
import { facts, formatTime, print, table } from '../cli/output.ts';
import { type Session, withDatabase, withParts } from '../cli/session.ts';
import { composeObservability } from '../compose/observability.ts';
import { loadOnDemand } from '../compose/on-demand.ts';
import { StartError } from '../platform/lib/errors.ts';
import { formatMoney } from '../platform/lib/money.ts';
import { Problem } from '../platform/lib/problem.ts';
import { kindOfRun } from '../runs/edges/cli.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { toTrace, toTraceSummary } from './http.ts';
import type { Group, TraceView, TreeSpan } from './index.ts';

type Unit = Session['unit'];

export function tracesCommand(): Command {
  return new Command('traces')
    .description(
      'list the traces of a workspace, and show one as a tree with the cost of each step',
    )
    .addCommand(listCommand())
    .addCommand(showCommand());
}

function listCommand() {
  return new Command('list')
    .description('list the traces of a workspace, the one with the newest span first')
    .argument('<workspace>', 'name or id of the workspace')
    .option('--session <id>', 'only traces of this session')
    .option('--end-user <id>', 'only traces of this end user')
    .option('--limit <n>', 'traces at most', parseCount, 20)
    .option('--cursor <cursor>', 'the next page, as the page before named it')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  npm run cli -- traces list acme --session chat-7731')
    .action((name, options) =>
      withParts(async ({ db, config, unit, parts }) => {
        const { id: workspace } = await findWorkspace(db, name);
        const { session, endUser, cursor } = options;
        const filter = {
          ...(session !== undefined && { sessionId: session }),
          ...(endUser !== undefined && { endUserId: endUser }),
        };
        const { reading, cursors } = composeObservability(config, parts);
        const list = { operation: 'traces list', workspace, filters: filter };
        const before = cursor === undefined ? undefined : cursors.take(list, cursor);
        const limit = Math.min(options.limit, LONGEST_PAGE);
        const page = await reading.list('trace', { workspace, filter, before, limit });
        const nextCursor = page.next === null ? null : cursors.give(list, page.next);
        const traces = page.groups.map((group) => toTraceSummary(group, unit));
        print(options, { traces, nextCursor }, () =>
          [
            page.groups.length === 0 ? 'There is no such trace.' : tableOf(page.groups, unit),
            ...(nextCursor === null ? [] : [`\nOlder ones: --cursor ${nextCursor}`]),
          ].join('\n'),
        );
      }),
    );
}

const LONGEST_PAGE = 100;

function showCommand() {
  return new Command('show')
    .description('show one trace as a tree')
    .argument('<workspace>', 'name or id of the workspace')
    .argument('<trace>', 'id of the trace, or of a run in it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- traces show acme run_01k0a2v4xfe8t9m3c5h7j1q6wz',
    )
    .action((name, id, options) =>
      withParts(async (session) => {
        const { db, config, unit, parts } = session;
        const { id: workspace } = await findWorkspace(db, name);
        const traceId = id.includes('_') ? await traceOfRun(session, workspace, id) : id;
        const { reading } = composeObservability(config, parts);
        const trace =
          traceId === undefined ? undefined : await reading.getTrace(workspace, traceId);
        if (!trace) throw new Problem('not_found', `There is no trace ${id} in ${name}.`);
        print(options, toTrace(trace, unit), () => textOf(trace, unit));
      }),
    );
}

async function traceOfRun(
  { parts }: Parameters<Parameters<typeof withParts>[0]>[0],
  workspace: string,
  id: string,
): Promise<string | undefined> {
  return (await kindOfRun(parts, id).runs.get(workspace, id))?.traceId;
}

function tableOf(groups: readonly Group[], unit: Unit): string {
  return table(
    groups.map(({ key, name, startedAt, totals, sessionId }) => ({
      trace: key,
      started: formatTime(startedAt),
      name,
      runs: String(totals.runs),
      spans: String(totals.clientSpans),
      errors: totals.errors === 0 ? '' : String(totals.errors),
      charged: formatMoney(totals.chargedAmount, unit),
      session: sessionId ?? '',
    })),
  );
}

function textOf(trace: TraceView, unit: Unit): string {
  const { totals } = trace;
  const summary = facts({
    trace: trace.key,
    started: formatTime(trace.startedAt),
    session: trace.sessionId,
    'end user': trace.endUserId,
    runs: `${totals.runs}${totals.pendingRuns === 0 ? '' : `, ${totals.pendingRuns} pending`}`,
    'own spans': String(totals.clientSpans),
    errors: totals.errors === 0 ? undefined : String(totals.errors),
    charged: formatMoney(totals.chargedAmount, unit),
    'reported cost': totals.reportedCost,
  });
  const rest = trace.isPartial ? [`\nThe first ${trace.spans.length} spans are shown.`] : [];
  return [`${summary}\n`, table(rowsOf(trace.spans)), ...rest].join('\n');
}

/** A branch for each span, as `tree` draws folders. */
function rowsOf(spans: readonly TreeSpan[]): Record<string, string>[] {
  return spans.map((span, i) => ({
    step: `${branchOf(spans, i)}${span.name}`,
    took: span.durationMs === undefined ? '' : `${span.durationMs} ms`,
    status: span.run ? span.run.state : span.status === 'unset' ? '' : span.status,
    tokens: tokensOf(span),
    charged:
      span.run?.chargedAmount === undefined ? '' : formatMoney(span.run.chargedAmount, span.run),
    of: span.run?.id ?? span.service ?? '',
  }));
}

function branchOf(spans: readonly TreeSpan[], at: number): string {
  const { depth } = spans[at]!;
  const isOpen = (level: number) => {
    const next = spans.slice(at + 1).find((span) => span.depth <= level);
    return next?.depth === level;
  };
  let branch = '';
  for (let level = 1; level <= depth; level++) {
    const open = isOpen(level);
    if (level === depth) branch += open ? '├─ ' : '└─ ';
    else branch += open ? '│  ' : '   ';
  }
  return branch;
}

function tokensOf({ facts: { inputTokens, outputTokens } }: TreeSpan): string {
  if (inputTokens === undefined && outputTokens === undefined) return '';
  return `${inputTokens ?? '?'} in, ${outputTokens ?? '?'} out`;
}

export function spansCommand(): Command {
  return new Command('spans')
    .description('move the spans that programs sent to another store')
    .addCommand(copyCommand());
}

function copyCommand() {
  return new Command('copy')
    .description(
      'copy the spans of all workspaces from PostgreSQL to the ClickHouse of CLICKHOUSE_URL',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((options) =>
      withDatabase(async ({ db, config, log }) => {
        const { clickHouseUrl: url } = config.observability;
        if (url === undefined) throw new StartError('CLICKHOUSE_URL names no ClickHouse.');
        const { copySpans, openClickHouse } = await loadOnDemand(
          'clickhouse',
          () => import('../clickhouse/index.ts'),
        );
        const clickHouse = openClickHouse({ url, log });
        try {
          const copied = await copySpans(db, clickHouse, (count) => {
            if (process.stderr.isTTY) process.stderr.write(`\r${count} copied`);
          });
          if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
          print(options, { copied }, () => `Copied ${copied} spans to ClickHouse.`);
        } finally {
          await clickHouse.close();
        }
      }),
    );
}

const HELP = `
A span that is in ClickHouse already stays one, so the command can be repeated.
Nothing is removed from PostgreSQL; the days there go when they are too old.
Once before the service starts with CLICKHOUSE_URL, so that all is there from
the beginning, and once behind it, for what came in between:
  CLICKHOUSE_URL=https://... npm run cli -- spans copy`;
