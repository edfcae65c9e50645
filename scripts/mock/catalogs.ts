/**
 * The catalogs of the mock: the models and tools of the example pages, as filtered lists and by identifier. By their
 * identifiers, the mock also has the tools of the sandbox that no page has, and a tool for each failure.
 */
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import { first, type Operation, readExamples } from './operations.ts';
import type { Pages, Row } from './pages.ts';
import { play, type Query, type Resource, refuse } from './requests.ts';
import { ECHO, failureOf } from './tool-runs.ts';

interface Model extends Row {
  capabilities: { tools: boolean };
  supportedParameters: string[];
}

interface Catalog {
  list: string;
  read: string;
  /** The name of what the catalog lists. */
  what: string;
  matches(row: Row, query: Query): boolean;
  /** Returns a row that no page has. */
  unlisted?(id: string): Row | undefined;
}

export function createCatalogs(operations: readonly Operation[], pages: Pages): Resource {
  const endings = new Set(readExamples(operations, 'getToolRun').keys());
  const models: Catalog = {
    ...{ list: 'listModels', read: 'getModel', what: 'model' },
    matches: (row, query) => modelMatches(row as Model, query),
  };
  const tools: Catalog = {
    ...{ list: 'listTools', read: 'getTool', what: 'tool' },
    matches: () => true,
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

  const readBy = (operation: string) => catalogs.find(({ read }) => read === operation);

  return {
    decide({ operation, params, query }) {
      const usual = first(operation.answers[0]);
      const listed = catalogs.find(({ list }) => list === operation.id);
      if (listed) {
        const { list } = listed;
        const show = (row: Row) => (listed.matches(row, query) ? row : undefined);
        return play(usual, { body: () => pages.page(list, query, pages.rows(list), show) });
      }
      const catalog = readBy(operation.id);
      if (!catalog) return undefined;
      const row = named(catalog, params);
      if (row) return play(usual, { body: () => row });
      const { what } = catalog;
      const detail = `The mock has no such ${what}: GET /v1/developer/${what}s lists those of it.`;
      return refuse('not_found', detail);
    },

    shown({ operation, params }, example) {
      const catalog = readBy(operation.id);
      return catalog && isItem(example) ? named(catalog, params) : undefined;
    },
  };
}

function modelMatches({ capabilities, supportedParameters }: Model, query: Query): boolean {
  const names = [query.supportedParameter ?? []].flat();
  if (query.tools !== undefined && query.tools !== String(capabilities.tools)) return false;
  return names.every((name) => supportedParameters.includes(name));
}

function isItem(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'pricing' in value;
}
