/** Shows and sets the budgets of customers that have none of their own. */
import { useState } from 'react';
import {
  type DefaultBudgetsInput,
  useDefaultBudgets,
  useSetDefaultBudgets,
} from '../../api/index.ts';
import { plainMoney } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  announce,
  Dialog,
  Fact,
  Facts,
  Failure,
  Money,
  SaveForm,
  Skeleton,
  useSubmission,
  useUnit,
} from '../../parts/index.ts';
import { type BudgetsForm, PERIODS, readBudgets, wordsOfPeriod } from './budget.ts';
import { BudgetFields } from './budget-fields.tsx';

export function DefaultBudgets({ onClose }: { onClose: () => void }) {
  const { workspaceId, isAtLeast } = useHere();
  const { data, error, refetch } = useDefaultBudgets(workspaceId);
  return (
    <Dialog title="Default budgets" isOpen onClose={onClose} kind="form">
      {data ? (
        isAtLeast('admin') ? (
          <Edit budgets={data.defaultBudgets} onClose={onClose} />
        ) : (
          <div className="dialog-body">
            <p className="muted">{ABOUT} Admins set them.</p>
            <Facts>
              {PERIODS.map((period) => (
                <Fact key={period} name={wordsOfPeriod(period).name}>
                  <Amount amount={data.defaultBudgets[`${period}Amount`]} />
                </Fact>
              ))}
            </Facts>
          </div>
        )
      ) : (
        <div className="dialog-body">
          {error ? (
            <Failure error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={3} label="Loading the default budgets" />
          )}
        </div>
      )}
    </Dialog>
  );
}

const ABOUT = 'For each customer without budgets of its own, also for those that appear by use.';

interface EditProps {
  budgets: NonNullable<DefaultBudgetsInput>;
  onClose: () => void;
}

function Edit({ budgets, onClose }: EditProps) {
  const { workspaceId } = useHere();
  const unit = useUnit();
  const set = useSetDefaultBudgets();
  const typed = (amount: number | null = null) => (amount === null ? '' : plainMoney(amount, unit));
  const [form, setForm] = useState<BudgetsForm>({
    day: typed(budgets.dayAmount),
    month: typed(budgets.monthAmount),
    total: typed(budgets.totalAmount),
  });
  const defaultBudgets = readBudgets(form, unit);
  const submission = useSubmission(async () => {
    if (!defaultBudgets) return;
    await set.mutateAsync({ params: { path: { workspaceId } }, body: { defaultBudgets } });
    announce('Saved the default budgets.');
    onClose();
  });
  return (
    <SaveForm
      submission={submission}
      save="Save budgets"
      isReady={defaultBudgets !== undefined}
      onClose={onClose}
    >
      <p className="muted">
        {ABOUT} They count runs created while there are default budgets, and refuse a run that no
        longer fits.
      </p>
      <BudgetFields form={form} onChange={setForm} />
    </SaveForm>
  );
}

function Amount({ amount }: { amount: number | undefined }) {
  if (amount === undefined) return <span className="faint">none</span>;
  return <Money amount={amount} look="exact" />;
}
