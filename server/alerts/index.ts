import { type Actor, recordEvent } from '../audit-trail/index.ts';
import { membershipOf, personOf } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { Unit } from '../platform/lib/money.ts';
import type { Email } from '../platform/mail/index.ts';
import { readSettings, updateLowBalance } from '../workspaces/index.ts';
import {
  type Alert,
  type AlertSettings,
  type AlertSettingsChange,
  selectAlert,
  selectAlertSettings,
  upsertAlertSettings,
} from './store.ts';

export { type Alert, checkAlerts, MAIL_TO, selectAlertSettings, selectAlerts } from './store.ts';

/* An alert as an email: what happened, in figures, and a link to its page. */

interface AlertEmailOptions {
  db: Db;
  unit: Unit;
  publicUrl: string;
}

/** Undefined if the alert is gone, or its reader no longer gets alerts by email. */
export async function writeAlert(
  { db, unit, publicUrl }: AlertEmailOptions,
  reference: string,
  recipient: string | null,
): Promise<Email | undefined> {
  const alert = await selectAlert(db, reference);
  if (!alert || recipient === null) return undefined;
  const { workspace, raisedAt } = alert;
  const [person, role, { mailTo }] = await Promise.all([
    personOf(db, recipient),
    membershipOf(db, recipient, workspace),
    selectAlertSettings(db, workspace),
  ]);
  const isReader =
    (role === 'owner' && mailTo !== 'nobody') || (role === 'admin' && mailTo === 'admins');
  if (!person || !isReader) return undefined;
  const { name } = await readSettings(db, workspace);
  const { subject, what } = wordsOf(alert, unit);
  return {
    to: person.email,
    subject: `${name}: ${subject}`,
    text: [
      `Hello ${person.name},`,
      `${what} That was found at ${raisedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, in the workspace ${name}.`,
      `All alerts, and what they are sent for: ${publicUrl}/dashboard/${uuidToId('wsp', workspace)}/alerts`,
      'You get this once, and again if it happens after it was over.',
    ].join('\n\n'),
  };
}

/** An alert for people, in English. */
export function wordsOf({ kind, data }: Alert, unit: Unit): { subject: string; what: string } {
  const amount = (name: string) => inWords(Number(data[name]), unit);
  switch (kind) {
    case 'credit.low':
      return {
        subject: 'the balance is low',
        what: `${amount('availableAmount')} is available and ${amount('heldAmount')} is held, less than the ${amount('lowBalanceAmount')} that you want to be warned at.`,
      };
    case 'key.limit_near':
      return {
        subject: `the key ${data.keyName} is near its limit`,
        what: `The key ${data.keyName} has spent ${amount('spentAmount')} of the ${amount('limitAmount')} that it may spend in a ${data.period}.`,
      };
    case 'runs.failure_rate_high':
      return {
        subject: 'many runs fail',
        what: `${data.failedRuns} of ${data.endedRuns} runs failed in ${data.windowMinutes} minutes; the threshold is ${data.thresholdPercent}%.`,
      };
    case 'grant.expiring':
      return {
        subject: 'granted credit is about to expire',
        what: `${amount('leftAmount')} of the ${amount('amount')} that the workspace was granted can be spent until ${String(data.expiresAt).slice(0, 16).replace('T', ' ')} UTC. What is left then is taken.`,
      };
    case 'recharge.off':
      return {
        subject: 'the wallet is no longer recharged',
        what: `Auto-recharge has turned itself off, because the saved card was declined ${data.declines} times in a row. Save another card on the wallet page, or turn it on again there.`,
      };
    case 'workspace.suspended':
      return {
        subject: 'the workspace is suspended',
        what: `The operator has suspended the workspace: “${data.reason}” It creates no runs, and no card is charged. Everything can still be read.`,
      };
    default:
      return { subject: kind, what: `There is an alert: ${kind}.` };
  }
}

/** Rounded to a hundredth of the currency, as people read it. */
function inWords(amount: number, { currency, scale }: Unit): string {
  return `${(amount / 10 ** scale).toFixed(2)} ${currency}`;
}

/** The figures of an alert as they were, for programs. */
export function detailOf({ data: { keyId, ...rest } }: Alert): Record<string, unknown> {
  return { ...(typeof keyId === 'string' && { keyId: uuidToId('key', keyId) }), ...rest };
}

/* The alert thresholds of a workspace. The audit trail records who changes them. */

export type { AlertSettings, AlertSettingsChange };

export function changeAlertSettings(
  db: Db,
  { workspace, actor, change }: { workspace: string; actor?: Actor; change: AlertSettingsChange },
): Promise<AlertSettings> {
  if (Object.keys(change).length === 0) return selectAlertSettings(db, workspace);
  const { lowBalanceAmount, ...others } = change;
  return db.transaction(async (tx) => {
    if (lowBalanceAmount !== undefined) await updateLowBalance(tx, workspace, lowBalanceAmount);
    if (Object.keys(others).length > 0) await upsertAlertSettings(tx, workspace, others);
    await recordEvent(tx, workspace, 'alert_settings_changed', { ...change }, actor);
    return selectAlertSettings(tx, workspace);
  });
}
