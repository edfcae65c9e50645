/**
 * The examples of the document as answers: the named one of a status, with the document's example of each header.
 * `Prefer: example=NAME`, `Prefer: code=STATUS` or both choose one; for a name that the operation does not have, the
 * refusal lists those that it has. Nothing is invented.
 */
import type { ApiDocument } from '../../server/platform/http/index.ts';
import { invariant } from '../../server/platform/lib/errors.ts';
import { type Fault, Problem, type ProblemCode } from '../../server/platform/lib/problem.ts';

/** An operation of the document, with its examples. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** The examples of the variables in its path, and of its body. */
  named: Record<string, unknown>;
  bodies: unknown[];
  answers: Answer[];
}

interface Answer {
  status: number;
  headers: Map<string, string>;
  /** By their names, in the order of the document. An answer without a body has none. */
  examples: Map<string, Example>;
}

interface Example {
  mediaType: string;
  value: unknown;
}

interface Described {
  operationId: string;
  parameters?: { in: string; name: string; example: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { headers?: Record<string, { example: unknown }>; content?: Content }>;
}
type Content = Record<string, { examples?: Record<string, { value: unknown }> }>;

export function readOperations(document: ApiDocument): Operation[] {
  const paths = followed(document.paths, document) as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => {
      const { operationId: id, parameters = [], requestBody, responses } = operation;
      const variables = parameters.filter((parameter) => parameter.in === 'path');
      return {
        ...{ id, path, method: method.toUpperCase() },
        named: Object.fromEntries(variables.map(({ name, example }) => [name, example])),
        bodies: examplesIn(requestBody?.content).map(([, { value }]) => value),
        answers: Object.entries(responses).map(([status, { headers = {}, content }]) => ({
          status: Number(status),
          headers: new Map(
            Object.entries(headers).map(([name, { example }]) => [name, `${example}`]),
          ),
          examples: new Map(examplesIn(content)),
        })),
      };
    }),
  );
}

function examplesIn(content: Content = {}): [string, Example][] {
  return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
    // The mock has no binary format.
    mediaType === 'application/x-protobuf'
      ? []
      : Object.entries(examples).map(([name, { value }]): [string, Example] => [
          name,
          { mediaType, value },
        ]),
  );
}

/** The part of the document with what it refers to in its place, except for schemas. */
function followed(part: unknown, document: ApiDocument): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => followed(each, document));
  if ('$ref' in part) {
    const names = String(part.$ref).split('/').slice(1);
    const target = names.reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      document,
    );
    return followed(target, document);
  }
  const members = Object.entries(part).map(([name, member]) => [
    name,
    ['schema', 'value'].includes(name) ? member : followed(member, document),
  ]);
  return Object.fromEntries(members);
}

/** The example that the mock answers with; the usual answer has the first one of the first status. */
interface Choice {
  answer: Answer;
  example: Example | undefined;
}

/** Whether a caller asks for an example. */
export function asksForExample(prefer: string | undefined): boolean {
  const { code, example } = wantedBy(prefer);
  return code !== undefined || example !== undefined;
}

/** The example that is asked for; throws a refusal that says which there are. */
export function choose(prefer: string | undefined, { id, answers }: Operation): Choice {
  const { code, example } = wantedBy(prefer);
  const coded = code === undefined ? answers : answers.filter(({ status }) => `${status}` === code);
  const [answer] = coded;
  if (!answer) {
    throw missing(
      `${id} has no code=${code}`,
      answers.map(({ status }) => `${status}`),
    );
  }
  if (example === undefined) return { answer, example: answer.examples.values().next().value };
  const named = coded.find(({ examples }) => examples.has(example));
  if (named) return { answer: named, example: named.examples.get(example) };
  const where = code === undefined ? id : `code=${code} of ${id}`;
  const names = coded.flatMap(({ examples }) => [...examples.keys()]);
  throw missing(`${where} has no example=${example}`, [...new Set(names)]);
}

function missing(what: string, known: string[]): Problem {
  const choice = known.length === 0 ? 'It has no examples.' : `Choose from: ${known.join(', ')}.`;
  const detail = `${what}. ${choice}`;
  const errors: Fault[] = [{ header: 'Prefer', detail, code: 'unknown' }];
  return new Problem('invalid_request', detail, { errors });
}

/** `code=422, example=x` and `code=422; example=x` are the same preference; the first of a repeated one counts. */
function wantedBy(prefer = ''): { code?: string; example?: string } {
  const pairs = prefer.split(/[,;]/).map((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  return Object.fromEntries(pairs.reverse());
}

/** What a client relies on. */
export interface Asking {
  requestKey: string | undefined;
  waitSeconds: number | undefined;
  /** The run that the path names. */
  id: string | undefined;
  allow: string;
}

/** The chosen example as the reply of a handler, with the values of the request. Throws the example of a refusal. */
export function replyWith({ answer, example }: Choice, asking: Asking) {
  const { status } = answer;
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !SET_BY_THE_SERVICE.has(name)),
  );
  if (headers.Allow) headers.Allow = asking.allow;
  if (status >= 400) throw refusalOf(example, headers);
  if (asking.waitSeconds === undefined) delete headers['Preference-Applied'];
  else if (headers['Preference-Applied'])
    headers['Preference-Applied'] = `wait=${asking.waitSeconds}`;
  if (!example) return { status, headers };
  const { mediaType, value } = example;
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return { status, headers, bytes, file: fileOf(bytes), mediaType };
  }
  if (!isRun(value)) return { status, headers, body: value };
  if (value.finishedAt !== undefined) delete headers['Retry-After'];
  const { id = value.id, requestKey } = asking;
  for (const name of ['Location', 'Content-Location'] as const) {
    if (headers[name]) headers[name] = headers[name].replace(/[^/]*$/, id);
  }
  const body = { ...value, id, ...(requestKey !== undefined && { idempotencyKey: requestKey }) };
  return { status, headers, body };
}

/** The service knows better, and the mock compresses nothing. */
const SET_BY_THE_SERVICE = new Set([
  ...['X-Request-Id', 'X-Content-Type-Options', 'Vary', 'RateLimit', 'RateLimit-Policy'],
  'Content-Encoding',
]);

function refusalOf(example: Example | undefined, headers: Record<string, string>): Problem {
  invariant(example, 'a refusal has an example');
  const { code, detail, errors = [], ...rest } = example.value as ShownProblem;
  const members = Object.entries(rest as Record<string, string>).filter(
    ([name]) => !OF_EVERY_PROBLEM.has(name),
  );
  return new Problem(code, detail, { errors, headers, members: Object.fromEntries(members) });
}

interface ShownProblem {
  code: ProblemCode;
  detail: string;
  errors?: Fault[];
}

const OF_EVERY_PROBLEM = new Set(['type', 'title', 'status', 'requestId']);

/** For an operation that sends files. */
async function* fileOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield bytes;
}

interface ShownRun {
  id: string;
  finishedAt?: string;
}

function isRun(body: unknown): body is ShownRun {
  return typeof body === 'object' && body !== null && 'state' in body && 'reservedAmount' in body;
}
