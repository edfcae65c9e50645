/** Gives the same answer to every chat completion, in OpenAI's wire format. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const COMPLETION = {
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'judge-model' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Paris.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
};

export async function startChatServer() {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const isKnown = request.url === '/v1/chat/completions';
      response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isKnown ? COMPLETION : { error: { message: 'not here' } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
