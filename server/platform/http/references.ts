/**
 * How the validator's preprocessor follows the references of a document. The library compiles the target of a reference
 * only to look at it, and discards the result: half of the compile time of its validators. In a document that is known
 * to compile, this code looks at the target as it is. It leaves any other document to the library, so that the library
 * finds any fault in it.
 */
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { invariant } from '../lib/errors.ts';

interface Preprocessor {
  apiDoc: object;
  resolveSchema(this: Preprocessor, schema: unknown): unknown;
}

const known = new WeakSet<object>();

/** Follows the references of this document without compiling. */
export function followAsTheyStand(document: object): void {
  known.add(document);
}

const preprocessor = SchemaPreprocessor.prototype as unknown as Preprocessor;
const { resolveSchema } = preprocessor;
invariant(typeof resolveSchema === 'function', 'the preprocessor follows references as is known');

preprocessor.resolveSchema = function (schema) {
  const found = known.has(this.apiDoc) ? follow(this.apiDoc, schema) : undefined;
  return found ?? resolveSchema.call(this, schema);
};

const REFERENCE = /^#\/components\/(\w+)\/([\w-]+)$/;

/** Undefined if there is no reference, if it is not plain, or if it leads to another reference. */
function follow(document: object, schema: unknown): unknown {
  const [, kind, name] = REFERENCE.exec(referenceOf(schema) ?? '') ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const found = memberOf(memberOf(memberOf(document, 'components'), kind), name);
  return referenceOf(found) === undefined ? found : undefined;
}

function referenceOf(schema: unknown): string | undefined {
  const reference = memberOf(schema, '$ref');
  return typeof reference === 'string' ? reference : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}
