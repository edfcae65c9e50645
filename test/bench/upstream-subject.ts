/**
 * An upstream with the lowest possible cost: it answers every request at once, a model's with the same stream, a tool's
 * with the same text.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import {
  beginningOf,
  headersOf,
  longAnswer,
  restOf,
  TOOL_ANSWER,
  TOOL_AT,
} from './answer-stream.ts';
import { serveCommands } from './subject.ts';

export interface UpstreamOptions {
  /** The length of its answers, which it sends word by word; absent for short answers, each sent in one piece. */
  words?: number;
}

export type UpstreamCommands = { port(): number };

await serveCommands(async ({ words }: UpstreamOptions) => {
  let count = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', async () => {
      if (req.url === TOOL_AT) return void res.end(TOOL_ANSWER);
      const id = `gen-${++count}`;
      res.writeHead(200, headersOf(id));
      if (words === undefined) return void res.end(beginningOf(id) + restOf(id));
      for (const part of longAnswer(id, words)) {
        res.write(part);
        await setImmediate();
      }
      res.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port } satisfies UpstreamCommands,
    close: async () => server.closeAllConnections(),
  };
});
