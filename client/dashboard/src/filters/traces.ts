/** The filters of traces, sessions and end users as their addresses have them. What an address says wrongly is left out. */
import type { TraceFilters } from '../api/traces.ts';
import { LENGTHS, PERIODS, type Period } from './runs.ts';

export interface TracesView {
  status: (typeof STATUSES)[number] | '';
  sessionId: string;
  endUserId: string;
  period: Exclude<Period, 'between'>;
}

export const ALL_TRACES: TracesView = { status: '', sessionId: '', endUserId: '', period: 'any' };

const STATUSES = ['error', 'ok', 'unset'] as const;

export function readTracesView(params: URLSearchParams): TracesView {
  const text = (name: string) => params.get(name)?.trim().slice(0, 256) ?? '';
  const period = PERIODS.find((each) => each === text('period'));
  return {
    status: STATUSES.find((each) => each === text('status')) ?? '',
    sessionId: text('session'),
    endUserId: text('endUser'),
    period: period === undefined || period === 'between' ? 'any' : period,
  };
}

export function writeTracesView({ status, sessionId, endUserId, period }: TracesView): string {
  const given = { status, session: sessionId, endUser: endUserId, period };
  const entries = Object.entries(given).filter(([, value]) => value !== '' && value !== 'any');
  return new URLSearchParams(entries).toString();
}

/** Minutes are whole, so that the same view asks the same for a while. */
export function queryOfTraces(view: TracesView, now: number): TraceFilters {
  const { status, sessionId, endUserId, period } = view;
  const hours = LENGTHS[period];
  const minute = Math.floor(now / 60_000) * 60_000;
  return {
    ...(status !== '' && { status }),
    ...(sessionId !== '' && { sessionId }),
    ...(endUserId !== '' && { endUserId }),
    ...(hours !== undefined && {
      startedAfter: new Date(minute - hours * 3_600_000).toISOString(),
    }),
  };
}
