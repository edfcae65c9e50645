/**
 * The schemas of a document as validators of a JSON text, and of the text of a header. They check formats and, unlike
 * the service, never coerce, default or repair anything.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document, type Node } from '../contract/document.ts';

/** Each validator returns the faults that it finds. */
export function createSchemas(document: Node) {
  const ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, discriminator: false },
    // Optimizing the code takes longer than all its uses in a test run.
    code: { optimize: false },
  });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(document, 'contract');
  const compiled = new Map<Node, ValidateFunction>();

  function faultsOf(value: unknown, schema: Node, what: string): string[] {
    const validate = validatorOf(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${what}${instancePath} ${message}`,
    );
  }

  /** References of the document are absolute within it. */
  function validatorOf(schema: Node): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/');
    const validate = ajv.compile(JSON.parse(text));
    compiled.set(schema, validate);
    return validate;
  }

  return {
    json(text: string, schema: Node): string[] {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        return ['the body is not JSON'];
      }
      return faultsOf(value, schema, 'the body');
    },

    text: (text: string, schema: Node) => faultsOf(text, schema, 'the body'),

    /** A header is text: if its schema says integer, it must be digits. */
    header(name: string, value: string, schema: Node): string[] {
      const isInteger = schema.type === 'integer' && /^-?\d+$/.test(value);
      return faultsOf(isInteger ? Number(value) : value, schema, `the header ${name}`);
    },
  };
}

const ofDeveloper = createSchemas(document);
export const faultsOfJson = ofDeveloper.json;
