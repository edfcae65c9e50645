/**
 * The request key of a chat completion. A call that a package retries has the same key. So has a call with a name that
 * a program makes again after it was killed and restarted.
 */
import type { CreateModelRun } from './contract.ts';
import { isRecord } from './openai-shape.ts';
import { checkRequestKey } from './request-keys.ts';

export interface KeyOptions {
  requestKey?: string | undefined;
  conversationKey?: string | undefined;
  /** Whether equal calls without a name are the same run. */
  reuseEqual: boolean;
  unanswered: Unanswered;
}

export interface NamedKey {
  /** The request key of the n-th try. Only a derived key changes after the first try. */
  key(attempt: number): string;
  /** Whether a new run replaces a failed one. */
  isDerived: boolean;
  /** Says that the call ended without an answer, so that the next equal call has the same key. */
  keep?(): void;
}

/** Keys of calls without a name that ended without an answer, by the hash of their runs: the oldest come first. */
export type Unanswered = Map<string, string[]>;

/** Hashes whose keys are kept. A program that repeats none of them must not fill its memory. */
const MOST_UNANSWERED = 1_000;

/**
 * The key that the caller named; or the turn of the conversation that the caller named, counted by the model's
 * messages. Without a name, a call is a run of its own, unless an equal call ended without an answer: then it may be a
 * retry, which continues with that key. With `reuseEqual`, the key is the hash of the whole run.
 */
export async function nameKey(run: CreateModelRun, options: KeyOptions): Promise<NamedKey> {
  const { requestKey, conversationKey, reuseEqual, unanswered } = options;
  if (requestKey !== undefined) {
    checkRequestKey(requestKey, 'Idempotency-Key');
    return { key: () => requestKey, isDerived: false };
  }
  if (conversationKey !== undefined) {
    checkRequestKey(conversationKey, 'conversationKey');
    return derived(`${conversationKey}:turn-${answersIn(run) + 1}`);
  }
  const hash = await hashOf(inOrder(run));
  if (reuseEqual) return derived(`chat:${hash}`);
  const kept = unanswered.get(hash) ?? [];
  const key = kept.shift() ?? `chat:${crypto.randomUUID()}`;
  if (kept.length === 0) unanswered.delete(hash);
  const keep = () => {
    unanswered.set(hash, [...(unanswered.get(hash) ?? []), key]);
    const [oldest] = unanswered.keys();
    if (unanswered.size > MOST_UNANSWERED) unanswered.delete(oldest!);
  };
  return { ...derived(key), keep };
}

function derived(base: string): NamedKey {
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
