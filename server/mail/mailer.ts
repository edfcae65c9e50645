/**
 * The SMTP server. An email leaves over TLS only, to a server with a trusted certificate, unless the server is on this
 * machine: anybody on the way could read the links. Errors are reported without addresses and credentials.
 */
import type { ConnectionOptions } from 'node:tls';

export interface MailSettings {
  /** `smtp://` begins with STARTTLS, `smtps://` with TLS. */
  url: string;
  from: string;
}

export interface Email {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves when the server has taken it. */
  send(email: Email): Promise<void>;
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const CONNECT_WITHIN_MS = 10_000;
/** A server may look long at what it was given before it takes it (RFC 5321, 4.5.3.2.6): who leaves then sends it twice. */
const ANSWER_WITHIN_MS = 600_000;

/**
 * The library is loaded with the first email. `tls` is for a server whose certificate is signed by an unknown
 * authority.
 */
export function createMailer({ url, from }: MailSettings, tls: ConnectionOptions = {}): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isLocal = LOCAL.test(hostname);
  const isSecure = protocol === 'smtps:';
  const settings = {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    requireTLS: !isLocal && !isSecure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2' as const, ...tls },
  };
  return {
    async send(email) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(settings);
      try {
        await transport.sendMail({
          ...email,
          from,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } finally {
        transport.close();
      }
    },
  };
}

/** Refused for good: this email, and not its sender. */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfEmail && typeof responseCode === 'number' && responseCode >= 500;
}

/** What an operator needs to know about a failure, and no text of others: servers repeat addresses. */
export function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const words = typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? code : 'failed';
  return typeof responseCode === 'number' ? `${words} ${responseCode}` : words;
}
