/** Which page an address shows, and what every page has around it. */
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Route, Switch, useLocation } from 'wouter';
import { Boundary } from './charts/index.ts';
import { ConnectionBanner } from './frame/connection.tsx';
import { Broken, NotFoundPage, Outside } from './frame/not-found.tsx';
import { SessionDialog } from './frame/session-dialog.tsx';
import { Home, InWorkspace } from './frame/workspace.tsx';
import { AuditPage } from './pages/audit.tsx';
import { JoinPage } from './pages/join.tsx';
import { KeysPage } from './pages/keys/page.tsx';
import { MembersPage } from './pages/members/page.tsx';
import { RunPage } from './pages/runs/detail.tsx';
import { RunsPage } from './pages/runs/page.tsx';
import { SettingsPage } from './pages/settings.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { StartPage } from './pages/start/page.tsx';
import { UsagePage } from './pages/usage/page.tsx';
import { WalletPage } from './pages/wallet/page.tsx';
import { LiveRegion } from './parts/index.ts';

export function App() {
  const [, navigate] = useLocation();
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={navigate} useHref={(href) => `/dashboard${href}`}>
        <ConnectionBanner />
        <Boundary instead={<Broken />}>
          <Switch>
            <Route path="/sign-in" component={SignInPage} />
            <Route path="/join" component={JoinPage} />
            <Route path="/" component={Home} />
            <Route path="/:workspaceId/*?">
              {({ workspaceId, '*': page = '' }) => (
                <InWorkspace key={workspaceId} workspaceId={workspaceId ?? ''}>
                  {pageOf(page)}
                </InWorkspace>
              )}
            </Route>
            <Route>
              <Outside />
            </Route>
          </Switch>
        </Boundary>
        <SessionDialog />
        <LiveRegion />
      </RouterProvider>
    </I18nProvider>
  );
}

function pageOf(path: string) {
  const [name = '', detail, ...more] = path.split('/');
  if (name === 'runs' && detail && more.length === 0)
    return <RunPage key={detail} runId={detail} />;
  const Page = detail ? undefined : PAGES[name];
  return Page ? <Page /> : <NotFoundPage />;
}

const PAGES: Record<string, () => React.ReactNode> = {
  start: StartPage,
  keys: KeysPage,
  wallet: WalletPage,
  runs: RunsPage,
  usage: UsagePage,
  members: MembersPage,
  audit: AuditPage,
  settings: SettingsPage,
};
