/** The SQL of prompt labels. Needs the lock of the prompt, except for protected labels. */
import type { Queryable } from '../platform/db/pool.ts';

/** The previous versions of the labels that were on another version. */
export async function moveLabels(
  tx: Queryable,
  move: { workspace: string; name: string; version: number; labels: readonly string[] },
): Promise<Record<string, number>> {
  const before = await tx.query<{ label: string; version: number }>(
    `with moved as (
       insert into prompt_label as l (workspace, name, label, version)
       select $1, $2, label, $4 from unnest($3::text[]) label
       on conflict (workspace, name, label) do update set version = excluded.version, moved_at = now()
     )
     -- What was there when the statement began.
     select l.label, l.version from prompt_label l
     where l.workspace = $1 and l.name = $2 and l.label = any ($3) and l.version <> $4 order by l.label`,
    [move.workspace, move.name, move.labels, move.version],
  );
  await tx.query('update prompt set updated_at = now() where workspace = $1 and name = $2', [
    move.workspace,
    move.name,
  ]);
  return Object.fromEntries(before.map(({ label, version }) => [label, version]));
}

export async function countLabels(tx: Queryable, workspace: string, name: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from prompt_label where workspace = $1 and name = $2',
    [workspace, name],
  );
  return row!.count;
}

/** By name. */
export async function selectProtected(db: Queryable, workspace: string): Promise<string[]> {
  const rows = await db.query<{ label: string }>(
    'select label from protected_label where workspace = $1 order by label',
    [workspace],
  );
  return rows.map(({ label }) => label);
}

/** Returns whether that changed anything. */
export async function protect(tx: Queryable, workspace: string, label: string): Promise<boolean> {
  const rows = await tx.query(
    'insert into protected_label (workspace, label) values ($1, $2) on conflict do nothing returning 1',
    [workspace, label],
  );
  return rows.length > 0;
}

/** Returns whether that changed anything. */
export async function unprotect(tx: Queryable, workspace: string, label: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from protected_label where workspace = $1 and label = $2 returning 1',
    [workspace, label],
  );
  return rows.length > 0;
}
