/**
 * What is generated of the Python client. The client that blocks is made from the one for event loops. The models are made
 * from the contract's document: a class for each object, a TypedDict for each object of a request, an alias for each set of
 * values or forms, and a TypedDict for the filters of each list. Members have Python's names; `wire_name` of the client
 * leads back. Sets stay open and bounds are left out, so that a client judges neither what a later service answers nor what
 * it accepts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  const?: string;
  enum?: (string | null)[];
  'x-extensible-enum'?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** What a member is written for: a model, or a dictionary that a caller passes. */
type Form = 'model' | 'dict';

const HEADING = '# Generated from the contract by scripts/python-client.ts. Never edit it.\n';

const PACKAGE = 'client/python/src/model_run_client';

/** The files of the Python client that are generated. It has the version of the TypeScript client. */
export function pythonFiles(root: string, json: string): { file: string; text: string }[] {
  const manifest = readFileSync(join(root, 'client/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const own = `${HEADING}\nVERSION = "${version}"\n\n${snakeNames(json)}`;
  const client = readFileSync(join(root, PACKAGE, '_async_client.py'), 'utf8');
  return [
    { file: join(root, PACKAGE, 'models.py'), text: pythonModels(json) },
    { file: join(root, PACKAGE, '_client.py'), text: blocking(client) },
    { file: join(root, PACKAGE, '_generated.py'), text: own },
  ];
}

/** What differs between the client for event loops and the one that blocks, word by word. */
const BLOCKING: [pattern: RegExp, replacement: string][] = [
  [
    /^"""[\s\S]*?"""\n/,
    '# Generated from _async_client.py by scripts/python-client.ts. Never edit it.\n',
  ],
  [/\bA client for asyncio and trio\./g, 'A client that blocks. Threads can share it.'],
  [/\bAsyncDriver\b/g, 'SyncDriver'],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\b(?:AsyncIterator, Awaitable, Callable)\b/g, 'Callable, Iterator'],
  [/\b(?:async|await) /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b__a(?=(?:enter|exit|iter)__)/g, '__'],
  [/\benter_async_context\b/g, 'enter_context'],
  [/\ba(?=(?:close|read|iter_bytes)\()/g, ''],
];

/** The text of `_client.py`. */
function blocking(text: string): string {
  return BLOCKING.reduce((sofar, [from, to]) => sofar.replace(from, to), text);
}

/** The text of `models.py`. */
function pythonModels(json: string): string {
  const document = JSON.parse(json) as Document;
  const { schemas } = document.components;
  const requested = requestedIn(document);
  const classes: string[] = [];
  const dicts: string[] = [];
  const aliases: string[] = [];
  const names: string[] = [];

  for (const name of inOrder(schemas)) {
    const schema = schemas[name]!;
    if (isPlain(schema)) continue;
    names.push(name);
    if (!isObject(schema)) {
      aliases.push(`${name}: TypeAlias = ${typeOf(without(schema, 'null'), 'model', schemas)}`);
    } else if (isMap(schema)) {
      aliases.push(`${name}: TypeAlias = ${typeOf(without(schema, 'null'), 'model', schemas)}`);
    } else {
      classes.push(classOf(name, schema, schemas));
    }
    if (!requested.has(name)) continue;
    names.push(`${name}Dict`);
    if (!isObject(schema) || isMap(schema)) {
      const type = typeOf(without(schema, 'null'), 'dict', schemas);
      aliases.push(`${name}Dict: TypeAlias = ${type}`);
    } else dicts.push(dictOf(`${name}Dict`, schema, schemas));
  }

  const queries = operationsOf(document).flatMap(({ operationId = '', parameters = [] }) => {
    const taken = parameters
      .map((each) => (each.$ref ? document.components.parameters[lastOf(each.$ref)]! : each))
      .filter((each) => each.in === 'query' && each.name !== 'cursor');
    const isList = operationId.startsWith('list') && taken.length > 0;
    if (!isList && operationId !== 'getExport') return [];
    const name = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Query`;
    names.push(name);
    return [queryOf(name, taken, schemas)];
  });

  return [
    HEADING,
    `# ruff: noqa\nfrom __future__ import annotations\n`,
    'from collections.abc import Mapping, Sequence',
    'from datetime import datetime',
    'from typing import Annotated, Any, Literal, TypeAlias\n',
    'from pydantic import Field',
    'from typing_extensions import NotRequired, Required, TypedDict\n',
    'from ._model import ContractModel, Moment\n',
    '# An object whose tag this version does not know stays as it is.',
    'FIRST = Field(union_mode="left_to_right")\n',
    `CONTRACT_VERSION = "${document.info.version}"\n`,
    ...classes,
    ...dicts,
    ...queries,
    ...aliases,
    '',
    `__all__ = [\n${[...names, 'CONTRACT_VERSION']
      .sort()
      .map((name) => `    "${name}",`)
      .join('\n')}\n]`,
    '',
  ].join('\n');
}

/** The wire names that are not in camel case. Python's names are the same. */
function snakeNamesOf(schemas: Record<string, Schema>): Set<string> {
  const kept = new Set<string>();
  JSON.stringify(schemas, (_, value: Schema | undefined) => {
    for (const name of Object.keys(value?.properties ?? {})) {
      if (name.includes('_')) kept.add(name);
    }
    return value;
  });
  return kept;
}

/** Whether Python's name of a member is also the wire name of another object's member. */
function isAmbiguous(member: string, schemas: Record<string, Schema>): boolean {
  return !member.includes('_') && snakeNamesOf(schemas).has(pythonName(member));
}

function snakeNames(json: string): string {
  const { schemas } = (JSON.parse(json) as Document).components;
  const lines = [...snakeNamesOf(schemas)].sort().map((name) => `        "${name}",`);
  return `SNAKE_NAMES = frozenset(\n    {\n${lines.join('\n')}\n    }\n)\n`;
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.values(paths).flatMap((path) => Object.values(path));
}

/** The schemas that requests can have. */
function requestedIn(document: Document): Set<string> {
  const found = new Set<string>();
  const visit = (schema: unknown) => {
    JSON.stringify(schema, (key, value: unknown) => {
      if (key !== '$ref' || typeof value !== 'string') return value;
      const name = lastOf(value);
      if (found.has(name)) return value;
      found.add(name);
      visit(document.components.schemas[name]);
      return value;
    });
  };
  for (const { requestBody } of operationsOf(document)) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) visit(schema);
  }
  return found;
}

/** Those that others are made of come first: bases, and the parts of aliases. */
function inOrder(schemas: Record<string, Schema>): string[] {
  const done = new Set<string>();
  const add = (name: string) => {
    if (done.has(name)) return;
    done.delete(name);
    const { allOf = [], oneOf = [], items, additionalProperties } = schemas[name]!;
    const parts = [...allOf, ...oneOf, ...(items ? [items] : []), additionalProperties];
    for (const part of parts) {
      JSON.stringify(part, (key, value: unknown) => {
        const isBelow = key === 'properties';
        if (key === '$ref' && typeof value === 'string') add(lastOf(value));
        return isBelow ? undefined : value;
      });
    }
    done.add(name);
  };
  for (const name of Object.keys(schemas)) add(name);
  return [...done];
}

const lastOf = (ref: string) => ref.split('/').at(-1)!;

const typesOf = ({ type = [] }: Schema) => [type].flat();

function without(schema: Schema, type: string): Schema {
  return { ...schema, type: typesOf(schema).filter((one) => one !== type) };
}

/** A text or a number that is written in place. */
function isPlain(schema: Schema): boolean {
  const { oneOf, enum: values } = schema;
  return !isObject(schema) && !oneOf && !values && !('x-extensible-enum' in schema);
}

function isObject(schema: Schema): boolean {
  return typesOf(schema).includes('object') && !schema.oneOf;
}

/** An object of any names. */
function isMap({ properties, allOf }: Schema): boolean {
  return !properties && !allOf;
}

function typeOf(schema: Schema, form: Form, schemas: Record<string, Schema>): string {
  const inner = (each: Schema) => typeOf(each, form, schemas);
  if (schema.$ref) return referred(lastOf(schema.$ref), form, schemas);
  const isNullable = typesOf(schema).includes('null');
  const or = (type: string) => (isNullable && !type.endsWith('| None') ? `${type} | None` : type);
  if (schema.const !== undefined) return or(`Literal[${quoted(schema.const)}]`);
  const open = schema['x-extensible-enum'];
  if (open) return or(`Literal[${open.map(quoted).join(', ')}] | str`);
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null).map(quoted);
    return or(`Literal[${values.join(', ')}]${form === 'model' ? ' | str' : ''}`);
  }
  if (schema.oneOf) {
    const parts = [...new Set(schema.oneOf.map(inner))].join(' | ');
    const isTagged = form === 'model' && 'discriminator' in schema;
    return or(isTagged ? `Annotated[${parts} | dict[str, Any], FIRST]` : parts);
  }
  const [type] = typesOf(schema).filter((one) => one !== 'null');
  switch (type) {
    case 'string':
      if (schema.format !== 'date-time') return or('str');
      return or(form === 'model' ? 'Moment' : 'datetime | str');
    case 'integer':
      return or('int');
    case 'number':
      return or('float');
    case 'boolean':
      return or('bool');
    case 'array': {
      const items = schema.items ? inner(schema.items) : 'Any';
      return or(form === 'model' ? `list[${items}]` : `Sequence[${items}]`);
    }
    case 'object': {
      const { additionalProperties: more } = schema;
      const values = typeof more === 'object' ? inner(more) : 'Any';
      return or(form === 'model' ? `dict[str, ${values}]` : `Mapping[str, ${values}]`);
    }
    default:
      throw new Error(`The generator of Python knows no type ${type}.`);
  }
}

function referred(name: string, form: Form, schemas: Record<string, Schema>): string {
  const schema = schemas[name]!;
  const isNullable = typesOf(schema).includes('null');
  const or = (type: string) => (isNullable ? `${type} | None` : type);
  if (isPlain(schema)) return typeOf(schema, form, schemas);
  if (form === 'model') return or(name);
  return or(isObject(schema) && !isMap(schema) ? `${name} | ${name}Dict` : `${name}Dict`);
}

interface Members {
  base: string | undefined;
  description: string | undefined;
  properties: [name: string, schema: Schema, isRequired: boolean][];
}

function membersOf(schema: Schema): Members {
  const [first, ...others] = schema.allOf ?? [];
  const base = first?.$ref && lastOf(first.$ref);
  const own = [schema, ...(base ? others : (schema.allOf ?? []))];
  const required = new Set(own.flatMap((each) => each.required ?? []));
  const properties = own.flatMap((each) => Object.entries(each.properties ?? {}));
  return {
    base,
    description: schema.description,
    properties: properties.map(([name, each]) => [name, each, required.has(name)]),
  };
}

function classOf(name: string, schema: Schema, schemas: Record<string, Schema>): string {
  const { base = 'ContractModel', description, properties } = membersOf(schema);
  const lines = properties.flatMap(([member, each, isRequired]) => {
    const own = typeOf(each, 'model', schemas);
    const optional = isRequired || own.endsWith('| None') ? own : `${own} | None`;
    const type = isAmbiguous(member, schemas)
      ? `Annotated[${optional}, Field(validation_alias="${member}", serialization_alias="${member}")]`
      : optional;
    return [
      `    ${pythonName(member)}: ${type}${isRequired ? '' : ' = None'}`,
      ...docstring(each.description),
    ];
  });
  const doc = docstring(description);
  if (lines.length + doc.length === 0) lines.push('    pass');
  return [`\nclass ${name}(${base}):`, ...doc, ...lines, ''].join('\n');
}

function dictOf(name: string, schema: Schema, schemas: Record<string, Schema>): string {
  const { description, properties } = membersOf(schema);
  const lines = properties.map(([member, each, isRequired]) =>
    entry(pythonName(member), typeOf(each, 'dict', schemas), isRequired),
  );
  return [`\nclass ${name}(TypedDict):`, ...docstring(description), ...lines, ''].join('\n');
}

function queryOf(name: string, taken: Parameter[], schemas: Record<string, Schema>): string {
  const lines = taken.map(({ name: parameter, schema, required = false }) => {
    if (isAmbiguous(parameter, schemas))
      throw new Error(`Two parameters are ${parameter} in Python.`);
    const { items } = schema;
    // Labels are written as `name:value`, which the client does.
    if (parameter === 'metadata') return entry(parameter, 'Mapping[str, str]', required);
    const one = typeOf(items ?? schema, 'dict', schemas);
    const open = (items ?? schema).enum ? `${one} | str` : one;
    const type = items ? `${open} | Sequence[${open}]` : open;
    return entry(pythonName(parameter), type, required);
  });
  return [`\nclass ${name}(TypedDict):`, ...lines, ''].join('\n');
}

function entry(name: string, type: string, isRequired: boolean): string {
  return `    ${name}: ${isRequired ? 'Required' : 'NotRequired'}[${type}]`;
}

/** Words of Python, and what pydantic's models have themselves. */
const TAKEN = ['from', 'schema', 'json', 'copy', 'dict', 'validate', 'construct'];

function pythonName(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return TAKEN.includes(snake) ? `${snake}_` : snake;
}

function docstring(text: string | undefined): string[] {
  if (!text) return [];
  const escaped = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const lines = escaped.split('\n').map((line) => (line === '' ? '' : `    ${line}`));
  const end = escaped.includes('\n') || escaped.endsWith('"') ? ['    """'] : [];
  lines[0] = `    """${escaped.split('\n')[0]}`;
  if (end.length === 0) lines[lines.length - 1] += '"""';
  return [...lines, ...end];
}

const quoted = (text: string | null) => JSON.stringify(text);
