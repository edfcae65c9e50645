/**
 * The type of a handler, derived from the generated operations of an API: it takes the parsed parts of a valid request,
 * and returns a status with the body and headers that the document defines for it. An operation without a handler does
 * not compile. Handlers see neither Express nor raw headers.
 */
import type { ServiceSpan } from '../telemetry/tracer.ts';
import type { FileMaker } from './downloads.ts';
import type { ProblemDocument } from './problems.ts';
import type {
  CodingMatcher,
  ConditionMatcher,
  RangeRequest,
  TagMatcher,
} from './request-headers.ts';
import type { RateWindow, RawBody } from './server.ts';

/** The refusal of a part of a request, in the form of the refusal of a whole one. */
export interface PartialRefusal {
  problem: ProblemDocument;
  retryAfterSeconds?: number;
}

/** `Caller` is what the API's gate derives from the sender of the request. */
export type HandlerOf<Ops, Id extends keyof Ops, Caller> = (
  input: InputOf<Ops, Id, Caller>,
) => ReplyOf<Ops, Id> | Promise<ReplyOf<Ops, Id>>;

export interface InputOf<Ops, Id extends keyof Ops, Caller> {
  principal: Caller;
  /** The caller's use of the rate of requests; undefined if it is not counted. */
  rate: RateWindow | undefined;
  params: Defined<ParametersOf<Ops[Id], 'path'>>;
  query: Defined<ParametersOf<Ops[Id], 'query'>>;
  body: BodyOf<Ops[Id]>;
  /** The body with everything that JSON.parse loses; see `platform/lib/json.ts`. */
  exactBody: unknown;
  /** The bytes of the body, on operations whose handler reads them itself; `body` is then empty. */
  rawBody: RawBody | undefined;
  /** The proof of where the body comes from, on operations whose sender signs it. */
  signature: string | undefined;
  /** The bare form of `Idempotency-Key`, on operations that need one. */
  requestKey: RequiresHeader<Ops[Id], 'Idempotency-Key'> extends true ? string : undefined;
  /** Seconds that the caller wants to wait, 0 to 50; undefined if it did not say. */
  waitSeconds: number | undefined;
  ifNoneMatch: TagMatcher | undefined;
  ifMatch: ConditionMatcher | undefined;
  /** The part of a file that the caller wants; undefined if it wants all of it. */
  range: RangeRequest | undefined;
  /** Whether the answer may be compressed with this encoding. */
  accepts: CodingMatcher;
  /** Well formed, or undefined. */
  traceparent: string | undefined;
  /** The problem that would have refused this part of the request alone. Logs our own faults. */
  refusalOf: (error: unknown) => PartialRefusal;
  /** For this many requests in the body, at the pointer; throws the refusal of too many. */
  countAll: (requests: number, pointer: string) => Promise<void>;
  /** The service span of the request; undefined if none is recorded. */
  span: ServiceSpan | undefined;
  /** Fires when the caller has gone. */
  signal: AbortSignal;
  /** Fires when the process is about to stop: a waiting handler should answer with the current state. */
  closing: AbortSignal;
  /** Drops `body` and `exactBody`, which are undefined from then on. For a handler that no longer needs them and waits. */
  forgetBody: () => void;
}

/** One of the document's successful answers of the operation. */
export type ReplyOf<Ops, Id extends keyof Ops> = {
  [Status in SuccessOf<Ops[Id]>]: {
    status: Status;
    headers?: HeadersOf<ResponsesOf<Ops[Id]>[Status]>;
  } & ContentOf<ResponsesOf<Ops[Id]>[Status]>;
}[SuccessOf<Ops[Id]>];

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

type SuccessOf<Operation> = Extract<
  keyof ResponsesOf<Operation>,
  200 | 201 | 202 | 204 | 206 | 303 | 304
>;

type ContentOf<Response> = Response extends {
  content: { 'application/json': infer Body; 'application/x-protobuf': string };
}
  ? { body: Body } | { bytes: Buffer }
  : Response extends { content: { 'application/yaml': string } }
    ? { text: Buffer; mediaType: keyof Response['content'] }
    : Response extends { content: { 'application/json': infer Body } }
      ? { body: Body }
      : Response extends { content: { 'application/gzip': string } }
        ? { bytes: Buffer; mediaType: keyof Response['content'] }
        : Response extends { content: { 'text/html': string } | { 'text/plain': string } }
          ? { text: Buffer; mediaType: keyof Response['content'] }
          : Response extends { content: { 'application/x-ndjson': string } }
            ? { file: FileMaker; mediaType: keyof Response['content'] }
            : Response extends { content: { 'text/csv': string } }
              ? { file: FileMaker }
              : Response extends { content: { 'application/octet-stream': string } }
                ? { file: FileMaker; mediaType: 'application/octet-stream'; length?: number }
                : { body?: undefined };

type BodyOf<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : undefined;

/** Documented headers. An answer may have several cookies, and one of each other header. */
type HeadersOf<Response> = {
  [Name in HeaderOf<Response>]?: Name extends 'Set-Cookie' ? string[] : string;
};

/** The names of documented headers, without the index signature beside them. */
type HeaderOf<Response> = Response extends { headers: infer Headers }
  ? keyof { [Name in keyof Headers as string extends Name ? never : Name]: true }
  : never;

type RequiresHeader<Operation, Name extends string> =
  ParametersOf<Operation, 'header'> extends Record<Name, string> ? true : false;

type ParametersOf<Operation, Location extends string> = Operation extends {
  parameters: { [P in Location]?: infer Parameters };
}
  ? Parameters
  : never;

type Defined<Parameters> = [NonNullable<Parameters>] extends [never]
  ? Record<string, never>
  : NonNullable<Parameters>;
