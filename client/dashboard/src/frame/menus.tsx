/** The menus of the frame: workspaces, the signed-in user, and on a phone the pages that are not in the bottom bar. */
import {
  Button,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSignal, useSignOut } from '../api/index.ts';
import { ActionList, announce, Icon, type IconName } from '../parts/index.ts';
import { useHere } from './here.tsx';
import type { MenuEntry } from './pages.ts';
import { chooseTheme, type Theme, theme } from './theme.ts';
import './menus.css';

export function WorkspaceSwitcher() {
  const { me, workspaceId, workspaceName } = useHere();
  return (
    <MenuTrigger>
      <Button className="switcher">
        <span className="switcher-mark" data-letters={workspaceName.charAt(0).toUpperCase()} />
        <span className="sr-only">Workspace</span>
        <span className="switcher-name">{workspaceName}</span>
        <Icon name="down" />
      </Button>
      <Popover className="popover" offset={4} placement="bottom start">
        <Menu
          className="list"
          aria-label="Workspaces"
          selectionMode="single"
          selectedKeys={[workspaceId]}
        >
          {me.workspaces.map(({ id, name, role }) => (
            <MenuItem key={id} id={id} textValue={name} href={`/${id}/overview`} className="option">
              <span className="clip">
                {name}
                <span className="option-note">{role}</span>
              </span>
              <span className="end">{id === workspaceId && <Icon name="check" />}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function PersonMenu() {
  const { me, to } = useHere();
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const chosen = useSignal(theme);
  function leave() {
    signOut.mutate(undefined, {
      onSuccess: () => navigate('/sign-in'),
      onError: () =>
        announce('Couldn’t sign out because the server wasn’t reached. You’re still signed in.'),
    });
  }
  return (
    <MenuTrigger>
      <Button className="person">
        <span className="person-mark" data-letters={initialsOf(me.user.name)} />
        <span className="sr-only">Theme, account, sign out:</span>
        <span className="person-words">
          <span>{me.user.name}</span>
          <span className="faint">{me.user.email}</span>
        </span>
      </Button>
      <Popover className="popover" placement="top start" offset={4}>
        <Menu className="list" aria-label="You">
          <MenuSection
            aria-label="Theme"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen]}
            onSelectionChange={(keys) => chooseTheme(themeOf([...keys][0]))}
          >
            {THEMES.map(({ id, name, icon }) => (
              <MenuItem key={id} id={id} textValue={name} className="option">
                <Icon name={icon} />
                {name}
                <span className="end">{chosen === id && <Icon name="check" />}</span>
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className="menu-line" />
          <MenuItem id="account" href={to('account')} textValue="Your account" className="option">
            <Icon name="user" />
            Your account
          </MenuItem>
          <MenuItem id="out" onAction={leave} textValue="Sign out" className="option">
            <Icon name="out" />
            Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function MorePages({ pages }: { pages: MenuEntry[] }) {
  const { to } = useHere();
  return (
    <MenuTrigger>
      <Button className="button quiet square" aria-label="More pages">
        <Icon name="more" />
      </Button>
      <ActionList
        actions={pages.map(({ path, title, menu }) => ({
          name: title,
          icon: menu.icon,
          href: to(path),
        }))}
      />
    </MenuTrigger>
  );
}

const THEMES: { id: Theme; name: string; icon: IconName }[] = [
  { id: 'system', name: 'System', icon: 'system' },
  { id: 'light', name: 'Light', icon: 'light' },
  { id: 'dark', name: 'Dark', icon: 'dark' },
];

function themeOf(key: unknown): Theme {
  return THEMES.find(({ id }) => id === key)?.id ?? 'system';
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`;
}
