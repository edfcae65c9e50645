/** Finds out, before any page of a workspace shows, who is signed in and which workspaces that user belongs to. */
import { type ReactNode, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { hasCode, type Me, session, useMe, useSignal, useSignOut } from '../api/index.ts';
import { Button, Failure, Page, Skeleton, UnitContext, ZoneContext } from '../parts/index.ts';
import { BarePage } from './auth-page.tsx';
import { HereContext } from './here.tsx';
import { Outside } from './not-found.tsx';
import type { PageEntry } from './pages.ts';
import { Shell } from './shell.tsx';
import { useShownZone } from './zone.tsx';

/** The workspace that was last open in this browser, or the first one. */
export function Home() {
  return (
    <SignedIn>
      {(me) => {
        const last = me.workspaces.find(({ id }) => id === lastWorkspace.read());
        const workspace = last ?? me.workspaces[0];
        if (workspace) return <Redirect to={`/${workspace.id}/overview`} replace />;
        return <Nowhere me={me} />;
      }}
    </SignedIn>
  );
}

export function InWorkspace({
  workspaceId,
  pages,
  children,
}: {
  workspaceId: string;
  /** The pages that the frame links to. */
  pages: PageEntry[];
  children: ReactNode;
}) {
  return (
    <SignedIn>
      {(me) => {
        const workspace = me.workspaces.find(({ id }) => id === workspaceId);
        if (!workspace) return <Outside />;
        const { name, role, timeZone } = workspace;
        return (
          <UnitContext value={{ currency: me.currency, scale: me.scale }}>
            <HereContext value={{ me, workspaceId, workspaceName: name, role }}>
              <Remember workspaceId={workspaceId} />
              <Zoned timeZone={timeZone}>
                <Shell pages={pages} timeZone={timeZone}>
                  {children}
                </Shell>
              </Zoned>
            </HereContext>
          </UnitContext>
        );
      }}
    </SignedIn>
  );
}

function Zoned({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <ZoneContext value={useShownZone(timeZone)}>{children}</ZoneContext>;
}

function SignedIn({ children }: { children: (me: Me) => ReactNode }) {
  const me = useMe();
  const [location] = useLocation();
  const state = useSignal(session);
  useEffect(() => {
    if (me.data && session.get() === 'unknown') session.set('living');
  }, [me.data]);

  if (me.data) return children(me.data);
  if (hasCode(me.error, 'unauthenticated') && state !== 'over') {
    const search = new URLSearchParams(
      location === '/' ? {} : { returnTo: `${location}${window.location.search}` },
    ).toString();
    return <Redirect to={search === '' ? '/sign-in' : `/sign-in?${search}`} replace />;
  }
  return (
    <BarePage>
      {me.error ? (
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <Skeleton rows={3} label="Loading" />
      )}
    </BarePage>
  );
}

function Nowhere({ me }: { me: Me }) {
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  return (
    <BarePage>
      <Page title="You’re not in a workspace yet">
        <p className="muted">
          Signed in as {me.user.email}. Ask for an invitation, then open its link in this browser.
        </p>
        <Button
          isPending={signOut.isPending}
          onPress={() => signOut.mutate(undefined, { onSuccess: () => navigate('/sign-in') })}
        >
          Sign out
        </Button>
      </Page>
    </BarePage>
  );
}

function Remember({ workspaceId }: { workspaceId: string }) {
  useEffect(() => lastWorkspace.write(workspaceId), [workspaceId]);
  return null;
}

/** If the browser forbids storage, the first workspace opens. */
const lastWorkspace = {
  read() {
    try {
      return localStorage.getItem('workspace');
    } catch {
      return null;
    }
  },
  write(id: string) {
    try {
      localStorage.setItem('workspace', id);
    } catch {
      // The browser can forbid storage.
    }
  },
};
