/** Outside production, the service checks its own responses against the contract. */
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type App, createApp, type Handlers } from '../../server/platform/http/index.ts';
import { document } from '../contract/document.ts';
import { operations } from '../support/contract.ts';

const SCOPES = ['models:read', 'models:run'];

let app: App | undefined;
afterEach(() => app?.drain());

/** A service that lists a model with only these facts. */
async function listingOf(model: object, validatesResponses: boolean) {
  const logged: string[] = [];
  const unused = operations.map(({ id }) => [id, () => {}]);
  const listModels = () => ({ status: 200, body: { data: [model] } });
  app = createApp({
    document: document as never,
    keys: {
      authenticate: async () => ({
        ...{ workspace: 'w', apiKey: 'k', scopes: new Set(SCOPES) },
        payer: { account: 'a', kind: 'wallet' },
      }),
    },
    handlers: { ...Object.fromEntries(unused), listModels } as Handlers,
    validatesResponses,
    log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
    ratePerMinute: 10,
    maxBodyBytes: 1_000,
    health: async () => {},
  });
  const port = await app.listen('127.0.0.1', 0);
  const answer = await fetch(`http://127.0.0.1:${port}/v1/developer/models`, {
    headers: { Authorization: 'Bearer any' },
  });
  return { status: answer.status, text: await answer.text(), logged };
}

test('a response that is not as documented is 500 internal_error, and the log says why', async () => {
  const { status, text, logged } = await listingOf({ id: 1 }, true);
  expect(status).toBe(500);
  expect(text).toContain('"code":"internal_error"');
  expect(text).not.toContain('/response/data');
  expect(logged.join()).toMatch(/\/response\/data\/0\/id must be string/);
});

test('where responses are not held to the contract, it goes out as it is', async () => {
  const { status, text, logged } = await listingOf({ id: 1 }, false);
  expect({ status, logged }).toEqual({ status: 200, logged: [] });
  expect(text).toBe('{"data":[{"id":1}]}');
});
