/**
 * Tools for sale: the definitions of their servers, each by its hash, and the operator's terms. If a tool has changed at
 * its server, the service does not sell it until an operator has approved it; it sells no tool without a price. The
 * catalog is read again regularly. What servers list is saved at the start, regularly, and when a server says that its
 * tools have changed, though never more often than every few seconds. If a server is unreachable, its saved tools stay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { canonicalHash } from '../platform/lib/canonical-hash.ts';
import { compileSchema, type SchemaCheck } from '../platform/lib/input-schema.ts';
import type { Decimal } from '../platform/lib/money.ts';
import {
  type SavedDefinitions,
  type SavedTools,
  type SeenTool,
  saveTools,
  type ToolRow,
} from './definition-store.ts';
import type {
  JsonObject,
  LeftOut,
  ToolDefinition,
  ToolListing,
  ToolProvider,
} from './providers/tool-provider.ts';

/** In US dollars. A call costs at least its base price. */
export interface ToolPricing {
  perCall: Decimal;
  perSecond?: Decimal;
  perUnit?: UnitPricing;
}

interface UnitPricing {
  /** The unit that is counted, such as `page`. */
  name: string;
  price: Decimal;
  /** The maximum that a call can use: nothing beyond it is charged. */
  max: number;
  /** JSON pointer to the count in the structured part of an answer. */
  at: string;
}

/** The operator's terms for a tool. */
export interface ToolTerms {
  pricing: ToolPricing;
  maxTimeoutSeconds: number;
  /** A second execution of the same call has no further effect. */
  isIdempotent: boolean;
  /** An answer that reports the tool's failure is also charged. */
  errorsAreAnswers: boolean;
}

interface OfferedTool extends ToolTerms {
  /** `server/name`. */
  id: string;
  provider: string;
  definition: ToolDefinition;
  version: string;
  functionName: string;
}

export interface CatalogTool extends OfferedTool, Checks {}

/** Why an existing tool is not callable now. */
type Withheld = 'changed' | 'gone' | 'unusable';

export interface ShownTool extends OfferedTool {
  withheld?: Withheld;
}

export interface ToolCatalog {
  get(id: string): CatalogTool | undefined;
  withheld(id: string): Withheld | undefined;
  /** Callable tools and withheld ones, by id. */
  listAll(): ShownTool[];
  /** By a version that was once sold. */
  definitionOf(version: string): KnownDefinition | undefined;
  /** By id. */
  list(): CatalogTool[];
  /** Why the definition of a tool that would be sold is unusable; undefined if it is usable. */
  unusable(id: string): string | undefined;
  /** If that fails, keeps the current ones, and throws. */
  refresh(): Promise<void>;
  /** Reads again if the last reading is older than `TAKEN_WITHIN_MS`, so that nothing is sold by an older one. */
  ensureFresh(): Promise<void>;
  close(): void;
}

/** A server of tools, and the operator's terms for each sold tool. */
export interface ToolServer {
  name: string;
  /** Undefined for a tool that is not sold. */
  termsOf(definition: ToolDefinition): ToolTerms | undefined;
}

interface ToolCatalogOptions {
  saved: SavedDefinitions;
  /** Called at each reading. */
  servers: () => readonly ToolServer[];
  onFault: (message: string, error?: unknown) => void;
  refreshEveryMs?: number;
}

/** Every process sells by what was saved before this time. */
export const TAKEN_WITHIN_MS = 5_000;
const REFRESH_EVERY_MS = 4_000;

export async function createToolCatalog(options: ToolCatalogOptions): Promise<ToolCatalog> {
  const { versions, read } = createReader(options);
  let { offered, kept, startedAt }: Reading = await read();
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    ({ offered, kept, startedAt } = await read());
  }

  function get(id: string): CatalogTool | undefined {
    const sold = offered.get(id);
    const checks = sold?.known.checks();
    return sold && checks && { ...toolOf(sold), ...checks };
  }

  function withheld(id: string): Withheld | undefined {
    return kept.get(id)?.why ?? (offered.has(id) && !get(id) ? 'unusable' : undefined);
  }

  const timer = setInterval(() => {
    refresh().catch((error) =>
      options.onFault('the catalog of tools could not be read again', error),
    );
  }, options.refreshEveryMs ?? REFRESH_EVERY_MS).unref();

  return {
    get,
    withheld,
    definitionOf: (version) => versions.get(version),
    // Not in the order of the database, which depends on its locale: a page ends at an id, and the next one begins
    // after it.
    list: () => [...offered.keys()].sort().flatMap((id) => get(id) ?? []),
    listAll: () =>
      [...offered.values(), ...kept.values()]
        .map((tool): ShownTool => {
          const why = withheld(tool.row.id);
          return { ...toolOf(tool), ...(why && { withheld: why }) };
        })
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    unusable: (id) => offered.get(id)?.known.unusable(),
    refresh,
    async ensureFresh() {
      if (performance.now() - startedAt < TAKEN_WITHIN_MS) return;
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    },
    close: () => clearInterval(timer),
  };
}

interface Reading {
  offered: Map<string, Sold>;
  kept: Map<string, Sold & { why: Withheld }>;
  startedAt: number;
}

/** Reads what is saved of the tools; knows each definition once it has read it. */
function createReader({ saved, servers, onFault }: ToolCatalogOptions) {
  const versions = new Map<string, KnownDefinition>();

  async function read(): Promise<Reading> {
    const reading: Reading = { offered: new Map(), kept: new Map(), startedAt: performance.now() };
    const byName = new Map(servers().map((server) => [server.name, server]));
    const names = [...byName.keys()];
    const rows = await saved.tools(names);
    for (const { version, definition } of await saved.definitions(names, [...versions.keys()])) {
      versions.set(
        version,
        knownDefinition(definition, (why) => onFault(`${version}: ${why}`)),
      );
    }
    for (const row of rows) {
      const known = versions.get(row.approved_version);
      const terms = known && byName.get(row.server)?.termsOf(known.definition);
      if (!known || !terms) continue;
      const tool: Sold = { row, terms, known };
      const why = whyWithheld(row);
      if (why) reading.kept.set(row.id, { ...tool, why });
      else reading.offered.set(row.id, tool);
    }
    return reading;
  }

  return { versions, read };
}

function whyWithheld({ gone_at, seen_version, approved_version }: ToolRow): Withheld | undefined {
  if (gone_at) return 'gone';
  return seen_version === approved_version ? undefined : 'changed';
}

interface Sold {
  row: ToolRow;
  terms: ToolTerms;
  known: KnownDefinition;
}

function toolOf({ row, terms, known }: Sold): OfferedTool {
  return {
    ...terms,
    ...{ id: row.id, provider: row.server, definition: known.definition },
    ...{ version: row.approved_version, functionName: functionNameOf(row.id) },
  };
}

interface Checks {
  input: SchemaCheck;
  output?: SchemaCheck;
}

interface KnownDefinition {
  definition: ToolDefinition;
  /** Compiled on first use. Undefined if a schema is unusable: such a tool is not sold. */
  checks(): Checks | undefined;
  unusable(): string | undefined;
}

function knownDefinition(
  definition: ToolDefinition,
  onFault: (why: string) => void,
): KnownDefinition {
  let compiled: Checks | string | undefined;

  function compile(): Checks | string {
    try {
      return checksOf(definition);
    } catch (error) {
      const why = (error as Error).message;
      onFault(`${definition.name} is not sold: ${why}`);
      return why;
    }
  }

  function known(): Checks | string {
    compiled ??= compile();
    return compiled;
  }

  return {
    definition,
    checks() {
      const checks = known();
      return typeof checks === 'string' ? undefined : checks;
    },
    unusable() {
      const checks = known();
      return typeof checks === 'string' ? checks : undefined;
    },
  };
}

/** Throws an Error that says which schema is unusable, and why. */
export function checksOf({ inputSchema, outputSchema }: ToolDefinition): Checks {
  const compiled = (which: string, schema: JsonObject) => {
    try {
      return compileSchema(schema);
    } catch (error) {
      const why = (error as Error).message;
      throw new Error(`Its ${which} cannot be used: ${why}.`, { cause: error });
    }
  };
  const input = compiled('inputSchema', inputSchema);
  return { input, ...(outputSchema && { output: compiled('outputSchema', outputSchema) }) };
}

/**
 * Saves a server's current tools, and returns what changed. A tool whose definition has no hash is left out. Changed
 * tools are approved in the same transaction if the operator has chosen them: no process sees them withheld in between.
 */
export function saveDefinitions(
  tx: Queryable,
  server: string,
  { tools, leftOut, isWhole }: ToolListing,
  isApproved = false,
): Promise<SavedTools> {
  const seen: SeenTool[] = [];
  const unhashed: LeftOut[] = [];
  for (const definition of tools) {
    const { name } = definition;
    try {
      seen.push({ id: `${server}/${name}`, version: versionOf(definition), definition });
    } catch (error) {
      unhashed.push({
        tool: name,
        reason: `It has no canonical form: ${(error as Error).message}`,
      });
    }
  }
  return saveTools(tx, server, { seen, leftOut: [...leftOut, ...unhashed], isWhole, isApproved });
}

type SyncedProvider = Pick<ToolProvider, 'name' | 'listTools' | 'onToolsChanged'>;

interface SyncingOptions {
  db: Db;
  catalog: Pick<ToolCatalog, 'refresh'>;
  /** Called for what an operator has to check. */
  onChanged: (server: string, saved: SavedTools) => void;
  onFault: (message: string, error: unknown) => void;
  everyMs?: number;
}

interface Syncing {
  /** Reads from these servers from now on, and from no others. */
  follow(providers: readonly SyncedProvider[]): void;
  stop(): Promise<void>;
}

const SYNC_EVERY_MS = 60_000;
const LEAST_PAUSE_MS = 5_000;
const LIST_WITHIN_MS = 30_000;

interface SyncOptions {
  signal?: AbortSignal;
  isApproved?: boolean;
}

/** Throws if the server is unreachable. */
export async function syncTools(
  { db, catalog }: Pick<SyncingOptions, 'db' | 'catalog'>,
  provider: SyncedProvider,
  { signal = new AbortController().signal, isApproved = false }: SyncOptions = {},
): Promise<SavedTools & { tools: number }> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIST_WITHIN_MS)]);
  const listing = await provider.listTools(within);
  const saved = await db.transaction((tx) =>
    saveDefinitions(tx, provider.name, listing, isApproved),
  );
  await catalog.refresh();
  return { tools: listing.tools.length, ...saved };
}

export function startSyncing(options: SyncingOptions): Syncing {
  const followed = new Map<SyncedProvider, AbortController>();
  const loops = new Set<Promise<void>>();

  function begin(provider: SyncedProvider): void {
    const stopping = new AbortController();
    followed.set(provider, stopping);
    const loop = syncUntil(options, provider, stopping.signal).finally(() => loops.delete(loop));
    loops.add(loop);
  }

  function end(provider: SyncedProvider): void {
    followed.get(provider)?.abort();
    followed.delete(provider);
  }

  return {
    follow(providers) {
      for (const provider of [...followed.keys()]) if (!providers.includes(provider)) end(provider);
      for (const provider of providers) if (!followed.has(provider)) begin(provider);
    },
    async stop() {
      for (const provider of [...followed.keys()]) end(provider);
      await Promise.all(loops);
    },
  };
}

async function syncUntil(
  options: SyncingOptions,
  provider: SyncedProvider,
  stopping: AbortSignal,
): Promise<void> {
  const { onChanged, onFault, everyMs = SYNC_EVERY_MS } = options;
  let changed = new AbortController();
  provider.onToolsChanged?.(() => changed.abort());
  while (!stopping.aborted) {
    changed = new AbortController();
    try {
      const saved = await syncTools(options, provider, { signal: stopping });
      if (saved.changed.length + saved.gone.length > 0 || saved.isLeftOutNew)
        onChanged(provider.name, saved);
    } catch (error) {
      if (!stopping.aborted) onFault(`the tools of ${provider.name} could not be synced`, error);
    }
    await pause(LEAST_PAUSE_MS, stopping);
    await pause(everyMs - LEAST_PAUSE_MS, AbortSignal.any([stopping, changed.signal]));
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/** Changes whenever the definition does, regardless of the order of its members. 64 hexadecimal digits. */
export function versionOf(definition: ToolDefinition): string {
  return canonicalHash(definition).toString('hex');
}

const LONGEST_FUNCTION_NAME = 64;
const HASH_DIGITS = 8;

/**
 * A name that models accept as a function name: letters, digits, `_` and `-`. If the conversion loses something, the
 * name ends with a hash of the identifier, so that two tools never share one.
 */
export function functionNameOf(id: string): string {
  const plain = id.replace('/', '__');
  const name = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (name === plain && name.length <= LONGEST_FUNCTION_NAME) return name;
  const hash = canonicalHash(id).toString('hex').slice(0, HASH_DIGITS);
  return `${name.slice(0, LONGEST_FUNCTION_NAME - HASH_DIGITS - 1)}_${hash}`;
}
