/** Reads JSON Schemas of third parties for a table and for a sample. The page shows the schema itself for the rest. */

export type Schema = Record<string, unknown>;

export interface SchemaField {
  name: string;
  /** `string`, `integer or null`, `"a" or "b"`; empty if the schema does not say. */
  type: string;
  isRequired: boolean;
  description: string;
}

/** The members of an object, in the order of the schema. */
export function fieldsOf(schema: Schema): SchemaField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectOf(schema.properties)).map(([name, value]) => {
    const property = objectOf(value);
    return {
      name,
      type: typeOf(property),
      isRequired: required.includes(name),
      description: typeof property.description === 'string' ? property.description : '',
    };
  });
}

function typeOf({ type, enum: values, const: only, items }: Schema): string {
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (type === 'array') return `array of ${typeOf(objectOf(items)) || 'anything'}`;
  return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : '';
}

/** Returns an input for a sample: an example of the schema, or its required members. */
export function inputOf(schema: Schema): Record<string, unknown> {
  const example = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  if (typeof example === 'object' && example !== null && !Array.isArray(example))
    return { ...example };
  const properties = objectOf(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    required
      .filter((name): name is string => typeof name === 'string')
      .map((name) => [name, sampleOf(objectOf(properties[name]))]),
  );
}

function sampleOf(schema: Schema): unknown {
  const { type, enum: values, const: only, examples, default: usual, minimum } = schema;
  const listed = [examples, values].map((list) => (Array.isArray(list) ? list[0] : undefined));
  const known = [only, usual, ...listed].find((one) => one !== undefined);
  if (known !== undefined) return known;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return inputOf(schema);
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? minimum : 1;
    case 'null':
      return null;
    default:
      return 'text';
  }
}

function objectOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
