/** The pages of a workspace, in the order of the navigation. */
import type { Role } from '../api/index.ts';
import type { IconName } from '../parts/index.ts';

export interface PageEntry {
  path: string;
  name: string;
  icon: IconName;
  least: Role;
  /** On a phone these stand in the bar below; the others in the menu above. */
  isMain: boolean;
}

export const PAGES: PageEntry[] = [
  { path: 'start', name: 'Start', icon: 'start', least: 'member', isMain: true },
  { path: 'keys', name: 'Keys', icon: 'keys', least: 'member', isMain: true },
  { path: 'wallet', name: 'Wallet', icon: 'wallet', least: 'member', isMain: true },
  { path: 'runs', name: 'Runs', icon: 'runs', least: 'member', isMain: true },
  { path: 'usage', name: 'Usage', icon: 'usage', least: 'member', isMain: true },
  { path: 'members', name: 'Members', icon: 'members', least: 'member', isMain: false },
  { path: 'audit', name: 'Audit trail', icon: 'audit', least: 'admin', isMain: false },
  { path: 'settings', name: 'Settings', icon: 'settings', least: 'member', isMain: false },
];
