/** Traces and sessions over HTTP, for people, and a session as the conversation of its runs. */
import type { Turn } from '../../openapi/generated/dashboard.ts';
import { kindOfId } from '../kinds.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { OfferedKind } from '../runs/edges/index.ts';
import type { Run } from '../runs/index.ts';
import { type GivenFilter, toFilter, toSession, toSpan, toTrace, toTraceSummary } from './http.ts';
import type { Group, SpanView, TraceReading } from './index.ts';

type TraceHandlers = Pick<
  DashboardHandlers,
  | 'listWorkspaceTraces'
  | 'getWorkspaceTrace'
  | 'getSpanOfTrace'
  | 'listWorkspaceSessions'
  | 'getWorkspaceSession'
  | 'listTurnsOfSession'
>;

interface TraceOptions {
  kinds: readonly OfferedKind[];
  traces: TraceReading;
  unit: Unit;
  paging: Paging;
}

interface Query extends GivenFilter {
  limit?: number;
  cursor?: string;
}

export function createTraceHandlers(options: TraceOptions): TraceHandlers {
  const { traces, unit, paging } = options;
  const groups = groupPages(options);
  return {
    listWorkspaceTraces: (input) => groups(input, 'listWorkspaceTraces', 'trace', toTraceSummary),
    listWorkspaceSessions: (input) => groups(input, 'listWorkspaceSessions', 'session', toSession),

    async getWorkspaceTrace({ principal: { workspace }, params: { traceId } }) {
      const trace = await traces.getTrace(workspace, traceId);
      if (!trace) throw notFound();
      return { status: 200, body: toTrace(trace, unit) };
    },

    async getSpanOfTrace({ principal: { workspace }, params: { traceId, spanId } }) {
      const span = await traces.getSpan(workspace, traceId, spanId);
      if (!span) throw notFound();
      return { status: 200, body: toSpan(span) };
    },

    async getWorkspaceSession({ principal: { workspace }, query: { sessionId } }) {
      const session = await traces.getGroup('session', workspace, sessionId);
      if (!session) throw notFound();
      return { status: 200, body: toSession(session, unit) };
    },

    async listTurnsOfSession({ principal: { workspace }, query: { limit, cursor, sessionId } }) {
      const list = { operation: 'listTurnsOfSession', workspace, filters: { sessionId } };
      const page = paging.toPage(list, { limit, cursor });
      const filter = { sessionId, source: 'run' } as const;
      const { spans, next } = await traces.listSpans({ workspace, filter, ...page });
      const turns = await readTurns(options, workspace, spans);
      return { status: 200, body: paging.pageOf(list, turns, next) };
    },
  };
}

function groupPages({ traces, unit, paging }: TraceOptions) {
  return async <Body>(
    { principal: { workspace }, query }: { principal: { workspace: string }; query: Query },
    operation: string,
    by: 'trace' | 'session',
    present: (group: Group, unit: Unit) => Body,
  ) => {
    const { limit, cursor, ...filters } = query;
    const list = { operation, workspace, filters };
    const page = paging.toPage(list, { limit, cursor });
    const { groups, next } = await traces.list(by, {
      workspace,
      filter: toFilter(filters),
      ...page,
    });
    const data = groups.map((group) => present(group, unit));
    return { status: 200 as const, body: paging.pageOf(list, data, next) };
  };
}

/** The runs of a session as a conversation, read one by one, because a request can be very long. */
async function readTurns(
  { kinds }: TraceOptions,
  workspace: string,
  spans: readonly SpanView[],
): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const span of spans) {
    const turn = span.run && (await readTurn(kinds, workspace, span, span.run));
    if (turn) turns.push(turn);
  }
  return turns;
}

async function readTurn(
  kinds: readonly OfferedKind[],
  workspace: string,
  span: SpanView,
  { id }: Run,
): Promise<Turn | undefined> {
  const kind = kinds.find((each) => each.kind === kindOfId(id)?.kind);
  const found = kind?.toTurn && (await kind.runs.history(workspace, id));
  if (!kind?.toTurn || !found) return undefined;
  const turn = turnOf(span, found.run, found.request === undefined);
  return { ...turn, ...(kind.toTurn(found) as Pick<Turn, 'messages'>) };
}

function turnOf({ traceId, spanId }: SpanView, run: Run, isPurged: boolean) {
  const { state, createdAt, finishedAt, chargedAmount, parent } = run;
  return {
    ...{ runId: run.id, traceId, spanId, state },
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { durationMs: Math.max(0, finishedAt.getTime() - createdAt.getTime()) }),
    ...(chargedAmount !== undefined && { chargedAmount }),
    ...(run.error && { errorCode: run.error.code }),
    ...(parent && { parentRunId: parent.runId }),
    ...(parent?.toolCallId !== undefined && { toolCallId: parent.toolCallId }),
    ...(isPurged && { isPurged }),
  };
}

function notFound(): Problem {
  return new Problem('not_found', NOT_FOUND);
}
