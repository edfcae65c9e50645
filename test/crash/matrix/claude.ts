/**
 * An upstream with the API of Anthropic, which the sandbox does not speak, for runs that go from one adapter to another.
 * It does what the name of the model says, and counts what it received by the texts of the runs: the API has no ids.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { GOOD_ANSWERS } from '../../providers/native/good-answers.ts';
import { type AnyKind, MODEL_RUNS } from '../../support/kinds.ts';
import type { Client } from '../../support/process.ts';

/** Model runs whose texts name them. */
export const NAMED_MODEL_RUNS: AnyKind = {
  ...MODEL_RUNS,
  request: (model, more) =>
    MODEL_RUNS.request(model, {
      messages: [{ role: 'user', content: randomUUID() }],
      ...more,
    }),
};

const { bytes: GOOD, contentType: TYPE } = GOOD_ANSWERS.anthropic;
const HALF = GOOD.subarray(0, GOOD.length / 2);

export async function openClaude({ slowMs }: { slowMs: number }) {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let total = 0;

  async function answer(model: string, sent: number, response: ServerResponse): Promise<void> {
    const script = model.replace(/^.*\//, '');
    const refusal = { refused: 400, busy: sent === 1 ? 429 : undefined }[script];
    if (refusal !== undefined) {
      const error = { type: 'error', error: { type: 'an_error', message: 'no' } };
      response.writeHead(refusal, { 'content-type': 'application/json' });
      response.end(JSON.stringify(error));
      return;
    }
    response.writeHead(200, { 'content-type': TYPE });
    response.write(HALF);
    if (['slow', 'streams'].includes(script)) await sleep(slowMs);
    if (['breaks', 'cancelled'].includes(script)) response.socket?.resetAndDestroy();
    else response.end(GOOD.subarray(HALF.length));
  }

  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const { model, messages } = JSON.parse(await text(request));
    const name: string = messages[0].content[0].text;
    const sent = (counts.get(name) ?? 0) + 1;
    counts.set(name, sent);
    total += 1;
    await answer(model, sent, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    posts: (id?: string) => (id === undefined ? total : (counts.get(names.get(id) ?? '') ?? 0)),
    /** A client that remembers which run has which text. */
    knowing: (client: Client): Client => ({
      ...client,
      async create(requestKey, body) {
        const answer = await client.create(requestKey, body);
        const { messages } = body as { messages: { content: string }[] };
        names.set(answer.run.id, messages[0]!.content);
        return answer;
      },
    }),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
