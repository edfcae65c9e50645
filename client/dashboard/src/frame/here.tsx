/** Where a page is: the workspace of its address, and what the signed-in user may do there. */
import { createContext, use } from 'react';
import type { Me, Role } from '../api/index.ts';

export interface Here {
  me: Me;
  workspaceId: string;
  workspaceName: string;
  role: Role;
}

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere() {
  const here = use(HereContext);
  if (!here) throw new Error('This page needs a workspace around it.');
  return {
    ...here,
    /** The address of a page of this workspace. */
    to: (page: string) => `/${here.workspaceId}/${page}`,
    isAtLeast: (role: Role) => RANKS[here.role] >= RANKS[role],
  };
}

const RANKS: Record<Role, number> = { member: 0, admin: 1, owner: 2 };
