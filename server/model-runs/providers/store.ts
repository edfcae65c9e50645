/** The SQL of the models that `models sync` saved, one JSON document each. */
import type { Queryable } from '../../platform/db/pool.ts';
import type { Model } from './model-provider.ts';

interface SyncedModelRow {
  provider: string;
  id: string;
  model: unknown;
}

export function selectSyncedModels(
  db: Queryable,
  providers: readonly string[],
): Promise<SyncedModelRow[]> {
  return db.query<SyncedModelRow>(
    'select provider, id, model from synced_model where provider = any ($1) order by id',
    [providers],
  );
}

/** Saves the provider's current list; drops models that it no longer names. */
export async function replaceSyncedModels(
  tx: Queryable,
  provider: string,
  models: readonly Model[],
): Promise<{ added: number; changed: number; removed: number }> {
  const removed = await tx.query(
    'delete from synced_model where provider = $1 and id <> all ($2) returning id',
    [provider, models.map(({ id }) => id)],
  );
  const saved = await tx.query<{ added: boolean }>(
    `insert into synced_model as s (provider, id, model)
     select $1, m ->> 'id', m from json_array_elements($2::json) m
     on conflict (provider, id) do update set model = excluded.model
     where s.model::text <> excluded.model::text
     returning s.xmax = 0 as added`,
    [provider, JSON.stringify(models)],
  );
  const added = saved.filter((row) => row.added).length;
  return { added, changed: saved.length - added, removed: removed.length };
}
