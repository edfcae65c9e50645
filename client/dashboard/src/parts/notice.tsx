/** Notices instead of rows or above a form: that there is nothing yet, that something failed, or other information. */
import type { ReactNode } from 'react';
import { hasCode, isPassing, sayProblem } from '../api/index.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useSecondsLeft, wordsOfWait } from './wait.ts';
import './notice.css';

interface NoticeProps {
  tone: 'info' | 'good' | 'warn' | 'bad';
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  isAlert?: boolean;
}

export function Notice({ tone, title, children, actions, isAlert = false }: NoticeProps) {
  const icon: IconName = tone === 'good' ? 'check' : tone === 'info' ? 'info' : 'warn';
  return (
    <div className={`notice ${tone}`} role={isAlert ? 'alert' : undefined}>
      <Icon name={icon} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}

interface EmptyProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

export function Empty({ icon, title, children, actions }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {actions}
    </div>
  );
}

/** Says that a list or page could not be read, unless the page is about to retry automatically. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const seconds = useSecondsLeft(error);
  // The sign-in dialog says it, and the content loads after the sign-in.
  if (hasCode(error, 'unauthenticated')) return <Skeleton label="Waiting for you to sign in" />;
  const { title, detail, requestId } = sayProblem(error);
  const isFinal = hasCode(error, 'forbidden') || hasCode(error, 'not_found');
  return (
    <Notice
      tone="bad"
      title={title}
      isAlert={!isPassing(error)}
      actions={
        !isFinal && (
          <Button small onPress={onRetry} isDisabled={seconds > 0}>
            Try again
          </Button>
        )
      }
    >
      {detail}
      {seconds > 0 && <span aria-live="off"> Try again in {wordsOfWait(seconds)}.</span>}
      {requestId !== undefined && <span className="request-id">{requestId}</span>}
    </Notice>
  );
}

interface SkeletonProps {
  rows?: number | undefined;
  label: string;
}

/** Gray rows in the shape of the rows that load. */
export function Skeleton({ rows = 5, label }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">{label}</span>
      {BONES.slice(0, rows).map((bone) => (
        <span key={bone} className="bone" />
      ))}
    </div>
  );
}

const BONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
