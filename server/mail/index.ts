/**
 * Mail: letters to people, where the deployment has an SMTP server. What is to be sent waits in the database, so that nobody
 * waits for the server and nothing is lost while it is away. Knows nothing of what letters say.
 */
export { createMailer, type Letter, type Mailer, type MailSettings } from './mailer.ts';
export { startMailing, type Writers } from './mailing.ts';
export { deleteMailsAbout, insertMails, type MailKind } from './store.ts';
