/**
 * The build of the dashboard: one page under `/dashboard/`, everything that it needs next to it under `assets/`,
 * nothing inline, so that the strictest security policy works. In development, the API is at the service's default
 * address.
 */
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  cacheDir: join(ROOT, 'node_modules/.vite'),
  plugins: [react(), oneLanguage(), consoleInDevelopment()],
  build: {
    target: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    fs: { allow: [ROOT] },
    proxy: { '/v1': 'http://localhost:8080' },
  },
});

/** The component library has its texts in 30 languages; the dashboard needs one. */
function oneLanguage(): Plugin {
  const others =
    /\/(?:react-aria|react-aria-components|react-stately)\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/;
  return {
    name: 'one-language',
    load: { filter: { id: others }, handler: () => 'export default {};' },
  };
}

/** The operator's console has an address of its own, and the same page. */
function consoleInDevelopment(): Plugin {
  return {
    name: 'console-in-development',
    configureServer({ middlewares }) {
      middlewares.use((req, _res, next) => {
        if (/^\/operator(?:[/?]|$)/.test(req.url ?? '')) req.url = '/dashboard/';
        next();
      });
    },
  };
}
