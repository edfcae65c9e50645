/**
 * Sends due emails: at least once, at growing intervals while the server is away. The part of the service that knows
 * the subject writes an email right before it is sent; the subject may be gone by then, and then nothing is sent.
 */
import type { Db } from '../db/pool.ts';
import { pauseAfter, type Sending, startSending } from '../outbound/index.ts';
import type { Log } from '../telemetry/log.ts';
import { type Email, isRefusal, type Mailer, reasonOf } from './mailer.ts';
import {
  claimMail,
  type DueMail,
  deleteEndedMail,
  deleteMail,
  type MailKind,
  postponeMail,
} from './store.ts';

/** Undefined if there is nothing to send any more. */
export type Writers = Record<
  MailKind,
  (about: string, recipient: string | null) => Promise<Email | undefined>
>;

export interface MailingOptions {
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
