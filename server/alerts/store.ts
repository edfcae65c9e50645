/** The SQL of alerts: the thresholds of workspaces, and the alerts that were raised. */
import type { Queryable } from '../platform/db/pool.ts';

export const MAIL_TO = ['nobody', 'owners', 'admins'] as const;
export type MailTo = (typeof MAIL_TO)[number];

export interface AlertSettings {
  /** Null for no alert. */
  keyLimitPercent: number | null;
  failureRatePercent: number | null;
  failureWindowMinutes: number;
  failureMinRuns: number;
  mailTo: MailTo;
}

export type AlertSettingsChange = Partial<AlertSettings>;

export type AlertKind =
  | 'credit.low'
  | 'key.limit_near'
  | 'runs.failure_rate_high'
  | 'grant.expiring'
  | 'recharge.off'
  | 'workspace.suspended';

export interface Alert {
  id: number;
  workspace: string;
  kind: string;
  data: Record<string, unknown>;
  raisedAt: Date;
  recoveredAt: Date | null;
}

const SETTINGS = `key_percent as "keyLimitPercent", failure_percent as "failureRatePercent",
  failure_minutes as "failureWindowMinutes", failure_runs as "failureMinRuns", mail_to as "mailTo"`;
const DEFAULTS: AlertSettings = {
  keyLimitPercent: null,
  failureRatePercent: null,
  failureWindowMinutes: 15,
  failureMinRuns: 20,
  mailTo: 'owners',
};
const ALERT = `id, workspace, kind, data, raised_at as "raisedAt", recovered_at as "recoveredAt"`;

export async function selectAlertSettings(
  db: Queryable,
  workspace: string,
): Promise<AlertSettings> {
  const [row] = await db.query<AlertSettings>(
    `select ${SETTINGS} from alert_setting where workspace = $1`,
    [workspace],
  );
  return row ?? DEFAULTS;
}

/** One statement, so that neither of two concurrent changes is lost. */
export async function upsertAlertSettings(
  tx: Queryable,
  workspace: string,
  change: AlertSettingsChange,
): Promise<AlertSettings> {
  const [row] = await tx.query<AlertSettings>(
    `insert into alert_setting as s (workspace, key_percent, failure_percent, failure_minutes, failure_runs, mail_to)
     values ($1, $2, $4, coalesce($6, 15), coalesce($7, 20), coalesce($8, 'owners'))
     on conflict (workspace) do update set
       key_percent = case when $3 then $2 else s.key_percent end,
       failure_percent = case when $5 then $4 else s.failure_percent end,
       failure_minutes = coalesce($6, s.failure_minutes), failure_runs = coalesce($7, s.failure_runs),
       mail_to = coalesce($8, s.mail_to)
     returning ${SETTINGS}`,
    [
      workspace,
      change.keyLimitPercent ?? null,
      change.keyLimitPercent !== undefined,
      change.failureRatePercent ?? null,
      change.failureRatePercent !== undefined,
      change.failureWindowMinutes ?? null,
      change.failureMinRuns ?? null,
      change.mailTo ?? null,
    ],
  );
  return row!;
}

/** Newest first, from before the alert `before`. */
export function selectAlerts(
  db: Queryable,
  page: { workspace: string; before: number; limit: number },
): Promise<Alert[]> {
  return db.query<Alert>(
    `select ${ALERT} from alert where workspace = $1 and id < $2 order by id desc limit $3`,
    [page.workspace, page.before, page.limit],
  );
}

export async function selectAlert(db: Queryable, reference: string): Promise<Alert | undefined> {
  const [row] = await db.query<Alert>(`select ${ALERT} from alert where reference = $1`, [
    reference,
  ]);
  return row;
}

/** The number of alerts raised. */
export async function checkAlerts(db: Queryable, sendsMail: boolean): Promise<number> {
  const [row] = await db.query<{ raised: number }>(
    'select check_alerts($1) as raised',
    [sendsMail],
    'check_alerts',
  );
  return row?.raised ?? 0;
}
