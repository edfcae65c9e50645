/**
 * The request key of a chat completion. A repeated call has the same key, whether a package retries it or a program
 * that was killed and restarted makes it again.
 */
import type { CreateModelRun } from './contract.ts';
import { isRecord } from './openai-shape.ts';
import { checkRequestKey } from './request-keys.ts';

export interface KeyOptions {
  requestKey?: string | undefined;
  conversationKey?: string | undefined;
}

export interface NamedKey {
  /** The request key of the n-th try. Only a derived key changes after the first try. */
  key(attempt: number): string;
  /** Whether a new run replaces a failed one. */
  isDerived: boolean;
}

/**
 * The key that the caller named; or the turn of the conversation that the caller named, counted by the model's
 * messages; or the hash of the whole run, whatever the order of its members: runs differ for the service without it
 * too.
 */
export async function nameKey(run: CreateModelRun, options: KeyOptions): Promise<NamedKey> {
  const { requestKey, conversationKey } = options;
  if (requestKey !== undefined) {
    checkRequestKey(requestKey, 'Idempotency-Key');
    return { key: () => requestKey, isDerived: false };
  }
  if (conversationKey !== undefined) checkRequestKey(conversationKey, 'conversationKey');
  const base =
    conversationKey === undefined
      ? `chat:${await hashOf(inOrder(run))}`
      : `${conversationKey}:turn-${answersIn(run) + 1}`;
  checkRequestKey(`${base}:try-999999999`, 'conversationKey with the turn');
  return { key: (attempt) => (attempt === 1 ? base : `${base}:try-${attempt}`), isDerived: true };
}

function answersIn({ messages }: CreateModelRun): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

function inOrder(run: CreateModelRun): string {
  return JSON.stringify(run, (_, value: unknown) => {
    if (!isRecord(value)) return value;
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, value[name]]));
  });
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
