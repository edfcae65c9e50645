/** Filters that few people need: a button opens them on a line of their own. They are open while one of them is set. */
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import './more-filters.css';

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
