/**
 * The library: passwords, users and sessions by better-auth, called in this process and never mounted as routes of its
 * own. This file decides everything that it may do. Its tables are read and written over a connection of ours: `within`
 * makes what it writes part of a transaction of ours, and the token of a session leaves here only as its SHA-256.
 * Requests that its setup does not need throw, so that an upgrade that needs more is noticed. Loaded late, since the
 * library takes a second to load.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, hkdfSync } from 'node:crypto';
import { createAdapterFactory } from 'better-auth/adapters';
import { createAuthEndpoint, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { z } from 'zod';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { newUuid } from '../platform/lib/ids.ts';
import { type Filter, type Row, TABLES, type Table } from './auth-store.ts';
import type { SessionCookie } from './cookies.ts';
import { type PasswordHashes, passwordHashes } from './password-hashes.ts';
import { MAX_PASSWORD_CODE_UNITS, MIN_PASSWORD } from './person.ts';

interface AuthOptions {
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

function createAuthAdapter(connection: () => Queryable) {
  return createAdapterFactory({
    config: { adapterId: 'model-run-users', supportsUUIDs: true, transaction: false },
    adapter: () => ({
      async create<T>({ model, data }: { model: string; data: T }): Promise<T> {
        const { token, ...row } = data as Row;
        if (model !== 'session') return (await tableOf(model).insert(connection(), row)) as T;
        const tokenHash = hashOf(String(token));
        const saved = await tableOf(model).insert(connection(), { ...row, tokenHash });
        return { ...saved, token } as T;
      },
      async findOne<T>({ model, where }: Target): Promise<T | null> {
        return ((await find(model, where, 1))[0] as T | undefined) ?? null;
      },
      async findMany<T>({ model, where = [], limit }: Many): Promise<T[]> {
        return (await find(model, where, limit ?? ALL)) as T[];
      },
      async update<T>({ model, where, update }: Target & { update: T }): Promise<T | null> {
        return ((await change(model, where, update as Row))[0] as T | undefined) ?? null;
      },
      updateMany: async ({ model, where, update }) => (await change(model, where, update)).length,
      async delete({ model, where }) {
        await remove(model, where);
      },
      deleteMany: async ({ model, where }) => (await remove(model, where)).length,
      async consumeOne<T>({ model, where }: Target): Promise<T | null> {
        return ((await remove(model, where))[0] as T | undefined) ?? null;
      },
      count: async ({ model, where = [] }) => (await find(model, where, ALL)).length,
    }),
  });

  async function find(model: string, where: readonly Condition[], limit: number): Promise<Row[]> {
    const table = tableOf(model);
    const rows = await table.select(connection(), filterOf(table, where), limit);
    const token = where.find(({ field }) => field === 'token')?.value;
    // Only a reader that finds a session by its token knows the token.
    return model === 'session' ? rows.map((row) => ({ ...row, token: token ?? null })) : rows;
  }

  async function change(model: string, where: readonly Condition[], changes: Row): Promise<Row[]> {
    const table = tableOf(model);
    invariant(table.update, `the library changes no ${model}`);
    return table.update(connection(), filterOf(table, where), changes);
  }

  async function remove(model: string, where: readonly Condition[]): Promise<Row[]> {
    const table = tableOf(model);
    return table.remove(connection(), filterOf(table, where));
  }
}

const ALL = 1_000;

interface Target {
  model: string;
  where: readonly Condition[];
}

interface Many {
  model: string;
  where?: readonly Condition[] | undefined;
  limit?: number;
}

/** A condition as the library writes it. */
interface Condition {
  field: string;
  value: unknown;
  operator: string | undefined;
  connector: string | undefined;
}

function tableOf(model: string): Table {
  const table = TABLES[model];
  invariant(table, `the library has no model ${model} here`);
  return table;
}

function filterOf(table: Table, where: readonly Condition[]): Filter {
  const filter: Filter = {};
  for (const { field, value, operator, connector } of where) {
    const isKnown = ['eq', 'in'].includes(operator ?? 'eq') && connector !== 'OR';
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    const name = field === 'token' ? 'tokenHash' : (field as keyof Filter);
    invariant(isKnown && table.filters.includes(name), `the library may ask for ${field}`);
    if (name === 'tokenHash') filter.tokenHash = values.map(hashOf);
    else filter[name] = name === 'email' ? values.map((one) => one.toLowerCase()) : values;
  }
  // An empty filter would match everybody.
  invariant(Object.keys(filter).length > 0, 'the library names whom it asks for');
  return filter;
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
