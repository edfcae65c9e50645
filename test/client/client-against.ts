/** A client for a hostile server, with pauses of milliseconds. */
import { expect } from 'vitest';
import { createClient } from '../../client/index.ts';
import { type Behavior, type Hostile, startHostile } from './hostile-server.ts';

export const ECHO = {
  model: 'sandbox/echo',
  messages: [{ role: 'user' as const, content: 'Hello' }],
  maxOutputTokens: 100,
};

const QUICK = { baseDelayMs: 1, maxDelayMs: 5, attemptMs: 5_000, totalMs: 20_000 };
const opened: Hostile[] = [];

export async function against(...steps: Behavior[]) {
  const hostile = await startHostile(...steps);
  opened.push(hostile);
  const client = createClient({ baseUrl: hostile.url, apiKey: 'mrk_tellnoone', retry: QUICK });
  return { ...client, hostile };
}

/** After each test. */
export async function closeHostiles(): Promise<void> {
  for (const hostile of opened.splice(0)) await hostile.close();
}

export async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => expect.fail(`was fulfilled: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}
