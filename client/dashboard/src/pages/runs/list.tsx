/**
 * Renders the visible rows of a list of any length, and loads the next page before the end is reached. The scroll
 * position is kept until the user returns from a run. Arrow keys go from row to row.
 */
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { type RunKind, type RunListRow, useKeyNames } from '../../api/index.ts';
import type { Column } from '../../filters/index.ts';
import { decimalsOf, formatCount } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Button, useUnit } from '../../parts/index.ts';
import { VIEWS } from './kinds.tsx';
import { useReading } from './reading.ts';
import { costOf, RunRow } from './row.tsx';
import { useViewport, type Viewport } from './viewport.ts';
import './list.css';

interface RunListProps {
  kind: RunKind;
  rows: RunListRow[];
  /** Columns that are not shown. */
  hidden: readonly Column[];
  /** Names the list, so that its scroll position can be kept. */
  scrollKey: string;
  isStale: boolean;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  onScreen: (rows: RunListRow[]) => void;
  /** The new runs that are not shown yet. */
  newRuns: { count: number; isMore: boolean };
  onShowNew: () => void;
  onHold: (isHeld: boolean) => void;
}

const scrollOffsets = new Map<string, number>();
/** The run that was opened last from a list, by the scroll key of the list. */
const opened = new Map<string, string>();

export function RunList(props: RunListProps) {
  const { kind, rows, hidden, scrollKey, isStale, hasMore, isLoading, newRuns, onShowNew, onHold } =
    props;
  const table = useRef<HTMLTableElement>(null);
  const list = useRef<HTMLTableSectionElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const isReading = useReading(whole);
  useEffect(() => onHold(isReading), [isReading, onHold]);
  useArrows(table);
  useOpened(table, scrollKey);
  const { top, isNarrow, rowHeight } = useViewport(list);
  const virtualizer = useVirtualRows(props, { top, rowHeight });
  useKeptScroll(scrollKey);
  useOnScreen(virtualizer, props);

  function showNewRuns() {
    onShowNew();
    window.scrollTo(0, 0);
    // The button that has the focus disappears.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('.run-link')?.focus());
  }
  return (
    <div className="run-list-container" ref={whole}>
      <NewRuns newRuns={newRuns} onShow={showNewRuns} />
      <table
        className={classOf(hidden, isNarrow, isStale)}
        aria-label="Runs"
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={isStale || isLoading}
        ref={table}
      >
        <thead className="run-head">
          <tr className="run-row" aria-rowindex={1}>
            {columnsOf(kind).map(({ name, look }) => (
              <th key={name} scope="col" className={look}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={list} className="run-body" style={{ height: virtualizer.getTotalSize() }}>
          <Rows kind={kind} rows={rows} virtualizer={virtualizer} />
        </tbody>
      </table>
      <p className="run-end faint" aria-live="polite">
        {isLoading ? 'Loading older runs…' : hasMore ? '' : 'End of list.'}
      </p>
    </div>
  );
}

interface RowsProps {
  kind: RunKind;
  rows: RunListRow[];
  virtualizer: Virtualizer<Window, Element>;
}

/** The visible rows, each at its offset. */
function Rows({ kind, rows, virtualizer }: RowsProps) {
  const { workspaceId } = useHere();
  const nameOfKey = useKeyNames(workspaceId);
  const unit = useUnit();
  const costDecimals = useMemo(() => decimalsOf(rows.map(costOf), unit), [rows, unit]);
  return virtualizer.getVirtualItems().map(({ index, key, start }) => {
    const run = rows[index];
    return (
      run && (
        <RunRow
          key={key}
          kind={kind}
          run={run}
          index={index}
          keyName={nameOfKey(run.keyId)}
          decimals={costDecimals}
          top={start - virtualizer.options.scrollMargin}
        />
      )
    );
  });
}

/** While somebody reads the list, it does not move until the user asks for the new runs. */
function NewRuns({ newRuns, onShow }: { newRuns: RunListProps['newRuns']; onShow: () => void }) {
  const { count, isMore } = newRuns;
  return (
    <div className="run-new-runs" role="status">
      {count > 0 && (
        <Button small look="primary" icon="up" onPress={onShow}>
          {`${formatCount(count)}${isMore ? '+' : ''} new ${count === 1 ? 'run' : 'runs'}`}
        </Button>
      )}
    </div>
  );
}

function classOf(hidden: readonly Column[], isNarrow: boolean, isStale: boolean): string {
  return [
    'run-list',
    isNarrow && 'cards',
    isStale && 'stale',
    ...(hidden.length > 0 ? ['picked', ...hidden.map((column) => `without-${column}`)] : []),
  ]
    .filter(Boolean)
    .join(' ');
}

const columnsOf = (kind: RunKind) => [
  { name: VIEWS[kind].one, look: 'run-id' },
  { name: 'State', look: 'run-state' },
  { name: VIEWS[kind].subject, look: 'run-subject' },
  { name: 'Session, customer', look: 'run-of' },
  { name: 'Key', look: 'run-key' },
  { name: VIEWS[kind].column, look: 'run-own number' },
  { name: 'Duration', look: 'run-took number' },
  { name: 'Cost', look: 'run-cost number' },
  { name: 'Created', look: 'run-created' },
];

/** Returns the rows on the screen, and loads the next page before the last row is on the screen. */
function useVirtualRows(
  { rows, scrollKey, hasMore, isLoading, onMore }: RunListProps,
  { top, rowHeight }: Pick<Viewport, 'top' | 'rowHeight'>,
): Virtualizer<Window, Element> {
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    initialOffset: () => scrollOffsets.get(scrollKey) ?? 0,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && last >= rows.length - 30) onMore();
  }, [hasMore, isLoading, last, rows.length, onMore]);
  return virtualizer;
}

function useKeptScroll(scrollKey: string): void {
  useEffect(() => {
    const kept = scrollOffsets.get(scrollKey);
    if (kept !== undefined) window.scrollTo(0, kept);
    const keep = () => scrollOffsets.set(scrollKey, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [scrollKey]);
}

/** Reports the rows when the user stops scrolling. The page reads these rows again. */
function useOnScreen(
  virtualizer: Virtualizer<Window, Element>,
  { rows, onScreen }: Pick<RunListProps, 'rows' | 'onScreen'>,
): void {
  const range = virtualizer.range;
  const start = range?.startIndex ?? 0;
  const end = range?.endIndex ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => onScreen(rows.slice(start, end + 1)), 250);
    return () => clearTimeout(timer);
  }, [rows, start, end, onScreen]);
}

/** Restores the position in the list when the user returns from a run. */
function useOpened(table: RefObject<HTMLTableElement | null>, scrollKey: string): void {
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const last = opened.get(scrollKey);
    opened.delete(scrollKey);
    // The page puts the focus on its title first.
    const frame = requestAnimationFrame(() => {
      if (last === undefined) return;
      element.querySelector<HTMLElement>(`.run-link[title="${CSS.escape(last)}"]`)?.focus();
    });
    const note = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('.run-link');
      if (link) opened.set(scrollKey, link.getAttribute('title') ?? '');
    };
    element.addEventListener('click', note);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('click', note);
    };
  }, [table, scrollKey]);
}

/** Moves the focus between the links of the rows with the up and down keys. */
function useArrows(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const move = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const links = [...element.querySelectorAll<HTMLElement>('.run-link')];
      const at = links.indexOf(document.activeElement as HTMLElement);
      if (at === -1) return;
      event.preventDefault();
      links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    };
    element.addEventListener('keydown', move);
    return () => element.removeEventListener('keydown', move);
  }, [table]);
}
