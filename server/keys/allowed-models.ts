/**
 * The models that a key may name: exact identifiers, and prefixes that end in a slash and a star, such as `openai/*`.
 * The code checks only the text of a list: its models need not be in the catalog.
 */
import { type FaultCode, Problem } from '../platform/lib/problem.ts';

const MOST_ENTRIES = 100;
/** Like identifiers of models, with no star but that of a prefix. */
const ENTRY = /^(?=.{1,256}$)[!-)+-~]+(\/\*)?$/;
const ANY_REST = '/*';

export function isAllowed(models: readonly string[], model: string): boolean {
  return models.some((entry) =>
    entry.endsWith(ANY_REST) ? model.startsWith(entry.slice(0, -1)) : model === entry,
  );
}

/** The list without duplicates; throws for an invalid entry. */
export function checkModels(named: readonly string[]): string[] {
  const models = [...new Set(named)];
  const wrong = models.findIndex((entry) => !ENTRY.test(entry));
  if (wrong >= 0) {
    const detail = `${models[wrong]} is neither the identifier of a model nor a prefix of some, such as openai/*.`;
    throw refused(`#/models/${named.indexOf(models[wrong]!)}`, 'pattern', detail);
  }
  if (models.length === 0) {
    throw refused('#/models', 'min_items', 'A list of models has one at least.');
  }
  if (models.length > MOST_ENTRIES) {
    throw refused('#/models', 'max_items', `A list of models has ${MOST_ENTRIES} at most.`);
  }
  return models;
}

function refused(pointer: string, code: FaultCode, detail: string): Problem {
  return new Problem('invalid_request', detail, { errors: [{ pointer, detail, code }] });
}
