/**
 * A fault of the document stops the start. The documents that this version serves are known to compile, so a start does
 * not compile them again.
 */
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { expect, test } from 'vitest';
import { type ApiDocument, routesOf } from '../../server/platform/http/operations.ts';
import { compileAll, validationOf } from '../../server/platform/http/validate.ts';
import { dashboard, developer, operator } from './document.ts';

const apis = { developer, dashboard, operator };

test.each(Object.entries(apis))('the document of the %s API is known to compile', (_, api) => {
  expect(validationOf(api.document as never, true).isKnownToCompile).toBe(true);
});

test('a document that differs in one word is not known to compile', () => {
  const changed = structuredClone(developer.document) as unknown as ApiDocument;
  Object.assign(changed.paths, { '/other': {} });
  expect(validationOf(changed, true).isKnownToCompile).toBe(false);
});

test('a reference that leads nowhere does not compile', async () => {
  const broken = structuredClone(developer.document) as unknown as ApiDocument;
  const text = JSON.stringify(broken).replace(
    '"$ref":"#/components/schemas/CreateModelRun"',
    '"$ref":"#/components/schemas/Nothing"',
  );
  const document = JSON.parse(text) as ApiDocument;
  const operations = routesOf(document).flatMap((route) => route.operations);
  await expect(compileAll(document, operations)).rejects.toThrow(/Nothing/);
});

test('two apps of one process share the validation of a document', () => {
  const [one, other] = [0, 1].map(() => structuredClone(developer.document) as never);
  expect(validationOf(one!, false)).toBe(validationOf(other!, false));
});

test('what is compiled counts characters by our own function', async () => {
  const { code } = ucs2length.default;
  ucs2length.default = Object.assign(() => 0, { code });
  const document = developer.document as unknown as ApiDocument;
  const operations = routesOf(document).flatMap((route) => route.operations);
  await compileAll(document, operations.slice(0, 1));
  expect(ucs2length.default('a😀')).toBe(2);
});
