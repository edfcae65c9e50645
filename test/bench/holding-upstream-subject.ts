/**
 * An upstream that begins its answer at once and holds the rest until the benchmark releases it. The text of its last
 * message identifies a request.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beginningOf, headersOf, restOf } from './answer-stream.ts';
import { sharedNow } from './clock.ts';
import { serveCommands } from './subject.ts';

export type HoldingUpstreamCommands = Awaited<ReturnType<typeof open>>['commands'];

/** The backlog of connections: many arrive in one moment. */
const BACKLOG = 4_096;

await serveCommands(open);

async function open() {
  const held = new Map<string, { id: string; res: ServerResponse }>();
  let count = 0;
  let holds = true;

  const server = createServer(async (req, res) => {
    const { messages } = JSON.parse(await text(req)) as { messages: { content: string }[] };
    const id = `gen-${++count}`;
    res.writeHead(200, headersOf(id));
    res.write(beginningOf(id));
    if (holds) held.set(messages.at(-1)!.content, { id, res });
    else res.end(restOf(id));
  }).listen(0, '127.0.0.1', BACKLOG);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** The moment right before the rest is sent; undefined if no such request is held. */
  function release(name: string): number | undefined {
    const request = held.get(name);
    if (!request) return undefined;
    held.delete(name);
    const at = sharedNow();
    request.res.end(restOf(request.id));
    return at;
  }

  return {
    commands: {
      port: () => port,
      held: () => held.size,
      release,
      /** Holds nothing from now on. */
      releaseAll(): void {
        holds = false;
        for (const name of [...held.keys()]) release(name);
      },
    },
    close: async () => server.closeAllConnections(),
  };
}
