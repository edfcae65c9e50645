/** A month of the wallet: the opening balance, the credits and charges, and the closing balance. */
import type { Statement, useStatement } from '../../api/index.ts';
import { decimalOf, decimalsOf, monthsBefore, plural, toCsv } from '../../format/index.ts';
import {
  Button,
  Card,
  download,
  Loaded,
  Moment,
  Money,
  Pick,
  Table,
  useNow,
  useUnit,
  useZone,
} from '../../parts/index.ts';

interface StatementCardProps {
  statement: ReturnType<typeof useStatement>;
  /** Of the months that can be chosen. */
  month: string;
  onMonth: (month: string) => void;
}

export function StatementCard({ statement, month, onMonth }: StatementCardProps) {
  const options = monthsBefore(useNow(), useZone());
  const { data } = statement;
  function save() {
    if (!data) return;
    const { month: of, scale, currency } = data;
    const rows = [
      ...linesOf(data).map(({ name, amount, sign }) => ({
        name,
        amount: sign === '−' ? -amount : amount,
      })),
      { name: closingOf(data), amount: data.closingAmount },
    ].map(({ name, amount }) => [of, name, decimalOf(amount, scale), currency, amount]);
    download(`statement-${of}.csv`, toCsv(HEAD, rows));
  }
  return (
    <Card
      title="Statement"
      about="Wallet and key credit together. Runs count in the month they end."
      isFlush={data !== undefined}
      actions={
        <>
          <Pick label="Month" isLabelHidden options={options} value={month} onChange={onMonth} />
          <Button small icon="download" isDisabled={!data} onPress={save}>
            CSV
          </Button>
        </>
      }
    >
      <Loaded query={statement} rows={4} label="Loading the statement">
        {(data) => <Lines statement={data} />}
      </Loaded>
    </Card>
  );
}

const CREDIT_ADDED = 'Credit added';
const HEAD = ['month', 'line', 'amount', 'currency', 'units'];

interface Line {
  name: string;
  amount: number;
  sign: '' | '+' | '−';
}

function linesOf(data: Statement): Line[] {
  const { runs } = data;
  return [
    { name: 'Opening balance', amount: data.openingAmount, sign: '' },
    { name: CREDIT_ADDED, amount: data.creditedAmount, sign: '+' },
    ...(data.grantedAmount > 0
      ? [{ name: 'Credit granted', amount: data.grantedAmount, sign: '+' as const }]
      : []),
    ...(data.expiredAmount > 0
      ? [{ name: 'Granted credit expired', amount: data.expiredAmount, sign: '−' as const }]
      : []),
    ...(data.returnedAmount > 0
      ? [{ name: 'Payments returned', amount: data.returnedAmount, sign: '−' as const }]
      : []),
    { name: `Provider cost of ${plural(runs, 'run')}`, amount: data.providerAmount, sign: '−' },
    { name: 'Fees', amount: data.feeAmount, sign: '−' },
    { name: 'Storage', amount: data.storageAmount, sign: '−' },
  ];
}

function closingOf({ isOver }: Statement): string {
  return isOver ? 'Closing balance' : 'Balance so far';
}

function Lines({ statement: data }: { statement: Statement }) {
  const lines = linesOf(data);
  const amounts = lines.map(({ amount }) => amount).concat(data.closingAmount);
  const decimals = decimalsOf(amounts, useUnit());
  return (
    <Table label="Statement" look="slim">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col" className="number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, amount, sign }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {name === CREDIT_ADDED &&
                data.credits.map(({ reference, amount: credited, createdAt }) => (
                  <span key={`${reference} ${createdAt}`} className="row-note">
                    <Moment at={createdAt} /> · {reference} ·{' '}
                    <Money amount={credited} look="exact" />
                  </span>
                ))}
            </th>
            <td className="number">
              <Money amount={amount} decimals={decimals} sign={amount === 0 ? '' : sign} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{closingOf(data)}</th>
          <td className="number">
            <Money amount={data.closingAmount} decimals={decimals} />
          </td>
        </tr>
      </tfoot>
    </Table>
  );
}
