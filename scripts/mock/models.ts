/** The catalog of the mock: the models of the example page, narrowed by what is asked for, and each by its identifier. */
import { isList, type Pages } from './pages.ts';
import type { Asked, Decision, Query, Row } from './sequence.ts';

const LIST = 'listModels';

interface Model extends Row {
  capabilities: { tools: boolean };
  supportedParameters: string[];
}

export function createModels(pages: Pages) {
  function named([id = '']: string[]): Model | undefined {
    return pages.rows<Model>(LIST).find((model) => model.id === decodeURIComponent(id));
  }

  return {
    /** Refuses a model that is not there. */
    refuse({ operation, params }: Asked): Decision | undefined {
      if (operation.id !== 'getModel' || named(params)) return undefined;
      const detail = 'The mock has no such model: GET /v1/developer/models lists those of it.';
      return { kind: 'refuse', code: 'not_found', detail };
    },
    /** The canned body, where it is of the catalog, with what was asked for. */
    applyTo({ operation, params, query, preference }: Asked, body: unknown): unknown {
      if (isModel(body)) return named(params) ?? body;
      if (operation.id !== LIST || !isList(body) || preference.example) return body;
      return pages.page<Model>(LIST, query, (model) => isAsked(model, query));
    },
  };
}

function isAsked({ capabilities, supportedParameters }: Model, query: Query): boolean {
  const names = [query.supportedParameter ?? []].flat();
  if (query.tools !== undefined && query.tools !== String(capabilities.tools)) return false;
  return names.every((name) => supportedParameters.includes(name));
}

function isModel(value: unknown): value is Model {
  return typeof value === 'object' && value !== null && 'supportedParameters' in value;
}
