/** The fetch with a simulated service: it keeps what it receives, and answers each creation with one run. */
import { createOpenAIFetch, type OpenAIFetchOptions } from '../../../client/openai.ts';

export const RUN = {
  ...{ id: 'run_01k0a2v4xfe8t9m3c5h7j1q6wz', model: 'm', state: 'completed' },
  ...{ createdAt: '2025-07-01T09:30:00.000Z', currency: 'USD', scale: 9, text: 'Hi' },
};

export interface Sent {
  body: Record<string, unknown>;
  headers: Headers;
}

/** A fetch whose service answers each creation with this run, and what it received. */
export function against(options: Partial<OpenAIFetchOptions> = {}, run: object = RUN) {
  const sent: Sent[] = [];
  const fetch = createOpenAIFetch({
    ...{ baseUrl: 'http://nowhere.invalid', apiKey: 'mock', retry: false, ...options },
    async fetch(request) {
      sent.push({ body: JSON.parse(await request.text()) as never, headers: request.headers });
      return Response.json(run);
    },
  });
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch('http://nowhere.invalid/v1/chat/completions', {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { fetch, send, sent };
}

export const user = { role: 'user', content: 'Hi' };
export const REQUEST = { model: 'm', max_tokens: 5, messages: [user] };
