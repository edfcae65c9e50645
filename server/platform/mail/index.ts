/**
 * Emails to people, if the deployment has an SMTP server. Emails wait in the database, so that nobody waits for the
 * server and nothing is lost while it is away. Knows nothing about their content.
 */
export { createMailer, type Email, type Mailer, type MailSettings } from './mailer.ts';
export { startMailing, type Writers } from './mailing.ts';
export { deleteMailsAbout, insertMails, type MailKind } from './store.ts';
