/** The search, from any page: Ctrl-K, ⌘K or a slash opens it, arrow keys select a result, and Enter opens it. */
import { Suspense, useEffect } from 'react';
import { createSignal, useSignal } from '../api/index.ts';
import { Icon, isDialogOpen, later } from '../parts/index.ts';
import type { MenuEntry } from './pages.ts';
import './search.css';

const SearchDialog = later(async () => (await import('./search-dialog.tsx')).SearchDialog);

const isOpen = createSignal(false);

/** The page has one search, whatever opens it. */
export function Search({ pages }: { pages: MenuEntry[] }) {
  const isShown = useSignal(isOpen);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isChord && !(isSlash && !isTyping(event.target))) return;
      // An open dialog takes precedence.
      if (isDialogOpen()) return;
      event.preventDefault();
      isOpen.set(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <SearchDialog pages={pages} onClose={() => isOpen.set(false)} />
    </Suspense>
  );
}

export function SearchButton() {
  return (
    <button
      type="button"
      className="search-open"
      aria-keyshortcuts="/ Control+K"
      onClick={() => isOpen.set(true)}
    >
      <Icon name="search" />
      <span>Search</span>
      <span className="search-key">/</span>
    </button>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]') !== null)
  );
}
