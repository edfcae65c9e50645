/**
 * Emails to people, if the deployment has an SMTP server. They wait in the database, so that nobody waits for the server
 * and nothing is lost while it is away, and are sent at least once, at growing intervals while it is away. The part of the
 * service that knows the subject writes an email right before it is sent; the subject may be gone by then, and then
 * nothing is sent.
 */
import type { ConnectionOptions } from 'node:tls';
import type { Db } from '../db/pool.ts';
import { pauseAfter, type Sending, startSending } from '../outbound/index.ts';
import type { Log } from '../telemetry/log.ts';
import {
  claimMail,
  type DueMail,
  deleteEndedMail,
  deleteMail,
  type MailKind,
  postponeMail,
} from './store.ts';

export { deleteMailsAbout, insertMails, type MailKind } from './store.ts';

/** Undefined if there is nothing to send any more. */
export type Writers = Record<
  MailKind,
  (about: string, recipient: string | null) => Promise<Email | undefined>
>;

interface MailingOptions {
  db: Db;
  mailer: Mailer;
  writers: Writers;
  /** Between two checks for due emails. */
  everyMs: number;
  /** Pauses before the second attempt and later ones. */
  pausesMs?: readonly number[];
  /** The last attempt: a server that accepts an email without acknowledging it gets it this often. */
  mostAttempts?: number;
  log: Log;
}

const AT_MOST = 8;
/** Longer than any attempt. */
const HIDE_MS = 660_000;
const GIVE_UP_EVERY_MS = 60_000;
/** Links in emails work for an hour, so the first waits are shorter than those of webhooks. */
const PAUSES_MS = [5_000, 30_000, 120_000, 300_000, 900_000, 3_600_000, 10_800_000];
const MOST_ATTEMPTS = 12;

export function startMailing(options: MailingOptions): Sending {
  const { db, log, everyMs } = options;
  return startSending<DueMail & { workspace: string }>({
    ...{ what: 'mails', atMost: AT_MOST, everyMs, log },
    chore: { everyMs: GIVE_UP_EVERY_MS, run: () => giveUp(options) },
    async claim(atMost) {
      const due = await claimMail(db, { atMost, hideMs: HIDE_MS });
      return due.map((mail) => ({ ...mail, workspace: '' }));
    },
    send: (mail) => deliver(options, mail),
  });
}

async function giveUp({ db, log }: MailingOptions): Promise<boolean> {
  for (const ended of await deleteEndedMail(db)) log.warn(ended, 'a mail was given up');
  return false;
}

/** One attempt. Never rejects: an outcome that was not saved leads to another attempt. */
async function deliver(options: MailingOptions, mail: DueMail): Promise<void> {
  const { db, mailer, writers, log, pausesMs = PAUSES_MS } = options;
  const { mostAttempts = MOST_ATTEMPTS } = options;
  const { id, kind, about, recipient, attempts } = mail;
  try {
    const email = await writers[kind](about, recipient);
    const failure = email && (await failureOf(mailer.send(email)));
    if (failure === undefined) {
      await deleteMail(db, id);
      return;
    }
    const error = reasonOf(failure.cause);
    if (isRefusal(failure.cause) || attempts >= mostAttempts) {
      log.warn({ kind, attempts, error }, 'a mail was given up');
      await deleteMail(db, id);
      return;
    }
    log.warn({ kind, attempts, error }, 'a mail was not taken; it is sent again');
    await postponeMail(db, { id, error, inMs: pauseAfter(attempts, pausesMs) });
  } catch (error) {
    log.warn({ err: error, kind }, 'the end of a mail was not saved: it is sent again');
  }
}

function failureOf(sending: Promise<void>): Promise<{ cause: unknown } | undefined> {
  return sending.then(
    () => undefined,
    (cause: unknown) => ({ cause }),
  );
}

/*
 * The SMTP server. An email leaves only over TLS, to a server with a trusted certificate, unless the server is on this
 * machine: otherwise, anybody on the network path could read the links. Errors are reported without addresses and
 * credentials.
 */

interface MailSettings {
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
function isRefusal(error: unknown): boolean {
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
