/** The geometry of the list of runs: its distance from the top of the page, its width, and the height of a row. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Viewport {
  /** Pixels between the top of the page and the first row. */
  top: number;
  /** Whether rows are cards. */
  isNarrow: boolean;
  rowHeight: number;
}

/** Lengths in `rem`, the font size of the page. */
const NARROW = 44;
const ROW = 3;
const CARD = 5.75;

export function useViewport(list: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({
    top: 0,
    isNarrow: false,
    rowHeight: ROW * 16,
  });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const box = element.getBoundingClientRect();
      const isNarrow = box.width < NARROW * rem;
      const next = {
        top: Math.round(box.top + window.scrollY),
        isNarrow,
        rowHeight: (isNarrow ? CARD : ROW) * rem,
      };
      setViewport((last) => (isSame(last, next) ? last : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return viewport;
}

function isSame(one: Viewport, other: Viewport): boolean {
  return (
    one.top === other.top && one.isNarrow === other.isNarrow && one.rowHeight === other.rowHeight
  );
}
