/** A month of the wallet: the opening balance, the credits and charges, and the closing balance. */
import type { Statement, useStatement } from '../../api/index.ts';
import { decimalOf, monthsBefore, plural, toCsv } from '../../format/index.ts';
import {
  Button,
  Card,
  DataTable,
  download,
  Loaded,
  Moment,
  Money,
  Pick,
  useDecimals,
  useNow,
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
  const closing: Line = { name: closingOf(data), amount: data.closingAmount, sign: '' };
  const decimals = useDecimals([...lines, closing].map(({ amount }) => amount));
  return (
    <DataTable
      label="Statement"
      look="slim"
      rows={lines}
      sums={[closing]}
      keyOf={({ name }) => name}
      numbers={['Amount']}
      columns={{
        Line: ({ name }) => (
          <>
            {name}
            {name === CREDIT_ADDED &&
              data.credits.map(({ reference, amount, createdAt }) => (
                <span key={`${reference} ${createdAt}`} className="row-note">
                  <Moment at={createdAt} /> · {reference} · <Money amount={amount} look="exact" />
                </span>
              ))}
          </>
        ),
        Amount: ({ amount, sign }) => (
          <Money amount={amount} decimals={decimals} sign={amount === 0 ? '' : sign} />
        ),
      }}
    />
  );
}
