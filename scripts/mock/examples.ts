/**
 * The examples of the document, as Prism serves them: the named one of a status, with the document's example of each
 * header. `Prefer: example=NAME`, `Prefer: code=STATUS` or both choose one; for a name that the operation does not have,
 * the refusal lists those that it has. Nothing is invented.
 */
import prism from '@stoplight/prism-http';
import { pino } from 'pino';
import { withNullsOfOtherRoles } from '../../server/platform/http/other-roles.ts';
import { invariant } from '../../server/platform/lib/errors.ts';

type PrismOperation = Awaited<ReturnType<typeof prism.getHttpOperationsFromSpec>>[number];

/** An operation of the document, with the names of the examples of each status. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Whether the operation needs a key. */
  secured: boolean;
  /** The examples of the variables in its path, in their order, and of its body. */
  named: string[];
  bodies: unknown[];
  answers: Answer[];
  prism: PrismOperation;
}

export interface Answer {
  status: number;
  /** The media types of the examples by name, in the order of the document. An answer without a body has none. */
  examples: Map<string, string>;
}

/** The example that the mock answers with; the usual answer has the first one of the first status. */
export interface Choice {
  status: number;
  example: string | undefined;
}

export interface Played {
  status: number;
  /** By their lower-case names. */
  headers: Record<string, string>;
  body: unknown;
}

export async function readOperations(document: object): Promise<Operation[]> {
  const operations = await prism.getHttpOperationsFromSpec(withNullsOfOtherRoles(document));
  return operations.map((operation) => ({
    id: operation.iid ?? operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    secured: (operation.security ?? []).some((schemes) => schemes.length > 0),
    named: valuesOf(operation.request?.path?.flatMap(({ examples = [] }) => examples.slice(0, 1))),
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

function valuesOf<Example extends object>(examples: Example[] = []): never[] {
  return examples.flatMap((example) => ('value' in example ? [example.value as never] : []));
}

/** A path without variables comes before one with them, and HEAD reads what GET does. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const ofMethod = operations.filter((operation) => operation.method === wanted);
  return ofMethod.find((each) => each.path === path) ?? ofMethod.find((each) => fits(each, path));
}

function fits({ path: template }: Operation, path: string): boolean {
  const [names, values] = [template.split('/'), path.split('/')];
  if (names.length !== values.length) return false;
  return names.every((name, i) => name === values[i] || (name.startsWith('{') && values[i] !== ''));
}

/** Whether a caller asks for an example. */
export function asksForExample(prefer: string | undefined): boolean {
  const { code, example } = wantedBy(prefer);
  return code !== undefined || example !== undefined;
}

/** The example that is asked for, or a sentence that says which there are. */
export function choose(prefer: string | undefined, { id, answers }: Operation): Choice | string {
  const { code, example } = wantedBy(prefer);
  const coded = code === undefined ? answers : answers.filter(({ status }) => `${status}` === code);
  if (coded.length === 0) {
    return missing(
      `${id} has no code=${code}`,
      answers.map(({ status }) => `${status}`),
    );
  }
  if (example === undefined) return first(coded[0]!);
  const answer = coded.find(({ examples }) => examples.has(example));
  if (answer) return { status: answer.status, example };
  const where = code === undefined ? id : `code=${code} of ${id}`;
  const names = coded.flatMap(({ examples }) => [...examples.keys()]);
  return missing(`${where} has no example=${example}`, [...new Set(names)]);
}

function first({ status, examples }: Answer): Choice {
  return { status, example: examples.keys().next().value };
}

function missing(what: string, known: string[]): string {
  const choice = known.length === 0 ? 'It has no examples.' : `Choose from: ${known.join(', ')}.`;
  return `${what}. ${choice}`;
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

export function createPlayer() {
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  const instance = prism.createInstance(
    { ...CONFIG, mock: { dynamic: false } },
    // Prism has its own type of a logger, with the level that is added here.
    { logger: logger as never },
  );

  return async (operation: Operation, choice: Choice): Promise<Played> => {
    const { status, example } = choice;
    const answer = operation.answers.find((each) => each.status === status);
    invariant(answer, `${operation.id} has the status ${status}`);
    const mediaType = answer.examples.get(example ?? '');
    const mock = {
      ...{ dynamic: false, code: status },
      ...(example !== undefined && { exampleKey: example }),
      ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
    };
    const method = operation.prism.method as 'get';
    const config = { ...CONFIG, mock };
    const result = await instance.request(
      { method, url: { path: operation.path } },
      [operation.prism],
      config,
    )();
    if (result._tag === 'Left') throw result.left;
    const { headers = {}, body } = result.right.output;
    return { status, headers: Object.fromEntries(Object.entries(headers).flatMap(textual)), body };
  };
}

/** A header without an example is null, and is not sent. Node's names of headers are lower case. */
function textual([name, value]: [string, unknown]): [string, string][] {
  return value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)]];
}
