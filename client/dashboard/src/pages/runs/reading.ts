/**
 * Whether somebody reads a list, which then must not move: the list is scrolled, the pointer is over it, it has the
 * focus, or the device has a touch screen, where nobody can foresee a touch.
 */
import { type RefObject, useEffect, useState } from 'react';

export function useReading(list: RefObject<HTMLElement | null>): boolean {
  const [isReading, setReading] = useState(false);
  useEffect(() => {
    const look = () => {
      const element = list.current;
      setReading(
        element !== null &&
          (element.getBoundingClientRect().top < 0 ||
            element.matches(':hover, :focus-within') ||
            window.matchMedia('(hover: none)').matches),
      );
    };
    look();
    for (const event of EVENTS) window.addEventListener(event, look, { passive: true });
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, look);
    };
  }, [list]);
  return isReading;
}

const EVENTS = ['scroll', 'pointermove', 'pointerdown', 'focusin', 'focusout', 'resize'] as const;
