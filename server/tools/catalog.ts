/**
 * The tools that callers may name. Of a tool that has changed at its server nothing is sold until an operator has
 * approved it; nothing is sold either without a price. Read again now and then.
 */
import type { Queryable } from '../db/pool.ts';
import type { ToolDefinition } from '../providers/tool-provider.ts';
import { functionNameOf, type OfferedTool, type ToolTerms, versionOf } from './definition.ts';
import {
  type SavedTools,
  saveTools,
  selectDefinitions,
  selectTools,
  type ToolRow,
} from './definition-store.ts';
import { compileSchema, type SchemaCheck } from './input-schema.ts';

export interface CatalogTool extends OfferedTool, Checks {}

/** Why a tool that there is cannot be called now. */
export type Withheld = 'changed' | 'gone' | 'unusable';

export interface ShownTool extends OfferedTool {
  withheld?: Withheld;
}

export interface ToolCatalog {
  get(id: string): CatalogTool | undefined;
  withheld(id: string): Withheld | undefined;
  /** Those that can be called and those that cannot, by id. */
  listAll(): ShownTool[];
  /** By a version that was sold at some time. */
  definitionOf(version: string): KnownDefinition | undefined;
  /** By id. */
  list(): CatalogTool[];
  /** Keeps what it has if that fails, and throws. */
  refresh(): Promise<void>;
  close(): void;
}

/** A server of tools, and what the operator says of each that is sold. */
export interface ToolServer {
  name: string;
  /** Undefined for a tool that is not sold. */
  termsOf(definition: ToolDefinition): ToolTerms | undefined;
}

export interface ToolCatalogOptions {
  db: Queryable;
  /** Asked for with each reading. */
  servers: () => readonly ToolServer[];
  onFault: (message: string, error?: unknown) => void;
  refreshEveryMs?: number;
}

const REFRESH_EVERY_MS = 5_000;

export async function createToolCatalog(options: ToolCatalogOptions): Promise<ToolCatalog> {
  const { db, servers, onFault } = options;
  const versions = new Map<string, KnownDefinition>();
  let offered = new Map<string, Sold>();
  let kept = new Map<string, Sold & { why: Withheld }>();

  async function refresh(): Promise<void> {
    const byName = new Map(servers().map((server) => [server.name, server]));
    const names = [...byName.keys()];
    const rows = await selectTools(db, names);
    for (const { version, definition } of await selectDefinitions(db, names, [
      ...versions.keys(),
    ])) {
      versions.set(
        version,
        knownDefinition(definition, (why) => onFault(`${version}: ${why}`)),
      );
    }
    const sold: typeof offered = new Map();
    const notSold: typeof kept = new Map();
    for (const row of rows) {
      const known = versions.get(row.approved_version);
      const terms = known && byName.get(row.server)?.termsOf(known.definition);
      if (!known || !terms) continue;
      const tool: Sold = { row, terms, known };
      if (row.gone_at) notSold.set(row.id, { ...tool, why: 'gone' });
      else if (row.seen_version !== row.approved_version)
        notSold.set(row.id, { ...tool, why: 'changed' });
      else sold.set(row.id, tool);
    }
    [offered, kept] = [sold, notSold];
  }

  function get(id: string): CatalogTool | undefined {
    const sold = offered.get(id);
    const checks = sold?.known.checks();
    return sold && checks && { ...toolOf(sold), ...checks };
  }

  function withheld(id: string): Withheld | undefined {
    return kept.get(id)?.why ?? (offered.has(id) && !get(id) ? 'unusable' : undefined);
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error) => onFault('the catalog of tools could not be read again', error));
  }, options.refreshEveryMs ?? REFRESH_EVERY_MS).unref();

  return {
    get,
    withheld,
    definitionOf: (version) => versions.get(version),
    // Not by the order of the database, which depends on its locale: a page ends at an id, and the next one begins
    // after it.
    list: () => [...offered.keys()].sort().flatMap((id) => get(id) ?? []),
    listAll: () =>
      [...offered.values(), ...kept.values()]
        .map((tool): ShownTool => {
          const why = withheld(tool.row.id);
          return { ...toolOf(tool), ...(why && { withheld: why }) };
        })
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    refresh,
    close: () => clearInterval(timer),
  };
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

export interface KnownDefinition {
  definition: ToolDefinition;
  /** Compiled when first asked for. Undefined if a schema is of no use: such a tool is not sold. */
  checks(): Checks | undefined;
}

function knownDefinition(
  definition: ToolDefinition,
  onFault: (why: string) => void,
): KnownDefinition {
  let compiled: Checks | undefined | 'unusable';

  function compile(): Checks | 'unusable' {
    const { name, inputSchema, outputSchema } = definition;
    try {
      const input = compileSchema(inputSchema);
      return { input, ...(outputSchema && { output: compileSchema(outputSchema) }) };
    } catch (error) {
      onFault(`${name} is not sold: its schema is of no use, because ${String(error)}`);
      return 'unusable';
    }
  }

  return {
    definition,
    checks() {
      compiled ??= compile();
      return compiled === 'unusable' ? undefined : compiled;
    },
  };
}

/** Saves what a server has now, and says what that changed. */
export function saveDefinitions(
  tx: Queryable,
  server: string,
  definitions: readonly ToolDefinition[],
): Promise<SavedTools> {
  const seen = definitions.map((definition) => ({
    id: `${server}/${definition.name}`,
    version: versionOf(definition),
    definition,
  }));
  return saveTools(tx, server, seen);
}
