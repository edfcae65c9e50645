/** What stands around every page of a workspace: navigation, switcher, balance, and who is signed in. */
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useWallet } from '../api/index.ts';
import { Icon, Mark, Money, useClock } from '../parts/index.ts';
import { useHere } from './here.tsx';
import { MorePages, PersonMenu, WorkspaceSwitcher } from './menus.tsx';
import { PAGES } from './pages.ts';
import './shell.css';

export function Shell({ children }: { children: ReactNode }) {
  const { to, isAtLeast } = useHere();
  const [location] = useLocation();
  useClock();
  useEffect(() => {
    if (!location.includes('/runs')) window.scrollTo(0, 0);
  }, [location]);

  const pages = PAGES.filter(({ least }) => isAtLeast(least));
  const isCurrent = (path: string) => location.split('/')[2] === path;
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="topbar">
        <Link href={to('start')} className="brand" aria-label="Model Run API, start">
          <Mark />
        </Link>
        <WorkspaceSwitcher />
        <MorePages pages={pages.filter(({ isMain }) => !isMain)} />
        <PersonMenu />
        <Balance />
      </header>
      <aside className="side">
        <Link href={to('start')} className="brand">
          <Mark />
          <span>Model Run API</span>
        </Link>
        <WorkspaceSwitcher />
        <nav aria-label="Pages" className="side-nav">
          {pages.map(({ path, name, icon, isMain }, index) => (
            <Link
              key={path}
              href={to(path)}
              className={
                !isMain && pages[index - 1]?.isMain ? 'nav-link first-of-rest' : 'nav-link'
              }
              aria-current={isCurrent(path) ? 'page' : undefined}
            >
              <Icon name={icon} />
              {name}
            </Link>
          ))}
        </nav>
        <Balance />
        <PersonMenu />
      </aside>
      <main id="content" tabIndex={-1}>
        <div className="page-place">{children}</div>
      </main>
      <nav aria-label="Pages" className="bottombar">
        {pages
          .filter(({ isMain }) => isMain)
          .map(({ path, name, icon }) => (
            <Link
              key={path}
              href={to(path)}
              className="bottom-link"
              aria-current={isCurrent(path) ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{name}</span>
            </Link>
          ))}
      </nav>
    </div>
  );
}

function Balance() {
  const { workspaceId, to } = useHere();
  const { data } = useWallet(workspaceId);
  if (!data) return <span className="balance" aria-hidden="true" />;
  return (
    <Link href={to('wallet')} className={data.isLow ? 'balance low' : 'balance'}>
      <span>{data.isLow ? 'Available, running low' : 'Available'}</span>
      <strong>
        <Money amount={data.availableAmount} />
      </strong>
    </Link>
  );
}
