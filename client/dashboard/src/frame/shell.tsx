/** The frame of every page of a workspace: navigation, switcher, balance, and the signed-in user. */
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { needsCare, useEndpoints, useWallet, useWorkspace } from '../api/index.ts';
import { plural } from '../format/index.ts';
import { Icon, Mark, Moment, Money, Notice, useClock } from '../parts/index.ts';
import { useHere } from './here.tsx';
import { MorePages, PersonMenu, WorkspaceSwitcher } from './menus.tsx';
import { GROUPS, type Group, type MenuEntry, menuFor, type PageEntry } from './pages.ts';
import { useTopOfPage } from './scroll-restoration.ts';
import { Search, SearchButton } from './search.tsx';
import { ZoneLine } from './zone.tsx';
import './shell.css';

interface ShellProps {
  /** The pages that the frame links to. */
  pages: PageEntry[];
  /** That of the workspace. */
  timeZone: string;
  children: ReactNode;
}

export function Shell({ pages, timeZone, children }: ShellProps) {
  const { isAtLeast } = useHere();
  useClock();
  useTopOfPage();

  const entries = menuFor(pages, isAtLeast);
  const main = entries.filter(({ menu }) => menu.isMain);
  const rest = entries.filter(({ menu }) => !menu.isMain);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <TopBar rest={rest} />
      <SideBar pages={entries} />
      <main id="content" tabIndex={-1}>
        <div className="page-content">
          <SuspensionNotice />
          {children}
          <ZoneLine ofWorkspace={timeZone} />
        </div>
      </main>
      <BottomBar main={main} />
      <Search pages={entries} />
    </div>
  );
}

/** Above every page of a workspace that creates no runs. */
function SuspensionNotice() {
  const { workspaceId } = useHere();
  const { data } = useWorkspace(workspaceId);
  if (!data?.suspension) return null;
  const { since, reason } = data.suspension;
  return (
    <Notice tone="warn" title="This workspace is suspended">
      It creates no runs since <Moment at={since} />: “{reason}” Everything can still be read, runs
      that were created end as usual, and no card is charged. Ask the operator to resume it.
    </Notice>
  );
}

/** The bar above the page on a phone. */
function TopBar({ rest }: { rest: MenuEntry[] }) {
  const { to } = useHere();
  return (
    <header className="topbar">
      <Link href={to('overview')} className="brand" aria-label="Model Run API, overview">
        <Mark />
      </Link>
      <WorkspaceSwitcher />
      <SearchButton />
      <MorePages pages={rest} />
      <PersonMenu />
      <EndpointWarning />
      <Balance />
    </header>
  );
}

function SideBar({ pages }: { pages: MenuEntry[] }) {
  const { to } = useHere();
  return (
    <aside className="side">
      <Link href={to('overview')} className="brand">
        <Mark />
        <span>Model Run API</span>
      </Link>
      <WorkspaceSwitcher />
      <SearchButton />
      <nav aria-label="Pages" className="side-nav">
        {(Object.keys(GROUPS) as Group[]).map((group) => (
          <NavGroup
            key={group}
            group={group}
            pages={pages.filter(({ menu }) => menu.group === group)}
          />
        ))}
      </nav>
      <EndpointWarning />
      <Balance />
      <PersonMenu />
    </aside>
  );
}

/** A group folds; the browser remembers which ones. */
function NavGroup({ group, pages }: { group: Group; pages: MenuEntry[] }) {
  const { to } = useHere();
  const isCurrent = useIsCurrent();
  const title = GROUPS[group];
  const [isOpen, setOpen] = useState(() => !folded.read().includes(group));
  const links = pages.map((page) => (
    <Link
      key={page.path}
      href={to(page.path)}
      className="nav-link"
      aria-current={isCurrent(page) ? 'page' : undefined}
    >
      <Icon name={page.menu.icon} />
      {page.title}
    </Link>
  ));
  if (title === undefined || pages.length === 1) return <div className="nav-group">{links}</div>;
  return (
    <details
      className="nav-group"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        folded.write(group, !open);
      }}
    >
      <summary className="nav-title">
        {title}
        <Icon name="down" />
      </summary>
      {links}
    </details>
  );
}

/** If the browser forbids storage, all groups are open next time. */
const folded = {
  read(): string[] {
    try {
      return (localStorage.getItem('folded') ?? '').split(' ');
    } catch {
      return [];
    }
  },
  write(group: Group, isFolded: boolean): void {
    try {
      const others = folded.read().filter((each) => each !== group && each !== '');
      localStorage.setItem('folded', [...others, ...(isFolded ? [group] : [])].join(' '));
    } catch {
      // The browser can forbid storage.
    }
  },
};

/** The bar below the page on a phone, in reach of the thumb. */
function BottomBar({ main }: { main: MenuEntry[] }) {
  const { to } = useHere();
  const isCurrent = useIsCurrent();
  return (
    <nav aria-label="Pages" className="bottombar">
      {main.map((page) => (
        <Link
          key={page.path}
          href={to(page.path)}
          className="bottom-link"
          aria-current={isCurrent(page) ? 'page' : undefined}
        >
          <Icon name={page.menu.icon} />
          <span>{page.title}</span>
        </Link>
      ))}
    </nav>
  );
}

/** A page is also current if the address is below that of the page. */
function useIsCurrent() {
  const [location] = useLocation();
  return ({ path }: PageEntry) => location.split('/')[2] === path;
}

function Balance() {
  const { workspaceId, to } = useHere();
  const { data } = useWallet(workspaceId);
  if (!data) return <span className="balance" aria-hidden="true" />;
  return (
    <Link href={to('wallet')} className={data.isLow ? 'balance low' : 'balance'}>
      <span>{data.isLow ? 'Available, running low' : 'Available'}</span>
      <strong>
        <Money amount={data.availableAmount} look="balance" isWithin />
      </strong>
    </Link>
  );
}

/** Shown on every page while an endpoint needs attention. */
function EndpointWarning() {
  const { workspaceId, to } = useHere();
  const { data } = useEndpoints(workspaceId);
  const ailing = data?.data.filter(needsCare) ?? [];
  const [first] = ailing;
  if (!first) return null;
  const disabled = ailing.filter(({ status }) => status === 'disabled').length;
  const target = ailing.length === 1 ? `webhooks/${first.id}` : 'webhooks';
  return (
    <Link href={to(target)} className="warning">
      <span>{disabled > 0 ? 'Webhook disabled' : 'Webhook failing'}</span>
      <strong>
        {disabled > 0
          ? `${plural(disabled, 'endpoint')} disabled`
          : `${plural(ailing.length, 'endpoint')} failing`}
      </strong>
    </Link>
  );
}
