/**
 * The operations of an OpenAPI document in the form that the app serves: path, method, scopes or role, and whether
 * there is a body or a request key. The document is the only source; this code names no operation.
 */
import { invariant } from '../lib/errors.ts';

export interface ApiDocument {
  openapi: string;
  paths: Record<string, PathItem>;
  security?: SecurityRequirement[];
  components?: {
    parameters?: Record<string, Parameter>;
    securitySchemes?: Record<string, object>;
    [kind: string]: unknown;
  };
  [member: string]: unknown;
}

export interface Operation {
  id: string;
  method: Method;
  /** In Express's notation, with `:id` for `{id}`. */
  path: string;
  /** The scopes that a key must have; undefined if the operation needs no key. */
  scopes: string[] | undefined;
  /** The minimum role of a person, from `x-role`; undefined if the operation needs no role. */
  role: string | undefined;
  takesBody: boolean;
  /** The maximum size of its bodies if it is larger than that of the API, from `x-max-body-bytes`. */
  maxBodyBytes: number | undefined;
  /** How its handler reads the body itself; undefined if the body is JSON that the document describes. */
  rawBody: RawBodyRules | undefined;
  takesRequestKey: boolean;
  /** Whether its answer is a file that is created while it is sent. */
  isDownload: boolean;
}

export interface RawBodyRules {
  mediaTypes: string[];
  /** Of the encoded and the decoded body. */
  maxBytes: number;
  /** The content codings that it accepts. */
  codings: string[];
}

/** The operations of one path, in the order in which the router tries paths. */
interface Route {
  path: string;
  operations: Operation[];
  /** The value of `Allow`; HEAD is allowed wherever GET is. */
  allow: string;
}

type Method = (typeof METHODS)[number];
type SecurityRequirement = Record<string, string[]>;
export type Parameter = { name: string; in: string } | { $ref: string };
type PathItem = { parameters?: Parameter[] } & { [M in Method]?: OperationObject };
interface OperationObject {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, unknown> };
  responses?: { 200?: { content?: Record<string, unknown> } };
  'x-max-body-bytes'?: number;
  'x-raw-body'?: { maxBytes: number; codings: string[] };
  security?: SecurityRequirement[];
  'x-role'?: string;
}

/** The media types of files, as opposed to answers that the process has in memory. */
const FILES = ['application/octet-stream', 'application/x-ndjson', 'text/csv'];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function routesOf(document: ApiDocument): Route[] {
  // The router tries them one after another: the paths of a resource together, in the document's order.
  const resources = Object.keys(document.paths).map(resourceOf);
  const positionOf = (path: string) => resources.indexOf(resourceOf(path));
  return Object.entries(document.paths)
    .map(([template, item]) => {
      const path = expressPath(template);
      const operations = METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [describe(document, item, method, path, operation)] : [];
      });
      return { path, operations, allow: allowed(operations) };
    })
    .sort(
      (a, b) => positionOf(a.path) - positionOf(b.path) || variables(a.path) - variables(b.path),
    );
}

/** The beginning of a path: `/v1/developer/model-runs`, for all paths of model runs. */
function resourceOf(path: string): string {
  return path
    .split('/')
    .slice(0, 4)
    .join('/')
    .replace(/[:{].*/, '');
}

/** A path of the document in Express's notation. */
export function expressPath(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1');
}

function describe(
  document: ApiDocument,
  item: PathItem,
  method: Method,
  path: string,
  operation: OperationObject,
): Operation {
  invariant(operation.operationId, `${method} ${path} has an operationId`);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter) => resolve(document, parameter),
  );
  return {
    id: operation.operationId,
    method,
    path,
    scopes: scopesOf(operation.security ?? document.security ?? []),
    role: operation['x-role'],
    takesBody: operation.requestBody !== undefined,
    maxBodyBytes: operation['x-max-body-bytes'],
    rawBody: operation['x-raw-body'] && {
      ...operation['x-raw-body'],
      mediaTypes: Object.keys(operation.requestBody?.content ?? {}),
    },
    isDownload: FILES.some((type) => type in (operation.responses?.[200]?.content ?? {})),
    takesRequestKey: parameters.some(
      ({ name, in: location }) => location === 'header' && name.toLowerCase() === 'idempotency-key',
    ),
  };
}

function scopesOf(security: SecurityRequirement[]): string[] | undefined {
  invariant(security.length <= 1, 'an operation has one way to be authorised');
  return security[0] && Object.values(security[0]).flat();
}

function resolve(document: ApiDocument, parameter: Parameter): { name: string; in: string } {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.replace('#/components/parameters/', '');
  const target = document.components?.parameters?.[name];
  invariant(target && !('$ref' in target), `${parameter.$ref} is a parameter of the document`);
  return target;
}

function allowed(operations: Operation[]): string {
  return operations
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');
}

/** The router must try `/runs/limits` before `/runs/:id`. */
function variables(path: string): number {
  return path.split('/').filter((segment) => segment.startsWith(':')).length;
}

/*
 * A message may have null for a member that only messages of other roles have: programs with one type for all roles
 * send it, and it means absent. The contract uses a marker for this, because generators would otherwise give every role
 * the members of all; this code converts the marker into a schema for validators.
 */

/** Marks a union whose members differ by their role. */
const MARKER = 'x-null-of-other-roles';

interface Schema {
  properties?: Record<string, object>;
  oneOf?: { $ref: string }[];
  [MARKER]?: boolean;
}

/** A copy of the document in which each role also has the members of the others, as null. */
export function withNullsOfOtherRoles<Document extends object>(document: Document): Document {
  const copy: Document & { components?: { schemas?: Record<string, Schema> } } =
    structuredClone(document);
  const schemas = copy.components?.schemas ?? {};
  for (const union of Object.values(schemas).filter((schema) => schema[MARKER] === true)) {
    const roles = (union.oneOf ?? []).map(({ $ref }) => {
      const role = schemas[$ref.replace('#/components/schemas/', '')];
      invariant(role?.properties, `${$ref} is an object of the document`);
      return role;
    });
    const names = roles.flatMap(({ properties = {} }) => Object.keys(properties));
    const nulls = Object.fromEntries(names.map((name) => [name, { type: 'null' }]));
    const copies = roles.map((role) => ({ ...role, properties: { ...nulls, ...role.properties } }));
    Object.assign(union, { oneOf: copies });
  }
  return copy;
}
