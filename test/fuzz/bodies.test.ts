import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { body } from './bodies.ts';
import { ask, headOf, type Operation, operations } from './exchange.ts';
import { cases } from './seed.ts';
import { type FuzzedService, startFuzzedService } from './service.ts';
import { byteAct, spoil, spoiling, textAct } from './spoiling.ts';

let service: FuzzedService;
beforeAll(async () => {
  service = await startFuzzedService();
});
afterEach(() => service.expectConsistent());
afterAll(() => service.close());

const MODELS = ['sandbox/echo', 'sandbox/thinker', 'sandbox/tool-caller', 'canned'];
const taking = operations.filter(({ takesBody }) => takesBody);

function send(operation: Operation, payload: Uint8Array, type = 'application/json') {
  const head = headOf(operation.method, operation.path, [
    ['Host', 'localhost'],
    ['Authorization', `Bearer ${service.key}`],
    ['Content-Type', type],
    ['Content-Length', String(payload.length)],
    ...(operation.takesRequestKey ? [['Idempotency-Key', randomUUID()] as const] : []),
  ]);
  return ask(service, Buffer.concat([Buffer.from(head), payload]), operation);
}

describe.each(taking)('$id answers in the words of the contract', (operation) => {
  it('to every body that is valid', async () => {
    await fc.assert(
      fc.asyncProperty(body(...MODELS), async (valid) => {
        const { status, body: answer } = await send(operation, Buffer.from(JSON.stringify(valid)));
        expect([200, 202], answer).toContain(status);
      }),
      cases(150),
    );
  });

  it('to bodies that are nearly valid', async () => {
    await fc.assert(
      fc.asyncProperty(
        body(...MODELS),
        fc.array(spoiling, { minLength: 1, maxLength: 2 }),
        async (valid, spoilings) => {
          const spoilt = spoilings.reduce<Parameters<typeof spoil>[0]>(spoil, valid);
          await send(operation, Buffer.from(JSON.stringify(spoilt)));
        },
      ),
      cases(400),
    );
  });

  it('to conversations with messages that are missing, doubled or out of order', async () => {
    const disordered = body('sandbox/echo').chain((valid) => {
      const messages = fc.shuffledSubarray([...valid.messages, ...valid.messages], {
        minLength: 1,
      });
      return messages.map((list) => ({ ...valid, messages: list }));
    });
    await fc.assert(
      fc.asyncProperty(disordered, async (given) => {
        const { status, body: answer } = await send(operation, Buffer.from(JSON.stringify(given)));
        expect([200, 202, 422], answer).toContain(status);
        if (status === 422) expect(JSON.parse(answer).code).toBe('inconsistent_tool_calls');
      }),
      cases(150),
    );
  });

  it('to bodies whose text is spoilt', async () => {
    await fc.assert(
      fc.asyncProperty(body('sandbox/echo'), textAct, async (valid, { act }) => {
        await send(operation, Buffer.from(act(JSON.stringify(valid))));
      }),
      cases(200),
    );
  });

  it('to bytes that are no text', async () => {
    await fc.assert(
      fc.asyncProperty(body('sandbox/echo'), byteAct, async (valid, act) => {
        const { status } = await send(operation, act(Buffer.from(JSON.stringify(valid))));
        expect(status).toBe(400);
      }),
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
      fc.asyncProperty(body('sandbox/echo'), type, async (valid, given) => {
        await send(operation, Buffer.from(JSON.stringify(valid)), given);
      }),
      cases(80),
    );
  });
});
