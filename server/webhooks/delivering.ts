/** Sends due messages to endpoints. At least once: an attempt with an unknown end is repeated. */
import type { Agent } from 'undici';
import type { Db } from '../platform/db/pool.ts';
import {
  createDestinations,
  PAUSES_MS,
  pauseAfter,
  post,
  type Sending,
  startSending,
} from '../platform/outbound/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { type ServiceSpan, type Tracer, unpacked } from '../platform/telemetry/tracer.ts';
import { bodyOf, headersOf, type Wording } from './message.ts';
import {
  type Attempt,
  claimDeliveries,
  type DueDelivery,
  reportLowBalances,
  saveAttempt,
} from './store.ts';

interface DeliveringOptions extends Wording {
  db: Db;
  allowsPrivate: boolean;
  /** How long an endpoint may fail before it is disabled. */
  disableAfterMs: number;
  /** Between two checks for due messages. */
  everyMs: number;
  /** Pauses before the second attempt and later ones; the last one repeats. */
  pausesMs?: readonly number[];
  /** The time limit for an answer. */
  answerWithinMs?: number;
  log: Log;
  meter?: Meter | undefined;
  tracer?: Tracer | undefined;
}

export type Delivering = Sending;

const ANSWER_WITHIN_MS = 15_000;
/** Longer than any attempt. */
const HIDE_MS = 30_000;
const AT_MOST = 64;
const AT_ONCE = 8;
const LOW_BALANCES_EVERY_MS = 15_000;
const GONE = 410;
/** Of an endpoint's answer, only the status counts. */
const ANSWER_BYTES = 16_384;

export function startDelivering(options: DeliveringOptions): Delivering {
  const { db, log, everyMs } = options;
  const agent = createDestinations(options.allowsPrivate);
  const sending = startSending<DueDelivery>({
    ...{ what: 'webhooks', atMost: AT_MOST, everyMs, log },
    chore: {
      everyMs: LOW_BALANCES_EVERY_MS,
      async run() {
        await reportLowBalances(db);
        return false;
      },
    },
    claim: (atMost, held) =>
      claimDeliveries(db, { atMost, atOnce: AT_ONCE, hideMs: HIDE_MS, held }),
    send: (delivery, ending) => deliver(options, { agent, delivery, ending }),
  });
  return {
    async stop(withinMs) {
      await sending.stop(withinMs);
      await agent.close();
    },
  };
}

interface Delivered {
  agent: Agent;
  delivery: DueDelivery;
  /** Aborts the attempt. */
  ending: AbortSignal;
}

/** One attempt. Never throws: an outcome that was not saved leads to another attempt. */
async function deliver(options: DeliveringOptions, sending: Delivered): Promise<void> {
  const { db, disableAfterMs, pausesMs = PAUSES_MS, log } = options;
  const { id, attempts, endpoint, workspace } = sending.delivery;
  const sentAt = performance.now();
  const span = beginSpan(options.tracer, sending.delivery);
  try {
    const ended = await send(options, sending, span, bodyOf(sending.delivery, options));
    const isDelivered = ended.status !== undefined && ended.status >= 200 && ended.status < 300;
    span?.set({ 'http.response.status_code': ended.status });
    span?.end({ error: isDelivered ? undefined : String(ended.status ?? 'no_answer') });
    const seconds = (performance.now() - sentAt) / 1_000;
    options.meter?.delivered(isDelivered ? 'delivered' : 'failed', seconds);
    if (!isDelivered && sending.ending.aborted) return;
    const error = 'error' in ended ? ended.error : `The endpoint answered with ${ended.status}.`;
    const attempt: Attempt = {
      ...{ delivery: id, attempt: attempts, status: ended.status, isDelivered, disableAfterMs },
      error: isDelivered ? undefined : error,
      isGone: ended.status === GONE,
      nextInMs: pauseAfter(attempts, pausesMs),
    };
    const why = await saveAttempt(db, attempt);
    if (why) log.warn({ workspace, endpoint, why }, 'a webhook endpoint was disabled');
  } catch (error) {
    log.warn({ err: error, endpoint }, 'the end of a webhook was not saved: it is sent again');
  }
}

/** Undefined if the subject's run is not recorded. The receiver's address is the customer's. */
function beginSpan(
  tracer: Tracer | undefined,
  { service_span, type, run, attempts, message }: DueDelivery,
): ServiceSpan | undefined {
  const parent = unpacked(service_span);
  if (!tracer || parent === undefined) return undefined;
  return tracer.begin('POST webhook', {
    kind: 'client',
    parent,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempts > 1 ? attempts - 1 : undefined,
      'model_run_api.webhook.type': type,
      'model_run_api.webhook.message': message,
      'model_run_api.run.uuid': run ?? undefined,
    },
  });
}

function send(
  options: DeliveringOptions,
  { agent, delivery, ending }: Delivered,
  span: ServiceSpan | undefined,
  body: string,
) {
  const { allowsPrivate, answerWithinMs = ANSWER_WITHIN_MS } = options;
  const { url, secret, previous_secret } = delivery;
  const secrets = previous_secret === null ? [secret] : [secret, previous_secret];
  return post(agent, {
    ...{ url, body, allowsPrivate, readAtMost: ANSWER_BYTES, receiver: 'The endpoint' },
    headers: {
      ...headersOf(delivery, body, secrets, new Date()),
      'user-agent': USER_AGENT,
      ...(span && { traceparent: span.traceparent }),
    },
    ...{ withinMs: answerWithinMs, signal: ending },
  });
}

const USER_AGENT = 'model-run-api webhooks';
