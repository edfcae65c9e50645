/** Whether a value can be an answer of Stripe, by its OpenAPI document: members may be missing, those that are there fit. */

export interface Spec {
  paths: Record<string, Record<string, Operation | undefined> | undefined>;
  components: { schemas: Record<string, Schema | undefined> };
}

interface Operation {
  responses: Record<
    string,
    { content?: Record<string, { schema: Schema } | undefined> } | undefined
  >;
}

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema | undefined>;
  items?: Schema;
}

/** Members that the sandbox adds for itself; no caller of Stripe can meet them. */
const OWN = new Set(['refunds', 'dispute', 'is_automatic', 'is_detached', 'return_url']);

export function faultsOf(value: unknown, schema: Schema, spec: Spec, at = ''): string[] {
  if (schema.$ref !== undefined) {
    const named = spec.components.schemas[schema.$ref.split('/').at(-1)!];
    return named ? faultsOf(value, named, spec, at) : [`${at}: ${schema.$ref} is not described`];
  }
  const where = at === '' ? 'the answer' : at;
  if (value === null) return schema.nullable ? [] : [`${where} is null`];
  if (schema.anyOf) {
    const all = schema.anyOf.map((each) => faultsOf(value, each, spec, at));
    // The faults of the closest form.
    return all.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (schema.enum && !schema.enum.includes(value)) return [`${where} is ${JSON.stringify(value)}`];
  if (schema.type !== undefined && !isOf(schema.type, value))
    return [`${where} is no ${schema.type}`];
  if (Array.isArray(value) && schema.items)
    return value.flatMap((item, i) => faultsOf(item, schema.items!, spec, `${at}[${i}]`));
  if (!schema.properties || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const its = schema.properties![name];
    if (its) return faultsOf(member, its, spec, at === '' ? name : `${at}.${name}`);
    return OWN.has(name) ? [] : [`${where} has ${name}`];
  });
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
