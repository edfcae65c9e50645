/** The validator's preprocessor gives the same result whether it compiles a reference's target or only looks there. */
import { isDeepStrictEqual } from 'node:util';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  type Operation,
  routesOf,
} from '../../server/platform/http/operations.ts';
import { followAsTheyStand } from '../../server/platform/http/references.ts';
import { operationDocument, validatorDocument } from '../../server/platform/http/validate.ts';

import { dashboard, developer } from './document.ts';

const OPTIONS = {
  ...{ validateRequests: {}, validateResponses: {}, serDes: [], formats: {} },
  ajvFormats: { mode: 'full' },
};

/** The documents for requests and responses, and how often a schema was compiled for them. */
function preprocess(whole: ApiDocument, operation: Operation, { asTheyStand = false }) {
  const { document } = operationDocument(whole, operation);
  if (asTheyStand) followAsTheyStand(document);
  const options = new AjvOptions(OPTIONS as never);
  const preprocessor = new SchemaPreprocessor(document as never, options.preprocessor, {} as never);
  const { ajv } = preprocessor as unknown as { ajv: { getSchema(reference: string): unknown } };
  const getSchema = ajv.getSchema.bind(ajv);
  let compiled = 0;
  ajv.getSchema = (reference) => {
    compiled += 1;
    return getSchema(reference);
  };
  return { made: preprocessor.preProcess(), compiled };
}

describe.each(Object.entries({ developer, dashboard }))('of the %s API', (_, { document }) => {
  const whole = validatorDocument(document as unknown as ApiDocument, { responses: true });
  const operations = routesOf(whole).flatMap((route) => route.operations);

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    (_, operation) => {
      const { made, compiled } = preprocess(whole, operation, { asTheyStand: true });
      const known = preprocess(whole, operation, {});
      // Reports a difference in less detail than `toEqual`, which takes longer than making the documents.
      expect(isDeepStrictEqual(made, known.made)).toBe(true);
      expect(compiled).toBe(0);
      expect(known.compiled).toBeGreaterThan(0);
    },
  );
});
