/** A badge shows a state as a word with a color, never as a color alone. */
import {
  type ApiKey,
  type ComputeJob,
  needsCare,
  type Outbox,
  type WebhookDelivery,
} from '../api/index.ts';
import './badge.css';

const RUN_STATES: Record<string, { tone: string; words: string }> = {
  reserved: { tone: 'busy', words: 'Reserved' },
  queued: { tone: 'busy', words: 'Queued' },
  submitting: { tone: 'busy', words: 'Submitting' },
  running: { tone: 'busy', words: 'Running' },
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

type Ending = { state: string } & Partial<Pick<ComputeJob, 'result' | 'exitCode' | 'signal'>>;

/** For a completed run that has a result, the badge shows how its code ended. */
export function EndingBadge({ run }: { run: Ending }) {
  if (run.state !== 'completed') return <RunBadge state={run.state} />;
  const { tone, words } = endingOf(run);
  return <Badge tone={tone}>{words}</Badge>;
}

function endingOf({ result, exitCode, signal }: Ending): { tone: string; words: string } {
  switch (result) {
    case 'exited':
      if (exitCode === 0) return { tone: 'good', words: 'Exit code 0' };
      return { tone: 'bad', words: signal ?? `Exit code ${exitCode ?? 'unknown'}` };
    case 'cancelled':
      return { tone: 'plain', words: 'Canceled' };
    case undefined:
      return { tone: 'good', words: 'Completed' };
    default:
      return { tone: 'warn', words: wordsOfResult(result) };
  }
}

const RESULTS: Record<string, string> = {
  succeeded: 'Exited with code 0',
  exited: 'Exited with another code',
  ...{ timed_out: 'Timed out', out_of_memory: 'Out of memory', cancelled: 'Canceled' },
};

export function wordsOfResult(result: string): string {
  return RESULTS[result] ?? result;
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

/** The badge says whether a message waits for another attempt. */
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

interface Paid {
  state: string;
  amount: number;
  isDisputed?: boolean;
  /** What the payer got back. */
  returnedAmount?: number;
  /** What the wallet owes of it. */
  debtAmount?: number;
}

/** What became of a payment by card, also after it was paid. */
export function PaymentBadge({ payment }: { payment: Paid }) {
  const { state, amount, isDisputed = false, returnedAmount, debtAmount = 0 } = payment;
  if (isDisputed) return <Badge tone="bad">Contested</Badge>;
  if (debtAmount > 0) return <Badge tone="bad">Owed</Badge>;
  if (returnedAmount !== undefined)
    return <Badge tone="warn">{returnedAmount === amount ? 'Returned' : 'Partly returned'}</Badge>;
  const { tone, words } = PAYMENT_STATES[state] ?? { tone: 'busy', words: state };
  return <Badge tone={tone}>{words}</Badge>;
}

const PAYMENT_STATES: Record<string, { tone: string; words: string }> = {
  open: { tone: 'busy', words: 'Open' },
  succeeded: { tone: 'good', words: 'Paid' },
  expired: { tone: 'warn', words: 'Not paid' },
  failed: { tone: 'bad', words: 'Declined' },
};

export function Badge({ tone, children }: { tone: string; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
