/** Whether the page is as narrow as a phone. */
import { useSyncExternalStore } from 'react';

const query = '(max-width: 720px)';

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
