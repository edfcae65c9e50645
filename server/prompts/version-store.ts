/**
 * The SQL of prompts: their versions, their labels and what the ledger charged for their runs. Moving a label needs the
 * lock of the prompt. The mock keeps prompts in memory instead, for the same rules. `KEPT_OF_PROMPTS` is for the command
 * that encrypts what was saved before there was a key.
 */

import { actorOf, recordEvent } from '../audit-trail/index.ts';
import { isHashOf, type KeptContent, keyedHash } from '../platform/db/encryption/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { parseExact } from '../platform/lib/json.ts';
import {
  type Caller,
  type CompiledMessage,
  type Content,
  DEFAULT_LABEL,
  type ExactObject,
  type Prompt,
  type Reference,
  type Version,
  type VersionSummary,
  type Which,
} from './prompt.ts';
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

/** A new version, with its request. `depth` is that of its references. */
interface SavedVersion extends Omit<Version, 'labels' | 'createdAt'> {
  workspace: string;
  depth: number;
  idempotencyKey: string;
  requestHash: Buffer;
}

const PROMPT = `select p.name, p.latest_version as "latestVersion", p.created_at as "createdAt",
    p.updated_at as "updatedAt", v.created_at as "savedAt", v.api_key as "apiKey", v.person,
    coalesce((select json_agg(json_build_object('label', l.label, 'version', l.version) order by l.label)
      from prompt_label l where l.workspace = p.workspace and l.name = p.name), '[]') as labels
  from prompt p
  join prompt_version v on v.workspace = p.workspace and v.name = p.name and v.version = p.latest_version`;

/** The prompts of all workspaces, as the rules of prompts read and change them. */
export function createPromptStore(db: Db) {
  return {
    ...storeIn(db),
    transaction: <T>(work: (store: PromptsIn) => Promise<T>): Promise<T> =>
      db.transaction((tx) => work(storeIn(tx))),
  };
}

export type PromptStore = ReturnType<typeof createPromptStore>;
export type PromptsIn = ReturnType<typeof storeIn>;

function storeIn(db: Queryable) {
  /** The latest version; undefined if there is no such prompt. */
  async function lock(workspace: string, name: string): Promise<number | undefined> {
    const [row] = await db.query<{ latest: number }>(
      'select latest_version as latest from prompt where workspace = $1 and name = $2 for update',
      [workspace, name],
    );
    return row?.latest;
  }

  return {
    lock,

    /** The version with this number or label, including `latest`. */
    async version(
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
    },

    /** The version that was saved under a request key, and whether it was saved from the request with this hash. */
    async versionOfKey(
      workspace: string,
      idempotencyKey: string,
      hash: Buffer,
    ): Promise<{ version: Version; isSame: boolean } | undefined> {
      const [row] = await db.query<VersionRow & { requestHash: Buffer }>(
        `select ${SUMMARY}, ${WHOLE}, ${LABELS}, v.request_hash as "requestHash" from prompt_version v
         where v.workspace = $1 and v.idempotency_key = $2`,
        [workspace, idempotencyKey],
        'select_prompt_version_of_key',
      );
      if (!row) return undefined;
      const { requestHash, ...saved } = row;
      return {
        version: await toVersion(db, workspace, saved),
        isSame: await isHashOf(db.cipher, workspace, requestHash, hash),
      };
    },

    /** Missing ones are left out. */
    async referred(
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
    },

    /**
     * Creates the prompt if there is none, and locks it. Returns the latest version, 0 for a new prompt; undefined if the
     * workspace already has `most` prompts.
     */
    async lockToSave(workspace: string, name: string, most: number): Promise<number | undefined> {
      const locked = await lock(workspace, name);
      if (locked !== undefined) return locked;
      // One new prompt per workspace at a time, so that none exceeds the limit.
      await db.query(`select pg_advisory_xact_lock(hashtextextended('prompts ' || $1, 0))`, [
        workspace,
      ]);
      const [made] = await db.query(
        `insert into prompt (workspace, name) select $1, $2
         where (select count(*) from prompt where workspace = $1) < $3
         on conflict do nothing returning 1`,
        [workspace, name, most],
      );
      return made ? 0 : lock(workspace, name);
    },

    /** Needs the lock of the prompt. */
    async insert(saved: SavedVersion): Promise<void> {
      const content = await encryptVersion(db.cipher, saved);
      await db.query(
        `insert into prompt_version (workspace, name, version, content, compiled, variable_names, refs, depth, variables,
           config, comment, parent_version, content_hash, api_key, person, idempotency_key, request_hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
        [
          ...[saved.workspace, saved.name, saved.version],
          ...[content.content, content.compiled, saved.variableNames],
          ...[JSON.stringify(saved.references), saved.depth],
          ...[content.variables, content.config],
          ...[
            content.comment,
            saved.parentVersion,
            content.contentHash,
            saved.apiKey,
            saved.person,
          ],
          ...[saved.idempotencyKey, await keyedHash(db.cipher, saved.workspace, saved.requestHash)],
        ],
      );
      await db.query(
        `update prompt set latest_version = $3, updated_at = now() where workspace = $1 and name = $2`,
        [saved.workspace, saved.name, saved.version],
      );
    },

    /** By name, after `after`. */
    prompts(page: { workspace: string; after: string; limit: number }): Promise<Prompt[]> {
      return db.query<Prompt>(
        `${PROMPT} where p.workspace = $1 and p.name > $2 order by p.name limit $3`,
        [page.workspace, page.after, page.limit],
        'select_prompts',
      );
    },

    async prompt(workspace: string, name: string): Promise<Prompt | undefined> {
      const [row] = await db.query<Prompt>(
        `${PROMPT} where p.workspace = $1 and p.name = $2`,
        [workspace, name],
        'select_prompt',
      );
      return row;
    },

    /** Newest first, from before `before`; undefined if there is no such prompt. */
    async versions(page: {
      workspace: string;
      name: string;
      before: number;
      limit: number;
    }): Promise<VersionSummary[]> {
      const rows = await db.query<VersionSummary>(
        `select ${SUMMARY}, ${LABELS} from prompt_version v
         where v.workspace = $1 and v.name = $2 and v.version < $3 order by v.version desc limit $4`,
        [page.workspace, page.name, page.before, page.limit],
        'select_prompt_versions',
      );
      return decryptVersions(db.cipher, page.workspace, rows);
    },

    async has(workspace: string, name: string): Promise<boolean> {
      const found = await db.query(
        'select 1 from prompt where workspace = $1 and name = $2',
        [workspace, name],
        'has_prompt',
      );
      return found.length > 0;
    },

    /** The previous versions of the labels that were on another version. */
    async moveLabels(move: {
      workspace: string;
      name: string;
      version: number;
      labels: readonly string[];
    }): Promise<Record<string, number>> {
      const before = await db.query<{ label: string; version: number }>(
        `with moved as (
           insert into prompt_label as l (workspace, name, label, version)
           select $1, $2, label, $4 from unnest($3::text[]) label
           on conflict (workspace, name, label) do update set version = excluded.version
         )
         -- What was there when the statement began.
         select l.label, l.version from prompt_label l
         where l.workspace = $1 and l.name = $2 and l.label = any ($3) and l.version <> $4 order by l.label`,
        [move.workspace, move.name, move.labels, move.version],
      );
      await db.query('update prompt set updated_at = now() where workspace = $1 and name = $2', [
        move.workspace,
        move.name,
      ]);
      return Object.fromEntries(before.map(({ label, version }) => [label, version]));
    },

    /** All labels of a prompt. */
    async labels(workspace: string, name: string): Promise<string[]> {
      const rows = await db.query<{ label: string }>(
        'select label from prompt_label where workspace = $1 and name = $2',
        [workspace, name],
      );
      return rows.map(({ label }) => label);
    },

    /** By name. */
    async protectedLabels(workspace: string): Promise<string[]> {
      const rows = await db.query<{ label: string }>(
        'select label from protected_label where workspace = $1 order by label',
        [workspace],
      );
      return rows.map(({ label }) => label);
    },

    /** Returns whether that changed anything. */
    async protect(workspace: string, label: string): Promise<boolean> {
      const rows = await db.query(
        'insert into protected_label (workspace, label) values ($1, $2) on conflict do nothing returning 1',
        [workspace, label],
      );
      return rows.length > 0;
    },

    /** Returns whether that changed anything. */
    async unprotect(workspace: string, label: string): Promise<boolean> {
      const rows = await db.query(
        'delete from protected_label where workspace = $1 and label = $2 returning 1',
        [workspace, label],
      );
      return rows.length > 0;
    },

    /** For the audit trail. */
    note({ workspace, apiKey, actor }: Caller, kind: string, detail: object): Promise<void> {
      return recordEvent(
        db,
        workspace,
        kind,
        { ...detail },
        actorOf(actor ?? null, apiKey ?? null),
      );
    },
  };
}

interface UsageSpan {
  workspace: string;
  name: string;
  from: Date;
  to: Date;
}

export interface VersionUsage {
  /** The version in the runs; empty for runs without one. */
  version: string;
  runs: number;
  completed: number;
  failed: number;
  promptTokens: number;
  completionTokens: number;
  chargedAmount: number;
  /** See `platform/lib/latencies.ts`. */
  latencies: Buffer;
}

/** The versions with the most runs. */
export function selectPromptUsage(
  db: Queryable,
  kind: string,
  { workspace, name, from, to }: UsageSpan,
  most: number,
): Promise<VersionUsage[]> {
  return db.query<VersionUsage>(
    `select prompt_version as version, sum(runs)::bigint as runs,
       coalesce(sum(runs) filter (where state = 'completed'), 0)::bigint as completed,
       coalesce(sum(runs) filter (where state = 'failed'), 0)::bigint as failed,
       sum(prompt_tokens)::bigint as "promptTokens", sum(completion_tokens)::bigint as "completionTokens",
       sum(charged)::bigint as "chargedAmount", string_agg(latencies, '') as latencies
     from usage_of_prompt($1, $2, $3, $4, $5)
     group by prompt_version order by sum(runs) desc, prompt_version limit $6`,
    [workspace, kind, name, from, to, most],
  );
}

interface StoredVersion {
  workspace: string;
  name: string;
  version: number;
  content: Content;
  compiled: CompiledMessage[];
  variables: string | null;
  config: string | null;
  comment: string | null;
  contentHash: string;
  requestHash: Buffer;
}

const versions: KeptContent<StoredVersion> = {
  name: 'versions of prompts',
  table: 'prompt_version',
  key: { workspace: 'uuid', name: 'text', version: 'integer' },
  // A row is encrypted as a whole, so one of its texts shows whether it is.
  texts: ['content_hash'],
  read: `workspace, name, version, content, compiled, variables::text as variables, config::text as config, comment,
    content_hash as "contentHash", request_hash as "requestHash"`,
  async encrypt(db, rows) {
    for (const row of rows) {
      const [meant] = await decryptVersions(db.cipher, row.workspace, [row]);
      await encryptRow(db, meant!);
    }
  },
};

async function encryptRow(db: Db, row: StoredVersion): Promise<void> {
  const { workspace, name, version, contentHash, requestHash } = row;
  const encrypted = await encryptVersion(db.cipher, {
    ...row,
    variables: exact(row.variables),
    config: exact(row.config),
  });
  await db.query(
    `update prompt_version set content = $4, compiled = $5, variables = $6, config = $7, comment = $8, content_hash = $9,
       request_hash = $10
     where workspace = $1 and name = $2 and version = $3 and content_hash = $11`,
    [
      ...[workspace, name, version, encrypted.content, encrypted.compiled, encrypted.variables],
      ...[encrypted.config, encrypted.comment, encrypted.contentHash],
      ...[await keyedHash(db.cipher, workspace, requestHash), contentHash],
    ],
  );
}

export const KEPT_OF_PROMPTS = [versions] as readonly KeptContent[];
