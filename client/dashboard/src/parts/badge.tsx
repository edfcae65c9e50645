/** States in words with a colour beside them, never in colour alone. */
import { type ApiKey, needsCare, type Outbox, type WebhookDelivery } from '../api/index.ts';
import './badge.css';

const RUN_STATES: Record<string, { tone: string; words: string }> = {
  reserved: { tone: 'busy', words: 'Reserved' },
  queued: { tone: 'busy', words: 'Queued' },
  submitting: { tone: 'busy', words: 'Submitting' },
  received: { tone: 'busy', words: 'Received' },
  needs_reconciliation: { tone: 'warn', words: 'Needs reconciliation' },
  completed: { tone: 'good', words: 'Completed' },
  failed: { tone: 'bad', words: 'Failed' },
};

export function wordsOfState(state: string): string {
  return RUN_STATES[state]?.words ?? state;
}

export function toneOfState(state: string): string {
  return RUN_STATES[state]?.tone ?? 'busy';
}

export function RunBadge({ state }: { state: string }) {
  return <Badge tone={toneOfState(state)}>{wordsOfState(state)}</Badge>;
}

export function KeyBadge({ status }: { status: ApiKey['status'] }) {
  const tone = status === 'active' ? 'good' : status === 'revoked' ? 'bad' : 'plain';
  return <Badge tone={tone}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

export function EndpointBadge({ endpoint }: { endpoint: Outbox }) {
  const isBad = needsCare(endpoint);
  if (endpoint.status === 'disabled') {
    return <Badge tone={isBad ? 'bad' : 'plain'}>Disabled</Badge>;
  }
  return isBad ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Enabled</Badge>;
}

/** One that waits for another attempt says so. */
export function DeliveryBadge({ delivery }: { delivery: WebhookDelivery }) {
  const { state, lastError } = delivery;
  if (state === 'delivered') return <Badge tone="good">Delivered</Badge>;
  if (state === 'failed') return <Badge tone="bad">Not delivered</Badge>;
  return lastError === undefined ? (
    <Badge tone="busy">Pending</Badge>
  ) : (
    <Badge tone="warn">Retrying</Badge>
  );
}

export function Badge({ tone, children }: { tone: string; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
