/** Budgets of customers, as people read and type them. */
import type { CustomerBudget, DefaultBudgetsInput } from '../../api/index.ts';
import { parseOptionalMoney, plainMoney, type Unit } from '../../format/index.ts';

export const PERIODS = ['day', 'month', 'total'] as const;
export type BudgetPeriod = (typeof PERIODS)[number];

const WORDS: Record<string, { name: string; of: string; left: string }> = {
  day: { name: 'Daily budget', of: 'today', left: 'Left today' },
  month: { name: 'Monthly budget', of: 'this month', left: 'Left this month' },
  total: { name: 'Total budget', of: 'in total', left: 'Left in total' },
};

export function wordsOfPeriod(period: string) {
  return (
    WORDS[period] ?? { name: `Budget (${period})`, of: `(${period})`, left: `Left (${period})` }
  );
}

/** Charges, and holds of runs in progress. */
export function usedOf({ spentAmount, heldAmount }: CustomerBudget): number {
  return spentAmount + heldAmount;
}

/** The budget of which the largest part is used. */
export function tightestOf(budgets: readonly CustomerBudget[]): CustomerBudget | undefined {
  const shareOf = (budget: CustomerBudget) =>
    budget.limitAmount === 0 ? Number.POSITIVE_INFINITY : usedOf(budget) / budget.limitAmount;
  return budgets.toSorted((one, other) => shareOf(other) - shareOf(one))[0];
}

/** As typed; an empty text is no budget. */
export type BudgetsForm = Record<BudgetPeriod, string>;

export const NO_BUDGETS: BudgetsForm = { day: '', month: '', total: '' };

export function formOf(budgets: readonly CustomerBudget[], unit: Unit): BudgetsForm {
  const typed = (period: BudgetPeriod) => {
    const budget = budgets.find((each) => each.period === period);
    return budget ? plainMoney(budget.limitAmount, unit) : '';
  };
  return { day: typed('day'), month: typed('month'), total: typed('total') };
}

/** Undefined if an amount is not valid. */
export function readBudgets(form: BudgetsForm, unit: Unit): DefaultBudgetsInput | undefined {
  const [dayAmount, monthAmount, totalAmount] = PERIODS.map((period) =>
    parseOptionalMoney(form[period], unit),
  );
  if (dayAmount === undefined || monthAmount === undefined || totalAmount === undefined) {
    return undefined;
  }
  return {
    ...(dayAmount !== null && { dayAmount }),
    ...(monthAmount !== null && { monthAmount }),
    ...(totalAmount !== null && { totalAmount }),
  };
}
