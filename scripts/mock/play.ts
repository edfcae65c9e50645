/**
 * Gets one answer from Prism: the named example of a status with the document's example of each header, and the faults
 * that Prism finds in the request. It never invents data, and knows nothing of HTTP connections.
 */
import prism from '@stoplight/prism-http';
import { pino } from 'pino';
import type { Violation } from './faults.ts';
import type { Choice, Operation } from './operations.ts';

export interface Played {
  headers: Record<string, string>;
  body: unknown;
  violations: Violation[];
}

export interface PlayRequest {
  operation: Operation;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: unknown;
  choice: Choice;
}

const CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
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

  return async (request: PlayRequest): Promise<Played> => {
    const { operation, path, query, headers, body, choice } = request;
    const { accept: _, prefer: __, ...others } = headers;
    const mock = {
      dynamic: false,
      code: choice.status,
      ...keyOf(choice),
      ...mediaOf(operation, choice),
    };
    const method = operation.prism.method as 'get';
    const input = { method, url: { path, query }, headers: others, body };
    const result = await instance.request(input, [operation.prism], { ...CONFIG, mock })();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return {
      headers: Object.fromEntries(Object.entries(output.headers ?? {}).flatMap(textual)),
      body: output.body,
      violations: validations.input,
    };
  };
}

function keyOf({ example }: Choice) {
  return example === undefined ? {} : { exampleKey: example };
}

/** Returns the media type that has the example. */
function mediaOf({ answers }: Operation, { status, example = '' }: Choice) {
  const mediaType = answers.find((answer) => answer.status === status)?.mediaTypes.get(example);
  return mediaType === undefined ? {} : { mediaTypes: [mediaType] };
}

/** A header without an example is null, and is not sent. Node's names of headers are lower case. */
function textual([name, value]: [string, unknown]): [string, string][] {
  return value === null || value === undefined ? [] : [[name.toLowerCase(), String(value)]];
}
