/**
 * Adds to the documents what follows from what an operation says already: the headers of its answers, and the refusals that
 * any operation of its kind can meet; and what follows from the list of kinds of runs. What an operation says itself is
 * left as it is. openapi/README.md tells authors about it. A preprocessor: the linter and the bundler both read its result.
 */
import { basename, dirname, join, relative } from 'node:path';
import { nameKinds } from './kinds.ts';
import { type Context, isNode, listIn, type Node, nodeIn, type Rule } from './visitor.ts';

/** What the standards depend on. */
interface Described {
  /** Whether it takes a key, or a session. */
  isGuarded: boolean;
  isRead: boolean;
  takesBody: boolean;
  /** Whether it gives a list in pages. */
  isPaged: boolean;
  /** Whether its path names one thing. */
  namesOne: boolean;
  role: unknown;
}

/** References are from the folder of the root document. Entries that are false are left out. */
interface Standards {
  /** The file with the refusals; their examples are beside it. */
  shared: string;
  parameters(operation: Described): string[];
  headers(operation: Described): Record<string, string | false>;
  refusals(operation: Described): Record<number, string | false>;
  /** The headers of a refusal. */
  refusalHeaders(refusal: Node): Record<string, string | false>;
}

const DEVELOPER = 'shared/developer.yaml';
const DASHBOARD = 'shared/dashboard.yaml';
const inDeveloper = (kind: string) => (name: string) => `${DEVELOPER}#/${kind}/${name}`;
const header = inDeveloper('headers');

const OF_EVERY_ANSWER = {
  'X-Request-Id': header('XRequestId'),
  'X-Content-Type-Options': header('ContentTypeOptions'),
};

const developer: Standards = {
  shared: DEVELOPER,
  parameters: ({ isGuarded }) => (isGuarded ? [inDeveloper('parameters')('Traceparent')] : []),
  headers: ({ isGuarded }) => ({
    ...OF_EVERY_ANSWER,
    'Cache-Control': header(isGuarded ? 'CacheControl' : 'CacheControlNoStore'),
    Vary: isGuarded && header('Vary'),
    RateLimit: isGuarded && header('RateLimit'),
    'RateLimit-Policy': isGuarded && header('RateLimitPolicy'),
  }),
  refusals: ({ isGuarded, takesBody, isPaged }) => ({
    400: !takesBody && (isPaged ? 'BadPage' : isGuarded ? 'BadRead' : 'BadRequest'),
    401: isGuarded && 'Unauthorized',
    403: isGuarded && 'InsufficientScope',
    405: 'MethodNotAllowed',
    408: takesBody ? 'BodyTimeout' : 'RequestTimeout',
    413: takesBody && 'PayloadTooLarge',
    415: takesBody && 'UnsupportedMediaType',
    429: isGuarded && 'RateLimited',
    431: 'HeadersTooLarge',
    500: isGuarded ? 'RunInternalError' : 'InternalError',
    503: isGuarded ? 'RunOverloaded' : 'Unavailable',
  }),
  refusalHeaders: ({ 'x-before-key': isBeforeKey }) => ({
    ...OF_EVERY_ANSWER,
    'Cache-Control': header('CacheControlNoStore'),
    Vary: header('Vary'),
    RateLimit: !isBeforeKey && header('RateLimit'),
    'RateLimit-Policy': !isBeforeKey && header('RateLimitPolicy'),
  }),
};

const noStore = { ...OF_EVERY_ANSWER, 'Cache-Control': header('CacheControlNoStore') };

const dashboard: Standards = {
  shared: DASHBOARD,
  parameters: () => [],
  headers: ({ isGuarded }) => ({
    ...noStore,
    RateLimit: isGuarded && `${DASHBOARD}#/headers/SessionRate`,
    'RateLimit-Policy': isGuarded && `${DASHBOARD}#/headers/SessionRatePolicy`,
  }),
  refusals: ({ isGuarded, isRead, takesBody, isPaged, namesOne, role }) => ({
    400: takesBody ? 'BadBody' : isPaged ? 'BadPage' : 'BadRequest',
    401: isGuarded && 'Unauthenticated',
    403: forbidden(isRead, role === 'admin' || role === 'owner'),
    404: namesOne && 'NotFound',
    405: 'MethodNotAllowed',
    408: 'RequestTimeout',
    413: takesBody && 'PayloadTooLarge',
    415: takesBody && 'UnsupportedMediaType',
    429: (isGuarded || takesBody) && 'RateLimited',
    431: 'HeadersTooLarge',
    500: 'InternalError',
    503: 'Unavailable',
  }),
  refusalHeaders: () => noStore,
};

const OPERATOR = 'shared/operator.yaml';

const operator: Standards = {
  ...dashboard,
  shared: OPERATOR,
  refusals: (operation) => ({
    ...dashboard.refusals(operation),
    403: operation.isRead ? 'Unproven' : 'ForbiddenAct',
    // What a person sees who is no operator.
    404: 'NotFound',
  }),
};

/** Only a request that changes something can come from another site. */
function forbidden(isRead: boolean, needsRole: boolean): string | false {
  if (isRead) return needsRole && 'Forbidden';
  return needsRole ? 'ForbiddenChange' : 'CrossSite';
}

export const developerStandards = standardsOf(developer);
export const dashboardStandards = standardsOf(dashboard);
export const operatorStandards = standardsOf(operator);

function standardsOf(standards: Standards): Rule {
  return () => {
    let folder = '';
    /** A reference as the file of the context has to write it. */
    const referenceFrom = ({ location }: Context) => {
      const here = dirname(location.source.absoluteRef);
      return (target: string) => ({ $ref: relative(here, join(folder, target)) });
    };

    return {
      Root(_root: Node, { location }: Context) {
        folder = dirname(location.source.absoluteRef);
      },
      PathItem(item: Node, context: Context) {
        const path = String(context.key);
        // Webhooks have no path, and are answered by receivers.
        if (!path.startsWith('/')) return;
        for (const [method, operation] of Object.entries(item)) {
          if (isNode(operation)) complete(operation, method, path, referenceFrom(context));
        }
      },
      Schema: nameKinds,
      Response(response: Node, context: Context) {
        const { 'x-problems': problems } = response;
        if (!Array.isArray(problems)) return;
        const headers = standards.refusalHeaders(response);
        const examples = `${basename(context.location.source.absoluteRef, '.yaml')}.examples.yaml`;
        delete response['x-problems'];
        delete response['x-before-key'];
        response.headers = withOwn(headers, response.headers, referenceFrom(context));
        response.content = {
          'application/problem+json': {
            schema: { $ref: '#/schemas/Problem' },
            examples: Object.fromEntries(problems.flatMap((each) => problemsOf(each, examples))),
          },
        };
      },
    };
  };

  function complete(operation: Node, method: string, path: string, reference: Reference): void {
    const parameters = listIn(operation, 'parameters');
    const described = {
      isGuarded: listIn(operation, 'security').length > 0,
      isRead: method === 'get',
      takesBody: operation.requestBody !== undefined,
      isPaged: parameters.some((each) => isNode(each) && /\/Cursor$/.test(String(each.$ref))),
      namesOne: path.includes('{'),
      role: operation['x-role'],
    };
    const added = standards.parameters(described).map(reference);
    if (added.length > 0) operation.parameters = [...parameters, ...added];
    const responses = nodeIn(operation, 'responses');
    for (const response of Object.values(responses)) {
      if (!isNode(response) || '$ref' in response) continue;
      response.headers = withOwn(standards.headers(described), response.headers, reference);
    }
    for (const [status, name] of Object.entries(standards.refusals(described))) {
      if (name) responses[status] ??= reference(`${standards.shared}#/responses/${name}`);
    }
  }
}

type Reference = (target: string) => Node;

/** The standard headers, with an operation's own in their place and after them. */
function withOwn(
  standard: Record<string, string | false>,
  own: unknown,
  reference: Reference,
): Node {
  const kept = Object.entries(standard).flatMap(([name, target]) =>
    target ? [[name, reference(target)]] : [],
  );
  return { ...Object.fromEntries(kept), ...(isNode(own) ? own : {}) };
}

/** An entry names an example that is called like its code, or is the code with the name of its example. */
function problemsOf(entry: unknown, file: string): [code: string, example: Node][] {
  const named = isNode(entry) ? Object.entries(entry) : [[entry, entry]];
  return named.map(([code, example]) => [String(code), { $ref: `${file}#/${example}` }]);
}
