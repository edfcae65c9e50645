/** A row of a table that, as a card, hides its cells of the class `fold` until a button opens it. */
import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

interface FoldingRowProps {
  /** What the row is of, for the name of the button. */
  what: string;
  children: ReactNode;
}

export function FoldingRow({ what, children }: FoldingRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr className={isOpen ? undefined : 'folded'}>
      {children}
      <td className="row-actions unfold">
        <button
          type="button"
          className="button quiet small square"
          aria-label={`More of ${what}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
      </td>
    </tr>
  );
}
