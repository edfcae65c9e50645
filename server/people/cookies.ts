/**
 * The cookies of the dashboard: of sessions, and of devices, which are browsers that have signed in before. With a
 * `__Host-` name and Secure wherever a browser accepts that: over TLS, and on the machine itself. Elsewhere, over plain
 * HTTP, without either, since browsers would not send it.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export interface SessionCookie {
  name: string;
  isSecure: boolean;
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Longer than any of ours. */
const LONGEST_VALUE = 512;

export function cookieFor(publicUrl: string, name: string): SessionCookie {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || LOCAL.test(hostname);
  return { name: isSecure ? `__Host-${name}` : name, isSecure };
}

/** The value of a cookie in a Cookie header, unchanged. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at === -1 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    return value === '' || value.length > LONGEST_VALUE ? undefined : value;
  }
  return undefined;
}

/** The value must need no escaping. */
export function writeCookie(cookie: SessionCookie, value: string, maxAgeSeconds: number): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax`;
  return `${cookie.name}=${value}; ${attributes}${cookie.isSecure ? '; Secure' : ''}`;
}

interface Device {
  id: string;
  /** The hash of the password that it signed in with. */
  tag: string;
}

export type Devices = ReturnType<typeof createDevices>;

const WORKS_FOR_SECONDS = 365 * 86_400;
const SHAPE = /^([0-9a-z]{1,11}\.[\w-]{16})\.([\w-]{22})\.([\w-]{43})$/;

/**
 * Each device has a cookie that proves for a year that it has signed in: made by this deployment, and bound to the
 * stored hash of the user's password, which has its own salt. So it proves nothing for another user, and nothing once
 * the password has changed. It lets nobody in: attempts of such a browser are only counted separately from those of
 * other browsers.
 */
export function createDevices({ secret, cookie }: { secret: Buffer; cookie: () => SessionCookie }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'dashboard devices', 32));
  const sign = (what: string, text: string) =>
    createHmac('sha256', key).update(`${what} ${text}`).digest('base64url');
  const tagOf = (password: string) => sign('password', password).slice(0, 22);

  return {
    /** The device of a Cookie header, if its cookie is one of ours and not too old. */
    read(header: string | undefined): Device | undefined {
      const [, id, tag, signature] = SHAPE.exec(readCookie(header, cookie().name) ?? '') ?? [];
      if (id === undefined || tag === undefined || signature === undefined) return undefined;
      if (!isSame(signature, sign('device', `${id}.${tag}`))) return undefined;
      const ageMs = Date.now() - Number.parseInt(id, 36);
      return ageMs < WORKS_FOR_SECONDS * 1_000 ? { id, tag } : undefined;
    },

    /** Whether it signed in with this password, given as the stored hash. */
    isOf: ({ tag }: Device, password: string | undefined): boolean =>
      password !== undefined && isSame(tag, tagOf(password)),

    /** The Set-Cookie header of a new one, for a stored password hash. */
    issue(password: string): string {
      const id = `${Date.now().toString(36)}.${randomBytes(12).toString('base64url')}`;
      const tag = tagOf(password);
      const value = `${id}.${tag}.${sign('device', `${id}.${tag}`)}`;
      return writeCookie(cookie(), value, WORKS_FOR_SECONDS);
    },
  };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
