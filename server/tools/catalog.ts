/**
 * The tools that callers may name. Of a tool that has changed at its server nothing is sold until an operator has
 * approved it; nothing is sold either without a price. Read again now and then.
 */
import type { Queryable } from '../db/pool.ts';
import type { ToolDefinition } from '../providers/tool-provider.ts';
import { functionNameOf, type OfferedTool, type ToolTerms, versionOf } from './definition.ts';
import { type SavedTools, saveTools, selectDefinitions, selectTools } from './definition-store.ts';
import { compileSchema, type SchemaCheck } from './input-schema.ts';

export interface CatalogTool extends OfferedTool {
  input: SchemaCheck;
  output?: SchemaCheck;
}

/** Why a tool that there is cannot be called now. */
export type Withheld = 'changed' | 'gone' | 'unusable';

export interface ToolCatalog {
  get(id: string): CatalogTool | undefined;
  withheld(id: string): Withheld | undefined;
  /** By a version that was sold at some time. */
  definitionOf(version: string): KnownDefinition | undefined;
  /** By id. */
  list(): CatalogTool[];
  /** Keeps what it has where that fails, and throws. */
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
  servers: readonly ToolServer[];
  onFault: (message: string, error?: unknown) => void;
  refreshEveryMs?: number;
}

const REFRESH_EVERY_MS = 5_000;

export async function createToolCatalog(options: ToolCatalogOptions): Promise<ToolCatalog> {
  const { db, servers, onFault } = options;
  const byName = new Map(servers.map((server) => [server.name, server]));
  const versions = new Map<string, KnownDefinition>();
  let tools = new Map<string, CatalogTool>();
  let withheld = new Map<string, Withheld>();

  async function refresh(): Promise<void> {
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
    const [offered, kept] = [new Map<string, CatalogTool>(), new Map<string, Withheld>()];
    for (const row of rows) {
      const known = versions.get(row.approved_version);
      const terms = known && byName.get(row.server)?.termsOf(known.definition);
      if (!known || !terms) continue;
      const { definition, input, output } = known;
      if (row.gone_at) kept.set(row.id, 'gone');
      else if (row.seen_version !== row.approved_version) kept.set(row.id, 'changed');
      else if (!input) kept.set(row.id, 'unusable');
      else {
        offered.set(row.id, {
          ...terms,
          ...{ id: row.id, provider: row.server, definition, version: row.approved_version },
          functionName: functionNameOf(row.id),
          input,
          ...(output && { output }),
        });
      }
    }
    [tools, withheld] = [offered, kept];
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error) => onFault('the catalog of tools could not be read again', error));
  }, options.refreshEveryMs ?? REFRESH_EVERY_MS).unref();

  return {
    get: (id) => tools.get(id),
    withheld: (id) => withheld.get(id),
    definitionOf: (version) => versions.get(version),
    list: () => [...tools.values()],
    refresh,
    close: () => clearInterval(timer),
  };
}

export interface KnownDefinition {
  definition: ToolDefinition;
  /** Undefined where a schema of the definition is of no use: such a tool is not sold. */
  input: SchemaCheck | undefined;
  output: SchemaCheck | undefined;
}

function knownDefinition(
  definition: ToolDefinition,
  onFault: (why: string) => void,
): KnownDefinition {
  try {
    return {
      definition,
      input: compileSchema(definition.inputSchema),
      output: definition.outputSchema && compileSchema(definition.outputSchema),
    };
  } catch (error) {
    onFault(`${definition.name} is not sold: its schema is of no use, because ${String(error)}`);
    return { definition, input: undefined, output: undefined };
  }
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
