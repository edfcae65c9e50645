/**
 * The SQL of reading runs: by id, the history of one, and the list, which is a bounded scan over the newest runs of a
 * workspace or over those that a text matches.
 */
import { type ContentError, decryptEachRow, decryptRows } from '../platform/db/encryption/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { HIGHEST_UUID, LOWEST_UUID } from '../platform/lib/ids.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import { RUN_COLUMNS, type RunRow } from './columns.ts';
import { decryptEachWords, decryptWords, REQUEST, RESPONSE } from './content-store.ts';
import type { RunState } from './states.ts';

/** A look-up that is younger than this is enough for a reader. */
export const LOOK_UP_FRESH_MS = 2_000;

export interface ReadRow extends RunRow {
  ord: number;
  response: string | null;
  /** The time until the next look-up is due, by the database's clock; null if none will follow. */
  look_up_due_in_ms: number | null;
  /** The time until a reader may look it up before that; null if there is nothing to ask for. */
  look_up_open_in_ms: number | null;
}

/** Runs by workspace and id, with their answers; a missing run has no row. Each has its index in `keys`. */
export async function readRuns(
  db: Queryable,
  keys: { workspace: string; id: string }[],
): Promise<(ReadRow | ContentError | undefined)[]> {
  const rows = await db.query<ReadRow>(
    'select * from read_runs($1::uuid[], $2::uuid[], $3)',
    [keys.map((key) => key.workspace), keys.map((key) => key.id), LOOK_UP_FRESH_MS],
    'read_runs',
  );
  const [answered, progress] = await Promise.all([
    decryptEachRow(db.cipher, rows, RESPONSE),
    decryptEachWords(db.cipher, rows),
  ]);
  const found: (ReadRow | ContentError | undefined)[] = keys.map(() => undefined);
  rows.forEach(({ ord }, i) => {
    found[ord - 1] = together(answered[i]!, progress[i]!);
  });
  return found;
}

/** The answer from one and the words from the other, or the reason why one of them cannot be read. */
function together(answer: ReadRow | ContentError, row: ReadRow | ContentError) {
  if (answer instanceof Error) return answer;
  return row instanceof Error ? row : { ...row, response: answer.response };
}

export interface ListQuery {
  limit: number;
  /** The `next` of the page before. */
  before?: string;
  /** Runs in one of these states. */
  states?: readonly RunState[];
  /** What was bought. */
  subject?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  idempotencyKey?: string;
  sessionId?: string;
  endUserId?: string;
  promptId?: string;
  promptVersion?: string;
  /** Runs that have all of these labels: pairs of name and value. */
  labels?: readonly (readonly [name: string, value: string])[];
  /** The run that requested them. */
  parentRun?: string;
  /** UUID of the key that created them. */
  apiKey?: string;
  /** What the facts of ended runs contain, and what they don't contain. */
  facts?: { has: JsonValue; lacks?: JsonValue };
  /** The error code of failed runs. */
  errorCode?: string;
  minCharged?: number;
  maxCharged?: number;
  /** From creation to end, for ended runs. */
  minDurationMs?: number;
  maxDurationMs?: number;
  /** A run's id or the end of one, or exactly its request key, session or end user. */
  search?: string;
}

/**
 * The filters that a column has to equal, in the order of the parameters $16 to $22. The request key is not among them,
 * because it has its own index.
 */
export const EQUAL_COLUMNS = {
  ...{ subject: 'subject', sessionId: 'session_id', endUserId: 'end_user_id' },
  ...{ promptId: 'prompt_id', promptVersion: 'prompt_version' },
  ...{ parentRun: 'parent_run', apiKey: 'api_key' },
} as const satisfies Partial<Record<keyof ListQuery, keyof RunRow>>;
const EQUAL = Object.keys(EQUAL_COLUMNS) as (keyof typeof EQUAL_COLUMNS)[];

export interface Scan {
  workspace: string;
  kind: string;
  /** Only ids below `before` and above `after`. */
  before: string;
  after: string;
  filter: ListQuery;
  looksAt: Look;
  takeAtMost: number;
}

const FEW = 101;
/** How many rows a filtered scan reads. */
export const LOOKED_AT = { few: FEW, all: 1_000 } as const;
type Look = keyof typeof LOOKED_AT;

export type Scanned = RunRow & {
  scanned: number;
  last_id: string | null;
  /** When the content was purged with that of other runs. */
  purged_with_others_at: Date | null;
};

/**
 * The matches among the rows in `scanned`; at least one row comes back, perhaps without a run. The scan counts runs of
 * other kinds like those that a filter leaves out, so that many of them make no list slow.
 */
const PAGE = `page as (
   select * from scanned s
   where s.kind = $6 and ($2::text[] is null or s.state = any ($2))
     and ($3::timestamptz is null or s.created_at > $3) and ($4::timestamptz is null or s.created_at < $4)
     and ($16::text is null or s.subject = $16) and ($17::text is null or s.session_id = $17)
     and ($18::text is null or s.end_user_id = $18) and ($19::text is null or s.prompt_id = $19)
     and ($20::text is null or s.prompt_version = $20) and ($21::text is null or s.parent_run = $21)
     and ($22::uuid is null or s.api_key = $22)
     and ($7::text[] is null or not exists (
       select from unnest($7::text[], $8::text[]) label (name, value)
       where s.metadata ->> label.name is distinct from label.value))
     and ($9::jsonb is null or s.facts::jsonb @> $9) and ($10::jsonb is null or not s.facts::jsonb @> $10)
     and ($11::text is null or s.error ->> 'code' = $11)
     and ($12::bigint is null or s.charged_amount >= $12) and ($13::bigint is null or s.charged_amount <= $13)
     and ($14::bigint is null or s.finished_at - s.created_at >= $14 * interval '1 ms')
     and ($15::bigint is null or s.finished_at - s.created_at <= $15 * interval '1 ms')
   order by s.id desc limit $5
 ), edge as (
   select count(*) as scanned, (array_agg(id order by id))[1] as last_id from scanned
 )
 select edge.scanned, edge.last_id, page.*, case when page.id < newest.until then (
     select greatest(c.purged_at, page.finished_at) from content_purge c
     where c.workspace = $1 and c.until > page.id order by c.until limit 1) end as purged_with_others_at
 from edge left join page on true left join (
   select until from content_purge where workspace = $1 order by until desc limit 1
 ) newest on true order by page.id desc`;

const SCANNED = `scanned as materialized (select ${RUN_COLUMNS} from run r where r.workspace = $1`;
const BETWEEN = `and r.id < $23 and r.id > $24 order by r.id desc limit $25), ${PAGE}`;

/** Newest runs first, from a bounded number of rows. */
export function scanRuns(db: Queryable, scan: Scan): Promise<Scanned[]> {
  const isFirstPage = scan.before === HIGHEST_UUID && scan.after === LOWEST_UUID;
  if (isFirstPage && scan.looksAt === 'few') {
    // Without a parameter for the beginning and the end, the planner keeps one plan for all calls.
    const text = `with ${SCANNED} order by r.id desc limit ${FEW}), ${PAGE}`;
    return scannedBy(db, text, filtersOf(scan), 'scan_newest_runs');
  }
  return scannedBy(db, `with ${SCANNED} ${BETWEEN}`, parametersOf(scan), 'scan_runs');
}

/** The same for the runs that the run of the filter requested. */
export function scanRunsOfParent(db: Queryable, scan: Scan): Promise<Scanned[]> {
  const text = `with ${SCANNED} and r.parent_run = $21 ${BETWEEN}`;
  return scannedBy(db, text, parametersOf(scan), 'scan_runs_of_parent');
}

/** The same for the runs of the end user of the filter. */
export function scanRunsOfEndUser(db: Queryable, scan: Scan): Promise<Scanned[]> {
  const text = `with ${SCANNED} and r.end_user_id = $18 ${BETWEEN}`;
  return scannedBy(db, text, parametersOf(scan), 'scan_runs_of_end_user');
}

/** The same for the one run that a request key created. */
export function scanRunOfKey(
  db: Queryable,
  scan: Scan,
  idempotencyKey: string,
): Promise<Scanned[]> {
  return scannedBy(
    db,
    `with scanned as materialized (
       select ${RUN_COLUMNS} from request_key k join run r on r.workspace = k.workspace and r.id = k.run
       where k.workspace = $1 and k.operation = $6 and k.idempotency_key = $26 and r.id < $23 and r.id > $24
       limit $25
     ), ${PAGE}`,
    [...parametersOf(scan), idempotencyKey],
    'scan_run_of_key',
  );
}

/** To compare the ends of ids, PostgreSQL reads ids alone, from the index of the primary key. */
const ENDS_LOOKED_AT = '200000';

/** The same for the runs whose request key, session or end user is this text, or whose id is or ends with it. */
export function searchRuns(
  db: Queryable,
  scan: Scan,
  { text, uuid, ends }: { text: string; uuid: string | null; ends: string[] },
): Promise<Scanned[]> {
  return scannedBy(
    db,
    `with named as (
       select id from run where workspace = $1 and id = $27
       union
       select run from request_key where workspace = $1 and operation = $6 and idempotency_key = $26
       union
       (select id from run where session_id = $26 and workspace = $1 and id < $23 and id > $24
        order by id desc limit $25)
       union
       (select id from run where end_user_id = $26 and workspace = $1 and id < $23 and id > $24
        order by id desc limit $25)
       union
       (select id from (select id from run where workspace = $1 and id < $23 and id > $24
          and cardinality($28::text[]) > 0 order by id desc limit ${ENDS_LOOKED_AT}) newest
        where right(id::text, 8) = any ($28::text[]))
     ), scanned as materialized (
       select ${RUN_COLUMNS} from run r
       where r.workspace = $1 and r.id < $23 and r.id > $24 and r.id = any (array(select id from named))
       order by r.id desc limit $25
     ), ${PAGE}`,
    [...parametersOf(scan), text, uuid, ends],
    'search_runs',
  );
}

async function scannedBy(db: Queryable, text: string, values: unknown[], name: string) {
  return decryptWords(db.cipher, await db.query<Scanned>(text, values, name));
}

function parametersOf(scan: Scan): unknown[] {
  return [...filtersOf(scan), scan.before, scan.after, LOOKED_AT[scan.looksAt]];
}

function filtersOf(scan: Scan): unknown[] {
  const { filter } = scan;
  return [
    scan.workspace,
    filter.states ?? null,
    filter.createdAfter ?? null,
    filter.createdBefore ?? null,
    scan.takeAtMost,
    scan.kind,
    filter.labels?.map(([name]) => name) ?? null,
    filter.labels?.map(([, value]) => value) ?? null,
    jsonOf(filter.facts?.has),
    jsonOf(filter.facts?.lacks),
    filter.errorCode ?? null,
    filter.minCharged ?? null,
    filter.maxCharged ?? null,
    filter.minDurationMs ?? null,
    filter.maxDurationMs ?? null,
    ...EQUAL.map((name) => filter[name] ?? null),
  ];
}

function jsonOf(value: JsonValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

interface HistoryRow {
  /** JSON text; null once it was purged. */
  request: string | null;
  terms: JsonValue;
  /** State changes, as the trigger records them; null if it has recorded none. */
  history: { state: RunState; at: string }[] | null;
}

export async function selectHistory(
  db: Queryable,
  workspace: string,
  run: string,
): Promise<HistoryRow | undefined> {
  const [row] = await db.query<HistoryRow>(
    `select case when r.content_purged_at is null and not exists (
         select from content_purge c where c.workspace = $1 and c.until > $2 and r.finished_at is not null
       ) then p.request end as request, r.terms, r.history
     from run r left join run_payload p on p.workspace = r.workspace and p.run = r.id
     where r.workspace = $1 and r.id = $2`,
    [workspace, run],
    'select_history',
  );
  if (!row) return undefined;
  const [read] = await decryptRows(db.cipher, [{ ...row, workspace, id: run }], REQUEST);
  return read;
}
