/** A receiver of webhooks that treats each message as the test says, and remembers what it received. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: {
    type: string;
    timestamp: string;
    data: { id?: string; version?: number; state?: string } & Record<string, unknown>;
  };
}

export type Answer = (response: ServerResponse, message: Message) => unknown;

export interface Receiver {
  port: number;
  url: string;
  received: Message[];
  /** Sets how it answers from now on; default: 204. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

/** Listens on this port, such as that of a closed receiver; on any free port by default. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Message[] = [];
  let respond: Answer = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    if (body === '') return;
    const { headers, url: path = '' } = request;
    const message = { path, headers, body, event: JSON.parse(body) };
    received.push(message);
    respond(response, message);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const listening = (server.address() as AddressInfo).port;
  return {
    port: listening,
    url: `http://127.0.0.1:${listening}/hooks`,
    received,
    answer(how) {
      respond = how;
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Throws if the message is not signed with the secret. */
export function verify(secret: string, { headers, body }: Message): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
