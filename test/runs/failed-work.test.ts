/** What follows when work failed at its provider, when it goes on there, and when it may be done twice. */
import { describe, expect, it } from 'vitest';
import { afterLookUp } from '../../server/runs/after-look-up.ts';
import type { DueLookUp } from '../../server/runs/look-up-store.ts';
import { afterSubmission } from '../../server/runs/outcomes.ts';
import { message, modelRuns, run, terms, times, usage } from './outcome-fixtures.ts';

describe('work that the provider carried out in vain', () => {
  const failure = { code: 'tool_error', message: 'It failed.', retryable: false };
  const answer = { message, usage, finishReason: 'stop' as const, cost: '0.00002' };

  it('fails the run, keeps the answer, charges nothing and books what it cost', () => {
    const step = afterSubmission(
      modelRuns,
      { kind: 'failed', error: failure, answer, reference: 'ref' } as never,
      run,
      true,
      times,
    );
    expect(step).toMatchObject({
      ...{ to_state: 'failed', error: failure, provider_reference: 'ref', loss_amount: 20_000 },
      answer: expect.anything(),
    });
    expect(step.charged_amount).toBeUndefined();
  });
  it('is found by a look-up as well', () => {
    const step = afterLookUp(modelRuns, { kind: 'failed', error: failure }, lost);
    expect(step).toMatchObject({ to_state: 'failed', error: failure, looked_up: true });
  });
  it('an answer that a look-up finds completes the run and is charged', () => {
    const step = afterLookUp(modelRuns, { kind: 'answered', answer }, lost);
    expect(step).toMatchObject({
      ...{ to_state: 'completed', looked_up: true, provider_amount: 20_000 },
      ...{ charged_amount: 21_000, answer: expect.anything() },
    });
  });
  it('work that goes on is looked up again when the provider says, beyond the deadline too', () => {
    const found = { kind: 'under_way', retryAfterMs: 90_000 } as const;
    const step = afterLookUp(modelRuns, found, { ...lost, deadline_in_ms: -1_000 });
    expect(step).toMatchObject({ to_state: 'needs_reconciliation', due_in_ms: 90_000 });
  });

  const lost: DueLookUp = {
    ...{ workspace: 'w', id: 'r', kind: 'model_run', state: 'needs_reconciliation' },
    ...{ provider: 'p', provider_reference: 'ref', look_ups: 0, deadline_in_ms: 60_000, terms },
    ...{ fee_basis_points: 500, scale: 9, reserved_amount: 1_000_000, facts: null },
    ...{ is_cancelled: false, subject: 's', service_span: null },
  };
});

describe('an unknown outcome of what may be executed twice', () => {
  const repeatable = { ...modelRuns, mayRepeat: () => true };
  const unknown = { kind: 'unknown', reason: 'The connection broke.' } as const;

  it('is sent again, and says why', () => {
    expect(afterSubmission(repeatable, unknown, run, true, times)).toMatchObject({
      ...{ to_state: 'queued', next_step: 'submit', attempt: 1 },
      ...{ queue_reason: unknown.reason, unknown_reason: unknown.reason },
    });
  });
  it('is looked up instead where the provider has named it', () => {
    const named = { ...unknown, reference: 'ref' };
    const step = afterSubmission(repeatable, named, run, true, times);
    expect(step.to_state).toBe('needs_reconciliation');
  });
  it('is not sent again after five attempts, and needs reconciliation', () => {
    const step = afterSubmission(repeatable, unknown, { ...run, attempt: 5 }, true, times);
    expect(step.to_state).toBe('needs_reconciliation');
  });
});
