import { describe, expect, it } from 'vitest';
import type { LookUp, Outcome } from '../../server/model-runs/providers/index.ts';
import { afterLookUp } from '../../server/runs/after-look-up.ts';
import type { DueLookUp } from '../../server/runs/look-up-store.ts';
import { afterSubmission } from '../../server/runs/outcomes.ts';
import { message, modelRuns, run, times, usage } from './outcome-fixtures.ts';

function followUp(outcome: Outcome, canLookUp = true) {
  const { to_state, next_step, charged_amount, error, audit_kind } = afterSubmission(
    modelRuns,
    outcome,
    run,
    canLookUp,
    times,
  );
  return { to_state, next_step, charged_amount, code: error?.code, audit_kind };
}

describe('after a submission', () => {
  it('what was not sent waits for another try', () => {
    expect(followUp({ kind: 'not_sent', reason: '' })).toMatchObject({
      to_state: 'queued',
      next_step: 'submit',
    });
  });
  it('refused_for_now waits as long as the provider asks', () => {
    const step = afterSubmission(
      modelRuns,
      { kind: 'refused_for_now', reason: '', providerStatus: 429, retryAfterMs: 7_000 },
      run,
      true,
      times,
    );
    expect(step).toMatchObject({ to_state: 'queued', next_step: 'submit', due_in_ms: 7_000 });
  });
  it('what waits for another try says why', () => {
    const reason = 'The provider has no capacity.';
    for (const outcome of [
      { kind: 'not_sent', reason },
      { kind: 'refused_for_now', reason, providerStatus: 429 },
    ] as const) {
      const step = afterSubmission(modelRuns, outcome, run, true, times);
      expect(step).toMatchObject({ to_state: 'queued', queue_reason: reason });
    }
  });
  it('refused_for_now too often ends as provider_unavailable', () => {
    const step = afterSubmission(
      modelRuns,
      { kind: 'refused_for_now', reason: '', providerStatus: 429 },
      { ...run, attempt: 20 },
      true,
      times,
    );
    expect(step).toMatchObject({
      to_state: 'failed',
      error: { code: 'provider_unavailable', retryable: true },
    });
  });
  it('a refusal fails the run as provider_refused and charges nothing', () => {
    expect(followUp({ kind: 'refused', reason: 'No.', providerStatus: 400 })).toEqual({
      to_state: 'failed',
      code: 'provider_refused',
      next_step: undefined,
      charged_amount: undefined,
      audit_kind: undefined,
    });
  });
  it('a refusal has the words and the reference of the provider, if there are any', () => {
    const refused = { kind: 'refused', reason: 'No.', providerStatus: 400 } as const;
    const explained = { ...refused, words: 'The picture is too large.', reference: 'req-1' };
    expect(afterSubmission(modelRuns, explained, run, true, times)).toMatchObject({
      error: { message: 'No. The provider said: “The picture is too large.”' },
      provider_reference: 'req-1',
    });
    expect(afterSubmission(modelRuns, refused, run, true, times)).toMatchObject({
      error: { message: 'No.' },
    });
  });
  it('an answer with a cost is charged at once', () => {
    const outcome: Outcome = {
      kind: 'answered',
      answer: { message, cost: '0.0001' },
      reference: 'g',
    };
    expect(followUp(outcome)).toMatchObject({ to_state: 'completed', charged_amount: 105_000 });
  });
  it('an answer with usage and no look-up is charged from the price list', () => {
    const outcome: Outcome = { kind: 'answered', answer: { message, usage } };
    expect(followUp(outcome, false)).toMatchObject({
      to_state: 'completed',
      charged_amount: 21_000,
    });
  });
  it('an answer without a cost is looked up where that is possible', () => {
    const outcome: Outcome = { kind: 'answered', answer: { message, usage }, reference: 'g' };
    expect(followUp(outcome)).toMatchObject({
      to_state: 'received',
      next_step: 'price',
      charged_amount: undefined,
    });
  });
  it('an answer of which nothing is known is completed, uncharged and audited', () => {
    const outcome: Outcome = { kind: 'answered', answer: { message } };
    expect(followUp(outcome, false)).toMatchObject({
      to_state: 'completed',
      charged_amount: undefined,
      audit_kind: 'completed_uncharged',
    });
  });
  it('an unknown outcome is looked for and never sent again', () => {
    expect(followUp({ kind: 'unknown', reason: 'reset', reference: 'g' })).toMatchObject({
      to_state: 'needs_reconciliation',
      next_step: 'reconcile',
    });
  });
  it('an unknown outcome without a record holds the money for a short grace only', () => {
    const step = afterSubmission(modelRuns, { kind: 'unknown', reason: 'reset' }, run, true, times);
    expect(step).toMatchObject({ due_in_ms: 1_000, settle_deadline_ms: 1_000 });
  });
});

describe('after a look-up', () => {
  const due = (more: Partial<DueLookUp>): DueLookUp => ({
    ...run,
    kind: 'model_run',
    state: 'needs_reconciliation',
    provider: 'p',
    provider_reference: 'g',
    look_ups: 0,
    deadline_in_ms: 1_000,
    facts: null,
    subject: 's',
    service_span: null,
    is_cancelled: false,
    ...more,
  });
  const executed: LookUp = { kind: 'executed', cost: '0.0001' };

  it('of a cancelled run, a proof of execution is cancelled, at the loss of the deployment', () => {
    const step = afterLookUp(modelRuns, executed, due({ is_cancelled: true }));
    expect(step).toMatchObject({
      to_state: 'failed',
      error: { code: 'cancelled' },
      loss_amount: 100_000,
      audit_kind: 'answer_lost',
    });
  });
  it('of a cancelled run, a proof that nothing ran is cancelled, and free', () => {
    const step = afterLookUp(modelRuns, { kind: 'not_executed' }, due({ is_cancelled: true }));
    expect(step).toMatchObject({ to_state: 'failed', error: { code: 'cancelled' } });
    expect(step.loss_amount).toBeUndefined();
  });
  it('of a cancelled run, a proof of execution without its cost is looked up again until the deadline', () => {
    const unpriced: LookUp = { kind: 'executed' };
    expect(afterLookUp(modelRuns, unpriced, due({ is_cancelled: true }))).toMatchObject({
      to_state: 'needs_reconciliation',
      next_step: 'reconcile',
    });
    const late = due({ is_cancelled: true, deadline_in_ms: 0 });
    expect(afterLookUp(modelRuns, unpriced, late)).toMatchObject({
      to_state: 'failed',
      error: { code: 'cancelled' },
      audit_detail: {},
    });
  });
  it('the part of an answer whose record has no cost yet waits for it with the usage of the record', () => {
    const received = due({ state: 'received', is_cancelled: true });
    expect(afterLookUp(modelRuns, { kind: 'executed', usage }, received)).toMatchObject({
      to_state: 'received',
      facts: { usage },
    });
  });
  it('the part of an answer that cost nothing is completed, and charged nothing', () => {
    const received = due({ state: 'received', is_cancelled: true });
    expect(afterLookUp(modelRuns, { kind: 'not_executed' }, received)).toMatchObject({
      to_state: 'completed',
      provider_amount: 0,
      charged_amount: 0,
    });
  });
  it('a proof of execution without the text is a lost answer, paid by the deployment', () => {
    const step = afterLookUp(modelRuns, executed, due({}));
    expect(step).toMatchObject({
      to_state: 'failed',
      error: { code: 'answer_lost' },
      loss_amount: 100_000,
    });
    expect(step.charged_amount).toBeUndefined();
  });
  it('a proof of non-execution fails the run as retryable', () => {
    expect(afterLookUp(modelRuns, { kind: 'not_executed' }, due({}))).toMatchObject({
      to_state: 'failed',
      error: { code: 'provider_unavailable', retryable: true },
    });
  });
  for (const found of [
    { kind: 'not_found' },
    { kind: 'unavailable', reason: '' },
    undefined,
  ] as const) {
    it(`${found?.kind ?? 'nothing to ask for'} proves nothing before the deadline`, () => {
      expect(afterLookUp(modelRuns, found, due({}))).toMatchObject({
        to_state: 'needs_reconciliation',
        next_step: 'reconcile',
      });
    });
    const late = found?.kind === 'unavailable' ? -3_600_000 : 0;
    it(`${found?.kind ?? 'nothing to ask for'} after the deadline gives up, uncharged and audited`, () => {
      expect(afterLookUp(modelRuns, found, due({ deadline_in_ms: late }))).toMatchObject({
        to_state: 'failed',
        error: { code: 'outcome_unknown' },
        audit_kind: 'outcome_given_up',
      });
    });
  }
  it('a deadline waits for a provider that can not be asked', () => {
    const step = afterLookUp(
      modelRuns,
      { kind: 'unavailable', reason: '' },
      due({ deadline_in_ms: -1 }),
    );
    expect(step).toMatchObject({ to_state: 'needs_reconciliation', next_step: 'reconcile' });
    expect(step.due_in_ms).toBeGreaterThan(100);
  });
  it('a provider that wants to be left alone is, even past the deadline', () => {
    const found = { kind: 'unavailable', reason: '', retryAfterMs: 90_000 } as const;
    for (const deadline_in_ms of [1_000, -1_000]) {
      expect(afterLookUp(modelRuns, found, due({ deadline_in_ms }))).toMatchObject({
        due_in_ms: 90_000,
      });
    }
  });
  it('a found price completes a received run', () => {
    expect(afterLookUp(modelRuns, executed, due({ state: 'received' }))).toMatchObject({
      to_state: 'completed',
      charged_amount: 105_000,
    });
  });
  it('a price not found in time comes from the price list', () => {
    const saved = { state: 'received' as const, facts: { usage } };
    expect(afterLookUp(modelRuns, { kind: 'not_found' }, due(saved))).toMatchObject({
      to_state: 'received',
      next_step: 'price',
    });
    expect(
      afterLookUp(modelRuns, { kind: 'not_found' }, due({ ...saved, deadline_in_ms: -1 })),
    ).toMatchObject({
      to_state: 'completed',
      list_amount: 20_000,
      charged_amount: 21_000,
    });
  });
  it('usage that only the record gives is taken from it, and the answer’s own stays', () => {
    const found: LookUp = {
      kind: 'executed',
      cost: '0',
      usage: { promptTokens: 9, completionTokens: 3 },
    };
    expect(
      afterLookUp(
        modelRuns,
        found,
        due({ state: 'received', facts: { usage: { promptTokens: 10 } } }),
      ),
    ).toMatchObject({
      facts: { usage: { promptTokens: 10, completionTokens: 3 } },
    });
  });
});
