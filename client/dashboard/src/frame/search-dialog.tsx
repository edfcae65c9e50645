/** The search finds pages, keys, prompts, people, and runs by id, session or end user. */
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { allRows, useFoundRuns, useKeys, useMembers, usePrompts } from '../api/index.ts';
import { Dialog, Field, Icon, type IconName, type Pressed } from '../parts/index.ts';
import { useHere } from './here.tsx';
import type { MenuEntry } from './pages.ts';
import { shortIdOf } from './run-link.tsx';

interface Hit {
  id: string;
  icon: IconName;
  name: string;
  about: string;
  href: string;
}

const MOST_OF_A_KIND = 5;

export function SearchDialog({ pages, onClose }: { pages: MenuEntry[]; onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(text.trim(), pages);
  const chosen = hits[Math.min(at, hits.length - 1)];
  function go(hit: Hit | undefined) {
    if (!hit) return;
    onClose();
    navigate(hit.href);
  }
  function press(event: Pressed) {
    if (event.key === 'Enter') {
      event.preventDefault();
      go(chosen);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The library keeps keys in the field by default, and Escape belongs to the dialog.
    if (step === undefined) return event.continuePropagation();
    event.preventDefault();
    setAt((last) => Math.max(0, Math.min(hits.length - 1, Math.min(last, hits.length - 1) + step)));
  }
  return (
    <Dialog title="Search" isOpen onClose={onClose}>
      <Field
        label="Search pages, keys, prompts, people, and runs"
        type="search"
        value={text}
        onChange={(typed) => {
          setText(typed);
          setAt(0);
        }}
        placeholder="Name, run ID or its last 6, session, customer"
        autoComplete="off"
        autoFocus
        onKeyDown={press}
      />
      <ul className="search-hits" aria-label="Results">
        {hits.map((hit) => (
          <li key={hit.id}>
            <button
              type="button"
              className={hit === chosen ? 'search-hit chosen' : 'search-hit'}
              aria-current={hit === chosen ? 'true' : undefined}
              onClick={() => go(hit)}
            >
              <Icon name={hit.icon} />
              <span className="clip">{hit.name}</span>
              <span className="faint">{hit.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="sr-only" role="status">
        {chosen ? `${hits.length} results. ${chosen.name}, ${chosen.about}` : 'No results'}
      </p>
      {hits.length === 0 && <p className="muted">No results.</p>}
    </Dialog>
  );
}

function useHits(text: string, pages: MenuEntry[]): Hit[] {
  const { workspaceId, to } = useHere();
  const keys = allRows(useKeys(workspaceId).data) ?? [];
  const prompts = allRows(usePrompts(workspaceId).data) ?? [];
  const members = allRows(useMembers(workspaceId).data) ?? [];
  const settled = useSettled(text);
  const runs = useFoundRuns(workspaceId, settled).data ?? [];
  const has = (...texts: string[]) =>
    texts.some((each) => each.toLowerCase().includes(text.toLowerCase()));
  const some = <Row,>(rows: Row[], fits: (row: Row) => boolean) =>
    text === '' ? [] : rows.filter(fits).slice(0, MOST_OF_A_KIND);
  const search = (page: string, params: Record<string, string>) =>
    `${to(page)}?${new URLSearchParams(params)}`;
  return [
    ...(settled === text ? runs : []).slice(0, MOST_OF_A_KIND).map((run) => ({
      ...{ id: run.id, icon: 'runs' as const, name: shortIdOf(run.id) },
      ...{ about: `${run.model}, ${run.state}`, href: to(`runs/${run.id}`) },
    })),
    ...some(keys, ({ name, last4, id }) => has(name, last4, id)).map(({ id, name, last4 }) => ({
      ...{ id, icon: 'keys' as const, name, about: `Key …${last4}`, href: to(`keys/${id}`) },
    })),
    ...pages
      .filter(({ title }) => has(title))
      .slice(0, text === '' ? pages.length : MOST_OF_A_KIND)
      .map(({ path, title, menu }) => ({
        ...{ id: `page ${path}`, icon: menu.icon, name: title, about: 'Page', href: to(path) },
      })),
    ...some(prompts, ({ name }) => has(name)).map(({ name }) => ({
      ...{ id: `prompt ${name}`, icon: 'prompts' as const, name, about: 'Prompt' },
      href: search('prompts', { name }),
    })),
    ...some(members, ({ user }) => has(user.name, user.email)).map(({ user }) => ({
      ...{ id: user.id, icon: 'user' as const, name: user.name, about: user.email },
      href: to('members'),
    })),
    ...(text === '' ? [] : elsewhere(text, search)),
  ];
}

/** Results that need no list: the page that they link to says whether the thing exists. */
function elsewhere(
  text: string,
  search: (page: string, params: Record<string, string>) => string,
): Hit[] {
  return [
    {
      ...{ id: 'runs', icon: 'runs', name: `Runs matching “${text}”`, about: 'Search' },
      href: search('runs', { search: text }),
    },
    {
      ...{ id: 'session', icon: 'sessions', name: `Session “${text}”`, about: 'Conversation' },
      href: search('sessions', { id: text }),
    },
    {
      ...{ id: 'customer', icon: 'customers', name: `Customer “${text}”`, about: 'Spend' },
      href: search('customers', { search: text }),
    },
  ];
}

/** Searches for runs when the user pauses typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
