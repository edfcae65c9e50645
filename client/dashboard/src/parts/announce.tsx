/** Announces the result of an action or a change: shows it for a while at the edge of the page and has it read out. */
import { useEffect, useState } from 'react';
import { createSignal, useSignal } from '../api/index.ts';
import './announce.css';

const SHOWN_MS = 6_000;
const announcement = createSignal('');

export function announce(words: string): void {
  // The same words are read out again only if they were removed in between.
  announcement.set('');
  setTimeout(() => announcement.set(words), 50);
}

export function LiveRegion() {
  const words = useSignal(announcement);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    setShown(words !== '');
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className={isShown ? 'toast' : 'sr-only'} role="status" aria-live="polite">
      {words}
    </div>
  );
}
