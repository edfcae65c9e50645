/** The filters of the list of runs. */
import { type ReactNode, useEffect, useState } from 'react';
import { allRows, hasOwn, type RunKind, useKeys } from '../../api/index.ts';
import {
  ALL_RUNS,
  isFiltered,
  type Period,
  RESULT_CHOICES,
  type RunsView,
  type StateChoice,
  stateChoicesOf,
} from '../../filters/index.ts';
import { fromLocalField, toLocalField } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, Field, Pick, useZone, wordsOfResult, wordsOfState } from '../../parts/index.ts';
import { Bounds } from './bounds.tsx';
import { useSubjects, VIEWS } from './kinds.tsx';
import { LabelBox } from './label-box.tsx';
import './filters.css';

interface RunFiltersProps {
  kind: RunKind;
  view: RunsView;
  onChange: (view: RunsView) => void;
}

export function RunFilters({ kind, view, onChange }: RunFiltersProps) {
  const { subjects, keys } = useOptions(kind);
  const { subject: of, all } = VIEWS[kind];
  const change = (part: Partial<RunsView>) => onChange({ ...view, ...part });
  return (
    <search className="filters">
      <SearchBox
        of={VIEWS[kind].one}
        value={view.search}
        onSearch={(search) => change({ search })}
      />
      <Pick
        label="State"
        isLabelHidden
        options={statesOf(kind)}
        value={view.state}
        onChange={(state) => change({ state })}
      />
      {hasOwn(kind, 'results') && (
        <Pick
          label="Result"
          isLabelHidden
          options={RESULTS}
          value={view.result}
          onChange={(result) => change({ result })}
        />
      )}
      <Pick
        label={of}
        isLabelHidden
        options={withAll(all, subjects, view.subject)}
        value={view.subject}
        onChange={(subject) => change({ subject })}
      />
      <Pick
        label="Key"
        isLabelHidden
        options={withAll('All keys', keys, view.keyId)}
        value={view.keyId}
        onChange={(keyId) => change({ keyId })}
      />
      <Pick
        label="Created"
        isLabelHidden
        options={PERIOD_OPTIONS}
        value={view.period}
        onChange={(period) => change({ period })}
      />
      {(view.promptId !== '' || view.promptVersion !== '') && (
        <Chosen
          remove="Without the prompt"
          onRemove={() => change({ promptId: '', promptVersion: '' })}
        >
          Prompt <code>{view.promptId}</code>
          {view.promptVersion !== '' && `, version ${view.promptVersion}`}
        </Chosen>
      )}
      {view.endUserId !== '' && (
        <Chosen remove="Without the customer" onRemove={() => change({ endUserId: '' })}>
          Customer <code>{view.endUserId}</code>
        </Chosen>
      )}
      <LabelBox labels={view.labels} onChange={(labels) => change({ labels })} />
      {hasOwn(kind, 'bounds') && <Bounds view={view} onChange={change} />}
      {view.period === 'between' && <Between view={view} onChange={change} />}
      {isFiltered(view) && (
        <Button
          look="quiet"
          icon="close"
          onPress={() => onChange({ ...ALL_RUNS, hidden: view.hidden })}
        >
          Clear
        </Button>
      )}
    </search>
  );
}

interface ChosenProps {
  remove: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A filter by what the user chose on another page. It can only be removed here. */
function Chosen({ remove, onRemove, children }: ChosenProps) {
  return (
    <span className="chosen-label">
      <span>{children}</span>
      <Button small look="quiet" icon="close" label={remove} onPress={onRemove} />
    </span>
  );
}

/** The existing models or tools, and keys. */
function useOptions(kind: RunKind): { subjects: Named[]; keys: Named[] } {
  const { workspaceId } = useHere();
  const subjects = useSubjects(kind, workspaceId);
  const keys = useKeys(workspaceId);
  return {
    subjects: subjects.map((id) => ({ value: id, label: id })),
    keys: (allRows(keys.data) ?? []).map(({ id, name, last4 }) => ({
      value: id,
      label: name,
      about: `…${last4}`,
    })),
  };
}

interface BetweenProps {
  view: RunsView;
  onChange: (part: Partial<RunsView>) => void;
}

function Between({ view, onChange }: BetweenProps) {
  const zone = useZone();
  return (
    <>
      <Field
        label="From"
        type="datetime-local"
        value={toLocalField(view.from, zone)}
        onChange={(from) => onChange({ from: fromLocalField(from, zone) ?? '' })}
      />
      <Field
        label="To"
        type="datetime-local"
        value={toLocalField(view.to, zone)}
        onChange={(to) => onChange({ to: fromLocalField(to, zone) ?? '' })}
      />
    </>
  );
}

/** Searches when the user pauses typing, or at once with Enter. */
interface SearchBoxProps {
  of: string;
  value: string;
  onSearch: (text: string) => void;
}

function SearchBox({ of, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), 400);
    return () => clearTimeout(timer);
  });
  return (
    <form
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Field
        label="Search"
        type="search"
        value={text}
        onChange={setText}
        placeholder={`${of} ID, session, user…`}
        autoComplete="off"
      />
    </form>
  );
}

function statesOf(kind: RunKind): { value: StateChoice | ''; label: string }[] {
  return [
    { value: '', label: 'All states' },
    ...stateChoicesOf(kind).map((value) => ({
      value,
      label: value === 'pending' ? 'Pending, in any state' : wordsOfState(value),
    })),
  ];
}

const RESULTS: { value: RunsView['result']; label: string }[] = [
  { value: '', label: 'All results' },
  ...RESULT_CHOICES.map((value) => ({ value, label: wordsOfResult(value) })),
];

const PERIOD_OPTIONS: { value: Period; label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'between', label: 'Between…' },
];

interface Named {
  value: string;
  label: string;
  about?: string;
}

/** Adds the chosen option, if the options do not have it any more. */
function withAll(all: string, options: Named[], chosen: string): Named[] {
  const known = chosen === '' || options.some(({ value }) => value === chosen);
  return [
    { value: '', label: all },
    ...(known ? [] : [{ value: chosen, label: chosen }]),
    ...options,
  ];
}
