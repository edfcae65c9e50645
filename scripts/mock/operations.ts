/**
 * The operations of the document as the mock answers them: path, method, the requirements of a request, and the names
 * of the examples of each status. They are read once from the operations of Prism. Only this file knows the form of
 * those.
 */
import prism from '@stoplight/prism-http';
import { withNullsOfOtherRoles } from '../../server/platform/http/other-roles.ts';
import { invariant } from '../../server/platform/lib/errors.ts';

export type PrismOperation = Awaited<ReturnType<typeof prism.getHttpOperationsFromSpec>>[number];

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Whether the operation needs a key. */
  secured: boolean;
  /** The schema of the body, if there is one. */
  body: object | undefined;
  query: string[];
  answers: Answer[];
  prism: PrismOperation;
}

export interface Answer {
  status: number;
  /** The examples by name, in the order of the document. An answer without a body has none. */
  examples: Map<string, unknown>;
  /** The media types by the names of the examples. */
  mediaTypes: Map<string, string>;
}

export async function readOperations(document: object): Promise<Operation[]> {
  const operations = await prism.getHttpOperationsFromSpec(withNullsOfOtherRoles(document));
  return operations.map(describe);
}

export function operationNamed(operations: readonly Operation[], id: string): Operation {
  const operation = operations.find((each) => each.id === id);
  invariant(operation, `the document has ${id}`);
  return operation;
}

/** The examples of success of an operation, by name. */
export function readExamples(operations: readonly Operation[], id: string): Map<string, unknown> {
  return answerOf(operationNamed(operations, id), 200)?.examples ?? new Map();
}

export function answerOf({ answers }: Operation, status: number): Answer | undefined {
  return answers.find((answer) => answer.status === status);
}

/** Returns the status with its first example, which is the usual answer. */
export function first(answer: Answer | undefined): Choice {
  return { status: answer?.status ?? 200, example: answer?.examples.keys().next().value };
}

/** The example that the mock answers with. */
export interface Choice {
  status: number;
  example: string | undefined;
}

export type Found =
  | { kind: 'operation'; operation: Operation; params: string[] }
  | { kind: 'other method'; allow: string }
  | { kind: 'nowhere' };

/** Every operation with GET has HEAD, too. */
export function find(operations: Operation[], method: string, path: string): Found {
  const here = at(operations, path);
  if (here.length === 0) return { kind: 'nowhere' };
  const readMethod = method === 'HEAD' ? 'GET' : method;
  const operation = here.find((each) => each.method === readMethod);
  if (!operation) return { kind: 'other method', allow: allowOf(operations, path) };
  return { kind: 'operation', operation, params: paramsOf(operation, path) ?? [] };
}

export function allowOf(operations: Operation[], path: string): string {
  const methods = at(operations, path).map(({ method }) => method);
  return methods.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
}

/** A path without variables comes before one with them. */
function at(operations: Operation[], path: string): Operation[] {
  const exact = operations.filter((operation) => operation.path === path);
  return exact.length > 0 ? exact : operations.filter((each) => paramsOf(each, path));
}

function paramsOf({ path: template }: Operation, path: string): string[] | undefined {
  const names = template.split('/');
  const values = path.split('/');
  if (names.length !== values.length) return undefined;
  const isVariable = (name: string) => name.startsWith('{');
  if (!names.every((name, i) => name === values[i] || (isVariable(name) && values[i] !== '')))
    return undefined;
  return values.filter((_, i) => isVariable(names[i] ?? ''));
}

function describe(operation: PrismOperation): Operation {
  const { request, security } = operation;
  return {
    id: operation.iid ?? operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    secured: (security ?? []).some((schemes) => schemes.length > 0),
    body: request?.body?.contents?.[0]?.schema,
    query: (request?.query ?? []).map(({ name }) => name),
    answers: operation.responses.map(({ code, contents = [] }) => {
      // The mock has no binary format.
      const inWords = contents.filter(({ mediaType }) => mediaType !== 'application/x-protobuf');
      const examples = inWords.flatMap(({ mediaType, examples: all = [] }) =>
        all.map((example) => ({ mediaType, example })),
      );
      return {
        status: Number(code),
        examples: new Map(
          examples.map(({ example }) => [
            example.key,
            'value' in example ? example.value : undefined,
          ]),
        ),
        mediaTypes: new Map(examples.map(({ mediaType, example }) => [example.key, mediaType])),
      };
    }),
    prism: operation,
  };
}
