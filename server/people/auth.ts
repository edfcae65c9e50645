/**
 * The library: passwords, users and sessions by better-auth, called in this process and never mounted as routes of its
 * own. This file decides everything that it may do. `within` makes what it writes part of a transaction of ours. Loaded
 * late, since it takes a second to load.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hkdfSync } from 'node:crypto';
import { createAuthEndpoint, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { z } from 'zod';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { createAuthAdapter } from './auth-adapter.ts';
import type { SessionCookie } from './cookies.ts';
import { type PasswordHashes, passwordHashes } from './password-hashes.ts';
import { MAX_PASSWORD_CODE_UNITS, MIN_PASSWORD } from './password-rules.ts';

export interface AuthOptions {
  db: Db;
  secret: Buffer;
  publicUrl: string;
  cookie: SessionCookie;
  passwords?: PasswordHashes | undefined;
  sessions: { idleMs: number; limitMs: number };
  onError: (message: string, detail: unknown) => void;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(options: AuthOptions) {
  const { db, secret, publicUrl, cookie, sessions, onError } = options;
  const { passwords = passwordHashes } = options;
  const transaction = new AsyncLocalStorage<Queryable>();
  const { api, $context } = betterAuth({
    baseURL: publicUrl,
    basePath: '/v1/dashboard',
    secret: deriveSecret(secret),
    database: createAuthAdapter(() => transaction.getStore() ?? db),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message, ...detail) => {
        if (level === 'error') onError(message, detail[0]);
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD_CODE_UNITS,
      password: passwords,
    },
    session: {
      // The absolute limit. The idle limit is a field of ours in the tables.
      expiresIn: Math.ceil(sessions.limitMs / 1_000),
      disableSessionRefresh: true,
      additionalFields: {
        idleUntil: {
          type: 'date',
          input: false,
          required: true,
          defaultValue: () => new Date(Date.now() + sessions.idleMs),
        },
      },
    },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      // The name below contains its own prefix.
      useSecureCookies: false,
      cookies: {
        session_token: { name: cookie.name, attributes: { secure: cookie.isSecure } },
      },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newUuid() },
    },
    plugins: [sessionStarter()],
  });

  return {
    api,
    /** The library's internal layer below its endpoints, for operations without an endpoint. */
    internals: () => $context.then(({ internalAdapter }) => internalAdapter),
    within: <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
      db.transaction((tx) => transaction.run(tx, () => work(tx))),
    /** Whether the library refused the request; all other errors are ours. */
    isRefusal: (error: unknown): boolean => isAPIError(error) && error.statusCode < 500,
  };
}

/** A session for a user who has proven their identity by other means. Not a route: nothing is mounted. */
function sessionStarter() {
  return {
    id: 'session-starter',
    endpoints: {
      startSession: createAuthEndpoint(
        '/start-session',
        { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.userId);
          const session = user && (await internalAdapter.createSession(user.id));
          if (!user || !session) throw ctx.error('NOT_FOUND');
          await setSessionCookie(ctx, { session, user });
        },
      ),
    },
  };
}

/**
 * The library signs cookies with it. Derived from the deployment's own secret, so that there is nothing more to
 * configure or to lose, and all processes of a deployment agree; under a name of its own, so that neither reveals
 * anything about the pseudonyms that use the same secret.
 */
function deriveSecret(secret: Buffer): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'dashboard sessions', 32)).toString(
    'base64url',
  );
}
