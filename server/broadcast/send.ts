/** Sends one body to one destination, and interprets its answer. */
import type { Agent } from 'undici';
import { post } from '../platform/outbound/index.ts';
import type { Body } from './batch.ts';
import type { Target } from './destination-store.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface SendOptions {
  agent: Agent;
  target: Pick<Target, 'url' | 'headers'>;
  /** The number of spans in the body. */
  spans: number;
  allowsPrivate: boolean;
  answerWithinMs?: number;
  signal?: AbortSignal;
}

const ANSWER_WITHIN_MS = 15_000;
const ANSWER_BYTES = 65_536;

export async function sendTo(
  { headers, body }: Body,
  options: SendOptions,
): Promise<{ status: number | undefined; verdict: Verdict }> {
  const { agent, target, spans, allowsPrivate, answerWithinMs, signal } = options;
  const posted = await post(agent, {
    ...{ url: target.url, body, allowsPrivate, receiver: 'The destination' },
    headers: { ...target.headers, ...headers },
    ...{ withinMs: answerWithinMs ?? ANSWER_WITHIN_MS, readAtMost: ANSWER_BYTES },
    ...(signal && { signal }),
  });
  const secrets = secretsOf(target.headers);
  return { status: posted.status, verdict: verdictOf(posted, { spans, secrets }) };
}

/** A shorter value is not a key, and may be part of other words. */
const SHORTEST_SECRET = 6;

/** The values of its headers, and the key after a scheme. */
function secretsOf(headers: Record<string, string>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value, ...value.split(' ').slice(1)])
    .filter(({ length }) => length >= SHORTEST_SECRET);
}
