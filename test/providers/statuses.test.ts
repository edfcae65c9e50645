/** What every status means: one test per row of the table, against a server that really answers so. */
import { describe, expect, test } from 'vitest';
import type { Outcome, Provider } from '../../server/model-runs/providers/index.ts';
import {
  compatible,
  json,
  openRouter,
  startUpstream,
  stream,
  submit,
  WHOLE_STREAM,
} from './upstream.ts';

const SECRET = 'sk-upstream-secret';

async function outcomeOfStatus(
  status: number,
  headers: Record<string, string> = {},
  make: (url: string) => Provider = openRouter,
): Promise<Outcome> {
  const upstream = await startUpstream((response) => {
    json(response, status, { error: { code: status, message: SECRET } }, headers);
  });
  const { outcome } = await submit(make(upstream.url));
  expect(upstream.received).toHaveLength(1);
  expect(JSON.stringify(outcome)).not.toContain(SECRET);
  return outcome;
}

describe('refused for now', () => {
  test('429 is a refusal for now, and says when to retry', async () => {
    const outcome = await outcomeOfStatus(429, { 'retry-after': '7' });
    expect(outcome).toMatchObject({
      kind: 'refused_for_now',
      providerStatus: 429,
      retryAfterMs: 7_000,
    });
  });

  test('429 without Retry-After is one too', async () => {
    const outcome = await outcomeOfStatus(429);
    expect(outcome).toMatchObject({ kind: 'refused_for_now', providerStatus: 429 });
    expect(outcome).not.toHaveProperty('retryAfterMs');
  });

  test('Retry-After may be a date', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const outcome = await outcomeOfStatus(429, { 'retry-after': date });
    if (outcome.kind !== 'refused_for_now') throw new Error(outcome.kind);
    expect(outcome.retryAfterMs).toBeGreaterThan(60_000);
    expect(outcome.retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  test.each([
    ['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['more than an hour', '86400', 3_600_000],
    ['more digits than a number can hold', '9999999999', 3_600_000],
  ])('Retry-After is bounded: %s', async (_, value, retryAfterMs) => {
    expect(await outcomeOfStatus(429, { 'retry-after': value })).toMatchObject({ retryAfterMs });
  });

  test.each(['soon', '-1', '1.5', ''])('a Retry-After of %j says nothing', async (value) => {
    const outcome = await outcomeOfStatus(429, { 'retry-after': value });
    expect(outcome).not.toHaveProperty('retryAfterMs');
  });

  test('OpenRouter: 402 with Retry-After was never executed', async () => {
    const outcome = await outcomeOfStatus(402, { 'retry-after': '3' });
    expect(outcome).toMatchObject({
      kind: 'refused_for_now',
      providerStatus: 402,
      retryAfterMs: 3_000,
    });
  });

  test('other servers declare nothing of the sort: 402 with Retry-After is refused', async () => {
    const outcome = await outcomeOfStatus(402, { 'retry-after': '3' }, compatible);
    expect(outcome).toMatchObject({ kind: 'refused', providerStatus: 402 });
  });
});

describe.each([
  ['openrouter', openRouter],
  ['openai-compatible', (url: string) => compatible(url)],
])('%s', (_, make) => {
  test.each([400, 401, 402, 403, 404, 413, 422])('%i is refused', async (status) => {
    const outcome = await outcomeOfStatus(status, {}, make);
    expect(outcome).toEqual({
      kind: 'refused',
      providerStatus: status,
      reason: expect.stringMatching(/^[A-Z].{20,100}\.$/),
      ...([401, 402].includes(status) ? {} : { words: '[removed]' }),
    });
  });

  test.each([408, 500, 502, 504, 524, 529, 405, 409, 418, 451, 505, 599, 201, 204, 206])(
    '%i says nothing: unknown',
    async (status) => {
      expect(await outcomeOfStatus(status, { 'retry-after': '1' }, make)).toMatchObject({
        kind: 'unknown',
        providerStatus: status,
      });
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is not followed: unknown',
    async (status) => {
      const elsewhere = await startUpstream((response) => stream(response, WHOLE_STREAM));
      const location = `${elsewhere.url}/chat/completions`;
      expect(await outcomeOfStatus(status, { location }, make)).toMatchObject({ kind: 'unknown' });
      expect(elsewhere.received).toEqual([]);
    },
  );
});

test('a failure that names its generation keeps the reference for the look-up', async () => {
  const upstream = await startUpstream((response) => {
    json(response, 502, { error: { code: 502, message: '' } }, { 'x-generation-id': 'gen-7' });
  });
  const { outcome, events } = await submit(openRouter(upstream.url));
  expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 502, reference: 'gen-7' });
  expect(events).toEqual(['before send', 'reference gen-7']);
});

test('a refusal names its exchange for people; there is nothing to look up', async () => {
  const upstream = await startUpstream((response) => {
    json(response, 400, {}, { 'x-generation-id': 'gen-7', 'x-request-id': 'req-7' });
  });
  const gateway = await submit(openRouter(upstream.url));
  expect(gateway.outcome).toMatchObject({ kind: 'refused', reference: 'gen-7' });
  expect(gateway.events).toEqual(['before send']);
  const plain = await submit(compatible(upstream.url));
  expect(plain.outcome).toMatchObject({ kind: 'refused', reference: 'req-7' });
  expect(plain.events).toEqual(['before send']);
});
