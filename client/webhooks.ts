/** Receives webhooks: a message is accepted only if the endpoint's secret signed it, and it is recent. */
import { Webhook } from 'standardwebhooks';
import type {
  BudgetReachedEvent,
  CreditEvent,
  CustomerBlockedEvent,
  FailureRateEvent,
  KeyLimitEvent,
  RechargeOffEvent,
  RunEvent,
} from './contract.ts';
import { ClientError, UsageError } from './errors.ts';

/** The events that an endpoint receives. The service may add types: ignore those that you do not know. */
export type WebhookEvent =
  | RunEvent
  | CreditEvent
  | KeyLimitEvent
  | FailureRateEvent
  | RechargeOffEvent
  | BudgetReachedEvent
  | CustomerBlockedEvent;

export interface WebhookMessage {
  /** The request's headers, as a `Headers` or as Node has them. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as received: text or bytes, never parsed and serialized again. */
  body: string | Uint8Array;
}

/** The message is not signed with the secret, or is older than five minutes. Respond with 400, and do nothing. */
export class WebhookVerificationError extends ClientError {}

/** Returns the event of a genuine message; otherwise throws a `WebhookVerificationError`. */
export function verifyWebhook(secret: string, { headers, body }: WebhookMessage): WebhookEvent {
  if (!secret) throw new UsageError('Give the secret of the endpoint, whsec_...');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return new Webhook(secret).verify(text, plain(headers)) as WebhookEvent;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WebhookVerificationError(
      'WebhookVerificationError',
      `The message is not believed: ${reason}`,
      { cause },
    );
  }
}

/** Whether the event is about a run. */
export function isRunEvent(event: WebhookEvent): event is RunEvent {
  return event.type.startsWith('run.');
}

function plain(headers: WebhookMessage['headers']): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );
}
