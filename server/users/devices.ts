/**
 * Browsers that have signed in before. Each has a cookie that says so for a year: made by this deployment, and bound to
 * the stored hash of the user's password, which has a salt of its own. So it says nothing for another user, and nothing
 * any more once the password has changed. It lets nobody in: the attempts of such a browser are only counted apart from
 * those of other browsers.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, type SessionCookie, writeCookie } from './cookies.ts';

export interface Device {
  id: string;
  /** Of the password that it was signed in with. */
  tag: string;
}

export type Devices = ReturnType<typeof createDevices>;

const WORKS_FOR_SECONDS = 365 * 86_400;
const SHAPE = /^([0-9a-z]{1,11}\.[\w-]{16})\.([\w-]{22})\.([\w-]{43})$/;

export function createDevices({ secret, cookie }: { secret: Buffer; cookie: () => SessionCookie }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'dashboard devices', 32));
  const sign = (what: string, text: string) =>
    createHmac('sha256', key).update(`${what} ${text}`).digest('base64url');
  const tagOf = (password: string) => sign('password', password).slice(0, 22);

  return {
    /** The device of a Cookie header, where its cookie is one of ours and not too old. */
    read(header: string | undefined): Device | undefined {
      const [, id, tag, signature] = SHAPE.exec(readCookie(header, cookie().name) ?? '') ?? [];
      if (id === undefined || tag === undefined || signature === undefined) return undefined;
      if (!isSame(signature, sign('device', `${id}.${tag}`))) return undefined;
      const ageMs = Date.now() - Number.parseInt(id, 36);
      return ageMs < WORKS_FOR_SECONDS * 1_000 ? { id, tag } : undefined;
    },

    /** Whether it was signed in with this password, given as it is stored. */
    isOf: ({ tag }: Device, password: string | undefined): boolean =>
      password !== undefined && isSame(tag, tagOf(password)),

    /** The Set-Cookie header of a new one, for a password as it is stored. */
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
