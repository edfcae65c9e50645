/**
 * A server on loopback that treats each request as the test wrote down, repeating the last act forever: it drops, cuts,
 * stalls, lies or forwards to the real service. Remembers everything that it received.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ModelRun, ProblemCode } from '../../client/index.ts';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Behavior = (seen: Seen, response: ServerResponse) => unknown;

export interface Hostile {
  url: string;
  /** In the order of arrival. */
  seen: Seen[];
  close(): Promise<void>;
}

export async function startHostile(...steps: Behavior[]): Promise<Hostile> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: await text(request) };
    seen.push(one);
    await steps[Math.min(seen.length, steps.length) - 1]!(one, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function answer(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Behavior {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(payload);
  };
}

export function problem(
  status: number,
  code: ProblemCode,
  more: Record<string, unknown> = {},
): Behavior {
  const { headers, ...members } = more;
  const document = { type: 'about:blank', title: code, status, detail: 'It is so.', code };
  return answer(
    status,
    { ...document, requestId: 'req_1', ...members },
    {
      ...(headers as Record<string, string>),
    },
  );
}

/** Ends the connection without an answer. */
export const drop: Behavior = (_, response) => response.destroy();

/** Never answers. */
export const stall: Behavior = () => {};

/** Begins an answer that claims to be longer than it is. */
export const cut: Behavior = (_, response) => {
  response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': '5000' });
  response.write('{"id":"run_1","state":"rese', () => response.destroy());
};

/** Asks the real service, and returns its answer, or keeps it: the service has done its work either way. */
export function handOn(target: string, { keep = false } = {}): Behavior {
  return async ({ method, path, headers, body }, response) => {
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
    const answer = await fetch(target + path, {
      method,
      headers: rest as Record<string, string>,
      ...(method === 'POST' && { body }),
    });
    const payload = await answer.text();
    if (keep) response.destroy();
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(payload);
  };
}

/** A run as the service would return it. */
export function run(more: Partial<ModelRun> = {}): ModelRun {
  return {
    id: 'run_1',
    model: 'sandbox/echo',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    state: 'reserved',
    currency: 'USD',
    scale: 9,
    reservedAmount: 1,
    idempotencyKey: 'key',
    keyId: 'key_1',
    ...more,
  };
}
