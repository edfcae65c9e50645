/**
 * Sends what is due to endpoints, until it is told to stop. At least once: an attempt that nobody saw the end of is made
 * again. Redirects are not followed, and an answer is read no further than its status.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import type { Db } from '../db/pool.ts';
import type { Log } from '../telemetry/log.ts';
import {
  type Attempt,
  claimDeliveries,
  type DueDelivery,
  saveAttempt,
  tellOfLowBalances,
} from './delivery-store.ts';
import { createDestinations, isForbiddenHost } from './destination.ts';
import { bodyOf, headersOf, type Wording } from './message.ts';

export interface DeliveringOptions extends Wording {
  db: Db;
  allowsPrivate: boolean;
  /** How long an endpoint may fail before it is disabled. */
  disableAfterMs: number;
  /** Between two looks for what is due. */
  everyMs: number;
  /** Pauses before the second attempt and those that follow; the last stands for all others. */
  pausesMs?: readonly number[];
  /** How long an answer is waited for. */
  answerWithinMs?: number;
  log: Log;
}

export interface Delivering {
  /** Resolves when nothing is under way any more. What is after so long is broken off, and stays due. */
  stop(withinMs: number): Promise<void>;
}

const ANSWER_WITHIN_MS = 15_000;
/** Longer than an attempt can take. */
const HIDE_MS = 30_000;
const AT_MOST = 64;
const AT_ONCE = 8;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PAUSES_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];
const LOW_BALANCES_EVERY_MS = 15 * SECOND;
const GONE = 410;

export function startDelivering(options: DeliveringOptions): Delivering {
  const { db, log, everyMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const ending = new AbortController();
  const agent = createDestinations(options.allowsPrivate);
  /** With the workspace of each. */
  const underWay = new Map<Promise<void>, string>();
  let balancesDueAt = 0;

  async function turn(): Promise<boolean> {
    if (performance.now() >= balancesDueAt) {
      balancesDueAt = performance.now() + Math.max(LOW_BALANCES_EVERY_MS, everyMs);
      await tellOfLowBalances(db);
    }
    const atMost = AT_MOST - underWay.size;
    if (atMost <= 0) return false;
    const held = countsOf(underWay.values());
    const due = await claimDeliveries(db, { atMost, atOnce: AT_ONCE, hideMs: HIDE_MS, held });
    for (const delivery of due) {
      const sending = deliver(options, { agent, delivery, ending: ending.signal }).finally(() =>
        underWay.delete(sending),
      );
      underWay.set(sending, delivery.workspace);
    }
    return due.length > 0;
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      let found = false;
      try {
        found = await turn();
      } catch (error) {
        log.warn({ err: error }, 'webhooks wait: the database did not answer');
      }
      const pause = sleep(everyMs, undefined, { signal }).catch(() => {});
      // What follows of the same run is due as soon as this has arrived. What others wait for does not wait for that.
      await (found ? Promise.race([...underWay.keys(), pause]) : pause);
    }
  }

  const looping = loop();
  return {
    async stop(withinMs) {
      stopping.abort();
      const timeIsUp = setTimeout(() => ending.abort(), withinMs);
      await looping;
      await Promise.all(underWay.keys());
      clearTimeout(timeIsUp);
      await agent.close();
    },
  };
}

function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface Sending {
  agent: Agent;
  delivery: DueDelivery;
  /** Breaks the attempt off. */
  ending: AbortSignal;
}

/** One attempt. Never throws: what was not saved is attempted again. */
async function deliver(options: DeliveringOptions, sending: Sending): Promise<void> {
  const { db, disableAfterMs, pausesMs = PAUSES_MS, log } = options;
  const { id, attempts, endpoint, workspace } = sending.delivery;
  try {
    const ended = await send(options, sending, bodyOf(sending.delivery, options));
    const isDelivered = ended.status !== undefined && ended.status >= 200 && ended.status < 300;
    if (!isDelivered && sending.ending.aborted) return;
    const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? MINUTE;
    const error = ended.error ?? `The endpoint answered with ${ended.status}.`;
    const attempt: Attempt = {
      ...{ delivery: id, attempt: attempts, status: ended.status, isDelivered, disableAfterMs },
      error: isDelivered ? undefined : error,
      isGone: ended.status === GONE,
      // With jitter: what failed together does not return together.
      nextInMs: Math.round(pause * (0.8 + Math.random() * 0.4)),
    };
    const why = await saveAttempt(db, attempt);
    if (why) log.warn({ workspace, endpoint, why }, 'a webhook endpoint was disabled');
  } catch (error) {
    log.warn({ err: error, endpoint }, 'the end of a webhook was not saved: it is sent again');
  }
}

async function send(
  { allowsPrivate, answerWithinMs = ANSWER_WITHIN_MS }: DeliveringOptions,
  { agent, delivery, ending }: Sending,
  body: string,
): Promise<{ status?: number; error?: string }> {
  const { url, secret, previous_secret } = delivery;
  const secrets = previous_secret === null ? [secret] : [secret, previous_secret];
  try {
    // An address in the URL is connected to without being resolved.
    if (!allowsPrivate && isForbiddenHost(new URL(url).hostname)) {
      return { error: 'The address is private, local or reserved.' };
    }
    const answer = await request(url, {
      ...{ dispatcher: agent, method: 'POST', body },
      headers: { ...headersOf(delivery, body, secrets, new Date()), 'user-agent': USER_AGENT },
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), ending]),
    });
    await answer.body.dump({ limit: 16_384 });
    return { status: answer.statusCode };
  } catch (error) {
    return { error: wordsOf(error) };
  }
}

const USER_AGENT = 'model-run-api webhooks';

function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'The endpoint did not answer in time.';
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `The endpoint could not be reached${code}.`;
}
