/** The budgets of a customer, each with what is used of it and when it starts over. */
import type { Customer, CustomerBudget } from '../../api/index.ts';
import { formatMoment } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, Button, Card, Meter, Money, useZone } from '../../parts/index.ts';
import { usedOf, wordsOfPeriod } from './budget.ts';

interface BudgetsProps {
  customer: Customer;
  onChange: () => void;
}

export function Budgets({ customer, onChange }: BudgetsProps) {
  const { budgets, hasOwnBudgets, hasBalance } = customer;
  const { isAtLeast } = useHere();
  return (
    <Card
      title="Budgets"
      about={
        hasOwnBudgets
          ? 'Its own. Days and months are in UTC.'
          : 'The default budgets of the workspace.'
      }
      actions={
        isAtLeast('admin') && (
          <Button small onPress={onChange}>
            Change budgets
          </Button>
        )
      }
    >
      <div className="budgets">
        {budgets.length === 0 && (
          <p className="muted">
            {hasBalance
              ? 'No budget: only its prepaid balance bounds what its runs cost.'
              : 'No budget: its runs may cost any amount.'}
          </p>
        )}
        {budgets.map((budget) => (
          <Budget key={budget.period} budget={budget} />
        ))}
      </div>
    </Card>
  );
}

function Budget({ budget }: { budget: CustomerBudget }) {
  const { period, limitAmount, heldAmount, resetsAt } = budget;
  const zone = useZone();
  const { name } = wordsOfPeriod(period);
  return (
    <div>
      <p className="meter-line">
        <strong>{name}</strong>
        <span>
          <Money amount={usedOf(budget)} look="exact" /> of{' '}
          <Money amount={limitAmount} look="exact" />
        </span>
      </p>
      <Meter used={usedOf(budget)} of={limitAmount} label={`${name}, used`} />
      <p className="hint">
        {heldAmount > 0 && (
          <>
            <Money amount={heldAmount} look="exact" /> of it on hold.{' '}
          </>
        )}
        {resetsAt === undefined ? (
          'Never resets.'
        ) : (
          <span title={`${formatMoment(resetsAt, zone)}, ${zone}`}>
            Resets <Ago at={resetsAt} />.
          </span>
        )}
      </p>
    </div>
  );
}
