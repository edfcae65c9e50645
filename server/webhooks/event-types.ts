/** The events that endpoints can receive. */
export const EVENT_TYPES = [
  'run.completed',
  'run.failed',
  'run.needs_reconciliation',
  'credit.low',
  'key.limit_near',
  'runs.failure_rate_high',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
