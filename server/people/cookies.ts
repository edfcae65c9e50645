/**
 * The cookies of the dashboard. With a `__Host-` name and Secure wherever a browser accepts that: over TLS, and on the
 * machine itself. Elsewhere, over plain HTTP, without either, since browsers would not send it.
 */
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
