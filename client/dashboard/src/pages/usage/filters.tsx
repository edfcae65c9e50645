/** The filters of the usage, its range, and its groups. */
import { useEffect, useState } from 'react';
import { allRows, RUN_KINDS, KINDS as RUNS, useCatalog, useKeys } from '../../api/index.ts';
import {
  GROUPS,
  intervalFor,
  mayGroupByEndUser,
  RANGES,
  type Range,
  type UsageView,
} from '../../filters/index.ts';
import { dayOf, dayPlus } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Field, MoreFilters, Pick, Segments, useZone } from '../../parts/index.ts';

interface UsageFiltersProps {
  view: UsageView;
  onChange: (part: Partial<UsageView>) => void;
}

export function UsageFilters({ view, onChange }: UsageFiltersProps) {
  const zone = useZone();
  const hasChoice = view.range !== '1d' && intervalFor(view.range, 'hour') === 'hour';
  return (
    <search className="filters">
      <Segments
        label="Range"
        options={RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }))}
        value={view.range}
        onChange={(range) => onChange(rangeChosen(range, dayOf(Date.now(), zone)))}
      />
      {hasChoice && (
        <Segments
          label="Interval"
          options={INTERVALS}
          value={view.interval}
          onChange={(interval) => onChange({ interval })}
        />
      )}
      {view.range === 'custom' && <Days view={view} onChange={onChange} />}
      <Pick
        label="Split by"
        isLabelHidden
        options={GROUPS.filter((groupBy) => mayGroupByEndUser({ ...view, groupBy })).map(
          (value) => ({
            value,
            label: labelOfGroup(value),
          }),
        )}
        value={view.groupBy}
        onChange={(groupBy) => onChange({ groupBy })}
      />
      <Pick
        label="Kind of runs"
        isLabelHidden
        options={KINDS}
        value={view.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Narrowing view={view} onChange={onChange} />
    </search>
  );
}

/** A custom range begins with the last seven days. */
function rangeChosen(range: Range, today: string): Partial<UsageView> {
  return range === 'custom' ? { range, from: dayPlus(today, -6), to: today } : { range };
}

function Days({ view: { from = '', to = '' }, onChange }: UsageFiltersProps) {
  return (
    <>
      <Field
        label="From"
        type="date"
        value={from}
        onChange={(day) => onChange({ from: day, ...(day > to && { to: day }) })}
      />
      <Field
        label="To"
        type="date"
        value={to}
        onChange={(day) => onChange({ to: day, ...(day < from && { from: day }) })}
      />
    </>
  );
}

/** The filters by key, model, end user and prompt. A run must match all of them. */
function Narrowing({ view, onChange }: UsageFiltersProps) {
  const { workspaceId } = useHere();
  const keys = allRows(useKeys(workspaceId).data) ?? [];
  const models = useCatalog(workspaceId).data?.models ?? [];
  const { keyId, model, endUserId, promptId } = view;
  const isNarrowed = [keyId, model, endUserId, promptId].some((each) => each !== undefined);
  return (
    <>
      <MoreFilters isSet={isNarrowed}>
        <Pick
          label="Key"
          options={withAll(
            'All keys',
            keys.map(({ id, name, last4 }) => ({ value: id, label: name, about: `…${last4}` })),
            keyId,
          )}
          value={keyId ?? ''}
          onChange={(value) => onChange(narrowed('keyId', value))}
        />
        <Pick
          label="Model"
          options={withAll(
            'All models',
            models.map(({ id }) => ({ value: id, label: id })),
            model,
          )}
          value={model ?? ''}
          onChange={(value) => onChange(narrowed('model', value))}
        />
        <Typed
          label="Customer"
          value={endUserId ?? ''}
          onChange={(value) => onChange(narrowed('endUserId', value))}
        />
        <Typed
          label="Prompt"
          value={promptId ?? ''}
          onChange={(value) => onChange(narrowed('promptId', value))}
        />
      </MoreFilters>
      {isNarrowed && (
        <Button
          look="quiet"
          icon="close"
          onPress={() =>
            onChange({
              ...narrowed('keyId', ''),
              ...narrowed('model', ''),
              ...narrowed('endUserId', ''),
              ...narrowed('promptId', ''),
            })
          }
        >
          Clear
        </Button>
      )}
    </>
  );
}

/** An empty text removes the filter. */
function narrowed(member: 'keyId' | 'model' | 'endUserId' | 'promptId', value: string) {
  return { [member]: value === '' ? undefined : value } as Partial<UsageView>;
}

interface TypedProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters when the user pauses typing. */
function Typed({ label, value, onChange }: TypedProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), 600);
    return () => clearTimeout(timer);
  });
  return <Field label={label} type="search" value={text} onChange={setText} autoComplete="off" />;
}

interface Named {
  value: string;
  label: string;
  about?: string;
}

/** Returns the options, which always contain the chosen one. */
function withAll(all: string, options: Named[], chosen = ''): Named[] {
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return [
    { value: '', label: all },
    ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
    ...options,
  ];
}

const RANGE_WORDS: Record<Range, string> = {
  '1d': '24 h',
  '7d': '7 days',
  '14d': '14 days',
  '30d': '30 days',
  '90d': '90 days',
  custom: 'Custom',
};

const INTERVALS: { value: UsageView['interval']; label: string }[] = [
  { value: 'hour', label: 'By hour' },
  { value: 'day', label: 'By day' },
];

const KINDS: { value: UsageView['kind']; label: string }[] = [
  { value: '', label: 'All kinds' },
  ...RUN_KINDS.map((each) => ({ value: RUNS[each].kind, label: RUNS[each].title })),
];

export function labelOfGroup(groupBy: UsageView['groupBy']): string {
  if (groupBy === 'none') return 'No grouping';
  return `By ${groupBy === 'endUser' ? 'customer' : groupBy}`;
}
