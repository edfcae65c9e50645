/** Tells by a dot that what stands here changes by itself. */
import type { ReactNode } from 'react';
import './live.css';

export function Live({ children }: { children: ReactNode }) {
  return (
    <span className="live">
      <LiveDot />
      {children}
    </span>
  );
}

export function LiveDot() {
  return <span className="live-dot" aria-hidden="true" />;
}
