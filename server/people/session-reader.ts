/**
 * Finds the session of a cookie. The process caches an answer for less than a second and never beyond the session's
 * end, so that a session that has ended is refused everywhere within a second.
 */
import { hash } from 'node:crypto';
import type { Db } from '../platform/db/pool.ts';
import { createCache } from '../platform/lib/cache.ts';
import type { Auth } from './auth.ts';
import { readCookie, type SessionCookie } from './cookies.ts';
import { renewSession } from './person-store.ts';

export interface Session {
  id: string;
  user: string;
  name: string;
  email: string;
  /** The idle end; moves on with use. */
  idleUntil: Date;
  /** The absolute end. */
  endsAt: Date;
}

/** The unparsed Cookie header. */
export type CookieHeader = string | undefined;

export interface SessionReaderOptions {
  db: Db;
  auth: () => Promise<Auth>;
  cookie: () => SessionCookie;
  idleMs: number;
}

export interface SessionReader {
  authenticate(header: CookieHeader): Promise<Session | undefined>;
  /** Reads the session of this cookie again. */
  forget(header: CookieHeader): void;
  /** Reads each again. */
  forgetAll(): void;
}

const REMEMBERED_MS = 900;
const REMEMBERED_SESSIONS = 10_000;
const RENEW_ONCE_IN_MS = 60_000;

export function createSessionReader(options: SessionReaderOptions): SessionReader {
  const { db, auth, cookie, idleMs } = options;
  const renewAfterMs = Math.min(RENEW_ONCE_IN_MS, idleMs / 10);
  const cache = createCache<{ session: Session | undefined }>(REMEMBERED_SESSIONS, {
    ttl: REMEMBERED_MS,
  });

  async function read(value: string): Promise<Session | undefined> {
    const { api } = await auth();
    const headers = headersOf({ cookie: `${cookie().name}=${value}` });
    const found = await api.getSession({ headers });
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

  /** Near the absolute end, one renewal covers the rest of the session; after it, there is nothing to gain. */
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
    const readAt = Date.now();
    const session = await read(value);
    const endsInMs = session ? session.idleUntil.getTime() - readAt : REMEMBERED_MS;
    // The answer is as old as its query, and ends with the session.
    const ttl = Math.min(REMEMBERED_MS, endsInMs) - (Date.now() - readAt);
    if (ttl >= 1) cache.set(key, { session }, { ttl });
    return session;
  }

  return {
    authenticate,
    forget: (header) => cache.delete(keyOf(readCookie(header, cookie().name))),
    forgetAll: () => cache.clear(),
  };
}

function keyOf(value = ''): string {
  return hash('sha256', value, 'base64');
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
