/** A dot that shows that content updates by itself; gray while the server cannot be reached. */
import type { ReactNode } from 'react';
import { connection, useSignal } from '../api/index.ts';
import './live.css';

export function Live({ children }: { children: ReactNode }) {
  const isOff = useSignal(connection) === 'lost';
  return (
    <span className={isOff ? 'live off' : 'live'}>
      <LiveDot />
      {isOff ? 'Paused. Updates resume when the connection is back.' : children}
    </span>
  );
}

export function LiveDot() {
  const isOff = useSignal(connection) === 'lost';
  return <span className={isOff ? 'live-dot off' : 'live-dot'} aria-hidden="true" />;
}
