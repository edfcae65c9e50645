/**
 * The console of the people who run the deployment, in a frame of its own. Before anything shows, it finds out whether the
 * signed-in person is an operator and has given a code of the second factor.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { type DefaultParams, Link, Route, Switch, useLocation } from 'wouter';
import { faultsByField, hasCode, session, useMe, useSignal, useSignOut } from '../../api/index.ts';
import { type Operator, useCreateProof, useOperator } from '../../api/operator.ts';
import { AuthPage, BarePage } from '../../frame/auth-page.tsx';
import { CodeField } from '../../frame/credentials.tsx';
import { useTopOfPage } from '../../frame/scroll-restoration.ts';
import {
  announce,
  Button,
  ButtonLink,
  Failure,
  Form,
  Icon,
  type IconName,
  Mark,
  Page,
  Skeleton,
  UnitContext,
  useClock,
  useSubmission,
} from '../../parts/index.ts';
import { BooksPage } from './books.tsx';
import { ModelsPage } from './models.tsx';
import { OverviewPage } from './overview.tsx';
import { ProvidersPage } from './providers.tsx';
import { TrailPage } from './trail.tsx';
import { UnknownRunsPage } from './unknown-runs.tsx';
import { WorkspacePage } from './workspace.tsx';
import { WorkspacesPage } from './workspaces.tsx';
import './console.css';

interface ConsolePage {
  path: string;
  title: string;
  /** Absent if only links within pages lead here. */
  icon?: IconName;
  component: (props: { title: string; id: string }) => ReactNode;
}

/** In the order of the navigation; the first one is where the console begins. */
const PAGES: ConsolePage[] = [
  { path: '/', title: 'Overview', icon: 'home', component: OverviewPage },
  { path: '/workspaces', title: 'Workspaces', icon: 'members', component: WorkspacesPage },
  { path: '/workspaces/:id', title: 'Workspace', component: WorkspacePage },
  { path: '/providers', title: 'Providers', icon: 'destinations', component: ProvidersPage },
  { path: '/models', title: 'Models', icon: 'wallet', component: ModelsPage },
  { path: '/books', title: 'Books', icon: 'usage', component: BooksPage },
  { path: '/unknown-runs', title: 'Unknown', icon: 'search', component: UnknownRunsPage },
  { path: '/acts', title: 'Acts', icon: 'audit', component: TrailPage },
];

export function OperatorConsole() {
  const operator = useOperator();
  const state = useSignal(session);
  useEffect(() => {
    if (operator.data && session.get() === 'unknown') session.set('living');
  }, [operator.data]);
  if (operator.data) {
    const { currency, scale } = operator.data;
    return (
      <UnitContext value={{ currency, scale }}>
        <Shell operator={operator.data} />
      </UnitContext>
    );
  }
  if (hasCode(operator.error, 'unauthenticated') && state !== 'over') return <ToSignIn />;
  if (hasCode(operator.error, 'second_factor_missing')) return <FactorMissing />;
  if (hasCode(operator.error, 'proof_needed')) return <Proof />;
  if (hasCode(operator.error, 'not_found')) return <NoOperator />;
  return (
    <BarePage>
      {operator.error ? (
        <Failure error={operator.error} onRetry={() => void operator.refetch()} />
      ) : (
        <Skeleton rows={3} label="Loading the console" />
      )}
    </BarePage>
  );
}

function Shell({ operator }: { operator: Operator }) {
  useClock();
  useTopOfPage();
  return (
    <div className="shell console">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="topbar">
        <Brand />
        <Person operator={operator} />
      </header>
      <aside className="side">
        <Brand />
        <Navigation className="side-nav" linkClass="nav-link" />
        <Person operator={operator} />
      </aside>
      <main id="content" tabIndex={-1}>
        <div className="page-content">
          <Switch>
            {PAGES.map(({ path, title, component: Shown }) => (
              <Route key={path} path={path}>
                {({ id = '' }: DefaultParams) => <Shown key={id} title={title} id={id} />}
              </Route>
            ))}
            <Route>
              <Page title="Page not found">
                <p>
                  <ButtonLink href="/">Overview</ButtonLink>
                </p>
              </Page>
            </Route>
          </Switch>
        </div>
      </main>
      <Navigation className="bottombar" linkClass="bottom-link" />
    </div>
  );
}

function Brand() {
  return (
    <Link href="/" className="brand" aria-label="Operator console, overview">
      <Mark />
      <span>Operator console</span>
    </Link>
  );
}

function Navigation({ className, linkClass }: { className: string; linkClass: string }) {
  const [location] = useLocation();
  const first = (path: string) => path.split('/')[1] ?? '';
  return (
    <nav aria-label="Pages" className={className}>
      {PAGES.map(({ path, title, icon }) => {
        if (!icon) return null;
        const isCurrent = first(location) === first(path);
        return (
          <Link
            key={path}
            href={path}
            className={linkClass}
            aria-current={isCurrent ? 'page' : undefined}
          >
            <Icon name={icon} />
            <span>{title}</span>
          </Link>
        );
      })}
    </nav>
  );
}

function Person({ operator: { user, role } }: { operator: Operator }) {
  const signOut = useSignOut();
  function leave() {
    signOut.mutate(undefined, {
      onSuccess: goToSignIn,
      onError: () =>
        announce('Couldn’t sign out because the server wasn’t reached. You’re still signed in.'),
    });
  }
  return (
    <div className="console-person">
      <span className="person-words">
        <span>{user.name}</span>
        <span className="faint">{role === 'admin' ? 'Admin' : 'Viewer'}</span>
      </span>
      <a className="button small quiet" href="/dashboard">
        Dashboard
      </a>
      <Button small look="quiet" isPending={signOut.isPending} onPress={leave}>
        Sign out
      </Button>
    </div>
  );
}

function ToSignIn() {
  useEffect(goToSignIn, []);
  return (
    <BarePage>
      <Skeleton rows={3} label="Opening the sign-in page" />
    </BarePage>
  );
}

/** The sign-in page is one of the dashboard. */
function goToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.replace(`/dashboard/sign-in?${new URLSearchParams({ returnTo: here })}`);
}

function NoOperator() {
  return (
    <BarePage>
      <Page title="Page not found">
        <p className="muted">
          There’s nothing here for you. If you run this deployment, add yourself on its command
          line: <code>operators add</code>.
        </p>
        <p>
          <a className="button" href="/dashboard">
            Go to the dashboard
          </a>
        </p>
      </Page>
    </BarePage>
  );
}

function FactorMissing() {
  const { data: me } = useMe();
  const workspace = me?.workspaces[0]?.id;
  return (
    <AuthPage
      title="Turn on a second factor"
      about="The console shows the money of every workspace, so your password alone doesn’t open it."
    >
      {workspace === undefined ? (
        <p>
          The page of your account is part of a workspace. Ask for an invitation to one, then turn
          it on there.
        </p>
      ) : (
        <a className="button primary wide" href={`/dashboard/${workspace}/account`}>
          Go to your account
        </a>
      )}
      <p className="hint">You need an authenticator app. Come back here when you’re done.</p>
    </AuthPage>
  );
}

function Proof() {
  const prove = useCreateProof();
  const [code, setCode] = useState('');
  const submission = useSubmission(async () => {
    await prove.mutateAsync({ body: { code: code.trim() } });
  });
  return (
    <AuthPage
      title="Enter a code"
      about="This session hasn’t been confirmed with your second factor."
    >
      <Form submission={submission} fields={['code']}>
        <CodeField
          value={code}
          onChange={setCode}
          fault={faultsByField(submission.error, ['code']).code}
          autoFocus
        />
        <Button type="submit" look="primary" wide isDisabled={code.trim() === ''}>
          Open the console
        </Button>
      </Form>
    </AuthPage>
  );
}
