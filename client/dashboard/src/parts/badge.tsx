/** States in words with a colour beside them, never in colour alone. */
import type { ApiKey } from '../api/index.ts';
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

export function Badge({ tone, children }: { tone: string; children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
