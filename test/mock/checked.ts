/** The mock as the client uses it, with a check of every answer against the document and a stopped clock. */
import { vi } from 'vitest';
import { createClient } from '../../client/index.ts';
import { startMock } from '../../scripts/mock/index.ts';
import { document } from '../contract/document.ts';
import { createContract } from '../support/contract.ts';
import { sending } from '../targets/wire.ts';

export async function startCheckedMock() {
  const mock = await startMock({ document, port: 0 });
  const send = sending({ publicUrl: mock.url, contract: createContract() });
  return {
    ...mock,
    send,
    client: createClient({ baseUrl: mock.url, apiKey: 'any', fetch: send, retry: false }),
    get: (path: string, headers: Record<string, string> = {}) =>
      send(
        new Request(`${mock.url}/v1/developer/${path}`, {
          headers: { Authorization: 'Bearer any', ...headers },
        }),
      ),
  };
}

export type CheckedMock = Awaited<ReturnType<typeof startCheckedMock>>;

/** The clock is stopped, so that runs advance when they are read and not because the machine is slow. */
export const stand = (ms = 0) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

export const say = (model: string, more: object = {}) => ({
  ...{ model, messages: [{ role: 'user' as const, content: 'Hello' }], maxOutputTokens: 9 },
  ...more,
});
