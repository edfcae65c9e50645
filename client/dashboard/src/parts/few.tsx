/** The first rows of a long table, with a button below it that shows the rest. */
import { type ReactNode, useState } from 'react';
import { formatCount } from '../format/index.ts';
import { Button } from './button.tsx';

interface FewProps<Row> {
  rows: readonly Row[];
  /** How many are shown at first; one more would not need a button. */
  few: number;
  children: (shown: readonly Row[]) => ReactNode;
}

export function Few<Row>({ rows, few, children }: FewProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || rows.length <= few + 1) return children(rows);
  return (
    <>
      {children(rows.slice(0, few))}
      <div className="few">
        <Button small look="quiet" icon="down" onPress={() => setWhole(true)}>
          Show {formatCount(rows.length - few)} more
        </Button>
      </div>
    </>
  );
}
