/**
 * Every page. The routes, the menus, the titles and the tests of pages come from these two tables: a new page is a new
 * row.
 */
import type { ReactNode } from 'react';
import type { RunKind } from '../api/index.ts';
import type { PageEntry } from '../frame/pages.ts';
import { later } from '../parts/index.ts';
import { KeysPage } from './keys/page.tsx';
import { OverviewPage } from './overview/page.tsx';
import { RunPage } from './runs/detail.tsx';
import { VIEWS } from './runs/kinds.tsx';
import { runsPageOf } from './runs/page.tsx';
import { SignInPage } from './sign-in.tsx';
import { StartPage } from './start/page.tsx';
import { UsagePage } from './usage/page.tsx';

// The code of these pages loads when somebody first opens one.
const TracesPage = later(async () => (await import('./traces/page.tsx')).TracesPage);
const TracePage = later(async () => (await import('./traces/trace.tsx')).TracePage);
const SessionsPage = later(async () => (await import('./sessions/page.tsx')).SessionsPage);
const EnvironmentsPage = later(
  async () => (await import('./environments/page.tsx')).EnvironmentsPage,
);
const ComputeJobPage = later(
  async () => (await import('./compute-jobs/detail.tsx')).ComputeJobPage,
);
const CustomersPage = later(async () => (await import('./customers/page.tsx')).CustomersPage);
const AccountPage = later(async () => (await import('./account/page.tsx')).AccountPage);
const AlertsPage = later(async () => (await import('./alerts/page.tsx')).AlertsPage);
const AuditPage = later(async () => (await import('./audit/page.tsx')).AuditPage);
const DestinationsPage = later(
  async () => (await import('./destinations/page.tsx')).DestinationsPage,
);
const ExportsPage = later(async () => (await import('./exports/page.tsx')).ExportsPage);
const ForgotPasswordPage = later(
  async () => (await import('./forgotten/ask.tsx')).ForgotPasswordPage,
);
const JoinPage = later(async () => (await import('./join.tsx')).JoinPage);
const KeyPage = later(async () => (await import('./keys/key.tsx')).KeyPage);
const MembersPage = later(async () => (await import('./members/page.tsx')).MembersPage);
const NewPasswordPage = later(async () => (await import('./forgotten/use.tsx')).NewPasswordPage);
const PlaygroundPage = later(async () => (await import('./playground/page.tsx')).PlaygroundPage);
const PromptsPage = later(async () => (await import('./prompts/page.tsx')).PromptsPage);
const SettingsPage = later(async () => (await import('./settings.tsx')).SettingsPage);
const ToolRunPage = later(async () => (await import('./tool-runs/detail.tsx')).ToolRunPage);
const ToolsPage = later(async () => (await import('./tools/page.tsx')).ToolsPage);
const SignUpPage = later(async () => (await import('./sign-up/ask.tsx')).SignUpPage);
const CreateAccountPage = later(
  async () => (await import('./sign-up/create.tsx')).CreateAccountPage,
);
const EndpointPage = later(async () => (await import('./webhooks/detail.tsx')).EndpointPage);
const WalletPage = later(async () => (await import('./wallet/page.tsx')).WalletPage);
const WebhooksPage = later(async () => (await import('./webhooks/page.tsx')).WebhooksPage);

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
    menu: { icon: 'home', isMain: true, group: 'home' },
    component: OverviewPage,
  },
  {
    path: 'keys',
    title: 'Keys',
    least: 'member',
    menu: { icon: 'keys', isMain: true, group: 'use' },
    component: KeysPage,
  },
  { path: 'keys/:id', title: 'Key', least: 'member', component: KeyPage },
  {
    path: 'wallet',
    title: 'Wallet',
    least: 'member',
    menu: { icon: 'wallet', isMain: true, group: 'billing' },
    component: WalletPage,
  },
  {
    path: 'customers',
    title: 'Customers',
    least: 'member',
    menu: { icon: 'customers', isMain: false, group: 'billing' },
    component: CustomersPage,
  },
  ...pagesOf('runs', RunPage),
  {
    path: 'start',
    title: 'Start',
    least: 'member',
    menu: { icon: 'start', isMain: false, group: 'home' },
    component: StartPage,
  },
  {
    path: 'traces',
    title: 'Traces',
    least: 'member',
    menu: { icon: 'traces', isMain: false, group: 'observe' },
    component: TracesPage,
  },
  { path: 'traces/:id', title: 'Trace', least: 'member', component: TracePage },
  {
    path: 'sessions',
    title: 'Sessions',
    least: 'member',
    menu: { icon: 'sessions', isMain: false, group: 'observe' },
    component: SessionsPage,
  },
  {
    path: 'usage',
    title: 'Usage',
    least: 'member',
    menu: { icon: 'usage', isMain: true, group: 'observe' },
    component: UsagePage,
  },
  {
    path: 'exports',
    title: 'Exports',
    least: 'member',
    menu: { icon: 'download', isMain: false, group: 'observe' },
    component: ExportsPage,
  },
  {
    path: 'tools',
    title: 'Tools',
    least: 'member',
    menu: { icon: 'tools', isMain: false, group: 'use' },
    component: ToolsPage,
  },
  ...pagesOf('tool-runs', ToolRunPage),
  {
    path: 'environments',
    title: 'Environments',
    least: 'member',
    menu: { icon: 'environments', isMain: false, group: 'use' },
    component: EnvironmentsPage,
  },
  ...pagesOf('compute-jobs', ComputeJobPage),
  {
    path: 'playground',
    title: 'Playground',
    least: 'member',
    menu: { icon: 'play', isMain: false, group: 'use' },
    component: PlaygroundPage,
  },
  {
    path: 'prompts',
    title: 'Prompts',
    least: 'member',
    menu: { icon: 'prompts', isMain: false, group: 'use' },
    component: PromptsPage,
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    least: 'member',
    menu: { icon: 'webhooks', isMain: false, group: 'settings' },
    component: WebhooksPage,
  },
  { path: 'webhooks/:id', title: 'Endpoint', least: 'member', component: EndpointPage },
  {
    path: 'alerts',
    title: 'Alerts',
    least: 'member',
    menu: { icon: 'alerts', isMain: false, group: 'observe' },
    component: AlertsPage,
  },
  {
    path: 'destinations',
    title: 'Destinations',
    least: 'member',
    menu: { icon: 'destinations', isMain: false, group: 'settings' },
    component: DestinationsPage,
  },
  {
    path: 'members',
    title: 'Members',
    least: 'member',
    menu: { icon: 'members', isMain: false, group: 'settings' },
    component: MembersPage,
  },
  {
    path: 'audit',
    title: 'Audit trail',
    least: 'admin',
    menu: { icon: 'audit', isMain: false, group: 'settings' },
    component: AuditPage,
  },
  {
    path: 'settings',
    title: 'Settings',
    least: 'member',
    menu: { icon: 'settings', isMain: false, group: 'settings' },
    component: SettingsPage,
  },
  {
    path: 'account',
    title: 'Your account',
    least: 'member',
    menu: { icon: 'user', isMain: false, group: 'settings' },
    component: AccountPage,
  },
];

/** The list of a kind of runs, and the page of one. */
function pagesOf(kind: RunKind, one: WorkspacePage['component']): WorkspacePage[] {
  const { icon, title, isMain = false } = VIEWS[kind];
  return [
    {
      ...{ path: kind, title: title.list, least: 'member', menu: { icon, isMain, group: 'use' } },
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
