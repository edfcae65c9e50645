/**
 * A reader sees a value for every property: its own examples, its constant or values, or those of what it is
 * made of. Headers, which the linter leaves out, show values that their schema accepts.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type Context,
  follow,
  isNode,
  type Location,
  listIn,
  type Node,
  nodeIn,
  type Rule,
} from './visitor.ts';

export const propertiesHaveAnExample: Rule = () => ({
  SchemaProperties(properties, context) {
    for (const [name, value] of Object.entries(properties)) {
      const place = context.location.child(name);
      const { node, location } = follow(value, place, context);
      if (showsAValue(node, location, context)) continue;
      context.report({ message: `The property ${name} has no examples.`, location: place.key() });
    }
  },
});

/** Objects with properties are left out: each property is looked at for itself. */
function showsAValue(schema: Node, location: Location, context: Context): boolean {
  if (listIn(schema, 'examples').length > 0 || listIn(schema, 'enum').length > 0) return true;
  if (schema.const !== undefined || isNode(schema.properties)) return true;
  const parts = [...listIn(schema, 'oneOf'), ...listIn(schema, 'allOf'), schema.items];
  return parts.filter(isNode).some((part) => {
    const { node, location: place } = follow(part, location, context);
    return showsAValue(node, place, context);
  });
}

export const headersShowWhatTheyAllow: Rule = () => ({
  Header(header, context) {
    const { node: schema } = follow(header.schema, context.location.child('schema'), context);
    const validate = validatorOf(schema);
    const shown = Object.values(nodeIn(header, 'examples')).map((example) =>
      isNode(example) ? example.value : undefined,
    );
    for (const example of header.example === undefined ? shown : [header.example, ...shown]) {
      if (validate(example)) continue;
      const faults = ajv.errorsText(validate.errors, { dataVar: 'it' });
      context.report({ message: `The header shows ${JSON.stringify(example)}: ${faults}.` });
    }
  },
});

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();

/** Headers are few and occur often: equal schemas share one validator. */
function validatorOf(schema: Node): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validate);
  return validate;
}
