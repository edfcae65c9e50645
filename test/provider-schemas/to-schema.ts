/**
 * What providers publish about a request, as JSON Schema. Members that the provider does not name are refused wherever it
 * lists members. Descriptions are left out.
 */

export interface JsonSchema {
  [keyword: string]: unknown;
}

export type Definitions = Record<string, JsonSchema>;

/** A schema of the types in TypeScript of a provider's SDK: only the words are left out. */
export function fromTypes({ definitions }: { definitions: Definitions }): Definitions {
  return mapped(definitions, (schema) => schema);
}

interface Discovered extends JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  readOnly?: boolean;
  properties?: Record<string, Discovered>;
  items?: Discovered;
  additionalProperties?: Discovered;
}

/** The schemas of a Google discovery document, which requires no member. */
export function fromDiscovery(schemas: Record<string, Discovered>): Definitions {
  const convert = (schema: Discovered): JsonSchema => {
    if (schema.$ref !== undefined) return { $ref: pointerTo(schema.$ref) };
    const { type, format, properties, items, additionalProperties: others } = schema;
    if (type === undefined || type === 'any') return {};
    if (properties) {
      // Only the provider sets those that are read-only.
      const given = Object.entries(properties).filter(([, member]) => !member.readOnly);
      return closed(Object.fromEntries(given.map(([name, member]) => [name, convert(member)])));
    }
    return {
      ...{ type, ...(schema.enum && { enum: schema.enum }) },
      ...(items && { items: convert(items) }),
      ...(others && { additionalProperties: convert(others) }),
      ...(type === 'string' && format === 'byte' && { pattern: BASE64 }),
    };
  };
  return mapped(schemas, convert);
}

interface Shape {
  type: string;
  members?: Record<string, Member>;
  required?: string[];
  union?: boolean;
  document?: boolean;
  enum?: string[];
  min?: number;
  max?: number;
  pattern?: string;
  member?: Member;
  key?: Member;
  value?: Member;
}

interface Member {
  shape: string;
  location?: string;
  locationName?: string;
}

/** The shapes of a model of AWS. What the path or a header has is not in the body. */
export function fromShapes(shapes: Record<string, Shape>): Definitions {
  const refer = ({ shape }: Member): JsonSchema => ({ $ref: pointerTo(shape) });
  return mapped(shapes, (shape) => {
    const { type, document, min, max, pattern, member, key, value } = shape;
    switch (type) {
      case 'structure': {
        if (document) return {};
        const members = Object.entries(shape.members ?? {}).filter(([, each]) => !each.location);
        const body = members.map(([name, each]) => [each.locationName ?? name, refer(each)]);
        const required = shape.required?.filter((name) => members.some(([each]) => each === name));
        return {
          ...closed(Object.fromEntries(body), required),
          ...(shape.union && { minProperties: 1, maxProperties: 1 }),
        };
      }
      case 'list':
        return { type: 'array', items: refer(member!), ...bounds('Items', min, max) };
      case 'map': {
        const open = { propertyNames: refer(key!), additionalProperties: refer(value!) };
        return { type: 'object', ...open, ...bounds('Properties', min, max) };
      }
      case 'string':
        return {
          ...{ type, ...(shape.enum && { enum: shape.enum }), ...bounds('Length', min, max) },
          ...(pattern && { pattern: `^(?:${pattern})$` }),
        };
      case 'blob':
        return { type: 'string', pattern: BASE64, ...((min ?? 0) > 0 && { minLength: 1 }) };
      case 'boolean':
        return { type };
      case 'integer':
      case 'float':
        return {
          type: type === 'float' ? 'number' : type,
          ...(min !== undefined && { minimum: min }),
          ...(max !== undefined && { maximum: max }),
        };
      default:
        return {};
    }
  });
}

/** The schemas of an OpenAPI document, closed unless they are open or a part of another schema. */
export function fromOpenApi(schemas: Definitions): Definitions {
  const convert = (value: unknown, isPart = false): unknown => {
    if (Array.isArray(value)) return value.map((each) => convert(each, isPart));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as JsonSchema;
    if (typeof schema.$ref === 'string') return { $ref: pointerTo(schema.$ref.split('/').at(-1)!) };
    const converted: JsonSchema = {};
    for (const [keyword, inner] of Object.entries(schema)) {
      if (WORDS.has(keyword)) continue;
      converted[keyword] =
        keyword === 'properties'
          ? mapped(inner as Definitions, (member) => convert(member) as JsonSchema)
          : VALUES.has(keyword)
            ? inner
            : convert(inner, keyword === 'allOf');
    }
    if (!isPart && converted.properties && converted.additionalProperties === undefined) {
      converted.additionalProperties = false;
    }
    return converted;
  };
  return mapped(schemas, (schema) => convert(schema) as JsonSchema);
}

const WORDS = new Set(['description', 'example', 'examples', 'title', 'default', 'discriminator']);
const VALUES = new Set(['enum', 'const', 'required']);
const BASE64 = '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}==|[A-Za-z0-9+/_-]{3}=)?$';

function closed(properties: JsonSchema, required: string[] = []): JsonSchema {
  return {
    ...{ type: 'object', properties },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function bounds(what: string, min: number | undefined, max: number | undefined): JsonSchema {
  return {
    ...(min !== undefined && { [`min${what}`]: min }),
    ...(max !== undefined && { [`max${what}`]: max }),
  };
}

function mapped<Value>(
  record: Record<string, Value>,
  convert: (value: Value) => JsonSchema,
): Definitions {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}

function pointerTo(name: string): string {
  return `#/definitions/${encodeURIComponent(name)}`;
}

/** Only the definitions that the named one reaches, in the order of their names. */
export function reachedFrom(name: string, definitions: Definitions): Definitions {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as JsonSchema;
    if (typeof $ref === 'string') reach(decodeURIComponent($ref.replace('#/definitions/', '')));
    for (const inner of Object.values(value)) visit(inner);
  };
  const reach = (each: string): void => {
    if (reached.has(each)) return;
    reached.add(each);
    if (!definitions[each]) throw new Error(`There is no definition of ${each}.`);
    visit(definitions[each]);
  };
  reach(name);
  return Object.fromEntries([...reached].toSorted().map((each) => [each, definitions[each]!]));
}
