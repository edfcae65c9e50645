/**
 * The SMTP server. An email leaves only over TLS, to a server with a trusted certificate, unless the server is on this
 * machine: otherwise, anybody on the network path could read the links. Errors are reported without addresses and
 * credentials.
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
  /** Resolves when the server has accepted it. */
  send(email: Email): Promise<void>;
}

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const CONNECT_WITHIN_MS = 10_000;
/**
 * A server may inspect an email for long before it accepts it (RFC 5321, 4.5.3.2.6): a client that disconnects then
 * sends it twice.
 */
const ANSWER_WITHIN_MS = 600_000;

/** The first email loads the library. `tls` is for a server whose certificate is signed by an unknown authority. */
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

/** A permanent refusal of this email, and not of its sender. */
export function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isOfEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfEmail && typeof responseCode === 'number' && responseCode >= 500;
}

/** What an operator needs to know about a failure, without external text: servers repeat addresses. */
export function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const words = typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? code : 'failed';
  return typeof responseCode === 'number' ? `${words} ${responseCode}` : words;
}
