/** The filters of traces and sessions as their addresses have them. Ignores invalid parts of an address. */
import type { TraceFilters } from '../api/traces.ts';
import { idIn, LENGTHS, PERIODS, type Period } from './runs.ts';

export interface TracesView {
  status: (typeof STATUSES)[number] | '';
  sessionId: string;
  endUserId: string;
  period: Exclude<Period, 'between'>;
}

export const ALL_TRACES: TracesView = { status: '', sessionId: '', endUserId: '', period: 'any' };

const STATUSES = ['error', 'ok', 'unset'] as const;

export function readTracesView(params: URLSearchParams): TracesView {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const period = PERIODS.find((each) => each === text('period'));
  return {
    status: STATUSES.find((each) => each === text('status')) ?? '',
    sessionId: idIn(params.get('session')),
    endUserId: idIn(params.get('endUser')),
    period: period === undefined || period === 'between' ? 'any' : period,
  };
}

export function writeTracesView({ status, sessionId, endUserId, period }: TracesView): string {
  const members = { status, session: sessionId, endUser: endUserId, period };
  const entries = Object.entries(members).filter(([, value]) => value !== '' && value !== 'any');
  return new URLSearchParams(entries).toString();
}

/** Minutes are whole, so that the same view makes the same request for a while. */
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
