/** Cost, duration and error, which few people need. */
import { useEffect, useState } from 'react';
import { hasBounds, type RunsView } from '../../filters/index.ts';
import { parseMoney, plainMoney, symbolOf, type Unit } from '../../format/index.ts';
import { Field, MoreFilters, useUnit } from '../../parts/index.ts';

interface BoundsProps {
  view: RunsView;
  onChange: (part: Partial<RunsView>) => void;
}

export function Bounds({ view, onChange }: BoundsProps) {
  const unit = useUnit();
  const cost = (text: string) => toUnits(text, unit);
  const money = (units: string) => (units === '' ? '' : plainMoney(Number(units), unit));
  return (
    <MoreFilters isSet={hasBounds(view)}>
      <Bound
        label="Cost from"
        unit={symbolOf(unit.currency)}
        value={money(view.minCost)}
        read={cost}
        onRead={(minCost) => onChange({ minCost })}
      />
      <Bound
        label="Cost to"
        unit={symbolOf(unit.currency)}
        value={money(view.maxCost)}
        read={cost}
        onRead={(maxCost) => onChange({ maxCost })}
      />
      <Bound
        label="Seconds from"
        value={view.minSeconds}
        read={toSeconds}
        onRead={(minSeconds) => onChange({ minSeconds })}
      />
      <Bound
        label="Seconds to"
        value={view.maxSeconds}
        read={toSeconds}
        onRead={(maxSeconds) => onChange({ maxSeconds })}
      />
      <Bound
        label="Error code"
        value={view.errorCode}
        read={(text) => (/^[a-z_]*$/.test(text) ? text : undefined)}
        onRead={(errorCode) => onChange({ errorCode })}
      />
    </MoreFilters>
  );
}

interface BoundProps {
  label: string;
  value: string;
  unit?: string;
  /** Returns undefined if the text is not valid. */
  read: (text: string) => string | undefined;
  onRead: (value: string) => void;
}

/** Filters when the user pauses typing. */
function Bound({ label, value, unit, read, onRead }: BoundProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const wanted = read(text.trim());
  useEffect(() => {
    if (wanted === undefined || text.trim() === value) return;
    const timer = setTimeout(() => onRead(wanted), 600);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      label={label}
      value={text}
      onChange={setText}
      autoComplete="off"
      fault={wanted === undefined ? 'Not a valid value.' : undefined}
      {...(unit !== undefined && { unit })}
    />
  );
}

function toUnits(text: string, unit: Unit): string | undefined {
  if (text === '') return '';
  const parsed = parseMoney(text, unit);
  return 'amount' in parsed && parsed.amount >= 0 ? String(parsed.amount) : undefined;
}

function toSeconds(text: string): string | undefined {
  return /^\d{0,8}$/.test(text) ? text : undefined;
}
