/** The SQL of a workspace's settings. */
import type { Queryable } from '../platform/db/pool.ts';

export interface Settings {
  id: string;
  name: string;
  createdAt: Date;
  /** What members may grant to keys. */
  memberScopes: string[];
  /** Null if nobody wants a warning. */
  lowBalanceAmount: number | null;
  /** Null if the workspace has no limit of its own. */
  contentRetentionDays: number | null;
}

const SETTINGS = `id, name, created_at as "createdAt", member_scopes as "memberScopes",
  low_balance_amount as "lowBalanceAmount", content_days as "contentRetentionDays"`;

export async function selectSettings(
  db: Queryable,
  workspace: string,
): Promise<Settings | undefined> {
  const [row] = await db.query<Settings>(`select ${SETTINGS} from workspace where id = $1`, [
    workspace,
  ]);
  return row;
}

/** Replaces the given settings; returns all of them. */
export async function updateSettings(
  tx: Queryable,
  workspace: string,
  change: Partial<
    Pick<Settings, 'name' | 'memberScopes' | 'lowBalanceAmount' | 'contentRetentionDays'>
  >,
): Promise<Settings | undefined> {
  const [row] = await tx.query<Settings>(
    `update workspace set member_scopes = coalesce($2, member_scopes),
       low_balance_amount = case when $4 then $3 else low_balance_amount end,
       content_days = case when $6 then $5 else content_days end, name = coalesce($7, name)
     where id = $1 returning ${SETTINGS}`,
    [
      workspace,
      change.memberScopes ?? null,
      change.lowBalanceAmount ?? null,
      change.lowBalanceAmount !== undefined,
      change.contentRetentionDays ?? null,
      change.contentRetentionDays !== undefined,
      change.name ?? null,
    ],
  );
  return row;
}
