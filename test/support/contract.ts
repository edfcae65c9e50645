/**
 * Checks answers of the service against an OpenAPI document: the operation has this status, with this media type, body
 * and headers, and nothing undocumented. Remembers the statuses, headers and problem codes that it has seen, so that a
 * test can ask whether everything documented occurs. Trusts only the document. The named exports are those of the
 * developer API.
 */
import {
  type Contract as Api,
  dashboard,
  developer,
  isNode,
  type Node,
  operator,
  strings,
} from '../contract/document.ts';
import { createSchemas } from './contract-schemas.ts';

export interface Exchange {
  method: string;
  /** The target as in the request line. */
  target: string;
  status: number;
  headers: Headers;
  text: string;
  /** The required prefix of a problem's `type`. */
  publicUrl: string;
}

export interface Contract {
  /** Throws with everything that is not in the document, or differs from it. */
  check(exchange: Exchange): void;
  /** What has occurred. */
  seen(): Sightings;
}

export interface Sightings {
  /** `operationId status` */
  statuses: Set<string>;
  /** `operationId status header`, the header in lower case. */
  headers: Set<string>;
  /** `operationId status code` */
  codes: Set<string>;
}

export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  /** Undefined if the operation needs no key. */
  scopes: string[] | undefined;
  /** The lowest role of a person; undefined if the operation needs none. */
  role: string | undefined;
  takesBody: boolean;
  /** Set if its bodies may be larger than those of others. */
  maxBodyBytes: number | undefined;
  takesRequestKey: boolean;
  /** The required parameters of the query, with the document's examples. */
  query: Record<string, unknown>;
  responses: Map<number, Node>;
}

/** A checker of answers against this document. */
function holdTo({ document, at, follow }: Api) {
  const schemas = createSchemas(document);
  const faultCodes = new Set(
    strings(at('components', 'schemas', 'FaultCode')['x-extensible-enum']),
  );
  const operations: DocumentedOperation[] = Object.entries(at('paths')).flatMap(([path, item]) =>
    Object.entries(isNode(item) ? item : {}).flatMap(([method, node]) =>
      isNode(node) && 'operationId' in node ? [describeOperation(path, method, node)] : [],
    ),
  );

  function createContract(): Contract {
    const seen = createSightings();
    const requestIds = new Set<string>();

    function faultsOf(exchange: Exchange): string[] {
      const { method, target, status } = exchange;
      const operations = operationsOf(method, target);
      if (operations.length === 0) {
        // The page at the address of the deployment is outside of the contract.
        const isStart = pathOf(target) === '/' && ['GET', 'HEAD'].includes(method);
        if (isStart && status === 200) return [];
        return status === 404 ? faultsOfProblem(exchange) : ['no such path'];
      }
      return operations.flatMap((operation) => {
        const response = operation.responses.get(status);
        if (!response) return [`${operation.id} has no ${status}`];
        see(operation, response, exchange);
        return [
          ...faultsOfHeaders(exchange, response),
          ...faultsOfBody(exchange, response),
          ...(status < 400 ? [] : faultsOfProblem(exchange, response)),
        ];
      });
    }

    function see({ id }: DocumentedOperation, response: Node, exchange: Exchange): void {
      const { status, headers, text } = exchange;
      const name = `${id} ${status}`;
      seen.statuses.add(name);
      for (const header of headersOf(response).keys()) {
        if (headers.has(header)) seen.headers.add(`${name} ${header}`);
      }
      if (status >= 400 && text !== '') seen.codes.add(`${name} ${parse(text).code}`);
    }

    function faultsOfRequestId({ headers }: Exchange): string[] {
      const id = headers.get('x-request-id');
      if (id === null) return ['X-Request-Id is missing'];
      if (requestIds.has(id)) return [`X-Request-Id ${id} was used before`];
      requestIds.add(id);
      return [];
    }

    return {
      check(exchange) {
        const faults = [...faultsOf(exchange), ...faultsOfRequestId(exchange)];
        if (faults.length === 0) return;
        const { method, target, status, text } = exchange;
        throw new Error(
          `${method} ${target.slice(0, 200)} -> ${status} breaks the contract:\n${faults.join('\n')}\n${text.slice(0, 2_000)}`,
        );
      },
      seen: () => seen,
    };
  }

  /** Everything that the document says can occur. */
  function documented(): Sightings {
    const all = createSightings();
    for (const { id, responses } of operations) {
      for (const [status, response] of responses) {
        const name = `${id} ${status}`;
        all.statuses.add(name);
        for (const header of headersOf(response).keys()) all.headers.add(`${name} ${header}`);
        for (const code of codesOf(status, response)) all.codes.add(`${name} ${code}`);
      }
    }
    return all;
  }

  /** One operation; if the path lacks the method, all operations of the path: each documents 405. */
  function operationsOf(method: string, target: string): DocumentedOperation[] {
    const path = pathOf(target);
    const here = operations.filter((operation) => operation.path === path);
    const ofPath = here.length > 0 ? here : operations.filter((each) => matches(each.path, path));
    const readMethod = method === 'HEAD' ? 'GET' : method;
    const exact = ofPath.filter((operation) => operation.method === readMethod);
    return exact.length > 0 ? exact : ofPath;
  }

  /** The headers of a response by their lower-case names. */
  function headersOf(response: Node): Map<string, Node> {
    const headers = isNode(response.headers) ? response.headers : {};
    return new Map(
      Object.entries(headers).map(([name, node]) => [name.toLowerCase(), follow(node as Node)]),
    );
  }

  function faultsOfHeaders({ headers }: Exchange, response: Node): string[] {
    const documented = headersOf(response);
    const missing = [...documented]
      .filter(([name, header]) => header.required === true && !headers.has(name))
      .map(([name]) => `the header ${name} is missing`);
    const wrong = [...headers].flatMap(([name, value]) => {
      const header = documented.get(name);
      if (header) return schemas.header(name, value, header.schema as Node);
      return ALWAYS_ALLOWED.has(name) ? [] : [`the header ${name}: ${value} is not documented`];
    });
    return [...missing, ...wrong];
  }

  function faultsOfBody({ headers, method, text }: Exchange, response: Node): string[] {
    const documentedTypes = Object.entries(isNode(response.content) ? response.content : {});
    // The type of text that does not declare its encoding itself includes the charset.
    const type = headers.get('content-type')?.replace(ENCODED, '$1') ?? null;
    // If there are several, the request decides.
    const media = documentedTypes.find(([name]) => name === type) ?? documentedTypes[0];
    if (!media) {
      return [
        ...(text === '' ? [] : ['there is a body, and none is documented']),
        ...(type === null ? [] : [`Content-Type is ${type}, and there is to be no body`]),
      ];
    }
    const [documented, { schema }] = media as [string, { schema: Node }];
    const faults = type === documented ? [] : [`Content-Type is ${type}, not ${documented}`];
    if (method === 'HEAD') return [...faults, ...(text === '' ? [] : ['HEAD has a body'])];
    const isJson = /[/+]json$/.test(documented);
    return [...faults, ...(isJson ? schemas.json(text, schema) : schemas.text(text, schema))];
  }

  /** Rules for every problem, beyond its schema. */
  function faultsOfProblem(exchange: Exchange, response?: Node): string[] {
    const { headers, method, status, text, publicUrl } = exchange;
    const cache = headers.get('cache-control');
    const faults = cache === 'no-store' ? [] : [`Cache-Control is ${cache}, not no-store`];
    if (method === 'HEAD') return faults;
    const problem = parse(text);
    const { code } = problem;
    if (!response) faults.push(...schemas.json(text, at('components', 'schemas', 'Problem')));
    if (problem.status !== status) faults.push(`the member status is ${problem.status}`);
    if (problem.requestId !== headers.get('x-request-id')) faults.push('requestId is another');
    if (problem.type !== `${publicUrl}/problems/${code}`) faults.push(`type is ${problem.type}`);
    const codes = response ? codesOf(status, response) : ['not_found'];
    if (!codes.includes(String(code))) faults.push(`the code ${code} is not documented here`);
    for (const fault of Array.isArray(problem.errors) ? problem.errors : []) {
      if (!faultCodes.has(fault.code))
        faults.push(`the code ${fault.code} of a fault is not known`);
    }
    return faults;
  }

  function describeOperation(path: string, method: string, node: Node): DocumentedOperation {
    const security = (node.security ?? at('security')) as Record<string, unknown>[];
    const parameters = (Array.isArray(node.parameters) ? node.parameters : []).map(follow);
    return {
      id: String(node.operationId),
      method: method.toUpperCase(),
      path,
      scopes: security[0] && Object.values(security[0]).flatMap(strings),
      role: typeof node['x-role'] === 'string' ? node['x-role'] : undefined,
      takesBody: 'requestBody' in node,
      maxBodyBytes: numberIn(node['x-max-body-bytes']),
      takesRequestKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
      query: Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === 'query' && parameter.required === true)
          .map(({ name, example }) => [String(name), example]),
      ),
      responses: new Map(
        Object.entries(node.responses as Record<string, Node>).map(([status, response]) => [
          Number(status),
          follow(response),
        ]),
      ),
    };
  }

  return { operations, createContract, documented, headersOf };
}

/** Those of people. */
export const ofDashboard = holdTo(dashboard);
export const ofOperator = holdTo(operator);
export const { operations, createContract, documented, headersOf } = holdTo(developer);

function createSightings(): Sightings {
  return { statuses: new Set(), headers: new Set(), codes: new Set() };
}

const ENCODED = /^(text\/(?:plain|markdown|javascript)); charset=utf-8$/;

/** The documentation page has two addresses, as its description says. */
function pathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0]!;
  return path === '/docs/' ? '/docs' : path;
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`, 's').test(path);
}

/** The examples of a refusal are named after its possible codes. */
export function codesOf(status: number, response: Node): string[] {
  if (status < 400) return [];
  return Object.values(response.content as Record<string, { examples: Node }>).flatMap((media) =>
    Object.keys(media.examples),
  );
}

function parse(text: string): Node {
  try {
    const value: unknown = JSON.parse(text);
    return isNode(value) ? value : {};
  } catch {
    return {};
  }
}

/** Headers that any HTTP message may carry and that no API description lists. */
const ALWAYS_ALLOWED = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
