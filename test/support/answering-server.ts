/** A server of models that answers each request, and remembers what it received. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface AnsweringServer {
  /** A models file that serves `local/parrot` from here. */
  modelsFile: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** Sets the status of all further answers. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

export const ANSWER = 'the parrot repeats nothing';

export async function startAnsweringServer(): Promise<AnsweringServer> {
  const received: AnsweringServer['received'] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? COMPLETION : { error: { message: 'no' } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'answering-server-'));
  const modelsFile = join(folder, 'models.json');
  const { port } = server.address() as AddressInfo;
  const local = { kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` };
  const pricing = { prompt: '0.000001', completion: '0.000002' };
  const models = [{ id: 'local/parrot', provider: 'local', providerModel: 'parrot', pricing }];
  await writeFile(modelsFile, JSON.stringify({ providers: { local }, models }));
  return {
    ...{ modelsFile, received },
    answerWith(next) {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true });
    },
  };
}

const COMPLETION = {
  id: 'answer-1',
  object: 'chat.completion',
  model: 'parrot-2026-01',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: ANSWER } }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
};
