/** Refusals of runs in the terms of the dashboard's contract, which has one code for every refusal of a run. */
import { inMoney, type Unit } from '../platform/lib/money.ts';

import { Problem } from '../platform/lib/problem.ts';

export function inWordsOfPages(error: unknown, unit: Unit): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.code === 'insufficient_credit') return inMoney(withoutCredit(error, unit), unit);
  const isOfRun = error.status === 422 || OTHERS.has(error.code);
  if (!isOfRun || error.code === 'run_refused') return error;
  // The hint about the list of models is for programs, and does not help here.
  const detail = error.code === 'unknown_model' ? "This model isn't offered." : error.detail;
  const errors = error.options.errors?.map((fault) =>
    fault.code === 'unknown_model' ? { ...fault, detail } : fault,
  );
  return new Problem('run_refused', detail, { ...(errors && { errors }) });
}

const OTHERS: ReadonlySet<string> = new Set([
  'model_not_allowed',
  'spending_limit_reached',
  'too_many_pending_runs',
]);

/** The credit of a new key, or the hold of a run. */
function withoutCredit({ detail, options }: Problem, { currency, scale }: Unit): Problem {
  const {
    required,
    available,
    affordableMaxOutputTokens: affordable,
    ...named
  } = {
    ...options.members,
  };
  const members = {
    requiredAmount: named.requiredAmount ?? required ?? 0,
    availableAmount: named.availableAmount ?? available ?? 0,
    ...{ currency, scale },
    ...(affordable !== undefined && { affordableMaxOutputTokens: affordable }),
  };
  return new Problem('insufficient_credit', detail, { members });
}
