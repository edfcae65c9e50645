import { describe, expect, it } from 'vitest';
import { EVENTS, isTerminal, type RunEvent, type RunState } from '../../server/runs/states.ts';

/** The contract's table of which state may follow which, except for the operator's `recovered`. */
const NEXT: Record<RunState, RunState[]> = {
  reserved: ['failed', 'submitting'],
  queued: ['failed', 'submitting'],
  submitting: ['completed', 'failed', 'needs_reconciliation', 'queued', 'received', 'running'],
  running: ['completed', 'failed'],
  received: ['completed'],
  needs_reconciliation: ['completed', 'failed', 'received', 'running'],
  completed: [],
  failed: [],
};
const STATES = Object.keys(NEXT) as RunState[];
const events = Object.entries(EVENTS) as [RunEvent, (typeof EVENTS)[RunEvent]][];

function follows(from: RunState, to: RunState): boolean {
  return events.some(
    ([name, event]) =>
      name !== 'recovered' && event.to === to && (event.from as readonly RunState[]).includes(from),
  );
}

describe('the table of states', () => {
  for (const from of STATES) {
    for (const to of STATES) {
      const allowed =
        NEXT[from].includes(to) ||
        (from === to && ['running', 'received', 'needs_reconciliation'].includes(from));
      it(`${allowed ? 'lets' : 'never lets'} ${from} become ${to}`, () => {
        expect(follows(from, to)).toBe(allowed);
      });
    }
  }

  it('never leaves a terminal state', () => {
    for (const [, event] of events) expect(event.from.some(isTerminal)).toBe(false);
  });

  it('lets nothing but a proof of non-execution, or of an execution without effect, lead back to the queue', () => {
    const back = events.filter(([, event]) => event.to === 'queued').map(([name]) => name);
    expect(back).toEqual(['handed_back', 'sent_again']);
    expect(EVENTS.handed_back.from).toEqual(['submitting']);
    expect(EVENTS.sent_again.from).toEqual(['submitting']);
  });

  it('never sends again what is to be reconciled', () => {
    expect(follows('needs_reconciliation', 'queued')).toBe(false);
    expect(follows('needs_reconciliation', 'submitting')).toBe(false);
  });
});
