import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { body } from './bodies.ts';
import { ask, headOf, type Operation, operations } from './exchange.ts';
import { cases } from './seed.ts';
import { type FuzzedService, startFuzzedService } from './service.ts';
import { byteChange, spoil, spoiling, textChange } from './spoiling.ts';
import { shaped, valid } from './valid.ts';

let service: FuzzedService;
beforeAll(async () => {
  service = await startFuzzedService();
  const save = operations.find(({ id }) => id === 'createPromptVersion')!;
  await make('createCustomer', { endUserId: CUSTOMER });
  await renewKey();
  await renewEndpoint();
  await send(
    save,
    Buffer.from(JSON.stringify({ name: PROMPT, text: 'x {{a}}', labels: ['production'] })),
  );
});
afterEach(() => service.expectConsistent());
afterAll(() => service.close());

async function make(id: string, request: object) {
  const text = JSON.stringify(request);
  const made = await send(operations.find((each) => each.id === id)!, Buffer.from(text));
  expect(made.status, made.body).toBe(201);
  return JSON.parse(made.body);
}

/** A key that the key of the tests has created. */
let keyId = '';
async function renewKey(): Promise<void> {
  keyId = (await make('createApiKey', { name: 'fuzzed', scopes: ['models:read'] })).key.id;
}

/** The only webhook endpoint. */
let endpointId = '';
async function renewEndpoint(): Promise<void> {
  await service.db.query('delete from webhook_endpoint');
  const endpoint = { url: 'https://hooks.example/', eventTypes: ['run.failed'] };
  endpointId = (await make('createEndpoint', endpoint)).endpoint.id;
}

/** There can be few that are open. */
async function endPayments(): Promise<void> {
  await service.db.query("update payment set state = 'expired', ended_at = now()");
}

/** Made before anything else. */
const CUSTOMER = 'fuzzed-customer';
/** Saved with one variable before anything else. */
const PROMPT = 'fuzzed';
const MODELS = ['sandbox/echo', 'sandbox/thinker', 'sandbox/tool-caller', 'canned'];
const taking = operations.filter(({ takesBody }) => takesBody);

function send(operation: Operation, payload: Uint8Array, type = 'application/json') {
  const path = operation.path
    .replace('{name}', PROMPT)
    .replace('{label}', 'production')
    .replace('{endUserId}', CUSTOMER)
    .replace('/keys/{id}', `/keys/${keyId}`)
    .replace('/webhook-endpoints/{id}', `/webhook-endpoints/${endpointId}`);
  const head = headOf(operation.method, path, [
    ['Host', 'localhost'],
    ['Authorization', `Bearer ${service.key}`],
    ['Content-Type', type],
    ['Content-Length', String(payload.length)],
    ...(operation.takesRequestKey ? [['Idempotency-Key', randomUUID()] as const] : []),
  ]);
  return ask(service, Buffer.concat([Buffer.from(head), payload]), operation);
}

/** The outcome of the one requested run. */
function ending({ id }: Operation, { status, body: text }: { status: number; body: string }) {
  const answer = JSON.parse(text);
  if (id !== 'createModelRunBatch' || status !== 200) return { status, code: answer.code };
  const [result] = answer.results;
  return { status: result.status, code: result.problem?.code };
}

describe.each(taking)('$id answers in the words of the contract', (operation) => {
  it('to every body that is valid', async () => {
    await fc.assert(
      fc.asyncProperty(valid(operation, PROMPT, ...MODELS), async (request) => {
        // A key is rotated once, and there can be few endpoints.
        if (operation.id === 'rotateApiKey') await renewKey();
        if (operation.id.includes('Endpoint')) await renewEndpoint();
        if (operation.id === 'createBillingPayment') await endPayments();
        if (operation.id === 'createSavedExport')
          await service.db.query('delete from saved_export');
        const text = JSON.stringify(shaped(operation, request));
        const answer = await send(operation, Buffer.from(text));
        expect([200, 201, 202], answer.body).toContain(ending(operation, answer).status);
      }),
      cases(150),
    );
  });

  it('to bodies that are nearly valid', async () => {
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, ...MODELS),
        fc.array(spoiling, { minLength: 1, maxLength: 2 }),
        async (request, spoilings) => {
          const whole = shaped(operation, request) as Parameters<typeof spoil>[0];
          const spoilt = spoilings.reduce<Parameters<typeof spoil>[0]>(spoil, whole);
          await send(operation, Buffer.from(JSON.stringify(spoilt)));
        },
      ),
      cases(400),
    );
  });

  it('to bodies whose text is spoilt', async () => {
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, 'sandbox/echo'),
        textChange,
        async (request, { change }) => {
          await send(operation, Buffer.from(change(JSON.stringify(shaped(operation, request)))));
        },
      ),
      cases(200),
    );
  });

  it('to bytes that are no text', async () => {
    await fc.assert(
      fc.asyncProperty(
        valid(operation, PROMPT, 'sandbox/echo'),
        byteChange,
        async (request, change) => {
          const { status } = await send(
            operation,
            change(Buffer.from(JSON.stringify(shaped(operation, request)))),
          );
          expect(status).toBe(400);
        },
      ),
      cases(60),
    );
  });

  it('to media types of every kind', async () => {
    const type = fc.oneof(
      fc.constantFrom(
        'text/json',
        'application/json; charset=utf-16',
        'application/json;charset="utf-8"',
      ),
      fc.constantFrom(
        'application/json;',
        'application/json; charset',
        'APPLICATION/JSON',
        ' ; ',
        '*/*',
      ),
      fc.constantFrom(
        'application/json; charset=utf-8; charset=latin1',
        'application/json, text/html',
      ),
      fc.constantFrom('multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'),
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)) }),
    );
    await fc.assert(
      fc.asyncProperty(valid(operation, PROMPT, 'sandbox/echo'), type, async (whole, mediaType) => {
        await send(operation, Buffer.from(JSON.stringify(shaped(operation, whole))), mediaType);
      }),
      cases(80),
    );
  });
});

const ofConversations = taking.filter(
  ({ id }) =>
    !/Tool|Prompt|Metrics|Score|Customer|ApiKey|Endpoint|Alert|Export|Billing|ComputeJob/.test(id),
);

describe.each(ofConversations)('$id answers in the words of the contract', (operation) => {
  // Budgets of before would refuse runs of end users.
  beforeAll(async () => {
    const settings = operations.find(({ id }) => id === 'updateCustomerSettings')!;
    await send(settings, Buffer.from('{"defaultBudgets":null}'));
  });

  it('to conversations with messages that are missing, doubled or out of order', async () => {
    const disordered = body('sandbox/echo').chain((whole) => {
      const messages = fc.shuffledSubarray([...whole.messages, ...whole.messages], {
        minLength: 1,
      });
      return messages.map((list) => ({ ...whole, messages: list }));
    });
    await fc.assert(
      fc.asyncProperty(disordered, async (request) => {
        const text = JSON.stringify(shaped(operation, request));
        const answer = await send(operation, Buffer.from(text));
        const { status, code } = ending(operation, answer);
        expect([200, 202, 422], answer.body).toContain(status);
        if (status === 422) expect(code).toBe('inconsistent_tool_calls');
      }),
      cases(150),
    );
  });
});
