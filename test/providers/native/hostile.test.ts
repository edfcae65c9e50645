/**
 * What an upstream can do to an answer, for each kind of provider with an API of its own: nothing is claimed that is not
 * proven, and nothing grows without a bound.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createAssembly } from '../../../server/model-runs/providers/chat-completions/answer.ts';
import {
  NATIVE_KIND_NAMES,
  NATIVE_KINDS,
} from '../../../server/model-runs/providers/native-kinds.ts';
import { MOST_EVENTS } from '../../../server/providers/json.ts';
import { freePort } from '../../support/free-port.ts';
import { json, startRawServer, startUpstream, submission, submit } from '../upstream.ts';
import { GOOD_ANSWERS } from './good-answers.ts';
import { native } from './upstreams.ts';

describe.each(NATIVE_KIND_NAMES)('%s', (kind) => {
  const good = GOOD_ANSWERS[kind];
  const body = good.bytes;
  const answered = { kind: 'answered', answer: { message: { content: 'Hello' } } };
  const begin = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': good.contentType });

  async function outcomeOf(answer: (response: ServerResponse) => void, bounds = {}) {
    const upstream = await startUpstream(answer);
    return (await submit(await native(kind, upstream.url, {}, bounds))).outcome;
  }

  test('a good answer is answered', async () => {
    expect(await outcomeOf((response) => begin(response).end(body))).toMatchObject(answered);
  });

  test('a good answer behind an informational response is answered', async () => {
    const outcome = await outcomeOf((response) =>
      response.writeEarlyHints({ link: '</x>; rel=preload' }, () => begin(response).end(body)),
    );
    expect(outcome).toMatchObject(answered);
  });

  test('an answer that is cut at any byte is whole or unknown', async () => {
    const upstream = await startUpstream((response, { headers }) => {
      const end = Number(String(headers.traceparent));
      begin(response).end(body.subarray(0, end));
    });
    const provider = await native(kind, upstream.url, {}, { maxInFlight: 64 });
    const kinds: string[] = [];
    for (let end = 0; end <= body.length; end++) {
      const { outcome } = await submit(provider, { traceparent: String(end) });
      kinds.push(outcome.kind);
      if (outcome.kind === 'answered') expect(outcome).toMatchObject(answered);
    }
    expect(new Set(kinds)).toEqual(new Set(['unknown', 'answered']));
    // Once it is whole, it stays whole.
    expect(kinds.indexOf('answered')).toBeGreaterThan(kinds.lastIndexOf('unknown'));
  });

  test('an answer in pieces of one byte is whole', async () => {
    const outcome = await outcomeOf(async (response) => {
      begin(response);
      for (const byte of body) {
        await new Promise((done) => response.write(Buffer.from([byte]), done));
      }
      response.end();
    });
    expect(outcome).toMatchObject(answered);
  });

  test('a connection that is reset after the head leaves the outcome unknown', async () => {
    const outcome = await outcomeOf((response) => {
      begin(response);
      response.write(body.subarray(0, 20), () => response.socket?.resetAndDestroy());
    });
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 200 });
  });

  test('a body that never goes on ends with the time limit, as unknown', async () => {
    const outcome = await outcomeOf(
      (response) => void begin(response).write(body.subarray(0, 20)),
      { requestTimeoutMs: 200 },
    );
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'The provider took too long.' });
  });

  test('an answer that is whole does not wait for a connection that stays open', async () => {
    const outcome = await outcomeOf((response) => void begin(response).write(body));
    expect(outcome).toMatchObject(answered);
  });

  test('a body without an end is read up to its bound', async () => {
    let written = 0;
    const outcome = await outcomeOf(
      (response) => {
        begin(response).write(good.endless);
        const filler = Buffer.alloc(16_384, 'x');
        const more = () => {
          if (response.destroyed) return;
          written += filler.length;
          response.write(filler, more);
        };
        more();
      },
      { maxAnswerBytes: 100_000 },
    );
    expect(outcome).toMatchObject({
      kind: 'unknown',
      reason: 'The answer of the provider was larger than is accepted.',
    });
    expect(written).toBeLessThan(20_000_000);
  });

  test.each([
    ['noise', randomBytes(2_000)],
    ['a page', Buffer.from('<html><body>Welcome</body></html>')],
    ['nothing', Buffer.alloc(0)],
    ['another API', Buffer.from('{"object":"list","data":[]}')],
    ['the end mark of chat completions alone', Buffer.from('data: [DONE]\n\n')],
    ['an event stream of nothing', Buffer.from('data: {}\n\n'.repeat(1_000))],
    ['JSON that is nested too deep', Buffer.from(`{"a":${'['.repeat(50_000)}`)],
  ])('%s instead of an answer leaves the outcome unknown', async (_, bytes) => {
    const outcome = await outcomeOf((response) => begin(response).end(bytes));
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 200 });
  });

  test('more events than are read leave the outcome unknown', async () => {
    const { dialect } = await NATIVE_KINDS[kind].load();
    const assembly = createAssembly({ translation: dialect.translation });
    for (let i = 0; i <= MOST_EVENTS; i++) assembly.chunk('{}');
    expect(assembly.hasFailed()).toBe(true);
  });

  test('an error within the answer leaves the outcome unknown', async () => {
    const outcome = await outcomeOf((response) => begin(response).end(good.failing));
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test('any value in the place of any other is read or refused, without an exception', async () => {
    const { dialect } = await NATIVE_KINDS[kind].load();
    for (const texts of good.texts) {
      for (const [position, text] of texts.entries()) {
        for (const changed of variantsOf(JSON.parse(text))) {
          const assembly = createAssembly({ translation: dialect.translation });
          for (const [i, each] of texts.entries()) {
            assembly.chunk(i === position ? JSON.stringify(changed) : each);
          }
          expect(['complete', 'incomplete']).toContain(assembly.conclude(false).kind);
        }
      }
    }
  });

  test('a redirect is not followed, and leaves the outcome unknown', async () => {
    const elsewhere = await startUpstream((response) => begin(response).end(body));
    const outcome = await outcomeOf((response) =>
      json(response, 307, {}, { location: elsewhere.url }),
    );
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  test('each status proves what its table says, and all others nothing', async () => {
    const { statuses } = (await NATIVE_KINDS[kind].load()).dialect;
    let status = 0;
    const upstream = await startUpstream((response) => json(response, status, {}));
    const provider = await native(kind, upstream.url);
    expect(statuses?.page).toMatch(/^https:\/\//);
    for (status of [201, 204, 301, 400, 401, 402, 403, 404, 408, 409, 413, 422, 424]) {
      const { outcome } = await submit(provider);
      const isRefused = statuses?.refused.has(status);
      expect([status, outcome.kind]).toEqual([status, isRefused ? 'refused' : 'unknown']);
    }
    for (status of [429, 500, 502, 503, 504, 529]) {
      const { outcome } = await submit(provider);
      const isBusy = statuses?.busy.has(status);
      expect([status, outcome.kind]).toEqual([status, isBusy ? 'refused_for_now' : 'unknown']);
    }
  });

  test('a refusal of the key is told without its words', async () => {
    const words = 'The key sk-123 is not valid';
    const outcome = await outcomeOf((response) =>
      json(response, 401, { error: { message: words } }),
    );
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 401 });
    expect(JSON.stringify(outcome)).not.toContain('sk-123');
  });

  test('a refused connection is not sent to', async () => {
    const provider = await native(kind, `http://127.0.0.1:${await freePort()}`);
    const { outcome, events } = await submit(provider);
    expect(outcome).toEqual({ kind: 'not_sent', reason: 'The provider refused the connection.' });
    expect(events).toEqual([]);
  });

  test('a lease that has ended keeps every byte of the request back', async () => {
    let bytes = 0;
    const port = await startRawServer((socket) =>
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      }),
    );
    const provider = await native(kind, `http://127.0.0.1:${port}`);
    const beforeSend = () => {
      throw new Error('the lease has ended');
    };
    const hooks = { beforeSend, onReference() {}, onSize() {} };
    const outcome = await provider.submit(submission(), hooks, new AbortController().signal);
    expect(outcome.kind).toBe('not_sent');
    expect(bytes).toBe(0);
  });

  test('giving up after the request was written leaves the outcome unknown', async () => {
    const abort = new AbortController();
    const upstream = await startUpstream(() => abort.abort());
    const { outcome } = await submit(await native(kind, upstream.url), {}, abort.signal);
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test('a kept-alive connection that dies is not tried again', async () => {
    let requests = 0;
    const upstream = await startUpstream((response) => {
      requests += 1;
      if (requests === 1) begin(response).end(body);
      else response.socket?.destroy();
    });
    const provider = await native(kind, upstream.url);
    expect((await submit(provider)).outcome.kind).toBe('answered');
    expect((await submit(provider)).outcome.kind).toBe('unknown');
    expect(requests).toBe(2);
  });

  test('the memory of an answer is reported as it arrives', async () => {
    const sizes: number[] = [];
    const upstream = await startUpstream((response) => begin(response).end(body));
    const onSize = (size: number) => void sizes.push(size);
    await submit(await native(kind, upstream.url), {}, undefined, { onSize });
    expect(Math.max(...sizes)).toBeGreaterThan('Hello'.length);
  });
});

/** The value with one part replaced, for every part. */
function* variantsOf(value: unknown): Generator<unknown> {
  yield* [null, 7, 'x', [], {}, [null], { type: 'x' }];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const changed of variantsOf(part)) {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = changed;
      yield copy;
    }
  }
}
