/** Filters of lists: a search by text, and those that few people need, which a button opens. */
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import './text-filter.css';

interface TextFilterProps {
  /** For screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches when the user pauses typing, or at once with Enter. */
export function TextFilter({ label, placeholder, value, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value || text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), 400);
    return () => clearTimeout(timer);
  });
  return (
    <form
      className="text-filter"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <Field
        label={label}
        type="search"
        value={text}
        onChange={setText}
        placeholder={placeholder}
        autoComplete="off"
      />
    </form>
  );
}

interface MoreFiltersProps {
  isSet: boolean;
  children: ReactNode;
}

export function MoreFilters({ isSet, children }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !isSet) {
    return (
      <Button icon="plus" onPress={() => setOpen(true)}>
        More filters
      </Button>
    );
  }
  return (
    <fieldset className="more-filters" aria-label="More filters">
      {children}
    </fieldset>
  );
}
