/**
 * The catalogs of the mock: the models and tools of the example pages, narrowed by what is asked for, and each by its
 * identifier. The tools of the sandbox that no page has are there by their identifiers, and so are those of failures.
 */
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import type { Asked, Decision, Query } from './asked.ts';
import { type Operation, readExamples } from './operations.ts';
import { isList, type Pages, type Row } from './pages.ts';
import { ECHO, failureOf } from './tool-runs.ts';

interface Model extends Row {
  capabilities: { tools: boolean };
  supportedParameters: string[];
}

interface Catalog {
  list: string;
  read: string;
  /** What runs can name. */
  what: string;
  isAsked(row: Row, query: Query): boolean;
  /** One that no page has. */
  unlisted?(id: string): Row | undefined;
}

export function createCatalogs(operations: readonly Operation[], pages: Pages) {
  const endings = new Set(readExamples(operations, 'getToolRun').keys());
  const models: Catalog = {
    ...{ list: 'listModels', read: 'getModel', what: 'model' },
    isAsked: (row, query) => isModelAsked(row as Model, query),
  };
  const tools: Catalog = {
    ...{ list: 'listTools', read: 'getTool', what: 'tool' },
    isAsked: () => true,
    unlisted(id) {
      const echo = pages.rows('listTools').find((tool) => tool.id === ECHO);
      const played = sandboxTools.find(({ name }) => `sandbox/${name}` === id);
      if (!echo || !(played || endings.has(failureOf(id)))) return undefined;
      const { name: _, execution: __, ...definition } = played ?? {};
      return { ...echo, ...definition, id, ...{ functionName: id.replace('/', '__') } };
    },
  };
  const catalogs = [models, tools];

  function named({ list, unlisted }: Catalog, [encoded = '']: string[]): Row | undefined {
    const id = decodeURIComponent(encoded);
    return pages.rows(list).find((row) => row.id === id) ?? unlisted?.(id);
  }

  return {
    /** Refuses what is not there. */
    refuse({ operation, params }: Asked): Decision | undefined {
      const catalog = catalogs.find(({ read }) => read === operation.id);
      if (!catalog || named(catalog, params)) return undefined;
      const { what } = catalog;
      const detail = `The mock has no such ${what}: GET /v1/developer/${what}s lists those of it.`;
      return { kind: 'refuse', code: 'not_found', detail };
    },
    /** The canned body, where it is of a catalog, with what was asked for. */
    applyTo({ operation, params, query, preference }: Asked, body: unknown): unknown {
      const read = catalogs.find((each) => each.read === operation.id);
      if (read && isItem(body)) return named(read, params) ?? body;
      const listed = catalogs.find(({ list }) => list === operation.id);
      if (!listed || !isList(body) || preference.example) return body;
      return pages.page(listed.list, query, (row) => listed.isAsked(row, query));
    },
  };
}

function isModelAsked({ capabilities, supportedParameters }: Model, query: Query): boolean {
  const names = [query.supportedParameter ?? []].flat();
  if (query.tools !== undefined && query.tools !== String(capabilities.tools)) return false;
  return names.every((name) => supportedParameters.includes(name));
}

function isItem(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'pricing' in value;
}
