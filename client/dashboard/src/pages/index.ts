/**
 * Every page. The routes, the menus, the titles and the tests of pages come from these two tables: a new page is a new
 * row.
 */
import { lazy, type ReactNode } from 'react';
import type { RunKind } from '../api/index.ts';
import type { PageEntry } from '../frame/pages.ts';
import { JoinPage } from './join.tsx';
import { KeysPage } from './keys/page.tsx';
import { OverviewPage } from './overview/page.tsx';
import { RunPage } from './runs/detail.tsx';
import { VIEWS } from './runs/kinds.tsx';
import { runsPageOf } from './runs/page.tsx';
import { SignInPage } from './sign-in.tsx';
import { StartPage } from './start/page.tsx';
import { UsagePage } from './usage/page.tsx';
import { WalletPage } from './wallet/page.tsx';

// The code of these pages loads when somebody first opens one.
const TracesPage = lazy(async () => ({
  default: (await import('./traces/page.tsx')).TracesPage,
}));
const TracePage = lazy(async () => ({ default: (await import('./traces/trace.tsx')).TracePage }));
const SessionsPage = lazy(async () => ({
  default: (await import('./sessions/page.tsx')).SessionsPage,
}));
const EnvironmentsPage = lazy(async () => ({
  default: (await import('./environments/page.tsx')).EnvironmentsPage,
}));
const ComputeJobPage = lazy(async () => ({
  default: (await import('./compute-jobs/detail.tsx')).ComputeJobPage,
}));
const EndUsersPage = lazy(async () => ({
  default: (await import('./end-users.tsx')).EndUsersPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import('./account/page.tsx')).AccountPage,
}));
const AlertsPage = lazy(async () => ({
  default: (await import('./alerts/page.tsx')).AlertsPage,
}));
const AuditPage = lazy(async () => ({ default: (await import('./audit/page.tsx')).AuditPage }));
const DestinationsPage = lazy(async () => ({
  default: (await import('./destinations/page.tsx')).DestinationsPage,
}));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./forgotten/ask.tsx')).ForgotPasswordPage,
}));
const KeyPage = lazy(async () => ({ default: (await import('./keys/key.tsx')).KeyPage }));
const MembersPage = lazy(async () => ({
  default: (await import('./members/page.tsx')).MembersPage,
}));
const NewPasswordPage = lazy(async () => ({
  default: (await import('./forgotten/use.tsx')).NewPasswordPage,
}));
const PlaygroundPage = lazy(async () => ({
  default: (await import('./playground/page.tsx')).PlaygroundPage,
}));
const PromptsPage = lazy(async () => ({
  default: (await import('./prompts/page.tsx')).PromptsPage,
}));
const SettingsPage = lazy(async () => ({ default: (await import('./settings.tsx')).SettingsPage }));
const ToolRunPage = lazy(async () => ({
  default: (await import('./tool-runs/detail.tsx')).ToolRunPage,
}));
const ToolsPage = lazy(async () => ({ default: (await import('./tools/page.tsx')).ToolsPage }));
const SignUpPage = lazy(async () => ({ default: (await import('./sign-up/ask.tsx')).SignUpPage }));
const CreateAccountPage = lazy(async () => ({
  default: (await import('./sign-up/create.tsx')).CreateAccountPage,
}));
const EndpointPage = lazy(async () => ({
  default: (await import('./webhooks/detail.tsx')).EndpointPage,
}));
const WebhooksPage = lazy(async () => ({
  default: (await import('./webhooks/page.tsx')).WebhooksPage,
}));

export interface WorkspacePage extends PageEntry {
  /** A page with a parameter in its path gets it as `id`. */
  component: (props: { title: string; id: string }) => ReactNode;
}

/** The pages of a workspace, in the order of the navigation. */
export const PAGES: WorkspacePage[] = [
  {
    path: 'overview',
    title: 'Overview',
    least: 'member',
    menu: { icon: 'home', isMain: true },
    component: OverviewPage,
  },
  {
    path: 'keys',
    title: 'Keys',
    least: 'member',
    menu: { icon: 'keys', isMain: true },
    component: KeysPage,
  },
  { path: 'keys/:id', title: 'Key', least: 'member', component: KeyPage },
  {
    path: 'wallet',
    title: 'Wallet',
    least: 'member',
    menu: { icon: 'wallet', isMain: true },
    component: WalletPage,
  },
  ...pagesOf('runs', RunPage),
  {
    path: 'start',
    title: 'Start',
    least: 'member',
    menu: { icon: 'start', isMain: false },
    component: StartPage,
  },
  {
    path: 'traces',
    title: 'Traces',
    least: 'member',
    menu: { icon: 'traces', isMain: false },
    component: TracesPage,
  },
  { path: 'traces/:id', title: 'Trace', least: 'member', component: TracePage },
  {
    path: 'sessions',
    title: 'Sessions',
    least: 'member',
    menu: { icon: 'sessions', isMain: false },
    component: SessionsPage,
  },
  {
    path: 'end-users',
    title: 'End users',
    least: 'member',
    menu: { icon: 'user', isMain: false },
    component: EndUsersPage,
  },
  {
    path: 'usage',
    title: 'Usage',
    least: 'member',
    menu: { icon: 'usage', isMain: true },
    component: UsagePage,
  },
  {
    path: 'tools',
    title: 'Tools',
    least: 'member',
    menu: { icon: 'tools', isMain: false },
    component: ToolsPage,
  },
  ...pagesOf('tool-runs', ToolRunPage),
  {
    path: 'environments',
    title: 'Environments',
    least: 'member',
    menu: { icon: 'environments', isMain: false },
    component: EnvironmentsPage,
  },
  ...pagesOf('compute-jobs', ComputeJobPage),
  {
    path: 'playground',
    title: 'Playground',
    least: 'member',
    menu: { icon: 'play', isMain: false },
    component: PlaygroundPage,
  },
  {
    path: 'prompts',
    title: 'Prompts',
    least: 'member',
    menu: { icon: 'prompts', isMain: false },
    component: PromptsPage,
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    least: 'member',
    menu: { icon: 'webhooks', isMain: false },
    component: WebhooksPage,
  },
  { path: 'webhooks/:id', title: 'Endpoint', least: 'member', component: EndpointPage },
  {
    path: 'alerts',
    title: 'Alerts',
    least: 'member',
    menu: { icon: 'alerts', isMain: false },
    component: AlertsPage,
  },
  {
    path: 'destinations',
    title: 'Destinations',
    least: 'member',
    menu: { icon: 'destinations', isMain: false },
    component: DestinationsPage,
  },
  {
    path: 'members',
    title: 'Members',
    least: 'member',
    menu: { icon: 'members', isMain: false },
    component: MembersPage,
  },
  {
    path: 'audit',
    title: 'Audit trail',
    least: 'admin',
    menu: { icon: 'audit', isMain: false },
    component: AuditPage,
  },
  {
    path: 'settings',
    title: 'Settings',
    least: 'member',
    menu: { icon: 'settings', isMain: false },
    component: SettingsPage,
  },
  {
    path: 'account',
    title: 'Your account',
    least: 'member',
    menu: { icon: 'user', isMain: false },
    component: AccountPage,
  },
];

/** The list of a kind of runs, and the page of one. */
function pagesOf(kind: RunKind, one: WorkspacePage['component']): WorkspacePage[] {
  const { icon, title, isMain = false } = VIEWS[kind];
  return [
    {
      ...{ path: kind, title: title.list, least: 'member', menu: { icon, isMain } },
      component: runsPageOf(kind),
    },
    { path: `${kind}/:id`, title: title.one, least: 'member', component: one },
  ];
}

export interface OuterPage {
  /** The path below the address of the dashboard. */
  path: string;
  title: string;
  component: (props: { title: string }) => ReactNode;
}

/** The pages outside all workspaces, for people who are not signed in. */
export const OUTER_PAGES: OuterPage[] = [
  { path: 'sign-in', title: 'Sign in', component: SignInPage },
  { path: 'join', title: 'Join', component: JoinPage },
  { path: 'sign-up', title: 'Create your account', component: SignUpPage },
  { path: 'create-account', title: 'Set up your account', component: CreateAccountPage },
  { path: 'forgot-password', title: 'Forgot password', component: ForgotPasswordPage },
  { path: 'new-password', title: 'Set a new password', component: NewPasswordPage },
];
