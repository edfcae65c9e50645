/** The SQL of tools: their servers' definitions, and which of them may be sold. */
import type { Queryable } from '../platform/db/pool.ts';
import type { LeftOut, ToolDefinition } from './providers/tool-provider.ts';

export interface SeenTool {
  id: string;
  version: string;
  definition: ToolDefinition;
}

export interface ToolRow {
  id: string;
  server: string;
  seen_version: string;
  approved_version: string;
  seen_at: Date;
  gone_at: Date | null;
}

/** What changed about the tools of one server. */
export interface SavedTools {
  added: string[];
  /** Refused until they are approved. */
  changed: string[];
  gone: string[];
  /** What is left out of the server's list. */
  leftOut: LeftOut[];
  /** Whether that is not what was left out before. */
  isLeftOutNew: boolean;
}

interface SeenTools {
  seen: readonly SeenTool[];
  leftOut: LeftOut[];
  /** If not, a tool that is not among them may still exist. */
  isWhole: boolean;
  /** Whether the operator has chosen these definitions, so that changed ones need no approval of their own. */
  isApproved: boolean;
}

/** Saves a server's current list. A tool seen for the first time is approved: the operator named its server. */
export async function saveTools(
  tx: Queryable,
  server: string,
  { seen, leftOut, isWhole, isApproved }: SeenTools,
): Promise<SavedTools> {
  const input = JSON.stringify(seen);
  await tx.query(
    `insert into tool_definition (tool, version, definition)
     select t ->> 'id', t ->> 'version', t -> 'definition' from json_array_elements($1::json) t
     on conflict do nothing`,
    [input],
  );
  const saved = await tx.query<{ id: string; added: boolean; changed: boolean }>(
    `insert into tool as k (id, server, seen_version, approved_version)
     select t ->> 'id', $2, t ->> 'version', t ->> 'version' from json_array_elements($1::json) t
     order by 1
     on conflict (id) do update set seen_version = excluded.seen_version, gone_at = null,
       approved_version = case when $3 then excluded.seen_version else k.approved_version end,
       seen_at = case when k.seen_version = excluded.seen_version then k.seen_at else now() end
     returning k.id, k.xmax = 0 as added, k.seen_version <> k.approved_version as changed`,
    [input, server, isApproved],
  );
  await tx.query(
    `update tool_definition d set approved_at = now() from tool t
     where d.tool = t.id and d.version = t.approved_version and d.approved_at is null and t.server = $1`,
    [server],
  );
  // A server that changes constantly leaves no more than one unapproved definition.
  await tx.query(
    `delete from tool_definition d using tool t
     where d.tool = t.id and t.server = $1 and d.approved_at is null and d.version <> t.seen_version`,
    [server],
  );
  const gone = isWhole ? await markGone(tx, server, seen) : [];
  await boundDefinitions(tx, server);
  return {
    added: saved.filter(({ added }) => added).map(({ id }) => id),
    changed: saved.filter(({ changed }) => changed).map(({ id }) => id),
    gone: gone.map(({ id }) => id),
    leftOut,
    isLeftOutNew: await saveLeftOut(tx, server, leftOut),
  };
}

function markGone(tx: Queryable, server: string, seen: readonly SeenTool[]) {
  return tx.query<{ id: string }>(
    `update tool set gone_at = now() where server = $1 and gone_at is null and id <> all ($2) returning id`,
    [server, seen.map(({ id }) => id)],
  );
}

/** Returns whether that has changed, so that one process reports it once. */
async function saveLeftOut(
  tx: Queryable,
  server: string,
  leftOut: readonly LeftOut[],
): Promise<boolean> {
  if (leftOut.length === 0) {
    const cleared = await tx.query(
      'delete from tools_left_out where server = $1 returning server',
      [server],
    );
    return cleared.length > 0;
  }
  const changed = await tx.query(
    `insert into tools_left_out as k (server, left_out) values ($1, $2)
     on conflict (server) do update set left_out = excluded.left_out
     where k.left_out <> excluded.left_out
     returning server`,
    [server, JSON.stringify(leftOut)],
  );
  return changed.length > 0;
}

/** Of these servers. */
export function selectLeftOut(
  db: Queryable,
  servers: readonly string[],
): Promise<{ server: string; left_out: LeftOut[] }[]> {
  return db.query(
    'select server, left_out from tools_left_out where server = any ($1) order by server',
    [servers],
  );
}

/** The tools of one server that it no longer includes: runs name them, so they are kept. */
const MOST_BYTES = 16_777_216;

/** A server whose tools change constantly would fill the database, and the memory of each process. */
async function boundDefinitions(tx: Queryable, server: string): Promise<void> {
  const [kept] = await tx.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(d.definition::text)), 0)::float8 as bytes
     from tool t join tool_definition d on d.tool = t.id where t.server = $1`,
    [server],
  );
  if (kept && kept.bytes <= MOST_BYTES) return;
  throw new Error('The server has described more tools than are kept of one server.');
}

/**
 * Approves the current definition of the tool for sale; undefined if there is no such tool. With a version, or the
 * beginning of one, only that version: also undefined if the server has another one by now.
 */
export async function approveTool(
  tx: Queryable,
  id: string,
  version = '',
): Promise<ToolRow | undefined> {
  const [row] = await tx.query<ToolRow>(
    `update tool set approved_version = seen_version where id = $1 and starts_with(seen_version, $2)
     returning id, server, seen_version, approved_version, seen_at, gone_at`,
    [id, version],
  );
  await tx.query(
    `update tool_definition set approved_at = now() where tool = $1 and version = $2 and approved_at is null`,
    [id, row?.approved_version],
  );
  return row;
}

export interface ToolVersions {
  id: string;
  approved: { version: string; definition: ToolDefinition };
  /** What its server has now. */
  seen: { version: string; definition: ToolDefinition };
}

export async function selectVersions(db: Queryable, id: string): Promise<ToolVersions | undefined> {
  const [versions] = await db.query<ToolVersions>(
    `select t.id, json_build_object('version', a.version, 'definition', a.definition) as approved,
       json_build_object('version', s.version, 'definition', s.definition) as seen
     from tool t
     join tool_definition a on a.tool = t.id and a.version = t.approved_version
     join tool_definition s on s.tool = t.id and s.version = t.seen_version
     where t.id = $1`,
    [id],
  );
  return versions;
}

/** Of these servers, by id. */
/** What was saved of the tools of servers. */
export interface SavedDefinitions {
  tools(servers: readonly string[]): Promise<ToolRow[]>;
  /** Those that were once approved, except those already known. */
  definitions(servers: readonly string[], known: readonly string[]): Promise<KnownVersion[]>;
}

interface KnownVersion {
  version: string;
  definition: ToolDefinition;
}

export function savedDefinitions(db: Queryable): SavedDefinitions {
  return {
    tools: (servers) => selectTools(db, servers),
    definitions: (servers, known) => selectDefinitions(db, servers, known),
  };
}

export function selectTools(db: Queryable, servers: readonly string[]): Promise<ToolRow[]> {
  return db.query<ToolRow>(
    `select id, server, seen_version, approved_version, seen_at, gone_at
     from tool where server = any ($1) order by id`,
    [servers],
    'select_tools',
  );
}

function selectDefinitions(
  db: Queryable,
  servers: readonly string[],
  known: readonly string[],
): Promise<KnownVersion[]> {
  return db.query(
    `select d.version, d.definition from tool t join tool_definition d on d.tool = t.id
     where t.server = any ($1) and d.approved_at is not null and d.version <> all ($2)`,
    [servers, known],
    'select_definitions',
  );
}
