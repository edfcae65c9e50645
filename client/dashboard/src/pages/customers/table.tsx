/** Lists customers with what a month cost and how much of a budget is used. */
import type { SpendingCustomer, SpendingCustomerList } from '../../api/index.ts';
import { decimalsOf, formatCount, formatMonth, plural } from '../../format/index.ts';
import { CustomerLink } from '../../frame/attribution-links.tsx';
import { Ago, Badge, Meter, Money, Table, useUnit } from '../../parts/index.ts';
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
  const decimals = decimalsOf(
    [...customers.map(({ chargedAmount }) => chargedAmount), total.chargedAmount, others.amount],
    useUnit(),
  );
  return (
    <Table label="Customers" look="customers">
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col" className="of-since">
            Since
          </th>
          <th scope="col" className="of-budget">
            Budget
          </th>
          <th scope="col" className="number of-runs">
            Runs
          </th>
          <th scope="col" className="number of-charge">
            Charged
          </th>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <tr key={customer.endUserId}>
            <th scope="row">
              <Name customer={customer} />
              <span className="row-note instead of-since">
                Since <Ago at={customer.createdAt} />
              </span>
            </th>
            <td data-label="Since" className="of-since">
              <Ago at={customer.createdAt} />
            </td>
            <td data-label="Budget" className="of-budget">
              <Budget customer={customer} />
            </td>
            <td data-label="Runs" className="number">
              <span>{formatCount(customer.runs)}</span>
            </td>
            <td data-label="Charged" className="number">
              <Money amount={customer.chargedAmount} decimals={decimals} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum
          name={`${isFiltered ? 'Matching' : 'All'} ${plural(total.customers, 'customer')}`}
          runs={total.runs}
          amount={total.chargedAmount}
          decimals={decimals}
        />
        {others.runs > 0 && (
          <>
            <Sum
              name={isFiltered ? 'Other runs' : 'Runs of no customer'}
              {...others}
              decimals={decimals}
            />
            <Sum
              name={`All runs of ${formatMonth(month)}`}
              runs={total.allRuns}
              amount={total.allChargedAmount}
              decimals={decimals}
            />
          </>
        )}
      </tfoot>
    </Table>
  );
}

interface SumProps {
  name: string;
  runs: number;
  amount: number;
  decimals: number;
}

function Sum({ name, runs, amount, decimals }: SumProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="of-since" />
      <td className="of-budget" />
      <td data-label="Runs" className="number">
        <span>{formatCount(runs)}</span>
      </td>
      <td data-label="Charged" className="number">
        <Money amount={amount} decimals={decimals} />
      </td>
    </tr>
  );
}

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
