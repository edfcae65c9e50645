/** A receiver of webhooks that does with each message what the test says, and remembers what it was sent. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Message {
  headers: IncomingHttpHeaders;
  body: string;
  event: {
    type: string;
    timestamp: string;
    data: { id?: string; version?: number; state?: string } & Record<string, unknown>;
  };
}

type Answer = (response: ServerResponse, message: Message) => unknown;

export interface Receiver {
  url: string;
  received: Message[];
  /** What it does from now on; default: 204. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Message[] = [];
  let respond: Answer = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    if (body === '') return;
    const message = { headers: request.headers, body, event: JSON.parse(body) };
    received.push(message);
    respond(response, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer(how) {
      respond = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Throws where the message is not signed with the secret. */
export function verify(secret: string, { headers, body }: Message): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
