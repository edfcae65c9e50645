/** How people sign in to the dashboard, and what they may do there. */
import { z } from 'zod';
import { integer, oneOf, sender, smtpUrl, url } from './schemas.ts';
import type { Variable } from './variable.ts';

export const PEOPLE = {
  SESSION_IDLE_MS: {
    schema: integer(43_200_000, 1, 2_592_000_000),
    about: 'A session in the dashboard ends after so long without use.',
  },
  SESSION_LIMIT_MS: {
    schema: integer(604_800_000, 1_000, 2_592_000_000),
    about: 'A session in the dashboard ends after so long in any case.',
  },
  CREDIT_BY: {
    schema: oneOf('operator', 'owner', 'admin').optional(),
    about:
      'Who credits wallets in the dashboard; default admin, in production operator: the command line only.',
  },
  OIDC_ISSUER: {
    schema: url(/^https?$/, 'https://id.example.com').optional(),
    about: 'OpenID provider that users of the dashboard may sign in by; with the three below.',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    about: 'What the OpenID provider knows this deployment as.',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'Its secret there.',
    secret: true,
  },
  OIDC_NAME: {
    schema: z.string().min(1).max(100).optional(),
    about: 'Name of the OpenID provider on the sign-in page.',
  },
  SMTP_URL: {
    schema: smtpUrl.optional(),
    about:
      'Mail server for forgotten passwords, invitations and alerts; with MAIL_FROM and PUBLIC_URL.',
    secret: true,
  },
  MAIL_FROM: {
    schema: sender.optional(),
    about: 'Whom mails are from, such as Model runs <runs@example.com>.',
  },
} satisfies Record<string, Variable>;
