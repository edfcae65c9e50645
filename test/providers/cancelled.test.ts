/** The outcome of a submission that nobody waits for any more: its part, if the bill ends with the connection. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Provider } from '../../server/model-runs/providers/index.ts';
import { compatible, delta, openRouter, startUpstream, submit } from './upstream.ts';

const HEADERS = { 'content-type': 'text/event-stream', 'x-generation-id': 'gen-1' };

/** Longer than closing a connection takes. */
const NEVER_MS = 60_000;

interface Upstream {
  of?: (url: string) => Provider;
  /** How long after the cancel it sends the rest. */
  restAfterMs?: number;
}

/** Sends one chunk, and the rest after the run was cancelled; returns the result of both sides. */
async function cancelAfter(first: object, { of = openRouter, restAfterMs = 100 }: Upstream = {}) {
  const cancelled = new AbortController();
  let sent: ServerResponse | undefined;
  const upstream = await startUpstream((response) => {
    sent = response;
    response.writeHead(200, HEADERS);
    response.write(`data: ${JSON.stringify(first)}\n\n`);
    setTimeout(() => {
      cancelled.abort();
      response.write(`data: ${JSON.stringify(delta({ content: 'lo' }))}\n\n`);
      const rest = setTimeout(() => {
        response.write(`data: ${JSON.stringify(delta({}, 'stop'))}\n\n`);
        response.end('data: [DONE]\n\n');
      }, restAfterMs);
      response.on('close', () => clearTimeout(rest));
    }, 50);
  });
  const never = new AbortController().signal;
  const provider = of(upstream.url);
  const { outcome } = await submit(provider, {}, never, { cancelled: cancelled.signal });
  await expect.poll(() => sent?.closed).toBe(true);
  return { outcome, wasCut: sent?.writableFinished === false };
}

const served = (provider: string | undefined, part: object) => ({
  ...delta(part),
  ...(provider !== undefined && { provider }),
});

test('the part of a text is answered as cancelled, without cost or usage', async () => {
  const { outcome, wasCut } = await cancelAfter(served('OpenAI', { content: 'Hel' }), {
    restAfterMs: NEVER_MS,
  });
  expect(wasCut).toBe(true);
  expect(outcome).toEqual({
    kind: 'answered',
    reference: 'gen-1',
    answer: { message: { role: 'assistant', content: 'Hello' }, finishReason: 'cancelled' },
  });
});

test('calls and reasoning, which may be incomplete, are left out', async () => {
  const call = {
    index: 0,
    id: 'c',
    type: 'function',
    function: { name: 'f', arguments: '{"a":1' },
  };
  const part = { content: 'Hel', tool_calls: [call], reasoning: 'I think' };
  const { outcome } = await cancelAfter(served('OpenAI', part), { restAfterMs: NEVER_MS });
  expect(outcome).toMatchObject({
    kind: 'answered',
    answer: { message: { role: 'assistant', content: 'Hello' } },
  });
  expect(JSON.stringify(outcome)).not.toMatch(/tool_calls|reasoning/);
});

test.each([
  ['that is the sandbox, elsewhere than in the sandbox', 'Sandbox'],
  ['of whom the bill does not end with the connection', 'Groq'],
  ['that does not say who serves the model', undefined],
])('an upstream %s is heard to the end', async (_, provider) => {
  const { outcome, wasCut } = await cancelAfter(served(provider, { content: 'Hel' }));
  expect(wasCut).toBe(false);
  expect(outcome).toMatchObject({ kind: 'answered', answer: { message: { content: 'Hello' } } });
});

test('a provider without records is read to the end, and does not declare endsEarly', async () => {
  const { outcome, wasCut } = await cancelAfter(served('OpenAI', { content: 'Hel' }), {
    of: (url) => compatible(url),
  });
  expect(wasCut).toBe(false);
  expect(outcome).toMatchObject({ kind: 'answered', answer: { finishReason: 'stop' } });
  expect(compatible('http://127.0.0.1:1/v1').endsEarly).toBeUndefined();
});
