/** A receiver of webhooks that accepts each message at once, and counts them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCommands } from './subject.ts';

export type ReceiverCommands = { port(): number; taken(): number };

await serveCommands(async () => {
  let taken = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      taken += 1;
      res.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port, taken: () => taken } satisfies ReceiverCommands,
    close: async () => server.closeAllConnections(),
  };
});
