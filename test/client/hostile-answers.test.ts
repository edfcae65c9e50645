import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { converse } from '../../client/agents.ts';
import { ClientError, ConnectionError, createClient, OverloadedError } from '../../client/index.ts';
import { against, closeHostiles, ECHO, thrownBy } from './client-against.ts';
import { answer, type Behavior, problem, run } from './hostile-server.ts';

const CREATED = answer(202, run());
const ONCE_MORE = { maxRetries: 1, retry: { baseDelayMs: 1 } };

afterEach(closeHostiles);

describe('a hostile answer', () => {
  it('with details that are no text is a refusal with the key, and is retried', async () => {
    const { modelRuns, hostile } = await against(
      problem(503, 'overloaded', { detail: { toString: 1, valueOf: 1 } }),
    );
    const error = await thrownBy(modelRuns.create(ECHO, { idempotencyKey: 'mine', ...ONCE_MORE }));
    expect(error).toBeInstanceOf(OverloadedError);
    expect(error).toMatchObject({ requestKey: 'mine', mayHaveCreated: true, detail: '' });
    expect(hostile.seen).toHaveLength(2);
  });

  it.each<[string, Behavior]>([
    ['a page', answer(400, '<'.repeat(100_000))],
    ['a document', answer(400, { page: '<'.repeat(100_000) })],
  ])('that is %s of nothing but brackets ends in a short message', async (_, page) => {
    const { modelRuns } = await against(page);
    const error = await thrownBy(modelRuns.get('run_1'));
    expect(error).toMatchObject({ code: 'http_400', attempts: 1 });
    expect(String(error).length).toBeLessThan(400);
  });

  it('that does not end is not read to its end, and not asked for again', async () => {
    let chunks = 0;
    let isCancelled = false;
    const requests: Request[] = [];
    const client = createClient({
      baseUrl: 'http://localhost:1',
      apiKey: 'mock',
      async fetch(request) {
        requests.push(request);
        return new Response(
          new ReadableStream({
            pull(controller) {
              chunks++;
              controller.enqueue(new Uint8Array(2 ** 20));
            },
            cancel() {
              isCancelled = true;
            },
          }),
        );
      },
    });
    const error = await thrownBy(client.modelRuns.create(ECHO, { idempotencyKey: 'mine' }));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ requestKey: 'mine', mayHaveCreated: true, attempts: 1 });
    expect(String(error)).toContain('larger than 64 MiB');
    expect(chunks).toBeLessThan(70);
    expect([isCancelled, requests.length]).toEqual([true, 1]);
  });

  it('that says "not changed" without being asked counts as lost, and never as a result', async () => {
    const { limits, modelRuns } = await against((_, response) => response.writeHead(304).end());
    const error = await thrownBy(limits(ONCE_MORE));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ attempts: 2 });
    expect(await thrownBy(modelRuns.create(ECHO, { retry: false }))).toMatchObject({
      mayHaveCreated: true,
    });
  });

  it('that is no run is an error of a reading, which creates nothing', async () => {
    const { modelRuns } = await against(answer(200, {}));
    expect(await thrownBy(modelRuns.get('run_1'))).not.toHaveProperty('mayHaveCreated');
    expect(await thrownBy(modelRuns.create(ECHO))).toMatchObject({ mayHaveCreated: true });
  });

  it('that is no list is an error of the client', async () => {
    const { modelRuns } = await against(answer(200, {}));
    expect(await thrownBy(modelRuns.find('mine'))).toBeInstanceOf(ClientError);
  });

  it('that lists the runs of other keys finds none', async () => {
    const entries = [run({ idempotencyKey: 'other' })];
    const { modelRuns, hostile } = await against(answer(200, { data: entries, nextCursor: null }));
    expect(await modelRuns.find('mine')).toBeUndefined();
    expect(hostile.seen).toHaveLength(1);
  });
});

describe('an answer that has the API key in it', () => {
  const KEY = 'mrk_tellnoone';
  const echoed = { headers: { authorization: `Bearer ${KEY}` } };

  it.each<[string, Behavior]>([
    ['a page of a proxy', answer(403, `<pre>Authorization: Bearer ${KEY}</pre>`)],
    ['a page that would be cut within the key', answer(403, `${'x'.repeat(188)}${KEY}`)],
    ['a document of a debugging server', answer(404, echoed)],
    ['a problem', problem(401, 'unauthorized', { detail: `No ${KEY}.`, errors: [echoed] })],
    ['a page with status 200', answer(200, `You sent ${KEY}`)],
    ['the key of another', answer(403, `mrk_${'k'.repeat(38)}`)],
  ])('is quoted without it: %s', async (_, step) => {
    const { modelRuns } = await against(step);
    const error = await thrownBy(modelRuns.get('run_1', { retry: false }));
    expect(error).toBeInstanceOf(ClientError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/tellnoone|mrk_t|mrk_k/);
  });

  it('is a refusal with its code all the same', async () => {
    const { modelRuns } = await against(problem(404, 'not_found', { detail: `None for ${KEY}.` }));
    const error = await thrownBy(modelRuns.get('run_1'));
    expect(error).toMatchObject({ code: 'not_found', detail: 'None for [API key].' });
  });
});

describe('a fetch', () => {
  it.each<[string, () => Promise<Response>]>([
    ['gives an error as a response', async () => Response.error()],
    [
      'throws at once',
      () => {
        throw new Error('boom');
      },
    ],
  ])('that %s is a lost connection', async (_, fetch) => {
    const { modelRuns } = createClient({ baseUrl: 'http://localhost:1', apiKey: 'mock', fetch });
    const error = await thrownBy(modelRuns.create(ECHO, { idempotencyKey: 'mine', ...ONCE_MORE }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ requestKey: 'mine', mayHaveCreated: true, attempts: 2 });
  });
});

describe('a callback that throws', () => {
  it('after the creation ends the call with the key and the run', async () => {
    const { modelRuns, hostile } = await against(CREATED);
    const cause = new TypeError('the page is closed');
    const onProgress = () => Promise.reject(cause);
    const error = await thrownBy(
      modelRuns.createAndWait(ECHO, { idempotencyKey: 'mine', onProgress }),
    );
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ cause, requestKey: 'mine', mayHaveCreated: true, run: run() });
    expect(hostile.seen).toHaveLength(1);
  });

  it('between two turns ends the conversation with all of it', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const client = await against(answer(200, { ...run({ state: 'completed' }), message }));
    const tool = { name: 'f', description: '', parameters: {}, execute: () => 'ok' };
    const onTurn = () => {
      throw new Error('the disk is full');
    };
    const error = await thrownBy(converse(client, { ...ECHO, tools: [tool] }, { onTurn }));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toHaveProperty('message', 'the disk is full');
    expect(error).toHaveProperty('conversation.messages.length', 3);
  });

  it('in a store of request keys ends the call with an error of the client', async () => {
    const { modelRuns, hostile } = await against(CREATED);
    const full = () => Promise.reject(new Error('the disk is full'));
    const requestKeys = { get: () => undefined, put: full };
    const error = await thrownBy(modelRuns.once('order-1', ECHO, { requestKeys }));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ message: 'the disk is full', mayHaveCreated: false });
    expect(hostile.seen).toEqual([]);
  });
});
