/** What each of the last months cost, by kind. The names of the months choose the statement below. */
import { titleOfKind, type useCustomerMonths } from '../../api/index.ts';
import { formatCount, formatMonth } from '../../format/index.ts';
import { Card, DataTable, Empty, Loaded, Money, useDecimals } from '../../parts/index.ts';

interface MonthsProps {
  months: ReturnType<typeof useCustomerMonths>;
  /** The month of the statement. */
  shown: string;
  onShow: (month: string) => void;
}

/** A month, or all of them. */
interface Row {
  month?: string;
  runs: number;
  chargedAmount: number;
  kinds: { kind: string; chargedAmount: number }[];
}

export function Months({ months, ...table }: MonthsProps) {
  return (
    <Loaded query={months} rows={5} label="Loading its months">
      {(data) => <MonthsCard months={data.months} {...table} />}
    </Loaded>
  );
}

function MonthsCard({
  months: given,
  shown,
  onShow,
}: Omit<MonthsProps, 'months'> & { months: Row[] }) {
  const first = given.findIndex(({ runs }) => runs > 0);
  const months = first < 0 ? [] : given.slice(first).reverse();
  const amountOf = ({ kinds }: Row, kind: string) =>
    kinds.find((each) => each.kind === kind)?.chargedAmount ?? 0;
  const sumOf = (amount: (month: Row) => number) =>
    months.reduce((sum, month) => sum + amount(month), 0);
  const named = new Set(months.flatMap((month) => month.kinds.map(({ kind }) => kind)));
  const sums = [...named]
    .map((kind) => ({ kind, chargedAmount: sumOf((month) => amountOf(month, kind)) }))
    .sort((one, other) => other.chargedAmount - one.chargedAmount);
  const all: Row = {
    runs: sumOf(({ runs }) => runs),
    chargedAmount: sumOf(({ chargedAmount }) => chargedAmount),
    kinds: sums,
  };
  const kinds = sums.map(({ kind }) => kind);
  const titles = kinds.map(titleOfKind);
  const decimals = useDecimals(
    [all, ...months.flatMap((month) => month.kinds)].map(({ chargedAmount }) => chargedAmount),
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
        <DataTable<Row, string>
          label="Spend by month"
          look="slim"
          rows={months}
          sums={[all]}
          keyOf={({ month = 'all' }) => month}
          numbers={[...titles, 'Runs', 'Charged']}
          classes={Object.fromEntries(titles.map((title) => [title, 'month-kind']))}
          columns={{
            Month: (month) =>
              month.month === undefined ? (
                'All'
              ) : (
                <>
                  <button
                    type="button"
                    className="month-name"
                    aria-pressed={month.month === shown}
                    onClick={() => onShow(month.month!)}
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
                </>
              ),
            ...Object.fromEntries(
              kinds.map((kind) => [
                titleOfKind(kind),
                (month: Row) => <Money amount={amountOf(month, kind)} decimals={decimals} />,
              ]),
            ),
            Runs: ({ runs }) => formatCount(runs),
            Charged: ({ chargedAmount }) => <Money amount={chargedAmount} decimals={decimals} />,
          }}
        />
      )}
    </Card>
  );
}

function colorOf(index: number): string {
  return `var(--series-${(index % 8) + 1})`;
}
