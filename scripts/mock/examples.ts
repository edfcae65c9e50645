/**
 * The examples of the document, as Prism serves them: the named one of a status, with the document's example of each
 * header. `Prefer: example=NAME`, `Prefer: code=STATUS` or both choose one; for a name that the operation does not have,
 * the refusal lists those that it has. Nothing is invented.
 */
import prism, { type IHttpMockConfig } from '@stoplight/prism-http';
import type { Response } from 'express';
import { pino } from 'pino';
import type { ApiDocument } from '../../server/platform/http/index.ts';
import { routesOf, withNullsOfOtherRoles } from '../../server/platform/http/operations.ts';
import { type Fault, Problem, type ProblemCode } from '../../server/platform/lib/problem.ts';

type PrismOperation = Awaited<ReturnType<typeof prism.getHttpOperationsFromSpec>>[number];

/** An operation of the document, with the names of the examples of each status. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** The methods of its path. */
  allow: string;
  /** The examples of the variables in its path, and of its body. */
  named: Record<string, unknown>;
  bodies: unknown[];
  answers: Answer[];
  prism: PrismOperation;
}

interface Answer {
  status: number;
  /** The media types of the examples by name, in the order of the document. An answer without a body has none. */
  examples: Map<string, string>;
}

export async function readOperations(document: ApiDocument): Promise<Operation[]> {
  const routes = routesOf(document);
  const operations = await prism.getHttpOperationsFromSpec(withNullsOfOtherRoles(document));
  return operations.map((operation) => {
    const { iid: id = operation.id, method, path, request, responses } = operation;
    return {
      ...{ id, path, method: method.toUpperCase(), prism: operation },
      allow: routes.find((route) => route.operations.some((each) => each.id === id))!.allow,
      named: Object.fromEntries(
        (request?.path ?? []).map(({ name, examples }) => [name, valuesOf(examples)[0]]),
      ),
      bodies: valuesOf(request?.body?.contents?.[0]?.examples),
      answers: responses.map(({ code, contents = [] }) => ({
        status: Number(code),
        examples: new Map(
          contents
            // The mock has no binary format.
            .filter(({ mediaType }) => mediaType !== 'application/x-protobuf')
            .flatMap(({ mediaType, examples = [] }) => examples.map(({ key }) => [key, mediaType])),
        ),
      })),
    };
  });
}

function valuesOf<Example extends object>(examples: Example[] = []): unknown[] {
  return examples.flatMap((example) => ('value' in example ? [example.value] : []));
}

/** One row for each example of each operation. */
export function exampleTable(operations: Operation[], strong: (text: string) => string): string {
  const blocks = operations.map(({ method, path, answers }) => {
    const rows = answers.flatMap(({ status, examples }) => {
      const names = [...examples.keys()].map((name) => `, example=${name}`);
      return (names.length > 0 ? names : ['']).map(
        (name) => `  ${status}  Prefer: code=${status}${name}`,
      );
    });
    return [strong(`${method} ${path}`), ...rows].join('\n');
  });
  return blocks.join('\n\n');
}

/** Whether a caller asks for an example. */
export function asksForExample(prefer: string): boolean {
  const { code, example } = wantedBy(prefer);
  return code !== undefined || example !== undefined;
}

/**
 * What Prism is to play: the example that is asked for, or the first one of the first status. Throws a refusal that says
 * which there are.
 */
function choose(prefer: string, { id, answers }: Operation): IHttpMockConfig['mock'] {
  const { code, example } = wantedBy(prefer);
  const coded = answers.filter(({ status }) => code === undefined || `${status}` === code);
  if (coded.length === 0) {
    const statuses = answers.map(({ status }) => `${status}`);
    throw missing(`${id} has no code=${code}`, statuses);
  }
  const answer = coded.find(({ examples }) => example === undefined || examples.has(example));
  if (!answer) {
    const where = code === undefined ? id : `code=${code} of ${id}`;
    const names = coded.flatMap(({ examples }) => [...examples.keys()]);
    throw missing(`${where} has no example=${example}`, [...new Set(names)]);
  }
  const { status, examples } = answer;
  const [exampleKey] = example === undefined ? examples.keys() : [example];
  const named = exampleKey !== undefined && {
    ...{ exampleKey, mediaTypes: [examples.get(exampleKey)!] },
  };
  return { dynamic: false, code: status, ...named };
}

function missing(what: string, known: string[]): Problem {
  const choice = known.length === 0 ? 'It has no examples.' : `Choose from: ${known.join(', ')}.`;
  const detail = `${what}. ${choice}`;
  return new Problem('invalid_request', detail, { at: { header: 'Prefer', code: 'unknown' } });
}

/** `code=422, example=x` and `code=422; example=x` are the same preference; the first of a repeated one counts. */
function wantedBy(prefer: string): { code?: string; example?: string } {
  const pairs = prefer.split(/[,;]/).map((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  return Object.fromEntries(pairs.reverse());
}

const CONFIG: IHttpMockConfig = {
  ...{ checkSecurity: false, validateRequest: false, validateResponse: false, errors: false },
  isProxy: false,
  ...{ upstreamProxy: undefined, mock: { dynamic: false } },
};
// Prism has its own type of a logger, with this level.
const LOGGER = pino({ level: 'silent', customLevels: { success: 31 } }) as never;
const player = prism.createInstance(CONFIG, { logger: LOGGER });

/** What a handler has of a request. */
export interface Input {
  params: Record<string, string>;
  requestKey?: string;
  waitSeconds?: number;
  signal: AbortSignal;
}

/** The example as the reply of a handler, with the values of the request. Throws the example of a refusal. */
export async function playExample(
  operation: Operation,
  prefer: string,
  { params, requestKey, waitSeconds }: Input,
  res: Response,
) {
  const mock = choose(prefer, operation);
  const request = { method: operation.prism.method as 'get', url: { path: operation.path } };
  const result = await player.request(request, [operation.prism], { ...CONFIG, mock })();
  if (result._tag === 'Left') throw result.left;
  const { headers: shown = {}, body } = result.right.output;
  const headers = headersOf(shown);
  // What is refused before the key is known counts for no key.
  if (!('ratelimit' in headers)) {
    for (const name of ['RateLimit', 'RateLimit-Policy']) res.removeHeader(name);
  }
  for (const name of SET_BY_THE_SERVICE) delete headers[name];
  if (headers.allow) headers.allow = operation.allow;
  const { code: status = 200, mediaTypes: [mediaType] = [] } = mock;
  if (status >= 400) {
    const { code, detail, errors = [], ...rest } = body as ShownProblem;
    const members: Record<string, string> = rest;
    for (const name of ['type', 'title', 'status', 'requestId']) delete members[name];
    throw new Problem(code, detail, { errors, headers, members });
  }
  if (waitSeconds === undefined) delete headers['preference-applied'];
  else if (headers['preference-applied']) headers['preference-applied'] = `wait=${waitSeconds}`;
  if (mediaType === undefined) return { status, headers };
  if (typeof body === 'string') {
    const bytes = Buffer.from(body);
    return { status, headers, bytes, file: fileOf(bytes), mediaType };
  }
  if (!isRun(body)) return { status, headers, body };
  if (body.finishedAt !== undefined) delete headers['retry-after'];
  const { id = body.id } = params;
  for (const name of ['location', 'content-location']) {
    if (headers[name]) headers[name] = headers[name].replace(/[^/]*$/, id);
  }
  const run = { ...body, id, ...(requestKey !== undefined && { idempotencyKey: requestKey }) };
  return { status, headers, body: run };
}

/** By their lower-case names. A header without an example is null, and is not sent. */
function headersOf(shown: object): Record<string, string> {
  const given = Object.entries(shown).filter(([, value]) => (value ?? undefined) !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** The service knows better, and the mock compresses nothing. */
const SET_BY_THE_SERVICE = [
  ...['x-request-id', 'x-content-type-options', 'vary', 'ratelimit', 'ratelimit-policy'],
  ...['content-encoding', 'content-type'],
];

interface ShownProblem {
  code: ProblemCode;
  detail: string;
  errors?: Fault[];
}

/** For an operation that sends files. */
async function* fileOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield bytes;
}

function isRun(body: unknown): body is { id: string; finishedAt?: string } {
  return typeof body === 'object' && body !== null && 'state' in body && 'reservedAmount' in body;
}
