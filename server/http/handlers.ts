/**
 * What a handler is, derived from the generated operations: it takes the parts of a valid request, already
 * read by their grammars, and gives a status with the body and headers that the document has for it. An
 * operation without a handler does not compile. Handlers see no Express and no raw header.
 */
import type { operations } from '../../openapi/generated/developer.ts';
import type { Principal } from '../keys/index.ts';
import type { CodingMatcher, TagMatcher } from './request-headers.ts';

/** A handler for every operation that needs a key. */
export type Handlers = { [Id in KeyedOperation]: Handler<Id> };

/** Those that anybody may call are the service's own; see `service.ts`. */
export type OpenOperation =
  | 'getLiveness'
  | 'getReadiness'
  | 'getOpenApiDocument'
  | 'getDocs'
  | 'getProblemDocs';
export type KeyedOperation = Exclude<keyof operations, OpenOperation>;

export type Handler<Id extends keyof operations> = (
  input: Input<Id>,
) => Reply<Id> | Promise<Reply<Id>>;

export interface Input<Id extends keyof operations> {
  principal: Principal;
  params: Defined<operations[Id]['parameters']['path']>;
  query: Defined<operations[Id]['parameters']['query']>;
  body: BodyOf<operations[Id]>;
  /** The bare form of `Idempotency-Key`, on operations that need one. */
  requestKey: RequiresHeader<Id, 'Idempotency-Key'> extends true ? string : undefined;
  /** Seconds that the caller would wait, 0 to 50; undefined where it did not say. */
  waitSeconds: number | undefined;
  ifNoneMatch: TagMatcher | undefined;
  /** Whether the answer may be compressed in a form. */
  accepts: CodingMatcher;
  /** Well formed, or undefined. */
  traceparent: string | undefined;
  /** Fires when the caller has gone. */
  signal: AbortSignal;
  /** Fires when the process is about to stop: whoever waits should answer with what there is. */
  closing: AbortSignal;
}

/** One of the document's successful answers of the operation. */
export type Reply<Id extends keyof operations> = {
  [Status in SuccessOf<Id>]: {
    status: Status;
    headers?: Partial<Record<HeaderOf<operations[Id]['responses'][Status]>, string>>;
  } & ContentOf<operations[Id]['responses'][Status]>;
}[SuccessOf<Id>];

type SuccessOf<Id extends keyof operations> = Extract<
  keyof operations[Id]['responses'],
  200 | 201 | 202 | 204 | 303 | 304
>;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Body } }
  ? { body: Body }
  : Response extends { content: { 'text/html': string } }
    ? { page: Buffer }
    : { body?: undefined };

type BodyOf<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : undefined;

/** The names of documented headers, without the index signature beside them. */
type HeaderOf<Response> = Response extends { headers: infer Headers }
  ? keyof { [Name in keyof Headers as string extends Name ? never : Name]: true }
  : never;

type RequiresHeader<Id extends keyof operations, Name extends string> =
  operations[Id]['parameters']['header'] extends Record<Name, string> ? true : false;

type Defined<Parameters> = [NonNullable<Parameters>] extends [never]
  ? Record<string, never>
  : NonNullable<Parameters>;
