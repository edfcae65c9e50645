/** The SQL of alerts: the thresholds of workspaces, and the alerts that were raised. */
import type { Queryable } from '../platform/db/pool.ts';

export const MAIL_TO = ['nobody', 'owners', 'admins'] as const;
export type MailTo = (typeof MAIL_TO)[number];

export interface AlertSettings {
  /** Null for no alert. */
  lowBalanceAmount: number | null;
  /** Null for no alert. */
  keyLimitPercent: number | null;
  /** Null for no alert. */
  failureRatePercent: number | null;
  failureWindowMinutes: number;
  failureMinRuns: number;
  mailTo: MailTo;
}

export type AlertSettingsChange = Partial<AlertSettings>;

export interface Alert {
  id: number;
  workspace: string;
  kind: string;
  data: Record<string, unknown>;
  raisedAt: Date;
  recoveredAt: Date | null;
}

const ALERT = `id, workspace, kind, data, raised_at as "raisedAt", recovered_at as "recoveredAt"`;

export async function selectAlertSettings(
  db: Queryable,
  workspace: string,
): Promise<AlertSettings> {
  const [row] = await db.query<AlertSettings>(
    `select w.low_balance_amount as "lowBalanceAmount", s.key_percent as "keyLimitPercent",
       s.failure_percent as "failureRatePercent", coalesce(s.failure_minutes, 15) as "failureWindowMinutes",
       coalesce(s.failure_runs, 20) as "failureMinRuns", coalesce(s.mail_to, 'owners') as "mailTo"
     from workspace w left join alert_setting s on s.workspace = w.id where w.id = $1`,
    [workspace],
  );
  return row!;
}

/** One statement, so that neither of two concurrent changes is lost. The low balance is a setting of the workspace. */
export async function upsertAlertSettings(
  tx: Queryable,
  workspace: string,
  change: Omit<AlertSettingsChange, 'lowBalanceAmount'>,
): Promise<void> {
  await tx.query(
    `insert into alert_setting as s (workspace, key_percent, failure_percent, failure_minutes, failure_runs, mail_to)
     values ($1, $2, $4, coalesce($6, 15), coalesce($7, 20), coalesce($8, 'owners'))
     on conflict (workspace) do update set
       key_percent = case when $3 then $2 else s.key_percent end,
       failure_percent = case when $5 then $4 else s.failure_percent end,
       failure_minutes = coalesce($6, s.failure_minutes), failure_runs = coalesce($7, s.failure_runs),
       mail_to = coalesce($8, s.mail_to)`,
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
}

interface AlertPage {
  workspace: string;
  before?: number | undefined;
  kind?: string | undefined;
  state?: 'open' | 'recovered' | undefined;
  createdAfter?: Date;
  createdBefore?: Date;
  limit: number;
}

/** Newest first, from before the alert `before`. */
export function selectAlerts(db: Queryable, page: AlertPage): Promise<Alert[]> {
  const { workspace, before, kind, state, createdAfter, createdBefore, limit } = page;
  return db.query<Alert>(
    `select ${ALERT} from alert
     where workspace = $1 and ($2::bigint is null or id < $2) and ($3::text is null or kind = $3)
       and ($4::boolean is null or (recovered_at is null) = $4)
       and ($5::timestamptz is null or raised_at > $5) and ($6::timestamptz is null or raised_at < $6)
     order by id desc limit $7`,
    [
      ...[workspace, before ?? null, kind ?? null, state === undefined ? null : state === 'open'],
      ...[createdAfter ?? null, createdBefore ?? null, limit],
    ],
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
