/** Email: the configured server, and which part writes which text. */
import { writeAlert } from '../alerts/index.ts';
import { writeInvitation, writePasswordReset } from '../people/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { createMailer, startMailing } from '../platform/mail/index.ts';
import type { Sending } from '../platform/outbound/index.ts';
import type { Log } from '../platform/telemetry/log.ts';

/** Nothing if no mail is sent. */
export function startMail(config: Config, { db, log }: { db: Db; log: Log }): Sending[] {
  const { mail, http, worker } = config;
  if (!mail) return [];
  const url = http.publicUrl ?? '';
  return [
    startMailing({
      ...{ db, log, everyMs: worker.sweepIntervalMs, mailer: createMailer(mail) },
      writers: {
        password_reset: (user) => writePasswordReset(db, user, url),
        invitation: (invitation) => writeInvitation(db, invitation, url),
        alert: (reference, recipient) =>
          writeAlert({ db, unit: config.unit, publicUrl: url }, reference, recipient),
      },
    }),
  ];
}
