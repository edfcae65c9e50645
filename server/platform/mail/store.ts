/** The SQL of emails that wait to be sent. */
import type { Queryable } from '../db/pool.ts';

export type MailKind = 'password_reset' | 'invitation' | 'sign_up' | 'alert' | 'made_export';

interface NewMail {
  kind: MailKind;
  /** Users, invitations, sign-ups, alerts or made exports: a mail for each. */
  about: string[];
  /** Given up after that. */
  worksForMs: number;
}

export interface DueMail {
  id: number;
  kind: MailKind;
  about: string;
  /** The user that an alert is for. */
  recipient: string | null;
  attempts: number;
}

/** In the transaction that changes its subject. */
export async function insertMails(tx: Queryable, mail: NewMail): Promise<void> {
  await tx.query(
    `insert into mail (kind, about, ends_at)
     select $1, a.about, now() + $3 * interval '1 ms' from unnest($2::uuid[]) as a (about)`,
    [mail.kind, mail.about, mail.worksForMs],
    'insert_mails',
  );
}

/**
 * Hides the returned emails for this long: only one of several processes sends an email, and a process that dies delays
 * its emails.
 */
export function claimMail(
  db: Queryable,
  { atMost, hideMs }: { atMost: number; hideMs: number },
): Promise<DueMail[]> {
  return db.query<DueMail>(
    `update mail set due_at = now() + $2 * interval '1 ms', attempts = attempts + 1
     where id in (select id from mail where due_at <= now() and ends_at > now()
       order by due_at, id limit $1 for update skip locked)
     returning id, kind, about, recipient, attempts`,
    [atMost, hideMs],
    'claim_mail',
  );
}

export async function deleteMail(db: Queryable, id: number): Promise<void> {
  await db.query('delete from mail where id = $1', [id], 'delete_mail');
}

export async function postponeMail(
  db: Queryable,
  { id, error, inMs }: { id: number; error: string; inMs: number },
): Promise<void> {
  await db.query(
    `update mail set last_error = $2, due_at = now() + $3 * interval '1 ms' where id = $1`,
    [id, error, inMs],
    'postpone_mail',
  );
}

/** Emails that are not to be sent any more. */
export async function deleteMailsAbout(
  tx: Queryable,
  { kind, about }: { kind: MailKind; about: string },
): Promise<void> {
  await tx.query('delete from mail where kind = $1 and about = $2', [kind, about]);
}

/** Emails that the server did not accept in time. */
export function deleteEndedMail(
  db: Queryable,
): Promise<{ kind: MailKind; attempts: number; error: string | null }[]> {
  return db.query(
    'delete from mail where ends_at <= now() returning kind, attempts, last_error as error',
    [],
    'delete_ended_mail',
  );
}
