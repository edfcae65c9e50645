/**
 * The states of a run and what may happen in each: the only table that state changes come from. Pure; each event
 * becomes a conditional update whose condition is `from`.
 */
export const STATES = [
  'reserved',
  'queued',
  'submitting',
  'running',
  'received',
  'needs_reconciliation',
  'completed',
  'failed',
] as const;

export type RunState = (typeof STATES)[number];

export const EVENTS = {
  /** A worker takes the run: from here on, the provider may have the request. */
  claimed: { from: ['reserved', 'queued'], to: 'submitting' },
  /** Provably not executed: the service may send it again. */
  handed_back: { from: ['submitting'], to: 'queued' },
  /** It may have been executed, but a second execution has no further effect. */
  sent_again: { from: ['submitting'], to: 'queued' },
  /** Not sent before its deadline, or before its key was revoked. */
  given_up_unsent: { from: ['reserved', 'queued'], to: 'failed' },
  /** A fault of the service, before anything was sent. */
  broken_unsent: { from: ['submitting'], to: 'failed' },
  /** The provider has named its work, and the service watches it without a lease. */
  begun: { from: ['submitting'], to: 'running' },
  /** A run that was lost sight of goes on at the provider. */
  found_running: { from: ['needs_reconciliation'], to: 'running' },
  still_running: { from: ['running'], to: 'running' },
  /** The provider refused it for good. */
  refused: { from: ['submitting'], to: 'failed' },
  /** The provider carried it out or gave it up, without a result that the customer pays for. */
  execution_failed: { from: ['submitting', 'running', 'needs_reconciliation'], to: 'failed' },
  /** A complete answer with everything that its price needs; a late one still counts. */
  answered: { from: ['submitting', 'running', 'needs_reconciliation'], to: 'completed' },
  /** A complete answer whose price the service has to look up. */
  answered_unpriced: { from: ['submitting', 'needs_reconciliation'], to: 'received' },
  priced: { from: ['received'], to: 'completed' },
  still_unpriced: { from: ['received'], to: 'received' },
  /** The request may have been executed, and nothing shows whether it was. */
  lost_sight: { from: ['submitting'], to: 'needs_reconciliation' },
  still_unknown: { from: ['needs_reconciliation'], to: 'needs_reconciliation' },
  /** A look-up proved that no answer will come, or the deadline passed after one. */
  reconciled_failed: { from: ['needs_reconciliation'], to: 'failed' },
  /** The database went back in time: a run that looks unsent may have been sent. An operator does this. */
  recovered: { from: ['reserved', 'queued', 'submitting'], to: 'needs_reconciliation' },
} as const satisfies Record<string, { from: readonly RunState[]; to: RunState }>;

export type RunEvent = keyof typeof EVENTS;

export function isTerminal(state: RunState): boolean {
  return state === 'completed' || state === 'failed';
}
