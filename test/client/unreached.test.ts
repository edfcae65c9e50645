/** Errors on the way: no server, or a server that is not the service. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BadGatewayError,
  ConnectionError,
  createClient,
  GatewayTimeoutError,
  ProxyError,
  ServiceUnavailableError,
} from '../../client/index.ts';
import { against, closeHostiles, ECHO, thrownBy } from './client-against.ts';
import { answer, drop } from './hostile-server.ts';

const ONCE_MORE = { maxRetries: 1, retry: { baseDelayMs: 1, attemptMs: 20_000 } };

afterEach(closeHostiles);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const creating = (baseUrl: string, fetch?: (request: Request) => Promise<Response>) =>
  createClient({ baseUrl, apiKey: 'mock', ...(fetch && { fetch }) }).modelRuns.create(
    ECHO,
    ONCE_MORE,
  );

describe('a connection that never came about', () => {
  it('is reported as surely not created, since nothing was sent', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const error = await thrownBy(creating(`http://${host}:${await freePort()}`));
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ mayHaveCreated: false, attempts: 2 });
    }
  });

  it('because of an unknown host name is reported so as well', async () => {
    const error = await thrownBy(creating('http://nobody.invalid'));
    expect(error).toMatchObject({ mayHaveCreated: false });
  });

  const system = (facts: object) => Object.assign(new Error('no'), facts);
  const refused = system({ code: 'ECONNREFUSED', syscall: 'connect' });
  it.each<[string, unknown, boolean]>([
    ['of Node', new TypeError('fetch failed', { cause: refused }), false],
    ['of all addresses', new AggregateError([refused, refused]), false],
    [
      'of a proxy, behind two causes',
      new Error('a', { cause: new Error('b', { cause: refused }) }),
      false,
    ],
    ['that takes too long', system({ code: 'UND_ERR_CONNECT_TIMEOUT' }), false],
    ['of Bun', system({ code: 'ConnectionRefused' }), false],
    ['of Deno', new TypeError('error sending request: client error (Connect): refused'), false],
    ['of one address of two', new AggregateError([refused, system({ syscall: 'read' })]), true],
    ['of nobody knows what', new TypeError('Failed to fetch'), true],
    ['in the midst', system({ code: 'ECONNRESET', syscall: 'read' }), true],
    ['that says nothing', undefined, true],
  ])('%s: %s may have created: %s', async (_, thrown, mayHaveCreated) => {
    const error = await thrownBy(
      creating('http://host', async () => {
        throw thrown;
      }),
    );
    expect(error).toMatchObject({ mayHaveCreated });
  });

  it('after an attempt that was cut off may still have created a run', async () => {
    const { modelRuns, hostile } = await against(drop);
    const error = await thrownBy(
      modelRuns.create(ECHO, { maxRetries: 1, onRetry: () => hostile.close() }),
    );
    expect(error).toMatchObject({ mayHaveCreated: true, attempts: 2 });
  });
});

describe('an answer of a proxy', () => {
  it.each([
    [502, BadGatewayError, 'bad_gateway', 'BadGatewayError'],
    [503, ServiceUnavailableError, 'service_unavailable', 'ServiceUnavailableError'],
    [504, GatewayTimeoutError, 'gateway_timeout', 'GatewayTimeoutError'],
    [524, ProxyError, 'http_524', 'Http524Error'],
    [403, ProxyError, 'http_403', 'Http403Error'],
  ])('%i is a %s with the code %s', async (status, Named, code, name) => {
    const { modelRuns } = await against(answer(status, '<h1>nginx</h1>'));
    const error = await thrownBy(modelRuns.create(ECHO, { maxRetries: 0 }));
    expect(error).toBeInstanceOf(Named);
    expect(error).toBeInstanceOf(ProxyError);
    expect(error).toMatchObject({ status, code, name, problem: undefined });
    expect(error).toHaveProperty('mayHaveCreated', status >= 500);
  });
});
