/** The layout of pages outside of workspaces. */
import type { ReactNode } from 'react';
import { Mark } from '../parts/index.ts';
import './auth-page.css';

interface AuthPageProps {
  title: string;
  about: string;
  children: ReactNode;
}

/** A card with the logo of the service: for signing in, and for joining. */
export function AuthPage({ title, about, children }: AuthPageProps) {
  return (
    <main className="auth-page">
      <div className="auth-page-card">
        <Mark />
        <h1>{title}</h1>
        <p className="muted">{about}</p>
        {children}
      </div>
    </main>
  );
}

/** A page without navigation, for messages. */
export function BarePage({ children }: { children: ReactNode }) {
  return <main className="bare-page">{children}</main>;
}
