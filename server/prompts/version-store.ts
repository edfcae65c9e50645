/** The SQL of prompts and their versions. */
import type { Queryable } from '../platform/db/pool.ts';
import { parseExact } from '../platform/lib/json.ts';
import type {
  CompiledMessage,
  Content,
  ExactObject,
  Prompt,
  Reference,
  Version,
  VersionSummary,
  Which,
} from './prompt.ts';
import { DEFAULT_LABEL } from './template.ts';
import { decryptVersions, encryptVersion } from './version-content.ts';

const LABELS = `array(select l.label from prompt_label l
  where l.workspace = v.workspace and l.name = v.name and l.version = v.version order by l.label) as labels`;

const SUMMARY = `v.name, v.version, v.content_hash as "contentHash", v.comment,
  v.parent_version as "parentVersion", v.created_at as "createdAt", v.api_key as "apiKey", v.person`;

const WHOLE = `v.content, v.compiled, v.variable_names as "variableNames", v.refs as "references",
  v.variables::text as variables, v.config::text as config`;

type VersionRow = Omit<Version, 'variables' | 'config'> & {
  variables: string | null;
  config: string | null;
};

/** The version with this number or label, including `latest`. */
export async function selectVersion(
  db: Queryable,
  workspace: string,
  name: string,
  { version, label = DEFAULT_LABEL }: Which,
): Promise<Version | undefined> {
  const [row] = await db.query<VersionRow>(
    `select ${SUMMARY}, ${WHOLE}, ${LABELS} from prompt p
     join prompt_version v on v.workspace = p.workspace and v.name = p.name
       and v.version = coalesce($3::integer, case when $4 = 'latest' then p.latest_version else (
         select l.version from prompt_label l
         where l.workspace = p.workspace and l.name = p.name and l.label = $4) end)
     where p.workspace = $1 and p.name = $2`,
    [workspace, name, version ?? null, label],
    'select_prompt_version',
  );
  return row && toVersion(db, workspace, row);
}

/** The version that was saved under a request key. */
export async function selectVersionOfKey(
  db: Queryable,
  workspace: string,
  idempotencyKey: string,
): Promise<(Version & { requestHash: Buffer }) | undefined> {
  const [row] = await db.query<VersionRow & { requestHash: Buffer }>(
    `select ${SUMMARY}, ${WHOLE}, ${LABELS}, v.request_hash as "requestHash" from prompt_version v
     where v.workspace = $1 and v.idempotency_key = $2`,
    [workspace, idempotencyKey],
    'select_prompt_version_of_key',
  );
  return row && { ...(await toVersion(db, workspace, row)), requestHash: row.requestHash };
}

async function toVersion(db: Queryable, workspace: string, saved: VersionRow): Promise<Version> {
  const [read] = await decryptVersions(db.cipher, workspace, [saved]);
  const { variables, config, ...row } = read!;
  return { ...row, variables: exact(variables), config: exact(config) };
}

function exact(text: string | null): ExactObject | undefined {
  return text === null ? undefined : (parseExact(text).value as ExactObject);
}

/** The target of a reference; `at` is a version or a label. */
export interface Referred {
  /** Its index in the list of requests. */
  ord: number;
  name: string;
  version: number;
  hasMessages: boolean;
  /** Null if the texts up to it have more bytes than the longest version can have. */
  compiled: CompiledMessage[] | null;
  references: Reference[];
  depth: number;
}

/**
 * A text of 1,000,000 characters, each with six bytes as JSON, in pieces with names between them; a third more if it is
 * encrypted.
 */
const MOST_COMPILED_BYTES = 11_000_000;

/** Missing ones are left out. */
export async function selectReferred(
  db: Queryable,
  workspace: string,
  wanted: readonly { name: string; at: string }[],
): Promise<Referred[]> {
  const rows = await db.query<Referred>(
    `select w.ord::integer, v.name, v.version, v.content -> 'messages' is not null as "hasMessages",
       case when sum(octet_length(v.compiled::text)) over (order by w.ord) <= $4 then v.compiled end as compiled,
       v.refs as "references", v.depth
     from unnest($2::text[], $3::text[]) with ordinality w (name, at, ord)
     join prompt p on p.workspace = $1 and p.name = w.name
     join prompt_version v on v.workspace = p.workspace and v.name = p.name
       and v.version = case when w.at ~ '^[0-9]+$' then w.at::integer when w.at = 'latest' then p.latest_version else (
         select l.version from prompt_label l
         where l.workspace = p.workspace and l.name = p.name and l.label = w.at) end
     order by w.ord`,
    [
      ...[workspace, wanted.map(({ name }) => name), wanted.map(({ at }) => at)],
      MOST_COMPILED_BYTES,
    ],
  );
  return decryptVersions(db.cipher, workspace, rows);
}

/**
 * Creates the prompt if there is none, and locks it. Returns the latest version, 0 for a new prompt; undefined if the
 * workspace already has `most` prompts.
 */
export async function lockPromptToSave(
  tx: Queryable,
  workspace: string,
  name: string,
  most: number,
): Promise<number | undefined> {
  const locked = await lockPrompt(tx, workspace, name);
  if (locked !== undefined) return locked;
  // One new prompt per workspace at a time, so that none exceeds the limit.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('prompts ' || $1, 0))`, [
    workspace,
  ]);
  const [made] = await tx.query(
    `insert into prompt (workspace, name) select $1, $2
     where (select count(*) from prompt where workspace = $1) < $3
     on conflict do nothing returning 1`,
    [workspace, name, most],
  );
  return made ? 0 : lockPrompt(tx, workspace, name);
}

/** The latest version; undefined if there is no such prompt. */
export async function lockPrompt(
  tx: Queryable,
  workspace: string,
  name: string,
): Promise<number | undefined> {
  const [row] = await tx.query<{ latest: number }>(
    'select latest_version as latest from prompt where workspace = $1 and name = $2 for update',
    [workspace, name],
  );
  return row?.latest;
}

export interface SavedVersion {
  workspace: string;
  name: string;
  version: number;
  content: Content;
  compiled: CompiledMessage[];
  variableNames: string[];
  references: Reference[];
  depth: number;
  variables: ExactObject | undefined;
  config: ExactObject | undefined;
  comment: string | undefined;
  parentVersion: number | undefined;
  contentHash: string;
  apiKey: string | undefined;
  person: string | undefined;
  idempotencyKey: string;
  requestHash: Buffer;
}

/** Needs the lock of the prompt. */
export async function insertVersion(tx: Queryable, saved: SavedVersion): Promise<void> {
  const content = await encryptVersion(tx.cipher, saved);
  await tx.query(
    `insert into prompt_version (workspace, name, version, content, compiled, variable_names, refs, depth, variables,
       config, comment, parent_version, content_hash, api_key, person, idempotency_key, request_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[saved.workspace, saved.name, saved.version],
      ...[content.content, content.compiled, saved.variableNames],
      ...[JSON.stringify(saved.references), saved.depth],
      ...[content.variables, content.config],
      ...[content.comment, saved.parentVersion ?? null, content.contentHash],
      ...[saved.apiKey ?? null, saved.person ?? null, saved.idempotencyKey, saved.requestHash],
    ],
  );
  await tx.query(
    `update prompt set latest_version = $3, updated_at = now() where workspace = $1 and name = $2`,
    [saved.workspace, saved.name, saved.version],
  );
}

const PROMPT = `select p.name, p.latest_version as "latestVersion", p.created_at as "createdAt",
    p.updated_at as "updatedAt", v.created_at as "savedAt", v.api_key as "apiKey", v.person,
    coalesce((select json_agg(json_build_object('label', l.label, 'version', l.version) order by l.label)
      from prompt_label l where l.workspace = p.workspace and l.name = p.name), '[]') as labels
  from prompt p
  join prompt_version v on v.workspace = p.workspace and v.name = p.name and v.version = p.latest_version`;

/** By name, after `after`. */
export function selectPrompts(
  db: Queryable,
  page: { workspace: string; after: string; limit: number },
): Promise<Prompt[]> {
  return db.query<Prompt>(
    `${PROMPT} where p.workspace = $1 and p.name > $2 order by p.name limit $3`,
    [page.workspace, page.after, page.limit],
    'select_prompts',
  );
}

export async function selectPrompt(
  db: Queryable,
  workspace: string,
  name: string,
): Promise<Prompt | undefined> {
  const [row] = await db.query<Prompt>(
    `${PROMPT} where p.workspace = $1 and p.name = $2`,
    [workspace, name],
    'select_prompt',
  );
  return row;
}

/** Newest first, from before `before`; undefined if there is no such prompt. */
export async function selectVersions(
  db: Queryable,
  page: { workspace: string; name: string; before: number; limit: number },
): Promise<VersionSummary[]> {
  const rows = await db.query<VersionSummary>(
    `select ${SUMMARY}, ${LABELS} from prompt_version v
     where v.workspace = $1 and v.name = $2 and v.version < $3 order by v.version desc limit $4`,
    [page.workspace, page.name, page.before, page.limit],
    'select_prompt_versions',
  );
  return decryptVersions(db.cipher, page.workspace, rows);
}

export async function hasPrompt(db: Queryable, workspace: string, name: string): Promise<boolean> {
  const found = await db.query(
    'select 1 from prompt where workspace = $1 and name = $2',
    [workspace, name],
    'has_prompt',
  );
  return found.length > 0;
}
