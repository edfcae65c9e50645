/** One polite live region for the page: what changed without anything being pressed, and what a press did. */
import { createSignal, useSignal } from '../api/index.ts';

const said = createSignal('');

export function announce(words: string): void {
  // The same words again are a change only if they were gone in between.
  said.set('');
  setTimeout(() => said.set(words), 50);
}

export function LiveRegion() {
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {useSignal(said)}
    </div>
  );
}
