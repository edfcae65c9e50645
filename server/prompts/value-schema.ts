/** The JSON Schema of a prompt's values: checked when a version is saved, and compiled when one is rendered. */
import { createCache } from '../platform/lib/cache.ts';
import { compileSchema, type SchemaCheck } from '../platform/lib/input-schema.ts';
import { type JsonValue, toPlain, trueName, writeJson } from '../platform/lib/json.ts';
import { type Fault, Problem, toPointer } from '../platform/lib/problem.ts';

import type { ExactObject } from './prompt.ts';

const MOST_SCHEMAS_IN_MEMORY = 500;
const compiled = createCache<SchemaCheck>(MOST_SCHEMAS_IN_MEMORY);

/** From a saved schema, which was checked before. */
export function schemaCheckOf(schema: ExactObject): SchemaCheck {
  const text = writeJson(schema);
  const known = compiled.get(text);
  if (known) return known;
  const check = compileSchema(toPlain(schema) as Record<string, JsonValue>);
  compiled.set(text, check);
  return check;
}

/** Refuses an unusable schema, and one whose `properties` are not the variables of the texts. */
export function refuseSchema(schema: ExactObject, variableNames: readonly string[]): void {
  try {
    schemaCheckOf(schema);
  } catch (error) {
    const detail = `is of no use: ${error instanceof Error ? error.message : String(error)}`;
    refuse([{ pointer: '#/variables', detail, code: 'unsupported' }]);
  }
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return;
  const described = Object.keys(properties).map(trueName);
  const unused = described.filter((name) => !variableNames.includes(name));
  const missing = variableNames.filter((name) => !described.includes(name));
  refuse([
    ...unused.map((name): Fault => {
      const pointer = toPointer(['variables', 'properties', name]);
      return { pointer, detail: 'is no variable of the texts', code: 'additional_properties' };
    }),
    ...missing.map((name): Fault => {
      const pointer = toPointer(['variables', 'properties', name]);
      return { pointer, detail: 'is missing, and the texts have it', code: 'required' };
    }),
  ]);
}

const MOST_FAULTS = 20;

function refuse(errors: Fault[]): void {
  const [first] = errors;
  if (!first) return;
  const detail = `${first.pointer} ${first.detail}.`;
  throw new Problem('invalid_prompt', detail, { errors: errors.slice(0, MOST_FAULTS) });
}
