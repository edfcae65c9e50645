/** The SQL of data keys, which the database stores wrapped by a key of the operator. */
import type { Queryable } from '../pool.ts';
import type { DataKeyRow } from './cipher.ts';

const COLUMNS = 'workspace, id, purpose, key_id, wrapped';

/** One data key for each wrapping key of the operator. */
export function selectOneOfEach(db: Queryable): Promise<DataKeyRow[]> {
  return db.query(`select distinct on (key_id) ${COLUMNS} from content_key order by key_id`);
}

export function selectOne(db: Queryable, workspace: string, id: string): Promise<DataKeyRow[]> {
  return db.query(`select ${COLUMNS} from content_key where workspace = $1 and id = $2`, [
    workspace,
    id,
  ]);
}

export function selectCurrent(
  db: Queryable,
  workspace: string,
  purpose: string,
): Promise<DataKeyRow[]> {
  return db.query(
    `select ${COLUMNS} from content_key where workspace = $1 and purpose = $2
     order by created_at, id limit 1`,
    [workspace, purpose],
  );
}

export async function insertRows(db: Queryable, rows: DataKeyRow[]): Promise<number> {
  const inserted = await db.query(
    `insert into content_key (${COLUMNS})
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[])
     on conflict do nothing returning 1`,
    [
      ...[rows.map((row) => row.workspace), rows.map((row) => row.id)],
      ...[rows.map((row) => row.purpose), rows.map((row) => row.key_id)],
      rows.map((row) => row.wrapped),
    ],
  );
  return inserted.length;
}

/** The number of data keys wrapped with each key of the operator. */
export function countDataKeys(db: Queryable): Promise<{ key_id: string; data_keys: number }[]> {
  return db.query(
    `select key_id, count(*)::integer as data_keys from content_key group by key_id order by key_id`,
  );
}

/** Some data keys that are wrapped with another key than this one. */
export function selectOthers(db: Queryable, keyId: string, limit: number): Promise<DataKeyRow[]> {
  return db.query(
    `select ${COLUMNS} from content_key where key_id <> $1 order by workspace, id limit $2`,
    [keyId, limit],
  );
}

/** Only if each is still the one that was rewrapped. */
export async function updateWrapped(
  db: Queryable,
  changes: readonly { before: DataKeyRow; after: DataKeyRow }[],
): Promise<void> {
  await db.query(
    `update content_key k set key_id = c.key_id, wrapped = c.wrapped
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::bytea[])
       as c (workspace, id, key_id, wrapped, before)
     where k.workspace = c.workspace and k.id = c.id and k.wrapped = c.before`,
    [
      ...[changes.map(({ after }) => after.workspace), changes.map(({ after }) => after.id)],
      ...[changes.map(({ after }) => after.key_id), changes.map(({ after }) => after.wrapped)],
      changes.map(({ before }) => before.wrapped),
    ],
  );
}
