/**
 * The examples of the document, as Prism serves them: the named one of a status, with the document's example of each
 * header. `Prefer: example=NAME`, `Prefer: code=STATUS` or both choose one; for a name that the operation does not have,
 * the refusal lists those that it has. Nothing is invented.
 */
import prism from '@stoplight/prism-http';
import { pino } from 'pino';
import type { ApiDocument } from '../../server/platform/http/index.ts';
import { withNullsOfOtherRoles } from '../../server/platform/http/other-roles.ts';
import { type Fault, Problem, type ProblemCode } from '../../server/platform/lib/problem.ts';

type PrismOperation = Awaited<ReturnType<typeof prism.getHttpOperationsFromSpec>>[number];

/** An operation of the document, with the names of the examples of each status. */
export interface Operation {
  id: string;
  method: string;
  path: string;
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
  const operations = await prism.getHttpOperationsFromSpec(withNullsOfOtherRoles(document));
  return operations.map((operation) => ({
    id: operation.iid ?? operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    named: Object.fromEntries(
      (operation.request?.path ?? []).map(({ name, examples }) => [name, valuesOf(examples)[0]]),
    ),
    bodies: valuesOf(operation.request?.body?.contents?.[0]?.examples),
    answers: operation.responses.map(({ code, contents = [] }) => ({
      status: Number(code),
      examples: new Map(
        contents
          // The mock has no binary format.
          .filter(({ mediaType }) => mediaType !== 'application/x-protobuf')
          .flatMap(({ mediaType, examples = [] }) => examples.map(({ key }) => [key, mediaType])),
      ),
    })),
    prism: operation,
  }));
}

function valuesOf<Example extends object>(examples: Example[] = []): unknown[] {
  return examples.flatMap((example) => ('value' in example ? [example.value] : []));
}

/** The example that the mock answers with; the usual answer has the first one of the first status. */
interface Choice {
  operation: Operation;
  status: number;
  example: string | undefined;
  mediaType: string | undefined;
}

/** Whether a caller asks for an example. */
export function asksForExample(prefer: string | undefined): boolean {
  const { code, example } = wantedBy(prefer);
  return code !== undefined || example !== undefined;
}

/** The example that is asked for; throws a refusal that says which there are. */
export function choose(prefer: string | undefined, operation: Operation): Choice {
  const { id, answers } = operation;
  const { code, example } = wantedBy(prefer);
  const coded = code === undefined ? answers : answers.filter(({ status }) => `${status}` === code);
  const [answer] = coded;
  if (!answer) {
    throw missing(
      `${id} has no code=${code}`,
      answers.map(({ status }) => `${status}`),
    );
  }
  const choice = ({ status, examples }: Answer, name: string | undefined): Choice => ({
    ...{ operation, status, example: name, mediaType: examples.get(name ?? '') },
  });
  if (example === undefined) return choice(answer, answer.examples.keys().next().value);
  const named = coded.find(({ examples }) => examples.has(example));
  if (named) return choice(named, example);
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

const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

interface Played extends Choice {
  /** By their lower-case names. */
  headers: Record<string, string>;
  body: unknown;
}

/** Plays examples by Prism. */
export function createPlayer() {
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  const instance = prism.createInstance(
    { ...CONFIG, mock: { dynamic: false } },
    // Prism has its own type of a logger, with the level that is added here.
    { logger: logger as never },
  );

  return async (choice: Choice): Promise<Played> => {
    const { operation, status, example, mediaType } = choice;
    const mock = {
      ...{ dynamic: false, code: status },
      ...(example !== undefined && { exampleKey: example }),
      ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
    };
    const method = operation.prism.method as 'get';
    const request = { method, url: { path: operation.path } };
    const result = await instance.request(request, [operation.prism], { ...CONFIG, mock })();
    if (result._tag === 'Left') throw result.left;
    const { headers = {}, body } = result.right.output;
    return {
      ...choice,
      headers: Object.fromEntries(Object.entries(headers).flatMap(textual)),
      body,
    };
  };
}

/** A header without an example is null, and is not sent. */
function textual([name, value]: [string, unknown]): [string, string][] {
  return value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)]];
}

/** What a client relies on. */
export interface Asking {
  requestKey: string | undefined;
  waitSeconds: number | undefined;
  /** The run that the path names. */
  id: string | undefined;
  allow: string;
}

/** The example as the reply of a handler, with the values of the request. Throws the example of a refusal. */
export function replyWith({ status, headers: shown, body, mediaType }: Played, asking: Asking) {
  const headers = Object.fromEntries(
    Object.entries(shown).filter(([name]) => !SET_BY_THE_SERVICE.has(name)),
  );
  if (headers.allow) headers.allow = asking.allow;
  if (status >= 400) throw refusalOf(body as ShownProblem, headers);
  if (asking.waitSeconds === undefined) delete headers['preference-applied'];
  else if (headers['preference-applied'])
    headers['preference-applied'] = `wait=${asking.waitSeconds}`;
  if (mediaType === undefined) return { status, headers };
  if (typeof body === 'string') {
    const bytes = Buffer.from(body);
    return { status, headers, bytes, file: fileOf(bytes), mediaType };
  }
  if (!isRun(body)) return { status, headers, body };
  if (body.finishedAt !== undefined) delete headers['retry-after'];
  const { id = body.id, requestKey } = asking;
  for (const name of ['location', 'content-location']) {
    if (headers[name]) headers[name] = headers[name].replace(/[^/]*$/, id);
  }
  const run = { ...body, id, ...(requestKey !== undefined && { idempotencyKey: requestKey }) };
  return { status, headers, body: run };
}

/** The service knows better, and the mock compresses nothing. */
const SET_BY_THE_SERVICE = new Set([
  ...['x-request-id', 'x-content-type-options', 'vary', 'ratelimit', 'ratelimit-policy'],
  ...['content-encoding', 'content-type'],
]);

function refusalOf(
  { code, detail, errors = [], ...rest }: ShownProblem,
  headers: Record<string, string>,
): Problem {
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
