/** Faults of operations, of their input and of their answers. */
import type { Node } from '../document.ts';
import { and, create, type Faults, list, live, moved, plus, read, to, without } from './plant.ts';

const parameters = 'components parameters';
const headers = 'components headers';
const refusal = 'components responses Unauthorized';
const fault = 'components responses InternalError';
const problemPage = 'paths /problems/{code} get responses';
const text = { type: 'string', maxLength: 9 };
const anything = { type: 'object', description: 'Anything.', additionalProperties: true };
const more = { name: 'more', in: 'query', description: 'More.', schema: text, example: 'a' };
const many = {
  ...more,
  'x-extension': true,
  schema: { type: 'array', maxItems: 9, items: text },
  example: ['a'],
};

export const operationFaults: Faults = {
  'info-license-strict': [['a licence that has no name', 'info license', without('identifier')]],
  'tag-description': [['a tag without a description', 'tags 0', without('description')]],
  'no-duplicated-tag-names': [['a tag twice', 'tags', (all: unknown[]) => [...all, all[0]]]],
  'paths-kebab-case': [['a path in snake_case', 'paths', moved('/readyz', '/ready_z')]],
  'no-path-trailing-slash': [['a slash at the end', 'paths', moved('/readyz', '/readyz/')]],
  'no-http-verbs-in-paths': [['a path with a verb', 'paths', moved('/readyz', '/get-ready')]],
  'no-ambiguous-paths': [['two paths for one address', 'paths', ambiguous]],
  'operation-description': [['an operation without a description', live, without('description')]],
  'operation-singular-tag': [['an operation under two tags', `${live} tags`, and('Models')]],
  'operation-tag-defined': [['an operation under an unknown tag', `${live} tags`, to(['Others'])]],

  'parameter-description': [
    ['a parameter without a description', `${parameters} Cursor`, without('description')],
    ['an empty description', `${parameters} Cursor description`, to('')],
  ],
  'array-parameter-serialization': [
    ['a list of which nobody says how it is sent', `${list} parameters`, and(many)],
  ],
  'rule/lists-in-queries-repeat': [
    [
      'a list in one parameter',
      `${list} parameters`,
      and({ ...many, style: 'form', explode: false }),
    ],
  ],
  'rule/parameters-have-an-example': [
    ['a parameter without an example', `${parameters} Cursor`, without('example')],
  ],
  'no-invalid-parameter-examples': [
    ['an example out of bounds', `${parameters} Limit example`, to(0)],
  ],

  'rule/operation-ids-are-verb-and-noun': [
    ['an operationId without a verb', `${live} operationId`, to('liveness')],
    ['an operationId in snake_case', `${live} operationId`, to('get_liveness')],
    ['an operationId without a noun', `${live} operationId`, to('get')],
    ['an operationId with another verb', `${live} operationId`, to('fetchLiveness')],
  ],
  'rule/summaries-are-titles': [
    ['a summary with a full stop', `${live} summary`, to('Ask whether the process lives.')],
    ['a summary as long as a description', `${live} summary`, to('Ask '.repeat(20).trim())],
  ],
  'rule/operations-name-their-security': [
    ['an operation that names no scope', read, without('security')],
  ],
  'rule/every-status-is-named': [
    ['an answer for any status', `${live} responses`, plus({ default: { description: 'Any.' } })],
  ],
  'rule/deprecated-operations-say-until-when': [
    ['a deprecated operation whose answers do not say so', live, plus({ deprecated: true })],
  ],
  'contract/security-names-one-scope': [
    ['a create that asks for no key', `${create} security`, to([])],
    ['a create that anybody may also make without one', `${create} security`, and({})],
    ['a key without a scope', `${read} security`, to([{ apiKey: [] }])],
    ['a scope that no key has', `${list} security`, to([{ apiKey: ['root:all'] }])],
  ],
  'rule/parameters-stand-where-callers-look': [
    ['a cookie', `${list} parameters`, and({ ...more, 'x-extension': true, in: 'cookie' })],
  ],
  'rule/request-keys-are-required': [
    ['a create without a request key', `${parameters} IdempotencyKey required`, to(false)],
  ],
  'rule/every-operation-can-succeed': [['no success', `${live} responses`, moved('200', '206')]],
  'rule/every-operation-can-fail': [
    ['no 400', `${live} responses`, without('400')],
    ['no 500', `${live} responses`, without('500')],
  ],
  'rule/operations-with-a-key-can-refuse-it': [
    ['no 401', `${read} responses`, without('401')],
    ['no 403', `${list} responses`, without('403')],
    ['no 429', `${read} responses`, without('429')],
    ['a key, and no refusal of it', `${live} security`, to([{ apiKey: ['models:read'] }])],
  ],
  'rule/operations-with-a-body-can-refuse-it': [
    ['no 413', `${create} responses`, without('413')],
    ['no 415', `${create} responses`, without('415')],
  ],
  'rule/what-is-named-may-be-missing': [['no 404', problemPage, without('404')]],

  'contract/extensions-are-marked': [
    ['an operation that hides being an extension', live, without('x-extension')],
    ['a core operation that claims to be one', read, plus({ 'x-extension': true })],
    ['a new parameter that hides it', `${list} parameters`, and(more)],
    ['a parameter that no longer says so', `${parameters} Prefer`, without('x-extension')],
    [
      'a member of a request that hides it',
      'components schemas CreateModelRun properties maxReservedAmount',
      without('x-extension'),
    ],
    [
      'a core member of a request that claims it',
      'components schemas CreateModelRun properties model',
      plus({ 'x-extension': true }),
    ],
  ],

  'request-mime-type': [
    ['a form', `${create} requestBody content`, moved('application/json', 'multipart/form-data')],
  ],
  'response-mime-type': [
    ['XML', `${live} responses 200 content`, moved('application/json', 'application/xml')],
  ],
  'rule/media-types-have-named-examples': [
    [
      'a body without examples',
      `${read} responses 200 content application/json`,
      without('examples'),
    ],
    [
      'an example without a name',
      `${live} responses 200 content application/json`,
      plus({ example: { status: 'ok' } }),
    ],
  ],
  'response-contains-header': [
    ['no X-Request-Id', `${live} responses 200 headers`, without('X-Request-Id')],
    ['no Location of what was made', `${create} responses 202 headers`, without('Location')],
    ['no challenge', `${refusal} headers`, moved('WWW-Authenticate', 'X-Challenge')],
    ['no Retry-After', 'components responses RateLimited headers', without('Retry-After')],
    ['no Allow', 'components responses MethodNotAllowed headers', moved('Allow', 'X-Allow')],
  ],
  'rule/headers-have-an-example': [
    ['a header without an example', `${headers} ETag`, without('example')],
    ['a header without a description', `${headers} ETag`, without('description')],
  ],
  'contract/headers-show-what-they-allow': [
    ['an example of another type', `${headers} RetryAfter example`, to('soon')],
    ['an example that is too long', `${headers} ETag example`, to('e'.repeat(129))],
    ['an example that is no value of it', `${headers} IdempotentReplayed example`, to('yes')],
  ],

  'contract/refusals-are-problems': [
    ['a fault in JSON', `${fault} content`, moved('application/problem+json', 'application/json')],
    ['a fault without a body', fault, without('content')],
    [
      'a fault with a schema of its own',
      `${fault} content application/problem+json schema`,
      to(anything),
    ],
    [
      'an example under another name',
      `${refusal} content application/problem+json examples`,
      moved('unauthorized', 'denied'),
    ],
    [
      'an example under another status',
      `${problemPage} 404`,
      to({ $ref: '#/components/responses/BadRequest' }),
    ],
  ],
  'operation-4xx-problem-details-rfc7807': [
    ['problems without a title', 'components schemas Problem', untitled],
  ],
};

function ambiguous(paths: Node): Node {
  const copy = structuredClone(paths['/problems/{code}']) as { get: Node };
  const [first] = copy.get.parameters as [Node];
  const get = {
    ...copy.get,
    operationId: 'getProblemPage',
    parameters: [{ ...first, name: 'kind' }],
  };
  return { ...paths, '/{kind}/index': { get } };
}

function untitled(problem: { required: string[]; properties: Node }): Node {
  const required = problem.required.filter((name) => name !== 'title');
  const properties = without('title')(problem.properties);
  return { ...problem, additionalProperties: true, required, properties };
}
