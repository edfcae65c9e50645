/** An upstream that costs as little as an upstream can: it answers every request at once with the same stream. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCommands } from './subject.ts';

export type UpstreamCommands = { port(): number };

const WORDS = [
  'Two ',
  'bakeries ',
  'are ',
  'open ',
  'by ',
  'then, ',
  'and ',
  'one ',
  'has ',
  'seats.',
];
const USAGE = { prompt_tokens: 55, completion_tokens: 12, total_tokens: 67, cost: 0.000031 };

await serveCommands(async () => {
  let count = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      const id = `gen-${++count}`;
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Generation-Id': id });
      res.end(streamOf(id));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port } satisfies UpstreamCommands,
    close: async () => server.closeAllConnections(),
  };
});

function streamOf(id: string): string {
  const chunk = (delta: object, more: object = {}, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const event = { id, object: 'chat.completion.chunk', created: 1_700_000_000, choices, ...more };
    return `data: ${JSON.stringify(event)}\n\n`;
  };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...WORDS.map((content) => chunk({ content })),
    chunk({}, {}, 'stop'),
    chunk({ content: '' }, { usage: USAGE }),
    'data: [DONE]\n\n',
  ].join('');
}
