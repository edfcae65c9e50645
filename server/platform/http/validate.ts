/**
 * Validates requests, and responses if requested, against the OpenAPI document. Prepares the document for the
 * validator, and compiles an operation on first use. All apps of a process that serve the same document share one
 * validation.
 */

import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { parse as parseUrl } from 'node:url';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import compiled from '../../../openapi/generated/compiled.json' with { type: 'json' };
import { invariant } from '../lib/errors.ts';
import { NOT_FOUND, Problem } from '../lib/problem.ts';
import { codePoints } from '../lib/text.ts';
import { faultsOf } from './faults.ts';
import {
  type ApiDocument,
  expressPath,
  type Operation,
  type Parameter,
  withNullsOfOtherRoles,
} from './operations.ts';
import { invalidRequest } from './problems.ts';
import { exchangeOf } from './server.ts';

interface Validation {
  /** Validates the requests of the operation against its part of the document. */
  forOneOperation(operation: Operation): RequestHandler;
  /**
   * Whether `npm run generate` has compiled every operation of exactly this document. Any other document is compiled at
   * the start, so that a fault in it stops the start and fails no requests.
   */
  isKnownToCompile: boolean;
  /** Compiles the operation; rejects with the faults of the document. */
  compile(operation: Operation): Promise<void>;
}

const validations = new Map<string, Validation>();

export function validationOf(document: ApiDocument, responses: boolean): Validation {
  const digest = digestOf(document);
  const key = `${digest} ${responses}`;
  const known = validations.get(key);
  if (known) return known;
  const isKnownToCompile = Object.values(compiled).includes(digest);
  const validation = createValidation(document, { responses, isKnownToCompile });
  validations.set(key, validation);
  return validation;
}

/** SHA-256 of the document, in hexadecimal. */
export function digestOf(document: ApiDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Compiles every operation again; rejects with the faults of the document. */
export async function compileAll(
  document: ApiDocument,
  operations: readonly Operation[],
): Promise<void> {
  const { compile } = createValidation(document, { responses: true, isKnownToCompile: false });
  for (const operation of operations) await compile(operation);
}

function createValidation(
  document: ApiDocument,
  { responses, isKnownToCompile }: { responses: boolean; isKnownToCompile: boolean },
): Validation {
  const prepared = lazily(() => validatorDocument(document, { responses }));
  const validators = new Map<string, OperationValidators>();

  function validatorsOf(operation: Operation): OperationValidators {
    const known = validators.get(operation.id);
    if (known) return known;
    const open = (allErrors: boolean) =>
      lazily(async () =>
        openValidator(operationDocument(prepared(), operation), { allErrors, responses }),
      );
    const made = { thorough: open(true), quick: open(false) };
    validators.set(operation.id, made);
    return made;
  }

  return {
    isKnownToCompile,
    forOneOperation(operation) {
      const { thorough, quick } = validatorsOf(operation);
      const [all, first] = [operationValidator(thorough), operationValidator(quick)];
      return (req, res, next) => (isSmall(res) ? all : first)(req, res, next);
    },
    async compile(operation) {
      const { method, path } = operation;
      const handler = operationValidator(validatorsOf(operation).thorough);
      const error = await probe(handler, method.toUpperCase(), path.replaceAll(':', ''));
      // The request is expected to be invalid; any other error is a fault of the document.
      const isExpected = error instanceof Problem && error.code === 'invalid_request';
      if (error !== undefined && !isExpected) throw error;
    },
  };
}

/**
 * Collecting every fault takes time that grows with the square of their number: minutes, for a hostile body. So the
 * answer names all faults of a body of ordinary size, and the first fault of a large one.
 */
const COMMON_VALUES = 1_000;

function isSmall(res: Response): boolean {
  return (exchangeOf(res).bodyValues ?? 0) <= COMMON_VALUES;
}

/** The validators of one operation: one names every fault of a request, the other one the first. */
interface OperationValidators {
  thorough: () => Promise<Validator>;
  quick: () => Promise<Validator>;
}

/** The library and a validator each take a noticeable part of a start, so the first request loads them. */
function lazily<T>(make: () => T): () => T {
  let made: { of: T } | undefined;
  return () => {
    made ??= { of: make() };
    return made.of;
  };
}

interface Validator {
  /** Finds the operation of a request in the document, and then runs all `checks`. */
  all: RequestHandler[];
  checks: RequestHandler[];
  asProblem(error: unknown, body: unknown): unknown;
}

/**
 * The validator calls url.parse for each request. Until Node has warned about that function once, it inspects the stack
 * at each call to see whether a package made it, which takes longer than everything else in the validator. This code
 * triggers the warning and discards it, which saves 70 µs a request: Node does not show it for packages anyway.
 */
function passUrlParseWarning(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parseUrl('/');
  process.noDeprecation = noDeprecation;
}

/**
 * The validator counts the characters of each text that has limits, one by one: 1.4 ms for a prompt of 200,000
 * characters. `codePoints` returns the same number, and knows the length of ASCII at once. This holds for every schema
 * that the process compiles from then on.
 */
function countLengthsFast(): void {
  ucs2length.default = OWN_COUNT;
}

const OWN_COUNT = Object.assign((text: string) => codePoints(text), {
  code: ucs2length.default.code,
});

/**
 * Passes the parsed document to an internal function of the library. Its public function first compiles the schema of
 * OpenAPI documents, for each validator again, and never uses it with `validateApiSpec: false`: 100 ms of processor time
 * for each operation instead of 25.
 */
async function openValidator(
  { document, path, template, method }: OperationDocument,
  { allErrors, responses }: { allErrors: boolean; responses: boolean },
): Promise<Validator> {
  const { OpenApiValidator, BadRequest, NotFound } = await import(
    'express-openapi-validator/dist/openapi.validator.js'
  );
  passUrlParseWarning();
  countLengthsFast();
  const apiDoc = document as unknown as Spec['apiDoc'];
  const validator = new OpenApiValidator({
    apiSpec: apiDoc,
    validateApiSpec: false,
    validateRequests: { allErrors, discriminator: true },
    validateResponses: responses && { allErrors },
    validateSecurity: false,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  const pathParams = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => String(name));
  const route = { expressRoute: path, openApiRoute: template, method: method.toUpperCase() };
  const handlers = validator.installMiddleware(
    Promise.resolve({
      ...{ apiDoc, basePaths: [''], serial: 0 },
      routes: [{ ...route, basePath: '', pathParams }],
    }),
  );
  const all = handlers as unknown as RequestHandler[];
  const checks = all.filter(({ name }) => CHECKS.has(name));
  invariant(checks.length === (responses ? 2 : 1), 'the validator has the steps that are known');
  return {
    ...{ all, checks },
    asProblem(error, body) {
      if (error instanceof BadRequest) return invalidRequest(faultsOf(error.errors, body));
      return error instanceof NotFound ? new Problem('not_found', NOT_FOUND) : error;
    },
  };
}

/** The validator's steps after the look-up of the operation. */
const CHECKS = new Set(['requestMiddleware', 'responseMiddleware']);

/**
 * The validator for one operation. At each request, the library would try the patterns of all paths, and check every
 * parameter for a need to parse it. The router has already found the operation, and only query parameters are ever
 * parsed: so the result for the first request is reused for later ones, which saves half of the validator's 20 µs.
 */
function operationValidator(open: () => Promise<Validator>): RequestHandler {
  let validator: Validator | undefined;
  let found: Found | undefined;
  /** The validator compiles the checks of a content type, from all parameters, at the first request with it. */
  const compiledFor = new Set<string | undefined>();

  function check(known: Validator, req: Validated, res: Response, next: NextFunction): void {
    const { 'content-type': contentType } = req.headers;
    const isKnown = found !== undefined && compiledFor.has(contentType);
    if (isKnown) req.openapi = foundFor(req, found!);
    const steps = isKnown ? known.checks : known.all;
    let at = 0;
    const step = (error?: unknown): void => {
      const handler = error === undefined ? steps[at++] : undefined;
      if (handler) {
        handler(req, res, step);
      } else if (error !== undefined) {
        next(known.asProblem(error, req.body));
      } else {
        if (!isKnown) remember(req, contentType);
        next();
      }
    };
    step();
  }

  function remember({ openapi }: Validated, contentType: string | undefined): void {
    if (!openapi || compiledFor.size === MOST_CONTENT_TYPES) return;
    found ??= withoutHeaders(openapi);
    compiledFor.add(contentType);
  }

  return (req, res, next) => {
    if (validator) return check(validator, req, res, next);
    return open().then((opened) => {
      validator = opened;
      check(opened, req, res, next);
    }, next);
  };
}

const MOST_CONTENT_TYPES = 16;

type Validated = Request & { openapi?: Found };

/** The validator's metadata of a request whose operation it has found. */
interface Found {
  schema: { parameters?: { in: string }[] };
  pathParams: Record<string, unknown>;
}

/** The same for another request, with the values of its path. */
function foundFor({ params }: Request, found: Found): Found {
  const hasValues = Object.keys(found.pathParams).length > 0;
  return hasValues ? { ...found, pathParams: params } : found;
}

function withoutHeaders(found: Found): Found {
  const { schema } = found;
  const parameters = schema.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  return { ...found, schema: { ...schema, parameters } };
}

/** A request that never leaves the process, and the resulting error. */
function probe(handler: RequestHandler, method: string, url: string): Promise<unknown> {
  const req = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method, url, body: {} },
    headers: method === 'GET' ? {} : { 'content-type': 'application/json' },
  });
  const app = express();
  app.use(handler);
  return new Promise((resolve) => {
    app(req as never, new ServerResponse(req) as never, resolve);
  });
}

/*
 * The part of an OpenAPI document that one operation needs. At its first request, the validator walks over its whole
 * document and compiles it: with the complete document, that takes a second of CPU time.
 */

type Components = Record<string, Record<string, unknown>>;

interface OperationDocument extends Pick<Operation, 'method' | 'path'> {
  /** The document of this operation. It shares nothing with the complete one: the validator changes its input. */
  document: ApiDocument;
  /** The path as in the document, with `{id}`. */
  template: string;
}

function operationDocument(whole: ApiDocument, { method, path }: Operation): OperationDocument {
  const { paths, components, ...rest } = whole;
  const [template, item] = Object.entries(paths).find(([each]) => expressPath(each) === path)!;
  const { [method]: operation, parameters } = item;
  const kept = { [method]: operation, ...(parameters && { parameters }) };
  const document = {
    ...rest,
    paths: { [template]: kept },
    components: reachedFrom(kept, components as Components),
  };
  return { ...{ method, path, template }, document: structuredClone(document) };
}

const REFERENCE = /^#\/components\/(\w+)\/([^/]+)$/;

/**
 * The components that the node refers to, directly or indirectly. They keep their order, which determines how the
 * validator reads a discriminator. Throws if a reference leads nowhere.
 */
function reachedFrom(node: unknown, components: Components = {}): Components {
  const reached = new Set<unknown>();
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [reference, kind = '', name = ''] of references(next)) {
      const component = components[kind]?.[name];
      if (component === undefined) throw new Error(`${reference} leads nowhere`);
      if (reached.has(component)) continue;
      reached.add(component);
      waiting.push(component);
    }
  }
  const ofKind = (all: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(all).filter(([, component]) => reached.has(component)));
  return Object.fromEntries(Object.entries(components).map(([kind, all]) => [kind, ofKind(all)]));
}

function references(node: unknown): RegExpExecArray[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const reference = name === '$ref' && typeof value === 'string' ? REFERENCE.exec(value) : null;
    return reference ? [reference] : references(value);
  });
}

/*
 * An OpenAPI document in the form that the validator accepts: without text for people, which every compilation would
 * walk over, and with changes for what the validator does not support.
 */

function validatorDocument(
  document: ApiDocument,
  { responses }: { responses: boolean },
): ApiDocument {
  // Without a server's prefix: paths are complete, and a proxy adds any prefix.
  const { servers: _, tags: __, webhooks: ___, ...rest } = withNullsOfOtherRoles(document);
  const copy = withoutProse(rest) as ApiDocument;
  if (!responses) leaveOutResponses(copy);
  inlineParameters(copy);
  mend(copy);
  return copy;
}

/** Members of a schema, a parameter or an operation that do not affect validation. */
const PROSE = new Set(['description', 'summary', 'title', 'example', 'examples', 'tags']);
/** Members whose own members are named by the contract's author. */
const MAPS = new Set(['properties', 'schemas', 'parameters', 'headers', 'responses', 'paths']);
/** Members that contain values, not schemas. */
const VALUES = new Set(['default', 'const', 'enum']);
/** The prefix of extensions that are settings of the validator itself. */
const SETTING = 'x-eov-';

function withoutProse(node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutProse(item));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(
    ([name]) => isMap || name.startsWith(SETTING) || !(PROSE.has(name) || name.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      !isMap && VALUES.has(name) ? value : withoutProse(value, !isMap && MAPS.has(name)),
    ]),
  );
}

function leaveOutResponses({ paths, components }: ApiDocument): void {
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      if ('responses' in operation) Object.assign(operation, { responses: { 200: {} } });
    }
  }
  delete components?.responses;
}

/** The validator uses an operation's parameters unchanged: here, each gets its own location. */
function inlineParameters({ paths, components }: ApiDocument): void {
  const inlined = (parameter: Parameter) =>
    ('$ref' in parameter && components?.parameters?.[parameter.$ref.replace(PARAMETERS, '')]) ||
    parameter;
  for (const item of Object.values(paths)) {
    for (const holder of [item, ...Object.values(item)]) {
      if (!('parameters' in holder) || !Array.isArray(holder.parameters)) continue;
      holder.parameters = holder.parameters.map(inlined);
    }
  }
}

const PARAMETERS = '#/components/parameters/';

function mend(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  mendDiscriminator(node);
  mendParameter(node);
  Object.values(node).forEach(mend);
}

/** With `mapping`, every request fails, and without `type`, a message that is not an object passes. */
function mendDiscriminator(node: object): void {
  if (!('oneOf' in node) || !('discriminator' in node)) return;
  const { discriminator } = node;
  if (typeof discriminator === 'object' && discriminator && 'mapping' in discriminator) {
    delete discriminator.mapping;
    Object.assign(node, { type: 'object' });
  }
}

/** Otherwise the validator refuses `!`, `(` or a `+` for a space, which no URL library percent-encodes. */
function mendParameter(node: object): void {
  if ('in' in node && node.in === 'query') Object.assign(node, { allowReserved: true });
}
