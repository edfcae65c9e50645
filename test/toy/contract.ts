/**
 * The bundled contracts with toys: their operations are those of tool runs under other names, with what a toy has instead
 * of what a tool has. Sets of kinds and of scopes name toys as well.
 */
import { readFile } from 'node:fs/promises';
import { KINDS, type KindNames } from '../../server/kinds.ts';
import type { ApiDocument } from '../../server/platform/http/index.ts';
import { TOY_RUNS } from './kind.ts';

const GENERATED = new URL('../../openapi/generated/', import.meta.url);

interface Schema {
  required?: string[];
  properties?: Record<string, object>;
  allOf?: Schema[];
}
interface Document {
  paths: Record<string, object>;
  components: Record<'schemas' | 'parameters' | 'responses', Record<string, object>>;
}

export async function contractsWithToys(): Promise<Record<'developer' | 'dashboard', ApiDocument>> {
  return { developer: await withToys('developer'), dashboard: await withToys('dashboard') };
}

async function withToys(api: string): Promise<ApiDocument> {
  const text = await readFile(new URL(`${api}.json`, GENERATED), 'utf8');
  const document = JSON.parse(withNames(JSON.stringify(JSON.parse(text)))) as Document;
  const { paths, components } = document;
  Object.assign(paths, toysIn(paths, /\/tool-runs(?!.*\/repeat)/));
  for (const part of [components.schemas, components.parameters, components.responses]) {
    Object.assign(part, toysIn(part, /ToolRun|^Tool(Filter|RunId)$/));
  }
  describeToys(components.schemas as Record<string, Schema>);
  for (const body of bodiesOf(paths)) body.examples = { 'toy-request': { value: EXAMPLE } };
  return document as unknown as ApiDocument;
}

/** In sets and patterns that name every kind: the kinds, their ids, scopes and pages, and what their runs are of. */
function withNames(json: string): string {
  return NAMES.reduce((text, namesOf) => {
    const names = KINDS.filter(({ kind }) => kind !== TOY_RUNS.kind).flatMap(namesOf);
    const all = [...names, ...namesOf(TOY_RUNS)];
    return text.replaceAll(quoted(names), quoted(all)).replaceAll(names.join('|'), all.join('|'));
  }, json);
}

const NAMES: ((kind: KindNames) => string[])[] = [
  ({ kind }) => [kind],
  ({ idPrefix }) => [idPrefix],
  ({ scope }) => [scope.replace(':run', ':read'), scope],
  ({ pages }) => [pages.path],
  ({ subject }) => [subject],
];

const quoted = (names: string[]) => names.map((name) => JSON.stringify(name)).join();

/** Copies of what is about tool runs. */
function toysIn(all: Record<string, object>, named: RegExp): Record<string, object> {
  const ofTools = Object.entries(all).filter(([name]) => named.test(name));
  const json = JSON.stringify(Object.fromEntries(ofTools), (key, value) =>
    key === 'examples' ? undefined : value,
  );
  const text = json
    .replaceAll(/Tool(?=Run|Filter)|(?<=Of)Tool/g, 'Toy')
    .replaceAll(/\btool(?=-runs|RunId)/g, 'toy')
    .replaceAll('tools:', 'toys:')
    .replaceAll('trun_', 'toy_')
    .replaceAll('"tool"', '"toy"');
  return JSON.parse(text) as Record<string, object>;
}

const EXAMPLE = { toy: 'sandbox/echo', text: 'Hello' };

function bodiesOf(paths: Record<string, object>): { examples?: object }[] {
  type Posted = { post?: { requestBody?: { content: Record<string, object> } } };
  return Object.entries(paths)
    .filter(([path]) => path.includes('/toy-runs'))
    .flatMap(([, { post }]: [string, Posted]) => Object.values(post?.requestBody?.content ?? {}));
}

const TEXT = { type: 'string', maxLength: 100_000, description: 'A text.' };
const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'A count.' };
const OF_TOOLS = [
  'toolVersion',
  'timeoutSeconds',
  'version',
  'input',
  'parent',
  'progress',
  'output',
];

function describeToys(schemas: Record<string, Schema>): void {
  const toys = Object.entries(schemas).filter(([name]) => name.includes('ToyRun'));
  for (const [, schema] of toys) {
    for (const part of [schema, ...(schema.allOf ?? [])]) {
      for (const name of OF_TOOLS) delete part.properties?.[name];
      if (part.required) part.required = part.required.filter((name) => !OF_TOOLS.includes(name));
    }
  }
  const { CreateToyRun, ToyRunLimits, ToyRun, ToyRunDetail, ToyRunUsage } = schemas;
  if (CreateToyRun && ToyRunLimits) {
    Object.assign(CreateToyRun.properties!, { text: TEXT });
    CreateToyRun.required = ['toy', 'text'];
    ToyRunLimits.required = ['feeBasisPoints'];
    ToyRunLimits.properties = { feeBasisPoints: ToyRunLimits.properties!.feeBasisPoints! };
  }
  Object.assign(ToyRun!.allOf![1]!.properties!, { heard: TEXT });
  if (ToyRunDetail) Object.assign(ToyRunDetail.properties!, { text: TEXT });
  Object.assign(ToyRunUsage!, { properties: { turns: COUNT, sounds: COUNT } });
}
