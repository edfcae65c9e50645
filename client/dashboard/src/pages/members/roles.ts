/** The roles as a form shows them. */
import type { Role } from '../../api/index.ts';

export const ROLE_OPTIONS: { value: Role; label: string; about: string }[] = [
  {
    value: 'member',
    label: 'Member',
    about: 'Views everything and creates keys the settings allow.',
  },
  { value: 'admin', label: 'Admin', about: 'Also manages keys, credit, and invitations.' },
  { value: 'owner', label: 'Owner', about: 'Also assigns roles.' },
];
