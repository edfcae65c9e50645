/** Roles of a membership, each with all rights of the previous one. The document says what a role may do. */
import { Problem } from '../platform/lib/problem.ts';

export const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export function checkRole(role: string): Role {
  const known = ROLES.find((one) => one === role);
  if (known) return known;
  throw new Problem('invalid_request', `A role is one of ${ROLES.join(', ')}.`);
}
