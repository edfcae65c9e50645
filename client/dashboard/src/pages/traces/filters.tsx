/** The filters of traces and sessions. */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  ALL_TRACES,
  queryOfTraces,
  readTracesView,
  type TracesView,
  writeTracesView,
} from '../../filters/index.ts';
import { Button, Pick, TextFilter, useNow } from '../../parts/index.ts';
import './filters.css';

/** The filters are in the address, together with other parameters. */
export function useTracesView() {
  const [params, setParams] = useSearchParams();
  const text = writeTracesView(readTracesView(params));
  // A period that moves with the clock would restart the list each minute: it is fixed until it is chosen again.
  const [since, setSince] = useState({ text, now: useNow() });
  if (since.text !== text) setSince({ text, now: Date.now() });
  const view = readTracesView(new URLSearchParams(text));
  return {
    view,
    query: queryOfTraces(view, since.now),
    isFiltered: text !== '',
    show: (next: TracesView) =>
      setParams(new URLSearchParams(writeTracesView(next)), { replace: true }),
  };
}

interface FiltersProps {
  view: TracesView;
  onChange: (view: TracesView) => void;
  /** The filters of the list, besides the time. */
  by: ('status' | 'sessionId' | 'endUserId')[];
}

export function TraceFilters({ view, onChange, by }: FiltersProps) {
  const change = (part: Partial<TracesView>) => onChange({ ...view, ...part });
  return (
    <search className="filters">
      {by.includes('status') && (
        <Pick
          label="Status"
          isLabelHidden
          options={STATUSES}
          value={view.status}
          onChange={(status) => change({ status })}
        />
      )}
      <Pick
        label="Started"
        isLabelHidden
        options={PERIODS}
        value={view.period}
        onChange={(period) => change({ period })}
      />
      {by.includes('sessionId') && (
        <TextFilter
          label="Session"
          placeholder="Session ID"
          value={view.sessionId}
          onChange={(sessionId) => change({ sessionId })}
        />
      )}
      {by.includes('endUserId') && (
        <TextFilter
          label="Customer"
          placeholder="Customer ID"
          value={view.endUserId}
          onChange={(endUserId) => change({ endUserId })}
        />
      )}
      {writeTracesView(view) !== '' && (
        <Button look="quiet" icon="close" onPress={() => onChange(ALL_TRACES)}>
          Clear
        </Button>
      )}
    </search>
  );
}

const STATUSES: { value: TracesView['status']; label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'error', label: 'With an error' },
  { value: 'ok', label: 'With a success' },
  { value: 'unset', label: 'In progress or not set' },
];

const PERIODS: { value: TracesView['period']; label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];
