/**
 * The SQL of the content of runs: which columns have it, how they are encrypted (each text is bound to its run), up to
 * which run it was purged, and how the runs of one end user are found and erased.
 */
import {
  type Columns,
  type ContentCipher,
  ContentError,
  decryptEachRow,
  encryptColumns,
  encryptRows,
  type KeptContent,
  keyedHash,
  replace,
  textOfHash,
} from '../platform/db/encryption/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import type { Progress } from '../providers/provider.ts';
import { GIVEN_ERASED, type RunError } from './columns.ts';

interface Located {
  workspace: string;
  id: string;
}

export const REQUEST: Columns<Located & { request: string | null }> = {
  table: 'run_payload',
  columns: ['request'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

export const RESPONSE: Columns<Located & { response: string | null }> = {
  table: 'run_payload',
  columns: ['response'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

export const PAYLOAD: Columns<Located & { request: string | null; response: string | null }> = {
  table: 'run_payload',
  columns: ['request', 'response'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

/** A provider's words in the row of a run: they may quote the request. */
interface WithWords extends Located {
  error?: RunError | null | undefined;
  progress?: Progress | null | undefined;
}

interface Words extends Located {
  error: string | undefined;
  progress: string | undefined;
}

const WORDS: Columns<Words> = {
  table: 'run',
  columns: ['error', 'progress'],
  at: ({ workspace, id }) => ({ workspace, key: id }),
};

function wordsOf({ workspace, id, error, progress }: WithWords): Words {
  return { workspace, id, error: error?.message, progress: progress?.message };
}

function withWords<Row extends WithWords>(row: Row, { error, progress }: Words): Row {
  return {
    ...row,
    ...(row.error && error !== undefined && { error: { ...row.error, message: error } }),
    ...(row.progress &&
      progress !== undefined && { progress: { ...row.progress, message: progress } }),
  };
}

/** The rows, ready to be saved. */
export async function encryptWords<Row extends WithWords>(
  cipher: ContentCipher,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!rows.some(hasWords)) return rows;
  const words = await encryptRows(cipher, rows.map(wordsOf), WORDS);
  return rows.map((row, i) => withWords(row, words[i]!));
}

/** A row without a run, which some pages have, stays as it is. */
export async function decryptEachWords<Row extends WithWords>(
  cipher: ContentCipher,
  rows: readonly Row[],
): Promise<(Row | ContentError)[]> {
  if (!rows.some(hasWords)) return [...rows];
  const words = await decryptEachRow(cipher, rows.map(wordsOf), WORDS);
  return rows.map((row, i) => {
    const read = words[i]!;
    return read instanceof ContentError ? read : withWords(row, read);
  });
}

export async function decryptWords<Row extends WithWords>(
  cipher: ContentCipher,
  rows: readonly Row[],
): Promise<Row[]> {
  const read = await decryptEachWords(cipher, rows);
  return read.map((row) => {
    if (row instanceof ContentError) throw row;
    return row;
  });
}

function hasWords({ error, progress }: WithWords): boolean {
  return (error ?? progress ?? null) !== null;
}

/** A keyed hash has this plus the version of the hash that it is made from. */
export const KEYED_VERSIONS = 100;

interface Keyed {
  primary_key: readonly string[];
  workspace: string;
}

const RUN_PAYLOAD = { table: 'run_payload', key: { workspace: 'uuid', run: 'uuid' } };
const RUN = { table: 'run', key: { workspace: 'uuid', id: 'uuid' } };
const REQUEST_KEY = {
  table: 'request_key',
  key: { workspace: 'uuid', operation: 'text', idempotency_key: 'text' },
};

const payloads: KeptContent<
  Keyed & { id: string; request: string | null; response: string | null }
> = {
  ...RUN_PAYLOAD,
  name: 'requests and answers of runs',
  texts: ['request', 'response'],
  read: 'workspace, run as id, request, response',
  encrypt: encryptColumns(RUN_PAYLOAD, PAYLOAD),
};

type FailedRun = Keyed & { id: string; error: RunError; before: string };

const words: KeptContent<FailedRun> = {
  ...RUN,
  name: 'words of providers in failed runs',
  texts: [`error ->> 'message'`],
  read: 'workspace, id, error, error::text as before',
  async encrypt(db, rows) {
    const meant = await decryptWords(db.cipher, rows);
    const encrypted = await encryptWords(db.cipher, meant);
    await replace(
      db,
      { ...RUN, column: 'error', type: 'json' },
      rows.map(({ primary_key, before }, i) => ({
        ...{ primary_key, before },
        after: JSON.stringify(encrypted[i]!.error),
      })),
    );
  },
};

type SavedKey = Keyed & { request_hash: Buffer; hash_version: number };

const hashes: KeptContent<SavedKey> = {
  ...REQUEST_KEY,
  name: 'hashes of requests',
  texts: [textOfHash('request_hash')],
  read: 'workspace, request_hash, hash_version',
  encrypt: saveKeyedHashes,
};

async function saveKeyedHashes(db: Db, rows: SavedKey[]): Promise<void> {
  const keyed = await Promise.all(
    rows.map(({ workspace, request_hash }) => keyedHash(db.cipher, workspace, request_hash)),
  );
  await db.query(
    `update request_key k set request_hash = c.after, hash_version = k.hash_version + ${KEYED_VERSIONS}
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) as c (workspace, operation, idempotency_key, after)
     where k.workspace = c.workspace and k.operation = c.operation and k.idempotency_key = c.idempotency_key
       and k.hash_version < ${KEYED_VERSIONS}`,
    [...[0, 1, 2].map((i) => rows.map(({ primary_key }) => primary_key[i])), keyed],
  );
}

export const KEPT_OF_RUNS = [payloads, words, hashes] as readonly KeptContent[];

/** Of a workspace: the content of its runs below this id is gone. */
interface PurgedUntil {
  workspace: string;
  until: string;
}

/**
 * Records until when each workspace no longer keeps content, in whole UTC days, by the database's clock unless the
 * caller passes a time. `mostDays` is the operator's limit for each workspace; null if there is none. It also limits a
 * workspace that wants to keep everything.
 */
export function notePurges(
  db: Queryable,
  {
    mostDays,
    workspace,
    now,
  }: { mostDays: number | null; workspace: string | null; now: Date | null },
): Promise<PurgedUntil[]> {
  return db.query<PurgedUntil>(
    `insert into content_purge (workspace, until)
     select w.id, b.until from workspace w cross join lateral (
       select run_id_bound((date_trunc('day', coalesce($3, now()) at time zone 'UTC')
         - least(w.content_days, $1::integer) * interval '1 day') at time zone 'UTC') as until
     ) b
     where least(w.content_days, $1::integer) is not null and ($2::uuid is null or w.id = $2)
       and not exists (select from content_purge p where p.workspace = w.id and p.until >= b.until)
     on conflict do nothing
     returning workspace, until`,
    [mostDays, workspace, now],
  );
}

/** How far each workspace has purged, by workspace id. */
export function selectPurges(db: Queryable, workspace: string | null): Promise<PurgedUntil[]> {
  return db.query<PurgedUntil>(
    // An index scan straight to the last row of each workspace, which gets a row a day.
    `select w.id as workspace, p.until from workspace w cross join lateral (
       select c.until from content_purge c where c.workspace = w.id order by c.until desc limit 1
     ) p where $1::uuid is null or w.id = $1 order by w.id`,
    [workspace],
  );
}

/** Creates partitions for the months to come, and drops those of which nothing is kept. */
export async function keepMonths(
  db: Queryable,
  ahead: number,
): Promise<{ made: number; dropped: number }> {
  const [row] = await db.query<{ made: number; dropped: number }>(
    'select made, dropped from keep_payload_months($1)',
    [ahead],
  );
  return row!;
}

/**
 * Deletes some due payloads, oldest first. Payloads of open runs stay until the runs have ended. Returns how many it
 * deleted; undefined if another process is purging and the caller does not wait for it.
 */
export function deletePayloads(
  db: Db,
  { workspace, until }: PurgedUntil,
  { atMost, waits }: { atMost: number; waits: boolean },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const [turn] = await tx.query<{ mine: boolean }>(waits ? WAIT_FOR_TURN : TAKE_TURN);
    if (!turn?.mine) return undefined;
    const [row] = await tx.query<{ deleted: number }>(
      `with due as materialized (
         select p.run from run_payload p
         where p.workspace = $1 and p.run < $2 and not exists (select from run_queue q where q.run = p.run)
         order by p.run limit $3
       ), deleted as (
         delete from run_payload p where p.workspace = $1 and p.run < $2 and p.run = any (array(select d.run from due d))
         returning p.run
       )
       select count(*)::integer as deleted from deleted`,
      [workspace, until, atMost],
    );
    return row!.deleted;
  });
}

const TAKE_TURN = "select pg_try_advisory_xact_lock(hashtextextended('purge_content', 0)) as mine";
const WAIT_FOR_TURN = `select true as mine
  from pg_advisory_xact_lock(hashtextextended('purge_content', 0))`;

export interface FoundRun {
  id: string;
  kind: string;
  /** UUID of the trace that the run is part of. */
  trace: string;
  session_id: string | null;
  is_open: boolean;
}

const FOUND = `r.id, r.kind, coalesce(r.trace, r.id) as trace, r.session_id,
  r.state not in ('completed', 'failed') as is_open`;

/** The end user's own runs, and those of their sessions that name no other end user. */
export function selectRunsOfEndUser(
  db: Queryable,
  workspace: string,
  endUser: string,
): Promise<FoundRun[]> {
  return db.query<FoundRun>(
    `with own as materialized (select ${FOUND} from run r where r.end_user_id = $2 and r.workspace = $1)
     select * from own
     union
     select ${FOUND} from run r
     where r.session_id in (select o.session_id from own o) and r.workspace = $1 and r.end_user_id is null
     order by id`,
    [workspace, endUser],
  );
}

/** The runs that one of these runs requested; named as callers name them. */
export function selectRunsOfParents(
  db: Queryable,
  workspace: string,
  parents: readonly string[],
): Promise<FoundRun[]> {
  return db.query<FoundRun>(
    `select ${FOUND} from run r where r.parent_run = any ($2) and r.workspace = $1 order by r.id`,
    [workspace, parents],
  );
}

/**
 * Keeps of these runs only what the books need: their subject, their state, their money, and the request key that finds
 * them for a repeat. Open runs stay as they are. Returns the number of changed runs.
 */
export function eraseRuns(db: Db, workspace: string, ids: readonly string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const erased = await tx.query<{ id: string }>(
      `update run r set session_id = null, end_user_id = null, progress = null, parent_call = null,
         ${GIVEN_ERASED},
         facts = case when r.facts::jsonb ? 'artifacts' then (r.facts::jsonb - 'artifacts')::json else r.facts end,
         error = case when r.error is not null then
           (r.error::jsonb || '{"message": "What happened was erased with the end user."}')::json end,
         queue_reason = null, unknown_reason = null,
         content_purged_at = coalesce(r.content_purged_at, now()), version = r.version + 1
       where r.workspace = $1 and r.id = any ($2) and r.state in ('completed', 'failed')
       returning r.id`,
      [workspace, ids],
    );
    await tx.query('delete from run_payload where workspace = $1 and run = any ($2)', [
      workspace,
      erased.map(({ id }) => id),
    ]);
    return erased.length;
  });
}

/** Keeps the end user's usage, under a meaningless name. */
export async function renameEndUser(
  db: Queryable,
  workspace: string,
  { endUser, name }: { endUser: string; name: string },
): Promise<void> {
  await db.query(
    'update usage_hour_of_end_user set end_user_id = $3 where workspace = $1 and end_user_id = $2',
    [workspace, endUser, name],
  );
}
