/**
 * The requests that the mock and the service have to answer alike, in the order in which they are sent: for each operation
 * of the contract what it documents, with the examples of the contract, and each refusal that one request can bring about.
 */
import { KINDS } from '../../server/kinds.ts';
import { sandboxModels } from '../../server/sandbox/models.ts';
import { sandboxTools } from '../../server/sandbox/tools/definitions.ts';
import { at, examplesOf, type Node, operation as nodeOf } from '../contract/document.ts';
import { type DocumentedOperation, operations } from '../support/contract.ts';
import { otlpOf } from '../support/observability.ts';

/** A request as the contract documents it, with its examples, except for what is here. */
export interface Sent {
  operation: string;
  /** Variables of the path. */
  path?: Record<string, string>;
  /** Required parameters of the query. */
  given?: Record<string, string>;
  /** Appended to the target. */
  query?: string;
  method?: string;
  headers?: Record<string, string>;
  without?: string[];
  /** A text is sent unchanged. */
  body?: unknown;
  /** Announces a gigabyte, and sends nothing. */
  isHuge?: boolean;
  /** Whoever has so many units only; by default, there is plenty. */
  credit?: number;
}

/** What an earlier request was answered. */
export type Made = (name: string) => { etag: string; body: Record<string, string> };

export interface Planned {
  /** The operation, and what is special about the request. */
  name: string;
  send: Sent | ((made: Made) => Sent);
  /** Its answer depends on how far a run has come, and is not compared. */
  isSetUp?: true;
}

const developer = operations.filter(({ path }) => path.startsWith('/v1/'));
const idOf = (name: string) => (made: Made) => ({ id: String(made(name).body.id) });
/** What expires after a time does not do so before a busy machine has sent it. */
const bodiesOf = (id: string) =>
  examplesOf(nodeOf(id))
    .filter(({ value }) => typeof value === 'object')
    .map(({ name, value }) => ({
      name,
      value: 'expiresAfterSeconds' in value ? { ...value, expiresAfterSeconds: 3_600 } : value,
    }));
const bodyOf = (id: string): Node => bodiesOf(id)[0]!.value;
const named = (operation: string, what: string) => `${operation}: ${what}`;
const keyed = (requestKey: string) => ({ 'Idempotency-Key': requestKey });
const WAITING = { Prefer: 'wait=30' };

/* What every operation has. */

function refusalsOf(operation: DocumentedOperation): Planned[] {
  const { id, takesBody, takesRequestKey, path } = operation;
  const parameters = parametersOf(id);
  const refused = (what: string, change: Omit<Sent, 'operation'>): Planned => ({
    name: named(id, what),
    send: { operation: id, ...change },
  });
  return [
    refused('without a key', { without: ['Authorization'] }),
    refused('with a method that it has not', { method: 'LOCK' }),
    refused('with a parameter that it has not', { query: 'unknown=1' }),
    refused('with headers that are too long', { headers: { Baggage: 'x'.repeat(20_000) } }),
    ...(operation.method === 'GET' && !path.includes('{')
      ? [refused('its head alone', { method: 'HEAD' })]
      : []),
    ...(parameters.some(({ name }) => name === 'cursor')
      ? [refused('with a cursor that nobody gave', { query: 'cursor=broken' })]
      : []),
    ...(path.includes('{') ? [refused('of something unknown', { path: UNKNOWN })] : []),
    ...(takesBody
      ? [
          refused('with half a body', { body: '{' }),
          refused('with an empty body', { body: '' }),
          refused('with a body of no members', { body: '{}' }),
          refused('with a list as a body', { body: '[]' }),
          refused('with a member that it has not', { body: { ...bodyOf(id), unknown: 1 } }),
          refused('with a body that is too long', { isHuge: true }),
          refused('with a text', { headers: { 'Content-Type': 'text/plain' } }),
        ]
      : []),
    ...(takesRequestKey
      ? [
          refused('without a request key', { without: ['Idempotency-Key'] }),
          refused('with a request key that is none', { headers: keyed('a b') }),
        ]
      : []),
  ];
}

const UNKNOWN = {
  id: 'unknown',
  name: 'unknown',
  label: 'unknown',
  traceId: 'unknown',
  spanId: 'unknown',
  endUserId: 'unknown',
  messageId: 'unknown',
};

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}

export function parametersOf(id: string): Parameter[] {
  const { parameters = [] } = nodeOf(id) as { parameters?: Node[] };
  return parameters.map((node) =>
    typeof node.$ref === 'string' ? at(...node.$ref.replace('#/', '').split('/')) : node,
  ) as never;
}

/** A read of a list with each parameter of its query as the contract shows it. */
function filtered({ id, path }: DocumentedOperation): Planned[] {
  if (/\{(id|endUserId)\}/.test(path)) return [];
  return parametersOf(id)
    .filter((parameter) => parameter.in === 'query' && parameter.required !== true)
    .map(({ name, example }) => ({
      name: named(id, `with the ${name} of the contract`),
      send: {
        operation: id,
        query: [example]
          .flat()
          .map((one) => queryOf(name, one))
          .join('&'),
      },
    }));
}

function queryOf(name: string, value: unknown): string {
  return `${name}=${encodeURIComponent(String(value))}`;
}

/* Runs. */

/** Refusals of a request, by what its body says. */
const REFUSED: Record<string, Record<string, (body: Node) => Node>> = {
  model_run: {
    'an unknown model': (body) => ({ ...body, model: 'unknown' }),
    'too many output tokens': (body) => ({ ...body, maxOutputTokens: 16_385 }),
    'reasoning where there is none': (body) => ({ ...body, reasoning: { effort: 'low' } }),
    'a picture that the model cannot see': (body) => ({
      ...{ ...body, model: 'sandbox/thinker' },
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'https://example.com/image.png' } }],
        },
      ],
    }),
    'a prompt that is too long': (body) => ({
      ...body,
      messages: [{ role: 'user', content: 'x'.repeat(200_001) }],
    }),
    'the result of a call that nobody made': (body) => ({
      ...body,
      messages: [
        { role: 'user', content: 'Call the tool.' },
        { role: 'assistant', content: null },
        { role: 'tool', tool_call_id: 'call_1', content: '' },
      ],
    }),
    'faults at several places': (body) => ({
      ...{ ...body, model: 1, maxOutputTokens: 0, tool_choice: 'maybe' },
      messages: [{ role: 'robot', content: 'x' }, { role: 'user' }],
    }),
  },
  tool_run: {
    'an unknown tool': (body) => ({ ...body, tool: 'unknown' }),
    'another version': (body) => ({ ...body, version: '0'.repeat(64) }),
    'input that the tool does not take': (body) => ({
      ...{ ...body, tool: 'sandbox/add', input: { a: 2, b: 'three' } },
    }),
    'input that is no object': (body) => ({ ...body, input: 'text' }),
    'more time than there is': (body) => ({ ...body, timeoutSeconds: 3_000 }),
  },
  compute_job: {
    'an unknown environment': (body) => ({ ...body, environment: 'unknown' }),
    'more memory than there is': (body) => ({ ...body, resources: { memoryMb: 1_048_576 } }),
    'a path that leads out': (body) => ({ ...body, files: [{ path: '../up' }] }),
    'more time than there is': (body) => ({ ...body, timeoutSeconds: 86_400 }),
    'time in words': (body) => ({ ...body, timeoutSeconds: 'a minute' }),
  },
};
const ALWAYS_REFUSED = {
  'a hold above its maximum': (body: Node) => ({ ...body, maxReservedAmount: 0 }),
};
/** Units that cover no run of the kind, but some of the output of a model run. */
const TOO_LITTLE: Record<string, number> = {
  model_run: 400_000,
  tool_run: 400_000,
  compute_job: 10,
};

type Kind = (typeof KINDS)[number];

/** Nobody carries runs out meanwhile. */
function unsentOf({ kind, subject, operations: of }: Kind): Planned[] {
  const { limits, estimate, create, list, get, cancel } = of;
  const examples = bodiesOf(create);
  const body = bodyOf(create);
  const refused = Object.entries({ ...REFUSED[kind], ...ALWAYS_REFUSED });
  const first = named(create, examples[0]!.name);
  const cancelled = named(create, 'to be cancelled');
  const listed = (what: string, query: string | ((made: Made) => string)): Planned => ({
    name: named(list, what),
    send: (made) => ({ operation: list, query: typeof query === 'string' ? query : query(made) }),
  });
  return [
    { name: named(limits, 'read'), send: { operation: limits } },
    ...examples.map(({ name, value }) => ({
      name: named(estimate, name),
      send: { operation: estimate, body: value },
    })),
    ...examples.map(({ name, value }) => ({
      name: named(create, name),
      send: { operation: create, body: value, headers: keyed(`${create}-${name}`) },
    })),
    ...refused.flatMap(([what, change]) =>
      [estimate, create].map((operation) => ({
        name: named(operation, what),
        send: { operation, body: change(body) },
      })),
    ),
    {
      name: named(create, 'repeated while it waits'),
      send: { operation: create, headers: keyed(`${create}-${examples[0]!.name}`) },
    },
    {
      name: named(create, 'with the request key of another'),
      send: {
        ...{ operation: create, headers: keyed(`${create}-${examples[0]!.name}`) },
        body: { ...body, expiresAfterSeconds: 60 },
      },
    },
    {
      name: named(create, 'that nobody waits for'),
      send: { operation: create, headers: { Prefer: 'wait=0' } },
    },
    {
      name: named(create, 'without enough credit'),
      send: { operation: create, credit: TOO_LITTLE[kind]! },
    },
    {
      name: named(estimate, 'without enough credit'),
      send: { operation: estimate, credit: TOO_LITTLE[kind]! },
    },
    { name: cancelled, send: { operation: create, headers: keyed(`${create}-cancelled`) } },
    {
      name: named(cancel, 'before it is sent'),
      send: (made) => ({ operation: cancel, path: idOf(cancelled)(made) }),
    },
    {
      name: named(cancel, 'again'),
      send: (made) => ({ operation: cancel, path: idOf(cancelled)(made) }),
    },
    {
      name: named(get, 'cancelled'),
      send: (made) => ({ operation: get, path: idOf(cancelled)(made) }),
    },
    {
      name: named(get, 'that the caller has'),
      send: (made) => ({
        ...{ operation: get, path: idOf(cancelled)(made) },
        headers: { 'If-None-Match': made(named(get, 'cancelled')).etag },
      }),
    },
    {
      name: named(create, 'repeated after its end'),
      send: { operation: create, headers: keyed(`${create}-cancelled`) },
    },
    listed('all', ''),
    listed('two of them', 'limit=2'),
    listed('the next two', (made) => {
      const { nextCursor } = made(named(list, 'two of them')).body;
      return `limit=2&${queryOf('cursor', nextCursor)}`;
    }),
    listed('with the cursor of another list', (made) => {
      const { nextCursor } = made(named(list, 'two of them')).body;
      return `state=failed&${queryOf('cursor', nextCursor)}`;
    }),
    listed('failed', 'state=failed'),
    listed('failed and queued', 'state=failed&state=queued'),
    listed('of its key', (made) => queryOf('keyId', made(first).body.keyId)),
    listed('of its request key', (made) =>
      queryOf('idempotencyKey', made(first).body.idempotencyKey),
    ),
    listed('of its subject', (made) => queryOf(subject, made(first).body[subject])),
    listed('made after the first', (made) => queryOf('createdAfter', made(first).body.createdAt)),
    listed('made before the first', (made) => queryOf('createdBefore', made(first).body.createdAt)),
    listed('made at a time that is none', 'createdAfter=soon'),
  ];
}

/** What runs become once somebody carries them out. */
function endedOf({ operations: { create, list, get, cancel } }: Kind): Planned[] {
  const examples = bodiesOf(create);
  const { name } = examples[0]!;
  const run = named(create, name);
  const pending = [...examples.map((example) => example.name), 'that nobody waits for'];
  return [
    ...pending.map((what) => ({
      name: named(get, `${what} at its end`),
      send: (made: Made) => ({
        ...{ operation: get, headers: WAITING },
        path: idOf(named(create, what))(made),
      }),
    })),
    {
      name: named(get, 'again'),
      send: (made) => ({ operation: get, path: idOf(run)(made) }),
    },
    {
      name: named(get, 'that the caller has at its end'),
      send: (made) => ({
        ...{ operation: get, path: idOf(run)(made) },
        headers: { 'If-None-Match': made(named(get, 'again')).etag },
      }),
    },
    {
      name: named(cancel, 'after its end'),
      send: (made) => ({ operation: cancel, path: idOf(run)(made) }),
    },
    {
      name: named(create, 'repeated after it was carried out'),
      send: { operation: create, headers: keyed(`${create}-${name}`) },
    },
    {
      name: named(create, 'that is waited for'),
      send: { operation: create, headers: { Prefer: 'wait=50' } },
    },
    { name: named(list, 'ended'), send: { operation: list, query: 'state=completed' } },
  ];
}

const INPUTS: Record<string, object> = {
  ...{ echo: { text: 'Hello' }, task: { text: 'Hello' }, add: { a: 2, b: 3 } },
};

/** What the comments say to the mock, the code says to the service. */
const HELLO = `console.log('Hello'); job.writeFile('result.json', '{"sum":4}');`;
const JOBS: Record<string, object> = {
  hello: { source: HELLO },
  'exit code': {
    source: `// run-completed-exit-code\n${HELLO} console.error('Error: no rows'); job.exit(3)`,
  },
  'out of memory': {
    source: `// run-completed-out-of-memory\n${HELLO} console.error('Error: no rows'); const all = []; for (;;) all.push('x'.repeat(1e6) + all.length);`,
    resources: { memoryMb: 64 },
  },
  'timed out': {
    source: `// run-completed-timed-out\n${HELLO} console.error('Error: no rows'); for (;;);`,
  },
};

/** Each model and each tool of the sandbox, which each play one ending. */
const ENDINGS: Planned[] = [
  ...sandboxModels.map(({ id }) => ({
    ...{ of: KINDS[0]!, name: id },
    body: { model: id, messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 9 },
  })),
  ...sandboxTools.map(({ name }) => ({
    ...{ of: KINDS[1]!, name },
    body: { tool: `sandbox/${name}`, input: INPUTS[name] ?? {} },
  })),
  ...Object.entries(JOBS).map(([name, job]) => ({
    ...{ of: KINDS[2]!, name },
    body: { environment: 'javascript', timeoutSeconds: 2, outputs: ['result.json'], ...job },
  })),
].flatMap(({ of: { operations: of }, name, body }) => {
  const run = named(of.create, name);
  return [
    { name: run, send: { operation: of.create, body }, isSetUp: true },
    {
      name: named(of.get, name),
      send: (made) => ({ operation: of.get, path: idOf(run)(made), headers: WAITING }),
    },
    {
      name: named(of.create, `${name} again`),
      send: (made) => ({
        operation: of.create,
        ...{ body, headers: keyed(String(made(run).body.idempotencyKey)) },
      }),
    },
  ] satisfies Planned[];
});

/* What jobs wrote. */

const BATCH = KINDS[0]!.operations.batch!;
const BATCHED = bodyOf(BATCH).requests as { idempotencyKey: string; request: Node }[];
const batch = (what: string, requests: object[]): Planned => ({
  name: named(BATCH, what),
  send: { operation: BATCH, body: { requests } },
});

const BATCHES: Planned[] = [
  batch('of the contract', BATCHED),
  batch('again', BATCHED),
  batch('of one that is refused, and one that is not', [
    { idempotencyKey: 'batch-1', request: { ...BATCHED[0]!.request, model: 'unknown' } },
    { idempotencyKey: 'batch-2', request: BATCHED[0]!.request },
  ]),
  batch('under keys of others', [{ ...BATCHED[0], request: BATCHED[1]!.request }]),
  batch('with one key twice', [BATCHED[0]!, BATCHED[0]!]),
];

/** Until all runs have ended, lists depend on how far each has come. */
const BATCHED_ENDS: Planned[] = [
  { what: 'of the contract', at: 0 },
  { what: 'of the contract', at: 1 },
  { what: 'of one that is refused, and one that is not', at: 1 },
].map(({ what, at }) => ({
  name: named(KINDS[0]!.operations.get, `number ${at} of the batch ${what}`),
  send(made: Made) {
    const results = made(named(BATCH, what)).body.results as unknown as { run: { id: string } }[];
    const { id } = results[at]!.run;
    return { operation: KINDS[0]!.operations.get, path: { id }, headers: WAITING };
  },
}));

const JOB = named('createComputeJob', 'hello');

const OUTPUTS: Planned[] = [
  ...['', 'stream=stderr', 'after=2', 'after=6', 'after=100'].map((query) => ({
    name: named('getComputeJobLogs', `${query} of a job that has ended`),
    send: (made: Made) => ({ operation: 'getComputeJobLogs', query, path: idOf(JOB)(made) }),
  })),
  ...Object.entries({
    'its file': {},
    'its file from the second byte on': { Range: 'bytes=1-' },
    'the last bytes of its file': { Range: 'bytes=-3' },
    'its file after its end': { Range: 'bytes=999-' },
    'its file that the caller has': { 'If-None-Match': '*' },
    'its file of another version': { Range: 'bytes=1-', 'If-Range': '"other"' },
  }).map(([what, headers]) => ({
    name: named('getComputeJobArtifact', what),
    send: (made: Made) => ({
      ...{ operation: 'getComputeJobArtifact', headers: headers as Record<string, string> },
      path: { ...idOf(JOB)(made), name: 'result.json' },
    }),
  })),
  {
    name: named('getComputeJobArtifact', 'a file that the job did not write'),
    send: (made) => ({
      operation: 'getComputeJobArtifact',
      path: { ...idOf(JOB)(made), name: 'other.json' },
    }),
  },
];

/* Prompts and scores. */

const PROMPT = { name: 'agreement/greeting' };
const saved = (what: string, body: object, headers?: Record<string, string>): Planned => ({
  name: named('createPromptVersion', what),
  send: {
    operation: 'createPromptVersion',
    body: { ...PROMPT, ...body },
    ...(headers && { headers }),
  },
});
const ofPrompt = (
  operation: string,
  what: string,
  more: Omit<Sent, 'operation'> = {},
): Planned => ({
  name: named(operation, what),
  send: { operation, path: { ...PROMPT, label: 'staging' }, ...more },
});

/** Up to as many labels as a prompt can have, and one more. */
const LABELS: Planned[] = [
  ...[0, 1, 2, 3].map((part) => {
    const labels = Array.from({ length: 16 }, (_, i) => `label-${16 * part + i}`);
    return saved(`with the labels from ${labels[0]}`, {
      ...{ name: 'agreement/labels', text: `Part ${part}.`, labels },
    });
  }),
  ...[47, 48, 49, 50].map((label) =>
    ofPrompt('updatePromptLabel', `of label-${label}, of 50 at the most`, {
      path: { name: 'agreement/labels', label: `label-${label}` },
      body: { version: 1 },
    }),
  ),
  ofPrompt('listPromptVersions', 'with all labels', { path: { name: 'agreement/labels' } }),
];

const PROMPTS: Planned[] = [
  saved('the first', { text: 'Greet {{who}}.', labels: ['staging', 'first'] }, keyed('prompt-1')),
  saved('again', { text: 'Greet {{who}}.', labels: ['staging', 'first'] }, keyed('prompt-1')),
  saved('another under its key', { text: 'Greet.' }, keyed('prompt-1')),
  saved('the second', {
    messages: [
      { role: 'system', content: 'You greet {{who}}{{#warmly}} warmly{{/warmly}}.' },
      { role: 'user', content: 'Hello.' },
    ],
    variables: { type: 'object', properties: { who: { type: 'string', maxLength: 9 } } },
    config: { model: 'sandbox/echo', temperature: 0.5 },
    comment: 'Warmer.',
    parentVersion: 1,
  }),
  saved('of a parent that is not the newest', { text: 'Greet.', parentVersion: 1 }),
  saved('with a label that nobody moves', { text: 'Greet.', labels: ['latest'] }),
  saved('with nothing in a section', { text: '{{#items}}{{/items}}' }),
  saved('with a section without an end', { text: '{{#items}}' }),
  saved('with a schema that is none', { text: 'Greet {{who}}.', variables: { type: 'thing' } }),
  saved('with a reference', { name: 'agreement/other', text: '{{> agreement/greeting@1}} Now.' }),
  saved('with a reference to nothing', { name: 'agreement/other', text: '{{> none@1}}' }),
  saved('with a name that is none', { name: 'a b', text: 'Greet.' }),
  saved('that is too long', { text: 'x'.repeat(200_001) }),
  ...bodiesOf('createPromptVersion').map(({ name, value }) => ({
    name: named('createPromptVersion', name),
    send: { operation: 'createPromptVersion', body: { ...value, ...PROMPT } },
  })),
  ofPrompt('getPrompt', 'by its usual label'),
  ofPrompt('getPrompt', 'by its version', { query: 'version=2' }),
  ofPrompt('getPrompt', 'by a label', { query: 'label=staging' }),
  ofPrompt('getPrompt', 'its newest version', { query: 'label=latest' }),
  ofPrompt('getPrompt', 'by a version that it has not', { query: 'version=99' }),
  ofPrompt('getPrompt', 'by a label that it has not', { query: 'label=none' }),
  ofPrompt('getPrompt', 'by both', { query: 'label=staging&version=1' }),
  ofPrompt('getPrompt', 'that the caller has', {
    query: 'version=1',
    headers: { 'If-None-Match': '*' },
  }),
  ofPrompt('listPromptVersions', 'of it'),
  ofPrompt('listPromptVersions', 'of it, the newest', { query: 'limit=1' }),
  { name: named('listPrompts', 'all'), send: { operation: 'listPrompts' } },
  { name: named('listPrompts', 'the first'), send: { operation: 'listPrompts', query: 'limit=1' } },
  {
    name: named('listPrompts', 'the next'),
    send: (made) => ({
      operation: 'listPrompts',
      query: queryOf('cursor', made(named('listPrompts', 'the first')).body.nextCursor),
    }),
  },
  ofPrompt('updatePromptLabel', 'to its second version', { body: { version: 2 } }),
  ofPrompt('updatePromptLabel', 'to a version that it has not', { body: { version: 99 } }),
  ofPrompt('updatePromptLabel', 'where it is not', {
    body: { version: 1 },
    headers: { 'If-Match': '"1-none"' },
  }),
  ofPrompt('updatePromptLabel', 'where it is', {
    body: { version: 1 },
    headers: { 'If-Match': '*' },
  }),
  ofPrompt('updatePromptLabel', 'of a label that nobody moves', {
    path: { ...PROMPT, label: 'latest' },
    body: { version: 1 },
  }),
  ofPrompt('updatePromptLabel', 'of an unknown prompt', {
    path: { name: 'none', label: 'staging' },
    body: { version: 1 },
  }),
  ofPrompt('updatePromptLabel', 'of a prompt that cannot be', {
    path: { name: 'a b', label: 'staging' },
    body: { version: 1 },
  }),
  ...LABELS,
  ofPrompt('renderPrompt', 'of a label', { body: { label: 'staging', variables: { who: 'Ann' } } }),
  ofPrompt('renderPrompt', 'of a version', {
    body: { version: 2, variables: { who: 'Ann', warmly: true } },
  }),
  ofPrompt('renderPrompt', 'without a value', { body: { version: 1 } }),
  ofPrompt('renderPrompt', 'with a value too many', {
    body: { version: 1, variables: { who: 'Ann', whom: 'Bob' } },
  }),
  ofPrompt('renderPrompt', 'with a value that its schema does not allow', {
    body: { version: 2, variables: { who: 'Somebody else' } },
  }),
  ofPrompt('renderPrompt', 'of both', { body: { label: 'staging', version: 1 } }),
  ofPrompt('renderPrompt', 'too long', {
    body: { version: 1, variables: { who: 'x'.repeat(200_001) } },
  }),
  {
    name: named('getPromptDiff', 'of its versions'),
    send: { operation: 'getPromptDiff', path: PROMPT, given: { from: '1', to: '2' } },
  },
  {
    name: named('getPromptDiff', 'of a version that it has not'),
    send: { operation: 'getPromptDiff', path: PROMPT, given: { from: '1', to: '99' } },
  },
];

const RUN = named(KINDS[0]!.operations.create, bodiesOf(KINDS[0]!.operations.create)[0]!.name);
const SCORE = named('createScore', 'of a run');
const ofRun = (made: Made) => ({ ...bodyOfScore('numeric'), runId: made(RUN).body.id });

function bodyOfScore(type: string): Node {
  return bodiesOf('createScore').find(({ name }) => name.endsWith(type))!.value;
}

const SCORES: Planned[] = [
  ...bodiesOf('createScore').map(({ name, value }) => ({
    name: named('createScore', name),
    send: { operation: 'createScore', body: value, headers: keyed(`score-${name}`) },
  })),
  {
    name: SCORE,
    send: (made) => ({ operation: 'createScore', body: ofRun(made), headers: keyed('score-1') }),
  },
  {
    name: named('createScore', 'again'),
    send: (made) => ({ operation: 'createScore', body: ofRun(made), headers: keyed('score-1') }),
  },
  {
    name: named('createScore', 'another under its key'),
    send: (made) => ({
      ...{ operation: 'createScore', headers: keyed('score-1') },
      body: { ...ofRun(made), value: 0.1 },
    }),
  },
  {
    name: named('createScore', 'of a run of a session'),
    send: (made) => ({
      operation: 'createScore',
      body: {
        ...bodyOfScore('numeric'),
        runId: made(named(KINDS[0]!.operations.create, 'request-attributed')).body.id,
      },
    }),
  },
  {
    name: named('createScore', 'of nothing'),
    send: { operation: 'createScore', body: { name: 'solved', value: true, source: 'human' } },
  },
  {
    name: named('createScore', 'of two things'),
    send: (made) => ({
      operation: 'createScore',
      body: { ...ofRun(made), span: bodyOfScore('categorical').span },
    }),
  },
  {
    name: named('getScore', 'of a run'),
    send: (made) => ({ operation: 'getScore', path: idOf(SCORE)(made) }),
  },
  { name: named('listScores', 'all'), send: { operation: 'listScores' } },
  { name: named('listScores', 'the newest'), send: { operation: 'listScores', query: 'limit=1' } },
  {
    name: named('listScores', 'the next'),
    send: (made) => ({
      operation: 'listScores',
      query: queryOf('cursor', made(named('listScores', 'the newest')).body.nextCursor),
    }),
  },
  {
    name: named('listScores', 'of the run'),
    send: (made) => ({ operation: 'listScores', query: queryOf('runId', made(RUN).body.id) }),
  },
  {
    name: named('listScores', 'of a run that is none'),
    send: { operation: 'listScores', query: 'runId=none' },
  },
  {
    name: named('listScores', 'saved before it'),
    send: (made) => ({
      operation: 'listScores',
      query: queryOf('createdBefore', made(SCORE).body.createdAt),
    }),
  },
  {
    name: named('listScores', 'saved after it'),
    send: (made) => ({
      operation: 'listScores',
      query: queryOf('createdAfter', made(SCORE).body.createdAt),
    }),
  },
  {
    name: named('deleteScore', 'of a run'),
    send: (made) => ({ operation: 'deleteScore', path: idOf(SCORE)(made) }),
  },
  {
    name: named('deleteScore', 'again'),
    send: (made) => ({ operation: 'deleteScore', path: idOf(SCORE)(made) }),
  },
  {
    name: named('createScore', 'under the key of one that was deleted'),
    send: (made) => ({
      ...{ operation: 'createScore', headers: keyed('score-1') },
      body: { ...ofRun(made), value: 0.1 },
    }),
  },
];

/* Keys. */

const KEY = named('createApiKey', 'of a customer');
const keyOf = (name: string) => (made: Made) => ({
  id: (made(name).body.key as unknown as { id: string }).id,
});

const KEYS: Planned[] = [
  { name: KEY, send: { operation: 'createApiKey', headers: keyed('key-1') } },
  {
    name: named('createApiKey', 'again'),
    send: { operation: 'createApiKey', headers: keyed('key-1') },
  },
  {
    name: named('createApiKey', 'with more credit than there is'),
    send: { operation: 'createApiKey', body: { ...bodyOf('createApiKey'), creditAmount: 1e15 } },
  },
  { name: named('listApiKeys', 'all'), send: { operation: 'listApiKeys' } },
  {
    name: named('getApiKey', 'of a customer'),
    send: (made) => ({ operation: 'getApiKey', path: keyOf(KEY)(made) }),
  },
  ...[bodyOf('updateApiKey'), { creditAmount: 1e15 }].map(
    (body, i): Planned => ({
      name: named('updateApiKey', `of a customer ${i}`),
      send: (made) => ({ operation: 'updateApiKey', path: keyOf(KEY)(made), body }),
    }),
  ),
  ...['rotateApiKey', 'rotateApiKey', 'updateApiKey', 'revokeApiKey'].map(
    (operation, i): Planned => ({
      name: named(operation, `of a customer, step ${i}`),
      send: (made) => ({ operation, path: keyOf(KEY)(made) }),
    }),
  ),
];

/* Customers. */

const CUSTOMER = named('createCustomer', 'with a budget');
const ofCustomer = (endUserId: string) => ({ endUserId });
const customer = (endUserId: string, more: object, requestKey = endUserId): Sent => ({
  ...{ operation: 'createCustomer', headers: keyed(requestKey) },
  body: { endUserId, ...more },
});
const changed = (endUserId: string, body: object): Sent => ({
  ...{ operation: 'updateCustomer', path: ofCustomer(endUserId), body },
});
const READ = { operation: 'getCustomer', path: ofCustomer('shop-1') };

const GRANT = named('createCustomerGrant', 'a package');
const granted = (amount: number, requestKey: string, endUserId = 'shop-3'): Sent => ({
  ...{ operation: 'createCustomerGrant', headers: keyed(requestKey), path: ofCustomer(endUserId) },
  body: { amount, note: 'Package', expiresAt: '2099-12-31T00:00:00Z' },
});
const spending = (endUserId: string): Sent => ({
  operation: KINDS[0]!.operations.create,
  body: { ...bodyOf(KINDS[0]!.operations.create), attribution: { endUserId } },
});
const revoked = (name: string, id: string): Planned => ({
  name: named('revokeCustomerGrant', name),
  send: (made) => ({
    operation: 'revokeCustomerGrant',
    path: { ...ofCustomer('shop-3'), grantId: id || String(made(GRANT).body.id) },
  }),
});

/** Of a customer that may spend nothing else, and of one with a pending run. */
const GRANTS: Planned[] = [
  { name: named('updateCustomer', 'no budgets'), send: changed('shop-3', { budgets: {} }) },
  { name: GRANT, send: granted(1, 'package-1') },
  { name: named('createCustomerGrant', 'again'), send: granted(1, 'package-1') },
  { name: named('createCustomerGrant', 'another under its key'), send: granted(2, 'package-1') },
  {
    name: named('createCustomerGrant', 'under its key to another'),
    send: granted(1, 'package-1', 'shop-1'),
  },
  {
    name: named('createCustomerGrant', 'to nobody'),
    send: granted(1, 'package-0', 'nobody'),
  },
  {
    name: named('createCustomerGrant', 'that is over'),
    send: {
      ...granted(1, 'package-0'),
      body: { amount: 1, expiresAt: '2025-07-01T00:00:00Z' },
    },
  },
  {
    name: named(KINDS[0]!.operations.create, 'beyond a balance'),
    send: spending('shop-3'),
  },
  { name: named('createCustomerGrant', 'more'), send: granted(900_000_000, 'package-2') },
  {
    name: named('createCustomerGrant', 'more than fits'),
    send: granted(Number.MAX_SAFE_INTEGER, 'package-3'),
  },
  {
    name: named(KINDS[0]!.operations.create, 'within a balance'),
    send: spending('shop-3'),
  },
  {
    name: named('getCustomer', 'with a balance'),
    send: { operation: 'getCustomer', path: ofCustomer('shop-3') },
  },
  revoked('what it has left', ''),
  {
    name: named('getCustomerGrant', 'that was revoked'),
    send: (made) => ({
      operation: 'getCustomerGrant',
      path: { ...ofCustomer('shop-3'), grantId: String(made(GRANT).body.id) },
    }),
  },
  revoked('again', ''),
  revoked('that is not there', 'cgr_0'),
  {
    name: named('listCustomerGrants', 'the newest'),
    send: { operation: 'listCustomerGrants', path: ofCustomer('shop-3'), query: 'limit=1' },
  },
  {
    name: named('listCustomerGrants', 'the next'),
    send: (made) => ({
      ...{ operation: 'listCustomerGrants', path: ofCustomer('shop-3') },
      query: queryOf('cursor', made(named('listCustomerGrants', 'the newest')).body.nextCursor),
    }),
  },
  {
    name: named('createCustomerGrant', 'beside a pending run'),
    send: granted(900_000_000, 'package-4', 'shop-1'),
  },
  { name: named('getCustomer', 'with a balance beside a pending run'), send: READ },
  {
    name: named('createCustomer', 'prepaid'),
    send: customer('shop-5', { hasBalance: true }),
  },
  {
    name: named(KINDS[0]!.operations.create, 'before a grant'),
    send: spending('shop-5'),
  },
  {
    name: named('updateCustomer', 'no balance'),
    send: changed('shop-3', { hasBalance: false }),
  },
];

const CUSTOMERS: Planned[] = [
  {
    name: CUSTOMER,
    send: customer('shop-1', {
      ...{ name: 'Ada', metadata: { plan: 'starter' } },
      budgets: { dayAmount: 1_000, monthAmount: 900_000_000, totalAmount: null },
    }),
  },
  {
    name: named('createCustomer', 'again'),
    send: customer('shop-1', {
      ...{ name: 'Ada', metadata: { plan: 'starter' } },
      budgets: { dayAmount: 1_000, monthAmount: 900_000_000, totalAmount: null },
    }),
  },
  {
    name: named('createCustomer', 'another under its key'),
    send: customer('shop-1', { name: 'Bob' }),
  },
  {
    name: named('createCustomer', 'that exists'),
    send: customer('shop-1', {}, 'shop-1-again'),
  },
  { name: named('createCustomer', 'blocked'), send: customer('shop-2', { state: 'blocked' }) },
  {
    name: named('createCustomer', 'with nothing to spend'),
    send: customer('shop-3', { budgets: { totalAmount: 0 } }),
  },
  ...KINDS.flatMap(({ operations: { create } }) => {
    const body = (endUserId: string) => ({ ...bodyOf(create), attribution: { endUserId } });
    return [
      {
        name: named(create, 'for a blocked customer'),
        send: { operation: create, body: body('shop-2') },
      },
      {
        name: named(create, 'for a customer with nothing to spend'),
        send: { operation: create, body: body('shop-3') },
      },
      {
        name: named(create, 'beyond the day of a customer'),
        send: { operation: create, body: body('shop-1') },
      },
    ];
  }),
  {
    name: named('updateCustomer', 'another budget'),
    send: changed('shop-1', { budgets: { monthAmount: 900_000_000 } }),
  },
  {
    name: named(KINDS[0]!.operations.create, 'for a customer with a budget'),
    send: {
      operation: KINDS[0]!.operations.create,
      body: { ...bodyOf(KINDS[0]!.operations.create), attribution: { endUserId: 'shop-1' } },
    },
  },
  { name: named('getCustomer', 'with a pending run'), send: READ },
  {
    name: named('updateCustomer', 'no name, labels or budgets'),
    send: changed('shop-1', { name: null, metadata: null, budgets: null }),
  },
  { name: named('updateCustomer', 'budgets of none'), send: changed('shop-1', { budgets: {} }) },
  { name: named('getCustomerSettings', 'of none'), send: { operation: 'getCustomerSettings' } },
  {
    name: named('updateCustomerSettings', 'with nothing to spend'),
    send: { operation: 'updateCustomerSettings', body: { defaultBudgets: { dayAmount: 0 } } },
  },
  {
    name: named(KINDS[0]!.operations.create, 'for a new end user with nothing to spend'),
    send: {
      operation: KINDS[0]!.operations.create,
      body: { ...bodyOf(KINDS[0]!.operations.create), attribution: { endUserId: 'shop-4' } },
    },
  },
  {
    name: named('updateCustomerSettings', 'with no member'),
    send: { operation: 'updateCustomerSettings', body: {} },
  },
  {
    name: named('updateCustomerSettings', 'to none'),
    send: { operation: 'updateCustomerSettings', body: { defaultBudgets: null } },
  },
  ...GRANTS,
  {
    name: named('listCustomerSpending', 'of a month'),
    send: { operation: 'listCustomerSpending', query: 'month=2025-07' },
  },
  { name: named('listCustomers', 'all'), send: { operation: 'listCustomers' } },
  {
    name: named('listCustomers', 'the newest'),
    send: { operation: 'listCustomers', query: 'limit=2' },
  },
  {
    name: named('listCustomers', 'the next'),
    send: (made) => ({
      operation: 'listCustomers',
      query: queryOf('cursor', made(named('listCustomers', 'the newest')).body.nextCursor),
    }),
  },
  {
    name: named('deleteCustomer', 'with a pending run'),
    send: { operation: 'deleteCustomer', path: ofCustomer('shop-1') },
  },
  { name: named('getCustomer', 'that is being erased'), send: READ },
  {
    name: named('updateCustomer', 'that is being erased'),
    send: changed('shop-1', { state: 'active' }),
  },
  {
    name: named('deleteCustomer', 'without runs'),
    send: { operation: 'deleteCustomer', path: ofCustomer('shop-2') },
  },
  {
    name: named('createCustomer', 'under the key of one that was erased'),
    send: customer('shop-2', { name: 'Bob' }),
  },
];

/* Webhook endpoints. They are told of the runs that are carried out later. */

const ENDPOINT = named('createEndpoint', 'of production');
const endpointOf = (made: Made) => ({
  id: (made(ENDPOINT).body.endpoint as unknown as { id: string }).id,
});
const onEndpoint = (operation: string, what: string, body?: unknown): Planned => ({
  name: named(operation, what),
  send: (made) => ({ operation, path: endpointOf(made), ...(body !== undefined && { body }) }),
});

const ENDPOINTS: Planned[] = [
  { name: ENDPOINT, send: { operation: 'createEndpoint', headers: keyed('endpoint-1') } },
  {
    name: named('createEndpoint', 'again'),
    send: { operation: 'createEndpoint', headers: keyed('endpoint-1') },
  },
  { name: named('listEndpoints', 'all'), send: { operation: 'listEndpoints' } },
  onEndpoint('getEndpoint', 'of production'),
  onEndpoint('updateEndpoint', 'of production'),
  onEndpoint('rotateEndpointSecret', 'of production'),
];

/* Saved exports. */

const SAVED: Planned = {
  name: named('createSavedExport', 'of charges'),
  send: { operation: 'createSavedExport', headers: keyed('export-1') },
};
const onSaved = (operation: string): Planned => ({
  name: named(operation, 'of charges'),
  send: (made) => ({ operation, path: { id: made(SAVED.name).body.id as string } }),
});

const SAVED_EXPORTS: Planned[] = [
  SAVED,
  {
    name: named('createSavedExport', 'again'),
    send: { operation: 'createSavedExport', headers: keyed('export-1') },
  },
  {
    name: named('createSavedExport', 'another under its key'),
    send: {
      operation: 'createSavedExport',
      headers: keyed('export-1'),
      body: { name: 'Runs', dataset: 'runs', format: 'csv', period: 'previous_day' },
    },
  },
  { name: named('listSavedExports', 'all'), send: { operation: 'listSavedExports' } },
  ...['getSavedExport', 'getSavedExportFile', 'deleteSavedExport'].map(onSaved),
];

/* Alerts. */

const ALERTS: Planned[] = ['getAlertSettings', 'updateAlertSettings', 'listAlerts'].map(
  (operation) => ({ name: named(operation, 'of the workspace'), send: { operation } }),
);

/* Billing. Nobody saves a card. */

const BILLING: Planned[] = [
  ...[20_000_000_000, 30_000_000_000].map((amount) => ({
    name: named('createBillingPayment', `of ${amount}`),
    send: { operation: 'createBillingPayment', body: { amount }, headers: keyed('payment-1') },
  })),
  {
    name: named('createBillingCardPage', 'without an auto-recharge'),
    send: { operation: 'createBillingCardPage' },
  },
  ...[
    ...['getBillingWallet', 'listBillingEntries', 'listBillingGrants', 'listBillingPayments'],
    ...['createBillingPayment', 'updateBillingRecharge', 'getBillingRecharge'],
    ...['createBillingCardPage', 'deleteBillingRecharge', 'getBillingDetails'],
    'createBillingDetailsPage',
  ].map((operation) => ({ name: named(operation, 'of the workspace'), send: { operation } })),
  {
    name: named('getBillingPayment', 'that was started'),
    send: (made) => ({
      operation: 'getBillingPayment',
      path: { id: made(named('createBillingPayment', 'of the workspace')).body.id as string },
    }),
  },
];

const MESSAGES = named('listEndpointMessages', 'of production');
const resent = (what: string): Planned => ({
  name: named('createEndpointResend', what),
  send: (made) => {
    const [message] = made(MESSAGES).body.data as unknown as { id: string }[];
    return {
      operation: 'createEndpointResend',
      path: { ...endpointOf(made), messageId: message!.id },
    };
  },
});

const SENT_MESSAGES: Planned[] = [
  onEndpoint('listEndpointMessages', 'of production'),
  resent('of production'),
  onEndpoint('updateEndpoint', 'that is disabled', { status: 'disabled' }),
  resent('of one that is disabled'),
  onEndpoint('deleteEndpoint', 'of production'),
];

/* The catalogs. */

const CATALOGS: Planned[] = [
  {
    name: named('getModel', 'that is sold'),
    send: { operation: 'getModel', path: { id: 'sandbox/echo' } },
  },
  {
    name: named('getTool', 'that is sold'),
    send: { operation: 'getTool', path: { id: 'sandbox/add' } },
  },
  ...['listModels', 'listTools', 'listComputeEnvironments', 'getObservabilityLimits'].map(
    (operation) => ({
      name: named(operation, 'all'),
      send: { operation },
    }),
  ),
];

const BOUNDS: Planned[] = [
  {
    name: named('createSpans', 'more than it takes'),
    send: {
      operation: 'createSpans',
      body: otlpOf(Array(10_001).fill({ traceId: '', spanId: '' })),
    },
  },
  {
    name: named('queryMetrics', 'more points than it answers with'),
    send: {
      operation: 'queryMetrics',
      body: {
        ...{ measures: ['count'], interval: 'hour' },
        ...{ from: '2025-07-01T00:00:00Z', to: '2025-09-01T00:00:00Z' },
      },
    },
  },
];

/** Before runs are carried out, and after that. */
export const UNSENT: Planned[] = [
  ...KINDS.flatMap(unsentOf),
  ...BATCHES,
  { name: 'getAccount: with its holds', send: { operation: 'getAccount' } },
  ...CATALOGS,
  ...BOUNDS,
  ...PROMPTS,
  ...SCORES,
  ...KEYS,
  ...CUSTOMERS,
  ...ENDPOINTS,
  ...SAVED_EXPORTS,
  ...ALERTS,
  ...BILLING,
  ...developer.flatMap(filtered),
  ...developer.flatMap(refusalsOf),
];
export const SENT: Planned[] = [
  ...BATCHED_ENDS,
  ...KINDS.flatMap(endedOf),
  ...ENDINGS,
  ...OUTPUTS,
  ...SENT_MESSAGES,
  { name: 'getAccount: with what it spent', send: { operation: 'getAccount' } },
  { name: 'getModelRun: that the contract shows', send: { operation: 'getModelRun' } },
];
