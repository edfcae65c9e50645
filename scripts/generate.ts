/**
 * Generates from the sources of all contracts what the programs read: each document as one JSON object, and
 * the types of its operations and schemas; the scopes that keys can have; and the digests of the documents whose
 * validators compile. Also what is written from the list of columns of a run (`columns.ts`). `--check` writes nothing and exits 1 naming what has drifted.
 * The same sources give the same bytes. Knows nothing of what the contract says.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import openapiTypescript, {
  astToString,
  type OpenAPI3,
  type SchemaObject,
  tsLiteral,
  tsUnion,
} from 'openapi-typescript';
import { factory, type TypeNode } from 'typescript';
import { type ApiDocument, routesOf } from '../server/platform/http/operations.ts';
import { compileAll, digestOf } from '../server/platform/http/validate.ts';
import { columnFiles } from './columns.ts';
import { pythonFiles } from './python-client.ts';
import { redocly } from './redocly.ts';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'openapi', 'generated');

const HEADING = '// Generated from openapi/ by scripts/generate.ts. Never edit it.\n';

/** openapi-fetch maps the types of answers, and would turn an intersection with one into an object. */
const plain = (open: string) => `
/** The paths with plain text where the contract has an open set, for clients that map types. */
export type PlainPaths = Plain<paths>;
type Plain<T> = T extends string
    ? ${open} extends T ? string : T
    : T extends object ? { [Member in keyof T]: Plain<T[Member]> } : T;
`;

/** The part of an open set besides the known values. */
const UNLISTED: Record<string, string> = {
  // For callers' programs, an unlisted literal is a mistake, but an unlisted answer of a later service is not.
  developer: `
/**
 * A text that a set which may grow has in a later version, and this one does not list. It can be any, but a literal is none:
 * the pattern is there because the compiler compares every literal with \`string\`.
 */
export type Unlisted = \`unlisted \${string}\` & { readonly [unlisted]: true };
declare const unlisted: unique symbol;
${plain('Unlisted')}`,
  dashboard: ofWebApp(),
  operator: ofWebApp(),
};

/** The web app is released with the service. */
function ofWebApp(): string {
  return `
/** Any text beside those that are listed: a plain string would swallow them in the union. */
export type Unlisted = string & {};
${plain('string')}`;
}

const outputs: { file: string; text: string }[] = [];
const digests: Record<string, string> = {};
for (const api of ['developer', 'dashboard', 'operator']) {
  const document = bundle(api);
  outputs.push(
    { file: join(generated, `${api}.json`), text: document },
    {
      file: join(generated, `${api}.ts`),
      text: (await typesOf(document)) + UNLISTED[api],
    },
  );
  digests[api] = await compiledDigest(JSON.parse(document) as ApiDocument);
  if (api === 'developer') {
    outputs.push({ file: join(generated, 'scopes.ts'), text: scopesOf(document) });
    outputs.push(...pythonFiles(root, document));
  }
}
outputs.push({
  file: join(generated, 'compiled.json'),
  text: `${JSON.stringify(digests, null, 2)}\n`,
});

outputs.push(...columnFiles(root));

if (process.argv.includes('--check')) {
  const drifted = outputs.filter(({ file, text }) => readIfThere(file) !== text);
  for (const { file } of drifted) {
    console.error(`${relative(root, file)} is not what its sources give: run npm run generate`);
  }
  process.exitCode = drifted.length > 0 ? 1 : 0;
} else {
  // An unchanged file is not touched, so that watchers do nothing.
  for (const { file, text } of outputs) if (readIfThere(file) !== text) writeFileSync(file, text);
}

/** The whole contract as JSON text; references within it stay references. */
function bundle(api: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    const file = join(folder, `${api}.json`);
    redocly(['bundle', api, '--output', file], `The contract ${api} does not bundle.`);
    return `${JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function typesOf(json: string): Promise<string> {
  const nodes = await openapiTypescript(JSON.parse(json) as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    silent: true,
    transform: openSet,
  });
  return `${HEADING}${astToString(nodes)}`;
}

/** The values of an open set, which editors complete, and the unlisted part. */
function openSet(schema: SchemaObject): TypeNode | undefined {
  const known: unknown = 'x-extensible-enum' in schema ? schema['x-extensible-enum'] : undefined;
  if (!Array.isArray(known)) return undefined;
  return tsUnion([...known.map(tsLiteral), factory.createTypeReferenceNode('Unlisted')]);
}

/** The scopes that some operation needs: a scope that opens nothing does not count. */
function scopesOf(json: string): string {
  const routes = routesOf(JSON.parse(json) as ApiDocument);
  const allScopes = routes.flatMap(({ operations }) =>
    operations.flatMap(({ scopes = [] }) => scopes),
  );
  const names = [...new Set(allScopes)].sort().map((scope) => `'${scope}'`);
  return `${HEADING}export const SCOPES = [${names.join(', ')}] as const;\n`;
}

/** Names the compiled document, so that the server need not compile it again when it starts. */
async function compiledDigest(document: ApiDocument): Promise<string> {
  const operations = routesOf(document).flatMap((route) => route.operations);
  await compileAll(document, operations);
  return digestOf(document);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
