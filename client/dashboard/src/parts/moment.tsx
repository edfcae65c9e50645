/** Shows a moment as its distance from now and keeps it current. A hover or a tap shows the exact moment. */
import { useEffect } from 'react';
import { createSignal, useSignal } from '../api/index.ts';
import { formatDistance, formatMoment } from '../format/index.ts';

const clock = createSignal(Date.now());

/** Renders again with the one clock of the page. */
export function useClock(): void {
  useEffect(() => {
    const timer = setInterval(() => clock.set(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
}

export function useNow(): number {
  return useSignal(clock);
}

export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at)} className="nowrap">
      {formatDistance(at, Math.max(now, Date.now()))}
    </time>
  );
}

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="nowrap">
      {formatMoment(at)}
    </time>
  );
}
