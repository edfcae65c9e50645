/**
 * Going back shows the page as the user left it: with its scroll position, and with the focus on the link that led
 * away. A new page starts at its top. Lists of runs draw only what is visible, so they keep their own scroll position.
 */
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { RUN_KINDS } from '../api/index.ts';

interface Departure {
  href: string | null;
  top: number;
}

/** The positions by the address that the user left. */
const departures = new Map<string, Departure>();
const PATIENCE_MS = 30_000;
const KEEPS_SCROLL = new RegExp(`/(${RUN_KINDS.join('|')})$`);
const OWN_MOVES = ['keydown', 'pointerdown', 'wheel'] as const;

const addressNow = () => `${window.location.pathname}${window.location.search}`;

let isReturning = false;

/** Runs before anything is drawn. The router notices a navigation back later than this. */
export function restoreScroll(): void {
  let stop = () => {};
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href]');
      if (!link || staysHere(link, event)) return;
      departures.delete(addressNow());
      if (!link.matches('#content *') || link.matches('.run-link')) return;
      departures.set(addressNow(), { href: link.getAttribute('href'), top: window.scrollY });
    },
    true,
  );
  window.addEventListener('popstate', () => {
    stop();
    isReturning = true;
    setTimeout(() => {
      isReturning = false;
    });
    const departure = departures.get(addressNow());
    departures.delete(addressNow());
    if (departure) stop = restore(departure);
  });
}

/** Whether the link downloads a file, opens another tab, or leads to a part of the same page. */
function staysHere(link: Element, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || link.matches('[download], [target], [href^="#"]');
}

export function useTopOfPage(): void {
  const [location] = useLocation();
  const [params] = useSearchParams();
  // Names and ids that contain slashes are in the query.
  const page = [location, params.get('id'), params.get('name')].join(' ');
  useEffect(() => {
    if (!isReturning && !KEEPS_SCROLL.test(page.trimEnd())) window.scrollTo(0, 0);
  }, [page]);
}

/** Restores the position when the link exists and the page is as long as before, unless the user has moved on. */
function restore({ href, top }: Departure): () => void {
  const address = addressNow();
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(stop, PATIENCE_MS);
  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop, true);
  }
  function attempt() {
    if (addressNow() !== address) return stop();
    const link = [...document.querySelectorAll<HTMLElement>('#content a[href]')].find(
      (each) => each.getAttribute('href') === href,
    );
    if (!link) return;
    if (document.activeElement !== link) link.focus({ preventScroll: true });
    window.scrollTo(0, top);
    // The page may not be as long as it was yet.
    if (Math.abs(window.scrollY - top) < 1) stop();
  }
  for (const move of OWN_MOVES) window.addEventListener(move, stop, true);
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
