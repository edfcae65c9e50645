/** Shows a moment, or its distance from now, which it keeps current. A hover shows the exact moment and the time zone. */
import { createContext, use, useEffect } from 'react';
import { createSignal, useSignal } from '../api/index.ts';
import { formatDistance, formatMoment } from '../format/index.ts';

/** The time zone of all moments and days: in a workspace the chosen one, otherwise that of the browser. */
export const ZoneContext = createContext(browserZone());

export function useZone(): string {
  return use(ZoneContext);
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

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
  const zone = useZone();
  return (
    <time dateTime={at} title={`${formatMoment(at, zone)}, ${zone}`} className="nowrap">
      {formatDistance(at, Math.max(now, Date.now()), zone)}
    </time>
  );
}

export function Moment({ at }: { at: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={`${at}, shown in ${zone}`} className="nowrap">
      {formatMoment(at, zone)}
    </time>
  );
}
