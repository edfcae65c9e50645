/**
 * An Express route that only forwards a request to the upstream and reads its stream: the cost of a proxy that stores
 * nothing.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import express from 'express';
import { Agent } from 'undici';
import { PATH } from './requests.ts';
import { serveCommands } from './subject.ts';

export interface ForwarderOptions {
  upstreamUrl: string;
}

export type ForwarderCommands = { port(): number };

await serveCommands(async ({ upstreamUrl }: ForwarderOptions) => {
  const agent = new Agent({ connections: null });
  const app = express().disable('x-powered-by').disable('etag');
  app.post(PATH, express.json({ limit: '4mb' }), async (req, res) => {
    const { body } = await agent.request({
      origin: upstreamUrl,
      path: '/chat/completions',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ ...req.body, stream: true }),
    });
    res.status(200).json(await answerOf(body));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port } satisfies ForwarderCommands,
    close: async () => {
      server.closeAllConnections();
      await agent.close();
    },
  };
});

interface Chunk {
  id: string;
  choices: { delta: { content?: string }; finish_reason: string | null }[];
  usage?: object;
}

async function answerOf(body: AsyncIterable<Buffer>) {
  const answer = { id: '', text: '', finishReason: '', usage: {} };
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const { id, choices, usage } = JSON.parse(data) as Chunk;
      const [choice] = choices;
      answer.id = id;
      answer.text += choice?.delta.content ?? '';
      answer.finishReason = choice?.finish_reason ?? answer.finishReason;
      if (usage) answer.usage = usage;
    },
  });
  const decoder = new TextDecoder();
  for await (const part of body) parser.feed(decoder.decode(part, { stream: true }));
  return answer;
}
