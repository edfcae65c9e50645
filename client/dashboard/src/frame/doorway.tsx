/** What stands around a page that has no workspace around it. */
import type { ReactNode } from 'react';
import { Mark } from '../parts/index.ts';
import './doorway.css';

interface DoorwayProps {
  title: string;
  about: string;
  children: ReactNode;
}

/** A card with the mark of the service: for signing in, and for joining. */
export function Doorway({ title, about, children }: DoorwayProps) {
  return (
    <main className="doorway">
      <div className="doorway-card">
        <Mark />
        <h1>{title}</h1>
        <p className="muted">{about}</p>
        {children}
      </div>
    </main>
  );
}

/** The bare page: for what is said in its place. */
export function Lonely({ children }: { children: ReactNode }) {
  return <main className="lonely">{children}</main>;
}
