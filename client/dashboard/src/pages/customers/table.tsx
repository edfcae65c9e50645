/** Lists customers with what a month cost and how much of a budget is used. */
import type { SpendingCustomer, SpendingCustomerList } from '../../api/index.ts';
import { formatCount, formatMonth, plural } from '../../format/index.ts';
import { CustomerLink } from '../../frame/attribution-links.tsx';
import { Ago, Badge, DataTable, Meter, Money, useDecimals } from '../../parts/index.ts';
import { tightestOf, usedOf, wordsOfPeriod } from './budget.ts';

interface CustomerTableProps {
  customers: SpendingCustomer[];
  total: SpendingCustomerList['total'];
  month: string;
  isFiltered: boolean;
}

export function CustomerTable({ customers, total, month, isFiltered }: CustomerTableProps) {
  const others = {
    runs: total.allRuns - total.runs,
    amount: total.allChargedAmount - total.chargedAmount,
  };
  const decimals = useDecimals([
    ...customers.map(({ chargedAmount }) => chargedAmount),
    total.chargedAmount,
    others.amount,
  ]);
  const sums: Row[] = [
    {
      name: `${isFiltered ? 'Matching' : 'All'} ${plural(total.customers, 'customer')}`,
      runs: total.runs,
      chargedAmount: total.chargedAmount,
    },
    {
      name: isFiltered ? 'Other runs' : 'Runs of no customer',
      runs: others.runs,
      chargedAmount: others.amount,
    },
    {
      name: `All runs of ${formatMonth(month)}`,
      runs: total.allRuns,
      chargedAmount: total.allChargedAmount,
    },
  ];
  return (
    <DataTable<Row, 'Customer' | 'Since' | 'Budget' | 'Runs' | 'Charged'>
      label="Customers"
      look="customers"
      rows={customers}
      sums={others.runs > 0 ? sums : sums.slice(0, 1)}
      keyOf={(row) => ('endUserId' in row ? row.endUserId : row.name)}
      numbers={['Runs', 'Charged']}
      classes={{ Since: 'of-since', Budget: 'of-budget', Runs: 'of-runs', Charged: 'of-charge' }}
      columns={{
        Customer: (row) =>
          'endUserId' in row ? (
            <>
              <Name customer={row} />
              <span className="row-note instead of-since">
                Since <Ago at={row.createdAt} />
              </span>
            </>
          ) : (
            row.name
          ),
        Since: (row) => 'endUserId' in row && <Ago at={row.createdAt} />,
        Budget: (row) => 'endUserId' in row && <Budget customer={row} />,
        Runs: ({ runs }) => formatCount(runs),
        Charged: ({ chargedAmount }) => <Money amount={chargedAmount} decimals={decimals} />,
      }}
    />
  );
}

/** A customer, or a sum. */
type Row = SpendingCustomer | { name: string; runs: number; chargedAmount: number };

function Name({ customer: { endUserId, name, state } }: { customer: SpendingCustomer }) {
  return (
    <>
      <span className="customer-name">
        <CustomerLink id={endUserId} name={name} isClipped />
        <StateBadge state={state} />
      </span>
      {name !== undefined && (
        <span className="row-note clip" title={endUserId}>
          {endUserId}
        </span>
      )}
    </>
  );
}

/** An active customer needs no word. */
export function StateBadge({ state }: { state: string }) {
  if (state === 'blocked') return <Badge tone="bad">Blocked</Badge>;
  if (state === 'erasing') return <Badge tone="warn">Being erased</Badge>;
  return null;
}

/** What it may still spend: of its prepaid balance, and of the budget that is nearest to its end. */
function Budget({ customer }: { customer: SpendingCustomer }) {
  const { budgets, balanceAvailableAmount: balance } = customer;
  const budget = tightestOf(budgets);
  const prepaid = balance !== undefined && (
    <span>
      <Money amount={balance} look="exact" /> prepaid left
    </span>
  );
  if (!budget) return prepaid || <span className="faint">No budget</span>;
  const others = budgets.length - 1;
  return (
    <span className="budget-line">
      {prepaid}
      <Meter
        used={usedOf(budget)}
        of={budget.limitAmount}
        label={`Budget ${wordsOfPeriod(budget.period).of}, used`}
      />
      <span className="row-note">
        <Money amount={usedOf(budget)} /> of <Money amount={budget.limitAmount} look="exact" />{' '}
        {wordsOfPeriod(budget.period).of}
        {others > 0 && `, ${others} more`}
      </span>
    </span>
  );
}
