/**
 * Code samples of every operation in three languages. A file of openapi/docs/samples says what the contract does not know,
 * such as the client's function for an operation; every other sample is generated from the operation and its examples. The
 * tests run all of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../fingerprint.ts';
import { type ContractDocument, operationsOf, type PlacedOperation } from './contract.ts';

/** The samples that are written by hand. */
export const samplesFolder = join(root, 'openapi', 'docs', 'samples');

/** The renderer colors a sample by its `lang`. */
export const LANGUAGES = [
  { lang: 'Shell', label: 'curl', extension: 'sh' },
  { lang: 'TypeScript', label: 'TypeScript', extension: 'ts' },
  { lang: 'Python', label: 'Python', extension: 'py' },
] as const;

type Extension = (typeof LANGUAGES)[number]['extension'];

export function sampleOf(document: ContractDocument, id: string, language: string): string {
  const file = join(samplesFolder, `${id}.${language}`);
  return existsSync(file)
    ? readFileSync(file, 'utf8').trimEnd()
    : generatedSample(document, id, language);
}

export function generatedSample(document: ContractDocument, id: string, language: string): string {
  const placed = operationsOf(document).find(({ operation }) => operation.operationId === id);
  const generate = GENERATORS[language as Extension];
  if (!placed || !generate) throw new Error(`there is no sample of ${id} in ${language}`);
  return generate(requestOf(document, placed));
}

/** A request that succeeds, and what comes back. */
interface SampleRequest {
  method: string;
  /** The path of the contract. */
  template: string;
  path: PathValue[];
  query: [name: string, value: unknown][];
  headers: [name: string, value: string][];
  body: unknown;
  answer: Answer;
  /** Whether it is read again until it is terminal. */
  isPolled: boolean;
  /** What to know before it is sent. */
  remark: string | undefined;
  isCompressed: boolean;
}

type Answer = 'json' | 'text' | 'page' | 'file' | 'nothing' | 'elsewhere';

interface PathValue {
  name: string;
  value: string;
  /** The variable of the environment with an id, which is different for each reader. */
  variable: string | undefined;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}

export function requestOf(
  document: ContractDocument,
  { method, path, operation }: PlacedOperation,
): SampleRequest {
  const parameters = (operation.parameters ?? []).map((each) => follow<Parameter>(document, each));
  const taken = (place: string) => parameters.filter((each) => each.in === place);
  const isPaged = taken('query').some(({ name }) => name === 'cursor');
  const waits = taken('header').some(({ name }) => name === 'Prefer');
  const takesKey = taken('header').some(({ name }) => name === 'Idempotency-Key');
  const hasKey = operation.security.length > 0;
  const [type = '', content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [example] = Object.values(content?.examples ?? {});
  const headers: [string, string][] = [];
  if (hasKey) headers.push(['Authorization', '']);
  if (type) headers.push(['Content-Type', type]);
  for (const { name, required, example: value } of taken('header')) {
    const isKey = name === 'Idempotency-Key';
    if (required)
      headers.push([name, String((isKey && requestKeyOf(document, operation)) || value)]);
  }
  if (waits) headers.push(['Prefer', 'wait=20']);
  const isRead = method === 'GET';
  return {
    ...{ method, template: path, headers, isPolled: waits && isRead },
    path: taken('path').map((each) => pathValue(path, each)),
    query: [
      ...taken('query').flatMap((each): [string, unknown][] =>
        each.required ? [[each.name, each.example]] : [],
      ),
      ...(isPaged ? [['limit', 20] as [string, unknown]] : []),
    ],
    body: example && follow<{ value: unknown }>(document, example).value,
    answer: answerOf(operation.responses),
    remark: takesKey
      ? 'Save the key first: a repeat with it does nothing twice.'
      : waits && !isRead
        ? 'Safe to repeat. Read it until state is completed or failed.'
        : undefined,
    isCompressed: 'Content-Encoding' in (operation.responses['200']?.headers ?? {}),
  };
}

function follow<T>(document: ContractDocument, node: unknown): T {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as T;
  const [, , kind = '', name = ''] = $ref.split('/');
  const components = document.components as unknown as Record<string, Record<string, T>>;
  return components[kind]?.[name] as T;
}

/** An id of the kind that the service makes, or a trace's. */
const ID = /^([a-z]+_[0-9a-z]{26}|[0-9a-f]{16}|[0-9a-f]{32})$/;

function pathValue(path: string, { name, example }: Parameter): PathValue {
  const value = String(example);
  if (!ID.test(value)) return { name, value, variable: undefined };
  const [, things = ''] = /([\w-]+)s\/\{id\}/.exec(path) ?? [];
  const what = name === 'id' ? things.replace(/^model-/, '') : name.replace(/Id$/, '');
  return { name, value, variable: `${what.replaceAll('-', '_').toUpperCase()}_ID` };
}

/** The request key in the example of an answer. */
function requestKeyOf(document: ContractDocument, { responses }: PlacedOperation['operation']) {
  const [content] = Object.values(succeeded(responses)?.content ?? {});
  const [example] = Object.values(content?.examples ?? {});
  return (
    example &&
    follow<{ value: { idempotencyKey?: string } }>(document, example).value.idempotencyKey
  );
}

function succeeded(responses: PlacedOperation['operation']['responses']) {
  return responses['200'] ?? responses['201'] ?? responses['202'];
}

function answerOf(responses: PlacedOperation['operation']['responses']): Answer {
  if ('204' in responses) return 'nothing';
  if ('303' in responses) return 'elsewhere';
  const [type = ''] = Object.keys(succeeded(responses)?.content ?? {});
  if (type === 'text/html') return 'page';
  if (type.startsWith('text/')) return 'text';
  return type === 'application/json' ? 'json' : 'file';
}

const GENERATORS: Record<Extension, (request: SampleRequest) => string> = { sh, ts, py };

function sh(request: SampleRequest): string {
  const { method, body, answer } = request;
  const flags = ['-sS', '--fail-with-body', ...(request.isCompressed ? ['--compressed'] : [])];
  if (method !== (body === undefined ? 'GET' : 'POST')) flags.push('-X', method);
  const url = `"$MODEL_RUN_BASE_URL${fill(request, (variable) => `$${variable}`)}"`;
  const lines = [
    `curl ${flags.join(' ')} ${url}`,
    ...request.headers.map(([name, value]) =>
      name === 'Authorization'
        ? '-H "Authorization: Bearer $MODEL_RUN_KEY"'
        : `-H '${name}: ${value}'`,
    ),
    ...END_OF_SHELL[answer].map((line) => line.replace('NAME', nameOf(request))),
  ];
  const text = body === undefined ? '' : literal(body, JSON_WORDS, 2);
  const hasQuote = text.includes("'");
  if (hasQuote) lines.push("--data-binary @- <<'EOF'");
  else if (text) lines.push(`-d '${text.replaceAll('\n', '\n  ')}'`);
  const remark = request.isPolled ? 'Repeat until state is completed or failed.' : request.remark;
  return [
    ...(remark ? [`# ${remark}`] : []),
    lines.join(' \\\n  '),
    ...(hasQuote ? [text, 'EOF'] : []),
  ].join('\n');
}

const END_OF_SHELL: Record<Answer, string[]> = {
  json: [],
  text: [],
  page: ['-o NAME'],
  file: ['-o NAME'],
  nothing: ["-w '%{http_code}\\n'"],
  elsewhere: ["-o /dev/null -w '%{redirect_url}\\n'"],
};

/** The name under which a reader keeps the answer. */
function nameOf({ path, template, answer }: SampleRequest): string {
  const last = path.at(-1)?.value ?? template.split('/').at(-1);
  return answer === 'page' ? `${last}.html` : String(last);
}

function py(request: SampleRequest): string {
  const { method, query, headers, body, answer, remark } = request;
  const path = fill(request, (variable) => `{os.environ['${variable}']}`, false);
  const usesVariable = path.includes('{');
  const others = Object.entries({
    query: Object.fromEntries(query),
    json: body,
    headers: Object.fromEntries(headers.filter(isOwnHeader)),
  }).filter(([, value]) => value !== undefined && Object.keys(value as object).length > 0);
  const args = [
    `"${method}"`,
    `${usesVariable ? 'f' : ''}"${path}"`,
    ...others.map(([name, value]) => `${name}=${literal(value, PYTHON_WORDS, 4, 8)}`),
  ];
  const line = `response = client.request(${args.join(', ')})`;
  const isLong = line.includes('\n') || line.length > WIDTH;
  const call = isLong
    ? ['response = client.request(', ...args.map((each) => indented(`${each},`)), ')']
    : [line];
  return [
    ...(usesVariable ? ['import os', ''] : []),
    'from model_run_client import Client',
    '',
    'with Client() as client:',
    ...[...(remark ? [`# ${remark}`] : []), ...call, `print(${END_OF_PYTHON[answer]})`].map(
      indented,
    ),
  ].join('\n');
}

/** The client adds the others. */
function isOwnHeader([name]: [name: string, value: string]): boolean {
  return name !== 'Authorization' && name !== 'Content-Type';
}

const DETAIL_IN_PYTHON = 'if response.is_success else response.json()["detail"]';
const END_OF_PYTHON: Record<Answer, string> = {
  json: `response.json() ${DETAIL_IN_PYTHON}`,
  text: 'response.text',
  page: `len(response.text) ${DETAIL_IN_PYTHON}`,
  file: `len(response.content) ${DETAIL_IN_PYTHON}`,
  nothing: `response.status_code ${DETAIL_IN_PYTHON}`,
  elsewhere: 'response.headers.get("Location", response.text)',
};

const indented = (line: string) => `    ${line}`;

function ts(request: SampleRequest): string {
  const { method, template, path, query, body, answer } = request;
  const headers = request.headers.filter(isOwnHeader);
  const params = [
    [
      'path',
      path.map(({ name, value, variable }) => [
        name,
        variable ? new Code(`process.env.${variable}!`) : value,
      ]),
    ],
    ['query', query],
    ['header', headers],
  ].flatMap(([place, values]) =>
    (values as unknown[]).length > 0
      ? [[place, Object.fromEntries(values as [string, unknown][])]]
      : [],
  );
  const options = {
    ...(params.length > 0 && { params: Object.fromEntries(params) }),
    ...(body !== undefined && { body }),
    ...PARSING[answer],
  };
  const given =
    Object.keys(options).length > 0
      ? `, ${literal(options, SCRIPT_WORDS, 2, 0, WIDTH_OF_ARGUMENT)}`
      : '';
  const result =
    answer === 'elsewhere' ? 'response' : answer === 'nothing' ? 'response, error' : 'data, error';
  return [
    "import { createClient } from 'model-run-client';",
    '',
    'const client = createClient();',
    '',
    `const { ${result} } = await client.${method}('${template}'${given});`,
    `console.log(${END_OF_SCRIPT[answer]});`,
  ].join('\n');
}

const PARSING: Partial<Record<Answer, object>> = {
  text: { parseAs: 'text' },
  page: { parseAs: 'text' },
  file: { parseAs: 'blob' },
  elsewhere: { redirect: 'manual' },
};

const END_OF_SCRIPT: Record<Answer, string> = {
  json: 'data ?? error.detail',
  text: 'data ?? error.detail',
  page: 'data?.length ?? error?.detail',
  file: 'data?.size ?? error?.detail',
  nothing: 'error?.detail ?? response.status',
  elsewhere: "response.headers.get('Location')",
};

/** The path with its values, and the query unless the code adds it. */
function fill(
  { template, path, query }: SampleRequest,
  variableOf: (name: string) => string,
  withQuery = true,
): string {
  const filled = path.reduce(
    (text, { name, value, variable }) =>
      text.replace(`{${name}}`, variable ? variableOf(variable) : encodeURIComponent(value)),
    template,
  );
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return withQuery && search.length > 0 ? `${filled}?${search.join('&')}` : filled;
}

/** An expression, not a text. */
class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** How a language writes a value. */
interface Words {
  yes: string;
  no: string;
  none: string;
  text(value: string): string;
  member(name: string): string;
  /** Whether the last line of several ends with a comma. */
  endsWithComma: boolean;
  padding: string;
}

const JSON_WORDS: Words = {
  ...{ yes: 'true', no: 'false', none: 'null', endsWithComma: false, padding: ' ' },
  text: (value) => JSON.stringify(value),
  member: (name) => `${JSON.stringify(name)}: `,
};
const PYTHON_WORDS: Words = {
  ...JSON_WORDS,
  ...{ yes: 'True', no: 'False', none: 'None', endsWithComma: true, padding: '' },
};
const SCRIPT_WORDS: Words = {
  ...JSON_WORDS,
  endsWithComma: true,
  text: (value) =>
    value.includes("'")
      ? JSON.stringify(value)
      : `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')}'`,
  member: (name) => (/^\w+$/.test(name) ? `${name}: ` : `'${name}': `),
};

const WIDTH = 90;
/** What follows a call of the client in its line. */
const WIDTH_OF_ARGUMENT = 60;

/** A value in one line if it fits, else with a line for each of its members. */
function literal(value: unknown, words: Words, step: number, indent = 0, width = WIDTH): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return words.text(value);
  if (value === null) return words.none;
  if (typeof value !== 'object')
    return value === true ? words.yes : value === false ? words.no : String(value);
  const isList = Array.isArray(value);
  const parts = (deeper: number) =>
    Object.entries(value).map(
      ([name, each]) =>
        `${isList ? '' : words.member(name)}${literal(each, words, step, deeper, width)}`,
    );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const padding = isList ? '' : words.padding;
  const line = `${open}${padding}${parts(Number.NEGATIVE_INFINITY).join(', ')}${padding}${close}`;
  const fits = !line.includes('\n') && line.length <= width - Math.max(indent, 0);
  if (fits || indent === Number.NEGATIVE_INFINITY || parts(0).length === 0) return line;
  const inner = ' '.repeat(indent + step);
  const lines = parts(indent + step).map((part) => `${inner}${part}`);
  const end = words.endsWithComma ? ',' : '';
  return `${open}\n${lines.join(',\n')}${end}\n${' '.repeat(indent)}${close}`;
}
