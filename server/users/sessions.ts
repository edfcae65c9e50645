/**
 * Sessions at the door: signing in by password, who presents this cookie, and the ends of a session. Unknown
 * addresses and wrong passwords are one answer after the same work. A session that has ended is refused
 * everywhere within a second, since no answer is kept longer.
 */
import type { Db } from '../db/pool.ts';
import { createCache } from '../kernel/cache.ts';
import { Problem } from '../kernel/problem.ts';
import { recordAct } from '../ledger/index.ts';
import type { Auth } from './auth.ts';
import { readCookie, type SessionCookie } from './cookies.ts';
import type { Devices } from './devices.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import { sha256 } from './link-token.ts';
import { selectWorkspacesOf } from './membership-store.ts';
import { checkPassword } from './password-rules.ts';
import { asEmail } from './person.ts';
import {
  deleteDeadSessions,
  deleteSession,
  lockPerson,
  renewSession,
  selectHasPassword,
  selectPassword,
} from './person-store.ts';
import type { SignInLimit } from './sign-in-limit.ts';

export interface Session {
  id: string;
  user: string;
  name: string;
  email: string;
  /** Ends then unless it is used; moves on with use. */
  idleUntil: Date;
  /** Ends then in any case. */
  endsAt: Date;
}

/** Who asks: the address is what attempts are counted by. */
export interface From {
  ip?: string | undefined;
  userAgent?: string | undefined;
}

export interface Opened {
  /** The session, and what tells this browser from strangers at the next sign-in. */
  setCookie: string[];
  session: Session;
}

/** A Cookie header, as it came. */
export type CookieHeader = string | undefined;

export interface SessionsOptions {
  db: Db;
  auth: () => Promise<Auth>;
  cookie: () => SessionCookie;
  idleMs: number;
  limit: SignInLimit;
  devices: Devices;
  failures: FailedSignIns;
}

const REMEMBERED_MS = 900;
const REMEMBERED_SESSIONS = 10_000;
const RENEW_ONCE_IN_MS = 60_000;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(options: SessionsOptions) {
  const { db, auth, cookie, idleMs, limit, devices, failures } = options;
  const renewAfterMs = Math.min(RENEW_ONCE_IN_MS, idleMs / 10);
  const cache = createCache<{ session: Session | undefined }>(REMEMBERED_SESSIONS, {
    ttl: REMEMBERED_MS,
  });

  async function read(value: string): Promise<Session | undefined> {
    const { api } = await auth();
    const found = await api.getSession({ headers: headersOf({ cookie: pairOf(value) }) });
    if (!found) return undefined;
    const { session, user } = found;
    let { idleUntil } = session;
    if (isWorthRenewing(idleUntil.getTime(), session.expiresAt.getTime())) {
      const renewed = await renewSession(db, session.id, idleMs);
      if (renewed === undefined) return undefined;
      idleUntil = renewed;
    }
    const { id: userId, name, email } = user;
    return { id: session.id, user: userId, name, email, idleUntil, endsAt: session.expiresAt };
  }

  /** Once at the end there is nothing to gain, and before it all that is left of the session. */
  function isWorthRenewing(idleUntil: number, endsAt: number): boolean {
    const reach = Date.now() + idleMs;
    return reach < endsAt ? reach - idleUntil > renewAfterMs : idleUntil < endsAt;
  }

  async function authenticate(header: CookieHeader): Promise<Session | undefined> {
    const value = readCookie(header, cookie().name);
    if (value === undefined) return undefined;
    const key = keyOf(value);
    const known = cache.get(key);
    if (known) return known.session;
    const askedAt = Date.now();
    const session = await read(value);
    const endsInMs = session ? session.idleUntil.getTime() - askedAt : REMEMBERED_MS;
    // The answer is as old as its question, and ends with the session.
    const ttl = Math.min(REMEMBERED_MS, endsInMs) - (Date.now() - askedAt);
    if (ttl >= 1) cache.set(key, { session }, { ttl });
    return session;
  }

  /** The session that was just made, by the cookie that its browser is given. */
  async function open(headers: Headers): Promise<Opened & { password: string | undefined }> {
    const setCookie = headers.getSetCookie();
    const session = await authenticate(setCookie.map((text) => text.split(';')[0]).join('; '));
    if (!session) throw wrongCredentials();
    const password = await selectPassword(db, session.email);
    if (password !== undefined) setCookie.push(devices.issue(password));
    return { setCookie, session, password };
  }

  /** The session that this browser had before it was given another one. */
  async function endReplaced(header: CookieHeader): Promise<void> {
    const replaced = await authenticate(header);
    if (!replaced) return;
    cache.delete(keyOf(readCookie(header, cookie().name)));
    await deleteSession(db, replaced.id);
    await recordAct(db, null, 'user_signed_out', { by: 'new_sign_in' }, replaced.user);
  }

  /** The device of the header, where it has signed in with the present password of this address. */
  async function knownDevice(header: CookieHeader, email: string): Promise<string | undefined> {
    const device = devices.read(header);
    if (!device || !devices.isOf(device, await selectPassword(db, email))) return undefined;
    return device.id;
  }

  const pairOf = (value: string) => `${cookie().name}=${value}`;
  const keyOf = (value = '') => sha256(value).toString('base64');

  return {
    authenticate,
    open,
    /** For who ends sessions elsewhere: this process asks anew about each. */
    forget: () => cache.clear(),

    async signIn(
      wish: { email: string; password: string; cookie?: CookieHeader } & From,
    ): Promise<Opened> {
      const { password, ip, userAgent } = wish;
      const email = asEmail(wish.email);
      const device = email && (await knownDevice(wish.cookie, email));
      const attempt = await limit.begin({ address: ip, account: wish.email, device });
      if (email === undefined) {
        failures.note(wish);
        throw wrongCredentials();
      }
      const { api, isRefusal } = await auth();
      const before = await selectPassword(db, email);
      const { headers } = await api
        .signInEmail({
          body: { email, password },
          headers: headersOf({ userAgent }),
          returnHeaders: true,
        })
        .catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          failures.note(wish);
          throw wrongCredentials();
        });
      const { password: after, ...opened } = await open(headers);
      // A change of the password ends all sessions that it finds; this one may have come after it.
      if (after !== before) {
        await deleteSession(db, opened.session.id);
        cache.clear();
        throw wrongCredentials();
      }
      attempt.succeed();
      failures.end(email);
      await endReplaced(wish.cookie);
      await deleteDeadSessions(db, opened.session.user);
      await recordAct(db, null, 'user_signed_in', { by: 'password', ip }, opened.session.user);
      return opened;
    },

    /** Can be repeated. Answers what clears the cookie. */
    async signOut(header: CookieHeader): Promise<string[]> {
      const session = await authenticate(header);
      const value = readCookie(header, cookie().name) ?? '';
      cache.delete(keyOf(value));
      const { api, within } = await auth();
      return within(async (tx) => {
        const { headers } = await api.signOut({
          headers: headersOf({ cookie: pairOf(value) }),
          returnHeaders: true,
        });
        if (session) {
          // The library hides a failure to delete; a session that is said to be dead is dead.
          await deleteSession(tx, session.id);
          await recordAct(tx, null, 'user_signed_out', {}, session.user);
        }
        const isOurs = (text: string) => text.startsWith(pairOf(''));
        return headers.getSetCookie().filter(isOurs);
      });
    },

    /** Ends every session of the user; the browser that asked gets a new one. */
    async changePassword(
      wish: {
        cookie: CookieHeader;
        currentPassword: string;
        newPassword: string;
      } & From,
    ): Promise<Opened> {
      const { currentPassword, newPassword, ip, userAgent } = wish;
      const session = await authenticate(wish.cookie);
      if (!session) throw new Problem('unauthenticated', 'Sign in first.');
      const workspaces = await selectWorkspacesOf(db, session.user);
      const known = [session.email, session.name, ...workspaces.map(({ name }) => name)];
      await checkPassword(newPassword, { pointer: '#/newPassword', known });
      if (!(await selectHasPassword(db, session.user))) throw noPassword();
      const { id: device, user: account } = session;
      const attempt = await limit.begin({ address: ip, account, device });
      const { api, within, isRefusal } = await auth();
      const value = readCookie(wish.cookie, cookie().name) ?? '';
      const headers = await within(async (tx) => {
        await lockPerson(tx, session.user);
        const changed = await api
          .changePassword({
            body: { currentPassword, newPassword, revokeOtherSessions: true },
            headers: headersOf({ cookie: pairOf(value), userAgent }),
            returnHeaders: true,
          })
          .catch((error: unknown) => {
            if (!isRefusal(error)) throw error;
            failures.note({ email: session.email, ip });
            throw wrongPassword();
          });
        await recordAct(tx, null, 'password_changed', { ip }, session.user);
        return changed.headers;
      });
      cache.clear();
      attempt.succeed();
      return open(headers);
    },

    /** A session for a user whose identity was proven elsewhere. */
    async start(
      user: string,
      wish: { cookie: CookieHeader } & From,
    ): Promise<Pick<Opened, 'setCookie'>> {
      const { api } = await auth();
      const { headers } = await api.startSession({
        body: { userId: user },
        headers: headersOf({ userAgent: wish.userAgent }),
        returnHeaders: true,
      });
      const { setCookie } = await open(headers);
      await endReplaced(wish.cookie);
      return { setCookie };
    },
  };
}

export function headersOf({
  cookie,
  userAgent,
}: {
  cookie?: string;
  userAgent?: string | undefined;
}) {
  const headers = new Headers();
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.replaceAll(/[^ -~]/g, ''));
  return headers;
}

function wrongCredentials(): Problem {
  return new Problem('wrong_credentials', 'The e-mail address or the password is wrong.');
}

function noPassword(): Problem {
  return new Problem('conflict', 'There is no password to change: you sign in by your provider.');
}

function wrongPassword(): Problem {
  return new Problem('wrong_credentials', 'The current password is wrong.');
}
