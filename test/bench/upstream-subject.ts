/**
 * An upstream with the lowest possible cost: it answers every request at once, a model's with the same stream, a tool's
 * with the same text.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beginningOf, headersOf, restOf, TOOL_ANSWER, TOOL_AT } from './answer-stream.ts';
import { serveCommands } from './subject.ts';

export type UpstreamCommands = { port(): number };

await serveCommands(async () => {
  let count = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      if (req.url === TOOL_AT) return void res.end(TOOL_ANSWER);
      const id = `gen-${++count}`;
      res.writeHead(200, headersOf(id));
      res.end(beginningOf(id) + restOf(id));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port } satisfies UpstreamCommands,
    close: async () => server.closeAllConnections(),
  };
});
