/** The roles as a form shows them. */
import type { Role } from '../../api/index.ts';

export const ROLE_OPTIONS: { value: Role; label: string; about: string }[] = [
  { value: 'member', label: 'Member', about: 'Reads, and makes keys within the settings.' },
  { value: 'admin', label: 'Admin', about: 'Also rotates and revokes keys, and invites.' },
  { value: 'owner', label: 'Owner', about: 'Also decides who is what.' },
];
