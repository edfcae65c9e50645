/** The routes: which page an address shows, and what is around every page. */
import { lazy, type ReactNode, Suspense } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { type DefaultParams, Route, Router, Switch, useLocation } from 'wouter';
import { Boundary } from './charts/index.ts';
import { BarePage } from './frame/auth-page.tsx';
import { ConnectionBanner } from './frame/connection.tsx';
import { Broken, BrokenPage, NotFoundPage, Outside } from './frame/not-found.tsx';
import { SessionDialog } from './frame/session-dialog.tsx';
import { Home, InWorkspace } from './frame/workspace.tsx';
import { OUTER_PAGES, PAGES } from './pages/index.ts';
import { LiveRegion, Skeleton } from './parts/index.ts';

/** The console of operators has an address of its own; its code loads when somebody opens it. */
const CONSOLE = '/operator';
const OperatorConsole = lazy(async () => ({
  default: (await import('./pages/operator/console.tsx')).OperatorConsole,
}));

export function App() {
  const isConsole = /^\/operator(?:\/|$)/.test(window.location.pathname);
  const base = isConsole ? CONSOLE : '/dashboard';
  return (
    <Router base={base}>
      <Around base={base}>
        {isConsole ? (
          <Suspense fallback={<Loading title="the console" />}>
            <OperatorConsole />
          </Suspense>
        ) : (
          <Switch>
            {OUTER_PAGES.map(({ path, title, component: Page }) => (
              <Route key={path} path={`/${path}`}>
                <Suspense fallback={<Loading title={title} />}>
                  <Page title={title} />
                </Suspense>
              </Route>
            ))}
            <Route path="/" component={Home} />
            <Route path="/:workspaceId/*?">
              {({ workspaceId = '' }) => (
                <InWorkspace key={workspaceId} workspaceId={workspaceId} pages={PAGES}>
                  <WorkspacePages />
                </InWorkspace>
              )}
            </Route>
            <Route>
              <Outside />
            </Route>
          </Switch>
        )}
      </Around>
    </Router>
  );
}

function Around({ base, children }: { base: string; children: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <I18nProvider locale="en-US">
      <RouterProvider navigate={navigate} useHref={(href) => `${base}${href}`}>
        <ConnectionBanner />
        <Boundary instead={<Broken />}>{children}</Boundary>
        <SessionDialog />
        <LiveRegion />
      </RouterProvider>
    </I18nProvider>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <BarePage>
      <Skeleton rows={3} label={`Loading ${title}`} />
    </BarePage>
  );
}

function WorkspacePages() {
  return (
    <Switch>
      {PAGES.map(({ path, title, component: Page }) => (
        <Route key={path} path={`/:workspaceId/${path}`}>
          {({ id = '' }: DefaultParams) => (
            <Boundary instead={<BrokenPage />}>
              <Suspense fallback={<Skeleton rows={8} label={`Loading ${title}`} />}>
                <Page key={id} title={title} id={id} />
              </Suspense>
            </Boundary>
          )}
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
