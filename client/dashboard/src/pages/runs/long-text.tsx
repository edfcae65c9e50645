/** A text that is folded if it is long. */
import { useState } from 'react';
import { Button } from '../../parts/index.ts';

const FOLD = 2_000;

export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > FOLD;
  return (
    <div className="long-text">
      <p>{isLong && !isOpen ? `${text.slice(0, FOLD)}…` : text}</p>
      {isLong && (
        <Button small look="quiet" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : `Show all ${text.length.toLocaleString('en')} characters`}
        </Button>
      )}
    </div>
  );
}
