/**
 * Answers a request. Checks it in the same order as the service: path and method, key, preference, media type, JSON,
 * schema. Then it selects the example that is requested or that follows from earlier calls. Optional headers are sent
 * only when they apply.
 */
import { createDocs, type Docs } from '../../server/platform/http/docs.ts';
import { faultsOf } from './faults.ts';
import { allowOf, find, first, type Operation } from './operations.ts';
import { createPlayer } from './play.ts';
import { readPreference } from './preference.ts';
import { promptHeadersOf } from './prompts.ts';
import { createRefusals, isProblem, type Problem, type Refusal } from './refusals.ts';
import type { MockRequest, Play, Query } from './requests.ts';
import { createSequence } from './sequence.ts';

export interface Request {
  method: string;
  target: string;
  headers: Record<string, string>;
  /** The body; undefined if it is too long. */
  text: string | undefined;
  requestId: string;
}

export interface Reply {
  status: number;
  /** The headers by their lower-case names. */
  headers: Record<string, string>;
  body: unknown;
}

export interface AnswersOptions {
  document: { [member: string]: unknown };
  operations: Operation[];
  /** The address of the mock. */
  url: () => string;
  docs: Buffer | undefined;
}

export function createAnswers({ document, operations, url, docs }: AnswersOptions) {
  const { examples = {} } = document.components as { examples?: Record<string, object> };
  const refusals = createRefusals(examples);
  const sign = createSigner(operations, url);
  const play = createPlayer();
  const decide = createSequence(operations);
  const pageAt = docs && createDocs(docs);

  return async (request: Request): Promise<Reply> => {
    const answer = await answerTo(request);
    const reply = 'code' in answer ? replyOf(refusals.problem(answer), answer) : answer;
    return sign(reply, request);
  };

  async function answerTo(request: Request): Promise<Reply | Refusal> {
    const { method, target, headers } = request;
    const path = pathOf(target);
    const found = find(operations, method, path);
    if (found.kind === 'nowhere') return refusal('not_found', `There is nothing at ${path}.`);
    if (found.kind === 'other method') {
      const { allow } = found;
      const detail = `This path has no such method; it has ${allow}.`;
      return { ...refusal('method_not_allowed', detail), headers: { allow } };
    }
    const { operation, params } = found;
    if (operation.secured && !/^bearer +\S/i.test(headers.authorization ?? '')) return NO_KEY;
    const reading = readPreference(headers.prefer, operation);
    if (reading.kind === 'unknown') return wrongPreference(reading.sentence);
    const read = readBody(operation, request);
    if ('code' in read) return read;
    const query = queryOf(target);
    const { body } = read;
    return perform(
      { operation, params, query, headers, body, preference: reading.preference },
      path,
    );
  }

  async function perform(request: MockRequest, path: string): Promise<Reply | Refusal> {
    const { operation, query, headers, body } = request;
    const unknown = unknownName(request, refusals);
    if (unknown) return unknown;
    const unexpected = Object.keys(query).find((name) => !operation.query.includes(name));
    if (unexpected !== undefined) return unknownParameter(unexpected);
    const playRequest = { operation, path, query, headers, body };
    // Nothing reads the body before the schema is checked.
    const { violations } = await play({ ...playRequest, choice: first(operation.answers[0]) });
    if (violations.length > 0) return invalid(faultsOf(violations, operation, body));
    const decision = decide(request);
    if (decision.kind === 'refuse') return decision;
    const { choice } = decision;
    const played = await play({ ...playRequest, choice });
    if (operation.id === 'getDocs' && choice.status === 200 && pageAt) {
      return wholePage(pageAt(url()), played.headers);
    }
    return completed(request, decision, { ...played, status: choice.status });
  }

  function completed(request: MockRequest, decision: Play, reply: Reply): Reply {
    const { operation } = request;
    const { status } = decision.choice;
    const body =
      operation.id === 'getOpenApiDocument' && status === 200
        ? { ...document, servers: [{ url: url() }] }
        : (decision.body?.(reply.body) ?? reply.body);
    return { status, headers: headersOf(request, decision, { ...reply, body }), body };
  }
}

/** A path that names no guide and no problem does not exist, whatever the document's example says. */
function unknownName(
  { operation, params }: MockRequest,
  problems: { has(code: string): boolean },
): Refusal | undefined {
  const [name = ''] = params;
  if (operation.id === 'getGuide' && !name.endsWith('.md'))
    return refusal('not_found', `There is no guide ${name}.`);
  if (operation.id === 'getProblemDocs' && !problems.has(name))
    return refusal('not_found', `There is no problem with the code ${name}.`);
  return undefined;
}

async function wholePage(docs: Docs, headers: Reply['headers']): Promise<Reply> {
  const { bytes } = await docs.pageFor(() => false);
  const policy = { 'content-security-policy': docs.contentSecurityPolicy };
  return { status: 200, headers: { ...headers, ...policy }, body: bytes.toString() };
}

/** Returns the documented headers that this answer has, with the values of its body. */
function headersOf(
  { operation, params, preference }: MockRequest,
  { choice, isReplay, headers: own }: Play,
  reply: Reply,
): Reply['headers'] {
  const { body } = reply;
  const headers = { ...reply.headers };
  const { id, finishedAt } = (body ?? {}) as { id?: string; finishedAt?: string };
  for (const name of ['location', 'content-location'] as const) {
    const canned = headers[name];
    if (canned === undefined) continue;
    const location = id === undefined ? canned : `${operation.path.replace(/\/\{id\}.*/, '')}/`;
    headers[name] = location.replace(/[^/]*$/, id ?? params[0] ?? '');
  }
  Object.assign(headers, own, promptHeadersOf(headers, body));
  if (isProblem(body) && body.code === 'rate_limited' && headers.ratelimit) {
    headers.ratelimit = headers.ratelimit.replace(/r=\d+/, 'r=0');
  }
  if (!isReplay && choice.example !== 'run-replayed') delete headers['idempotent-replayed'];
  if (finishedAt !== undefined) delete headers['retry-after'];
  if (preference.wait === undefined) delete headers['preference-applied'];
  else if (headers['preference-applied']) headers['preference-applied'] = `wait=${preference.wait}`;
  return headers;
}

function replyOf(problem: Problem, { headers }: Refusal): Reply {
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      vary: 'Authorization, Prefer',
      ...headers,
    },
    body: problem,
  };
}

/** Gives every answer its own identifier, and makes addresses of problems point to the mock. */
function createSigner(operations: Operation[], url: () => string) {
  return ({ status, headers, body }: Reply, { target, requestId }: Request): Reply => {
    const sent: Reply['headers'] = {
      ...headers,
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
    };
    // Nothing is compressed here, and an answer without a body has no type.
    delete sent['content-encoding'];
    if (body === undefined) delete sent['content-type'];
    if (sent.allow) sent.allow = allowOf(operations, pathOf(target));
    if (!isProblem(body)) return { status, headers: sent, body };
    const type = `${url()}/problems/${body.code}`;
    return { status, headers: sent, body: { ...body, type, requestId } };
  };
}

/** A path with an invalid encoding is taken literally, as by the service; it then names nothing. */
function pathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

function queryOf(target: string): Query {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : values[0]!];
    }),
  );
}

function readBody(operation: Operation, { headers, text }: Request): { body: unknown } | Refusal {
  if (!operation.body) return { body: undefined };
  if (text === undefined) return refusal('payload_too_large', 'The mock reads 16 MiB at most.');
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) {
    const detail = 'The body must be sent as Content-Type: application/json.';
    const errors = [{ header: 'Content-Type', detail, code: 'unsupported' }];
    return { ...refusal('unsupported_media_type', detail), errors };
  }
  try {
    return { body: JSON.parse(text) as unknown };
  } catch (error) {
    return refusal('malformed_json', `The body is not JSON: ${(error as Error).message}`);
  }
}

function refusal(code: string, detail: string): Refusal {
  return { code, detail };
}

const NO_KEY: Refusal = {
  ...refusal('unauthorized', 'Send Authorization: Bearer <key>. The mock takes any key.'),
  headers: { 'www-authenticate': 'Bearer realm="model-run-api"' },
};

function wrongPreference(detail: string): Refusal {
  const errors = [{ header: 'Prefer', detail, code: 'unknown' }];
  return { ...refusal('invalid_request', detail), errors };
}

function unknownParameter(parameter: string): Refusal {
  const detail = 'is not a parameter of this operation';
  const errors = [{ parameter, detail, code: 'unknown' }];
  return { ...refusal('invalid_request', `${parameter} ${detail}.`), errors };
}

function invalid(errors: ReturnType<typeof faultsOf>): Refusal {
  const [fault] = errors;
  if (fault?.header === 'Idempotency-Key' && fault.code === 'required') {
    const detail =
      'Creating needs an Idempotency-Key header: a key of your choice, unique to the run.';
    return { code: 'idempotency_key_missing', detail, errors: [fault] };
  }
  const location = fault?.pointer ?? fault?.parameter ?? fault?.header ?? 'The request';
  const more = errors.length < 2 ? '' : `, and ${errors.length - 1} more`;
  const detail = `${location} ${fault?.detail ?? 'is not as documented'}${more}.`;
  return { code: 'invalid_request', detail, ...(errors.length > 0 && { errors }) };
}
