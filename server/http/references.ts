/**
 * How the validator's preprocessor follows the references of a document. The library compiles what a reference
 * leads to, only to look at it, and throws that away: half of what its validators take to compile. In a document
 * that is known to compile, what is there is looked at as it stands. Any other document is left to the library, so
 * that a fault anywhere in it is found.
 */
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { invariant } from '../kernel/invariant.ts';

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

/** Undefined where there is no reference, or one that is not plain, or one to another reference. */
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
