/** What the frame has to know of a page of a workspace to lead to it. */
import type { Role } from '../api/index.ts';
import type { IconName } from '../parts/index.ts';

export interface PageEntry {
  /** Below the address of the workspace. */
  path: string;
  title: string;
  /** The least role that is led here. What is answered to whom, the service decides. */
  least: Role;
  /** Absent where only links within pages lead here. */
  menu?: {
    icon: IconName;
    /** On a phone these stand in the bar below; the others in the menu above. */
    isMain: boolean;
  };
}

/** A page that a menu shows. */
export type MenuEntry = PageEntry & Required<Pick<PageEntry, 'menu'>>;

/** In the order of the table. */
export function menuFor(pages: PageEntry[], isAtLeast: (role: Role) => boolean): MenuEntry[] {
  return pages.filter(
    (page): page is MenuEntry => page.menu !== undefined && isAtLeast(page.least),
  );
}
