/** Tables, from a table of rows and columns down to the button that shows more rows. */
import { type ReactNode, useState } from 'react';
import { formatCount } from '../format/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './table.css';

interface TableProps {
  label: string;
  /** Which columns are hidden in less room, and how a row becomes a card. A `slim` table never changes. */
  look?:
    | 'figures'
    | 'movements'
    | 'keys'
    | 'endpoints'
    | 'deliveries'
    | 'slim'
    | 'latest'
    | 'customers'
    | undefined;
  children: ReactNode;
}

/** A table that scrolls by itself if it is wider than its container. */
export function Table({ label, look, children }: TableProps) {
  return (
    <section className="table-scroll" aria-label={`Table: ${label}`} tabIndex={0}>
      <table className={look ? `table ${look}` : 'table'}>{children}</table>
    </section>
  );
}

interface DataTableProps<Row, Name extends string> extends Omit<TableProps, 'children'> {
  rows: readonly Row[];
  /** Rows below a line, with sums in the same columns. */
  sums?: readonly Row[] | false;
  keyOf: (row: Row) => string;
  /**
   * What each column shows of a row, by its name. The first one names the row. Nothing is a dash, and no line of a card;
   * false is empty. A false column is not shown.
   */
  columns: { [Each in Name]?: ((row: Row) => ReactNode) | false | undefined };
  /** The columns of figures. */
  numbers?: readonly NoInfer<Name>[];
  /** Classes of the cells of a column. */
  classes?: { [Each in NoInfer<Name>]?: string };
  /** What can be done with a row, in a last column without a name. */
  actions?: ((row: Row) => ReactNode) | false | undefined;
  classOf?: (row: Row) => string | undefined;
  /** If a row as a card hides its cells of the class `fold`: the name of the row, for the button that shows them. */
  folds?: (row: Row) => string;
}

/** A table of rows with the same columns. On a phone, each row is a card, unless the table is slim. */
export function DataTable<Row, Name extends string>(props: DataTableProps<Row, Name>) {
  const { rows, sums, keyOf, numbers, classes = {}, actions, classOf, folds } = props;
  const columns = Object.entries<((row: Row) => ReactNode) | false | undefined>(props.columns)
    .flatMap(([name, cell]) => (cell ? [{ name: name as Name, cell }] : []))
    .map(({ name, cell }) => {
      const all = [numbers?.includes(name) && 'number', (classes as Record<string, string>)[name]];
      return { name, cell, className: all.filter(Boolean).join(' ') || undefined };
    });
  const cellsOf = (row: Row) => (
    <>
      {columns.map(({ name, cell, className }, index) => {
        const content = cell(row);
        if (index === 0) {
          return (
            <th key={name} scope="row" className={className}>
              {content}
            </th>
          );
        }
        return (
          <td key={name} data-label={content === false ? undefined : name} className={className}>
            {content ?? <span className="faint no-value">–</span>}
          </td>
        );
      })}
      {actions && <td className="row-actions">{actions(row)}</td>}
    </>
  );
  return (
    <Table label={props.label} look={props.look}>
      <thead>
        <tr>
          {columns.map(({ name, className }) => (
            <th key={name} scope="col" className={className}>
              {name}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          folds ? (
            <FoldingRow key={keyOf(row)} what={folds(row)}>
              {cellsOf(row)}
            </FoldingRow>
          ) : (
            <tr key={keyOf(row)} className={classOf?.(row)}>
              {cellsOf(row)}
            </tr>
          ),
        )}
      </tbody>
      {sums && sums.length > 0 && (
        <tfoot>
          {sums.map((row) => (
            <tr key={keyOf(row)}>{cellsOf(row)}</tr>
          ))}
        </tfoot>
      )}
    </Table>
  );
}

interface FoldingRowProps {
  /** What the row is of, for the name of the button. */
  what: string;
  children: ReactNode;
}

/** A row that, as a card, hides its cells of the class `fold` until a button opens it. */
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

interface FewProps<Row> {
  rows: readonly Row[];
  /** How many are shown at first; one more would not need a button. */
  few: number;
  children: (shown: readonly Row[]) => ReactNode;
}

/** The first rows of a long table, with a button below it that shows the rest. */
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

interface MoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/** The button below a list that loads its next page. */
export function More({ hasMore, isLoading, onMore }: MoreProps) {
  if (!hasMore) return null;
  return (
    <div className="more">
      <Button small isPending={isLoading} onPress={onMore}>
        Show more
      </Button>
    </div>
  );
}
