/** The layout of a page: its head, its cards, its figures, its facts. */
import { type ReactNode, useEffect, useRef } from 'react';
import './page.css';

interface PageProps {
  title: string;
  /** What the page is of, by which the browser's tab and its history name it. */
  of?: string | undefined;
  /** The text after the title. */
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, of, about, actions, children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useTitle(of === undefined ? title : `${of} · ${title}`);
  useEffect(() => {
    // Screen readers read a new page from its start, unless an element of the page requested the focus.
    const active = document.activeElement;
    if (!active || active === document.body || active.closest('nav')) {
      head.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <>
      <header className="page-head">
        <div>
          <h1 ref={head} tabIndex={-1}>
            {title}
          </h1>
          {about !== undefined && <p className="muted">{about}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** Sets the title of the browser's tab and of its history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Model Run API`;
  }, [title]);
}

interface CardProps {
  title?: string;
  about?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  isFlush?: boolean;
}

export function Card({ title, about, actions, children, isFlush = false }: CardProps) {
  return (
    <section className={isFlush ? 'card flush' : 'card'} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <header className="card-head">
          <div>
            {title !== undefined && <h2>{title}</h2>}
            {about !== undefined && <p className="hint">{about}</p>}
          </div>
          {actions !== undefined && <div className="card-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="tiles">{children}</dl>;
}

export function Tile({
  name,
  children,
  note,
}: {
  name: string;
  children: ReactNode;
  note?: ReactNode;
}) {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className="hint">{note}</dd>}
    </div>
  );
}

/** A list of pairs of a name and a value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
