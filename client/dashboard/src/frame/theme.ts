/** The theme: light, dark or the system's. The browser stores it; `theme.js` reads it before the first paint. */
import { createSignal } from '../api/index.ts';

export type Theme = 'system' | 'light' | 'dark';

export const theme = createSignal<Theme>(stored());

export function chooseTheme(next: Theme): void {
  theme.set(next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    if (next === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', next);
  } catch {
    // If the browser forbids storage, the theme lasts only for this page.
  }
}

function stored(): Theme {
  const value = document.documentElement.dataset.theme;
  return value === 'light' || value === 'dark' ? value : 'system';
}
