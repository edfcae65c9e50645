/** Traces, sessions and end users over HTTP, for people. */
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/http/paging.ts';
import { toDate } from '../platform/lib/moment.ts';
import type { Unit } from '../platform/lib/money.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { readTurns, type TurnSources } from './dashboard-present.ts';
import type { Group, TraceFilter, TraceReading } from './index.ts';
import { toEndUser, toSession, toSpan, toTrace, toTraceSummary } from './present.ts';

type TraceHandlers = Pick<
  DashboardHandlers,
  | 'listWorkspaceTraces'
  | 'getWorkspaceTrace'
  | 'getSpanOfTrace'
  | 'listWorkspaceSessions'
  | 'getWorkspaceSession'
  | 'listTurnsOfSession'
  | 'listWorkspaceEndUsers'
>;

export interface TraceOptions extends TurnSources {
  traces: TraceReading;
  unit: Unit;
  paging: Paging;
}

/** As in the contract. */
interface Query extends Omit<TraceFilter, 'startedAfter' | 'startedBefore'> {
  startedAfter?: string;
  startedBefore?: string;
  limit?: number;
  cursor?: string;
}

export function createTraceHandlers(options: TraceOptions): TraceHandlers {
  const { traces, unit, paging } = options;
  const groups = groupPages(options);
  return {
    listWorkspaceTraces: (input) => groups(input, 'listWorkspaceTraces', 'trace', toTraceSummary),
    listWorkspaceSessions: (input) => groups(input, 'listWorkspaceSessions', 'session', toSession),
    listWorkspaceEndUsers: (input) => groups(input, 'listWorkspaceEndUsers', 'endUser', toEndUser),

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
    by: 'trace' | 'session' | 'endUser',
    present: (group: Group, unit: Unit) => Body,
  ) => {
    const { limit, cursor, ...filters } = query;
    const list = { operation, workspace, filters };
    const { startedAfter, startedBefore, ...same } = filters;
    const filter = {
      ...same,
      ...(startedAfter !== undefined && { startedAfter: toDate('startedAfter', startedAfter) }),
      ...(startedBefore !== undefined && { startedBefore: toDate('startedBefore', startedBefore) }),
    };
    const page = paging.toPage(list, { limit, cursor });
    const { groups, next } = await traces.list(by, { workspace, filter, ...page });
    const data = groups.map((group) => present(group, unit));
    return { status: 200 as const, body: paging.pageOf(list, data, next) };
  };
}

function notFound(): Problem {
  return new Problem('not_found', NOT_FOUND);
}
