/** What each of the last months cost, by kind. The names of the months choose the statement below. */
import { titleOfKind, type useCustomerMonths } from '../../api/index.ts';
import { decimalsOf, formatCount, formatMonth } from '../../format/index.ts';
import { Card, Empty, Failure, Money, Skeleton, Table, useUnit } from '../../parts/index.ts';

interface MonthsProps {
  months: ReturnType<typeof useCustomerMonths>;
  /** The month of the statement. */
  shown: string;
  onShow: (month: string) => void;
}

export function Months({ months: { data, error, refetch }, shown, onShow }: MonthsProps) {
  const unit = useUnit();
  if (!data) {
    if (error) return <Failure error={error} onRetry={() => void refetch()} />;
    return <Skeleton rows={5} label="Loading its months" />;
  }
  const first = data.months.findIndex(({ runs }) => runs > 0);
  const months = first < 0 ? [] : data.months.slice(first).reverse();
  const all = {
    runs: months.reduce((sum, { runs }) => sum + runs, 0),
    amount: months.reduce((sum, { chargedAmount }) => sum + chargedAmount, 0),
  };
  const amountOf = (month: (typeof months)[number], kind: string) =>
    month.kinds.find((each) => each.kind === kind)?.chargedAmount ?? 0;
  const ofKind = (kind: string) => months.reduce((sum, month) => sum + amountOf(month, kind), 0);
  const named = months.flatMap((month) => month.kinds.map(({ kind }) => kind));
  const kinds = [...new Set(named)].sort((one, other) => ofKind(other) - ofKind(one));
  const decimals = decimalsOf(
    [all.amount, ...months.flatMap((month) => month.kinds.map((each) => each.chargedAmount))],
    unit,
  );
  const most = Math.max(...months.map(({ chargedAmount }) => chargedAmount));
  return (
    <Card
      title="Spend by month"
      about="The last twelve months, fees included."
      isFlush
      actions={
        <span className="kinds">
          {kinds.map((kind, index) => (
            <span key={kind}>
              <span className="kind-dot" style={{ background: colorOf(index) }} />
              {titleOfKind(kind)}
            </span>
          ))}
        </span>
      }
    >
      {months.length === 0 ? (
        <Empty icon="wallet" title="Nothing charged yet">
          Its months show up here as soon as a run completes.
        </Empty>
      ) : (
        <Table label="Spend by month" look="slim">
          <thead>
            <tr>
              <th scope="col">Month</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col" className="number month-kind">
                  {titleOfKind(kind)}
                </th>
              ))}
              <th scope="col" className="number">
                Runs
              </th>
              <th scope="col" className="number">
                Charged
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row">
                  <button
                    type="button"
                    className="month-name"
                    aria-pressed={month.month === shown}
                    onClick={() => onShow(month.month)}
                  >
                    {formatMonth(month.month)}
                  </button>
                  <span className="month-bar" aria-hidden="true">
                    {kinds.map((kind, index) => (
                      <span
                        key={kind}
                        style={{
                          width: `${(amountOf(month, kind) / most) * 100}%`,
                          background: colorOf(index),
                        }}
                      />
                    ))}
                  </span>
                </th>
                {kinds.map((kind) => (
                  <td key={kind} className="number month-kind">
                    <Money amount={amountOf(month, kind)} decimals={decimals} />
                  </td>
                ))}
                <td className="number">{formatCount(month.runs)}</td>
                <td className="number">
                  <Money amount={month.chargedAmount} decimals={decimals} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {kinds.map((kind) => (
                <td key={kind} className="number month-kind">
                  <Money amount={ofKind(kind)} decimals={decimals} />
                </td>
              ))}
              <td className="number">{formatCount(all.runs)}</td>
              <td className="number">
                <Money amount={all.amount} decimals={decimals} />
              </td>
            </tr>
          </tfoot>
        </Table>
      )}
    </Card>
  );
}

function colorOf(index: number): string {
  return `var(--series-${(index % 8) + 1})`;
}
