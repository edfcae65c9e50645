/**
 * The mock refuses what the service refuses, with the same words: bodies of every operation that the mock carries out go
 * to both. test/mock/agreement.test.ts compares whole answers, of fewer requests.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMock } from '../../scripts/mock/index.ts';
import { document, follow, type Node, operation as nodeOf } from '../contract/document.ts';
import { startService } from '../support/service.ts';
import type { Json } from './bodies.ts';
import { type Operation, operations } from './exchange.ts';
import { cases } from './seed.ts';
import { byteChange, spoil, spoiling, textChange } from './spoiling.ts';
import { shaped, valid } from './valid.ts';

const CUSTOMER = 'fuzzed-customer';
const PROMPT = 'fuzzed';
const MODELS = ['sandbox/echo', 'sandbox/thinker', 'sandbox/tool-caller'];
/** Of the mock at its start. */
const CREDIT = 1_000_000_000_000;
/** What the mock has by default, and limits that no property reaches. */
const ENVIRONMENT = {
  ...{ MAX_PROMPT_CHARS: '', MAX_OUTPUT_TOKENS: '', COMPUTE_MAX_INPUT_BYTES: '' },
  ...{ RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BYTES_PER_MINUTE: '9999999999' },
  MAX_PENDING_RUNS: '1000000',
};

interface Side {
  url: string;
  key: string;
}

let sides: Side[];
const opened = new AsyncDisposableStack();
beforeAll(async () => {
  const mock = await startMock({ document, port: 0 });
  opened.defer(() => mock.close());
  // Runs stay as they are created.
  const service = await startService({ parts: ['api'], environment: ENVIRONMENT });
  opened.defer(() => service.close());
  const { key } = await service.tenant({ amount: CREDIT });
  sides = [
    { url: mock.url, key: 'any' },
    { url: service.url, key: key.key },
  ];
  await make('createCustomer', { endUserId: CUSTOMER });
  await make('createPromptVersion', { name: PROMPT, text: 'x {{a}}', labels: ['production'] });
});
afterAll(() => opened.disposeAsync());

async function make(id: string, body: object): Promise<void> {
  const operation = operations.find((each) => each.id === id)!;
  const made = await send(operation, Buffer.from(JSON.stringify(body)));
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
}

/** The outcomes of the mock and of the service. */
async function send({ method, path, takesRequestKey }: Operation, body: Uint8Array<ArrayBuffer>) {
  const target = path
    .replace('{name}', PROMPT)
    .replace('{label}', 'production')
    .replace('{endUserId}', CUSTOMER);
  const requestKey = randomUUID();
  return Promise.all(
    sides.map(async ({ url, key }) => {
      const response = await fetch(url + target, {
        ...{ method, body },
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          ...(takesRequestKey && { 'Idempotency-Key': requestKey }),
        },
      });
      return outcomeOf(response.status, JSON.parse(await response.text()));
    }),
  );
}

interface Outcome {
  status: number;
}

interface Answered {
  code?: string;
  detail?: string;
  errors?: object[];
  results?: { status: number; problem?: Answered }[];
}

/** Without ids and times. */
function outcomeOf(status: number, { code, detail, errors, results }: Answered): Outcome {
  const each = results?.map((one) => outcomeOf(one.status, one.problem ?? {}));
  return { status, ...(status >= 400 && { code, detail, errors }), ...(each && { each }) };
}

async function expectAgreement(operation: Operation, body: Uint8Array<ArrayBuffer>) {
  const [mock, service] = await send(operation, body);
  expect(mock).toEqual(service);
}

const textOf = (operation: Operation, request: object) =>
  JSON.stringify(shaped(operation, request));

const CALL = {
  role: 'assistant',
  tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{' } }],
};
const RESULT = { role: 'tool', tool_call_id: 'x', content: '' };
const HELLO = { role: 'user', content: 'Hello' };
const BAD_CONVERSATIONS: Json[] = [
  [CALL],
  [RESULT],
  [HELLO, RESULT],
  [HELLO, CALL, HELLO],
  [HELLO, CALL, RESULT, RESULT],
  [HELLO, CALL, CALL, RESULT],
  [HELLO, { role: 'assistant', content: 'Hello' }],
  [{ role: 'user', content: [{ type: 'image', image: { url: 'https://example.com/x.png' } }] }],
  [{ role: 'user', content: 'x'.repeat(2_000_000) }],
];

/** Values of members that schemas accept, and that are mostly refused: by the catalog, by limits, or by what is there. */
const RULES: Record<string, Json[]> = {
  model: ['gpt-4o', 'sandbox/refused', 'sandbox/unpriced'],
  maxOutputTokens: [1, 32_000, 100_000],
  maxReservedAmount: [0, 1],
  messages: [...BAD_CONVERSATIONS, [{ role: 'system', content: '{{a}}{{' }]],
  temperature: [1.5],
  top_k: [7],
  reasoning: [{ effort: 'high' }],
  response_format: [
    { type: 'json_object' },
    { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'x' } } },
  ],
  tool_choice: [{ type: 'function', function: { name: 'nothing' } }],
  tool: ['sandbox/nothing', 'sandbox/slow'],
  input: [{}, { text: 1 }, { words: '' }],
  version: [99, 'none'],
  parent: [{ runId: 'run_01k0a2v4xfe8t9m3c5h7j1q6wz', toolCallId: 'x' }],
  environment: ['cobol'],
  command: ['exit 1'],
  timeoutSeconds: [100_000],
  resources: [{ memoryMb: 1_000_000 }],
  files: [[{ path: '../x', content: '' }], [{ path: 'x', content: '', contentBase64: '' }]],
  outputs: [['/etc/passwd', 'x', 'X']],
  text: ['{{a', '{{b}} {{prompt:nothing}}'],
  labels: [['latest']],
  variables: [{}, { a: [], b: 1 }],
  label: ['nowhere'],
  fromVersion: [99],
  expiresAt: ['2020-01-01T00:00:00.000Z'],
  amount: [2 ** 53 - 1],
  endUserId: [CUSTOMER],
  hasBalance: [true],
  runId: ['run_01k0a2v4xfe8t9m3c5h7j1q6wz'],
  from: ['2020-01-01T00:00:00.000Z'],
  dimensions: [['model', 'tool', 'keyId', 'endUserId', 'metadata.x']],
};

/** Those for what the body may have by the contract. */
function rulesOf({ id }: Operation): [member: string, value: Json][] {
  const { requestBody } = nodeOf(id === 'createModelRunBatch' ? 'createModelRun' : id);
  const { content } = requestBody as { content: Record<string, { schema: Node }> };
  const { properties = {} } = follow(content['application/json']!.schema);
  return Object.keys(properties as object).flatMap((member) =>
    (RULES[member] ?? []).map((value): [string, Json] => [member, value]),
  );
}

/** The guide says of the others that the mock refuses nothing of them. */
const carriedOut = operations.filter(
  ({ id, takesBody }) => takesBody && !/ApiKey|Endpoint|Alert|SavedExport|Billing/.test(id),
);

describe.each(carriedOut)('$id of the mock and of the service answers alike', (operation) => {
  it('to bodies that are valid, or nearly', async () => {
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, ...MODELS),
        fc.array(spoiling, { maxLength: 2 }),
        async (request, spoilings) => {
          const spoilt = spoilings.reduce<Json>(spoil, shaped(operation, request) as Json);
          await expectAgreement(operation, Buffer.from(JSON.stringify(spoilt)));
        },
      ),
      cases(150),
    );
  });

  it('to bodies that break other rules than those of a schema', async () => {
    const rules = rulesOf(operation);
    if (rules.length === 0) return;
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, ...MODELS),
        fc.array(fc.constantFrom(...rules), { minLength: 1, maxLength: 2 }),
        async (request, broken) => {
          const body = { ...request, ...Object.fromEntries(broken) };
          await expectAgreement(operation, Buffer.from(textOf(operation, body)));
        },
      ),
      cases(90),
    );
  });

  it('to bodies whose text is spoilt', async () => {
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, 'sandbox/echo'),
        textChange,
        async (request, { change }) => {
          await expectAgreement(operation, Buffer.from(change(textOf(operation, request))));
        },
      ),
      cases(60),
    );
  });

  it('to bytes that are no text', async () => {
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, 'sandbox/echo'),
        byteChange,
        async (request, change) => {
          const bytes = change(Buffer.from(textOf(operation, request)));
          await expectAgreement(operation, Buffer.from(bytes));
        },
      ),
      cases(20),
    );
  });
});
