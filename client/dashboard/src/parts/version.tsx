/** A version that is a hash. The page shows its beginning, and the button copies all of it. */
import { CopyButton } from './copy.tsx';
import './version.css';

const SHOWN = 12;

export function Version({ hash }: { hash: string }) {
  return (
    <span className="version">
      <code title={hash}>{hash.slice(0, SHOWN)}…</code>
      <CopyButton text={hash} what="the version" look="quiet" />
    </span>
  );
}
