/** The data that the frame needs to link to a page of a workspace. */
import type { Role } from '../api/index.ts';
import type { IconName } from '../parts/index.ts';

/** The parts of the navigation, in their order, with their titles. */
export const GROUPS = {
  home: undefined,
  use: 'Use',
  observe: 'Observe',
  billing: 'Billing',
  settings: 'Settings',
} as const;

export type Group = keyof typeof GROUPS;

export interface PageEntry {
  /** The path below the address of the workspace. */
  path: string;
  title: string;
  /** The lowest role that sees the page. The service decides who gets which answers. */
  least: Role;
  /** Absent if only links within pages lead here. */
  menu?: {
    icon: IconName;
    /** On a phone these are in the bar at the bottom; the others are in the menu at the top. */
    isMain: boolean;
    group: Group;
  };
}

/** A page that a menu shows. */
export type MenuEntry = PageEntry & Required<Pick<PageEntry, 'menu'>>;

/** Returns the pages that the menu shows: group by group, and in each in the order of the table. */
export function menuFor(pages: PageEntry[], isAtLeast: (role: Role) => boolean): MenuEntry[] {
  const shown = pages.filter(
    (page): page is MenuEntry => page.menu !== undefined && isAtLeast(page.least),
  );
  const order = Object.keys(GROUPS);
  return shown.toSorted((a, b) => order.indexOf(a.menu.group) - order.indexOf(b.menu.group));
}
