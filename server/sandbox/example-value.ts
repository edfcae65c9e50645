/**
 * A value that matches a JSON Schema, always the same for the same schema: the sandbox calls tools with it. Reads the
 * parts of the schema language that describe tools and ignores the rest. Bounded in depth and size, so that a schema
 * that refers to itself comes to an end.
 */
import type { JsonValue } from '../model-runs/providers/index.ts';

type Schema = { [member: string]: JsonValue };
type Further = (inner: JsonValue | undefined) => JsonValue;

export function exampleValue(root: JsonValue): JsonValue {
  let left = MAX_VALUES;
  function of(schema: JsonValue | undefined, depth: number): JsonValue {
    left -= 1;
    if (depth > MAX_DEPTH || left < 0) return null;
    const at = asSchema(schema);
    const further: Further = (inner) => of(inner, depth + 1);
    if (typeof at.$ref === 'string') return further(resolve(at.$ref, root));
    if (at.const !== undefined) return at.const;
    const [listed] = [at.enum, at.examples].filter(Array.isArray).flat();
    if (listed !== undefined) return listed;
    if (at.default !== undefined) return at.default;
    const [branch] = [at.oneOf, at.anyOf].filter(Array.isArray).flat();
    if (branch !== undefined) return further({ ...at, ...UNBRANCHED, ...asSchema(branch) });
    if (Array.isArray(at.allOf)) return further(merged(at, at.allOf));
    return ofType(at, further);
  }
  return of(root, 0);
}

const MAX_DEPTH = 16;
const MAX_VALUES = 1_000;
const UNBRANCHED: Schema = { oneOf: null, anyOf: null };

function ofType(at: Schema, further: Further): JsonValue {
  const type = Array.isArray(at.type) ? at.type[0] : at.type;
  switch (type ?? (at.properties ? 'object' : at.items ? 'array' : 'string')) {
    case 'object':
      return objectOf(at, further);
    case 'array':
      return Array.from({ length: within(at.minItems ?? 1, 0, 32) }, () => further(at.items));
    case 'integer':
      return Math.trunc(numberOf(at));
    case 'number':
      return numberOf(at);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(at);
  }
}

/** Required members, or all of them if none is required. */
function objectOf(at: Schema, further: Further): Schema {
  const properties = asSchema(at.properties);
  const required = asList(at.required).filter((name) => typeof name === 'string');
  const names = required.length > 0 ? required : Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, further(properties[name])]));
}

function numberOf(at: Schema): number {
  const step = typeof at.multipleOf === 'number' && at.multipleOf > 0 ? at.multipleOf : 1;
  const above = typeof at.exclusiveMinimum === 'number' ? at.exclusiveMinimum + step : step;
  const least = typeof at.minimum === 'number' ? at.minimum : above;
  const value = Math.ceil(least / step) * step;
  return typeof at.maximum === 'number' ? Math.min(value, at.maximum) : value;
}

function textOf(at: Schema): string {
  const text = TEXTS.get(String(at.format)) ?? 'example';
  const padded = text.padEnd(within(at.minLength, 0, 4_096), ' example');
  return padded.slice(0, within(at.maxLength ?? padded.length, 0, padded.length));
}

const TEXTS = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['email', 'someone@example.com'],
  ['uri', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

function merged(at: Schema, parts: JsonValue[]): Schema {
  const schemas = [at, ...parts.map(asSchema)];
  const properties = Object.assign({}, ...schemas.map((schema) => asSchema(schema.properties)));
  const required = schemas.flatMap((schema) => asList(schema.required));
  return Object.assign({}, ...schemas, { properties, required, allOf: null });
}

/** The target of a pointer into the same document. */
function resolve(reference: string, root: JsonValue): JsonValue | undefined {
  const [document, ...names] = reference.split('/');
  if (document !== '#') return undefined;
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<JsonValue | undefined>((at, name) => asSchema(at)[name], root);
}

function asSchema(value: JsonValue | undefined): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function asList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function within(value: JsonValue | undefined, least: number, most: number): number {
  return typeof value === 'number' ? Math.min(Math.max(Math.trunc(value), least), most) : least;
}
