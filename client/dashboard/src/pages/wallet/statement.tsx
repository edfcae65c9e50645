/** A month of the wallet: what there was, what came and went, and what was left. */
import { useState } from 'react';
import { useStatement } from '../../api/index.ts';
import { decimalOf, formatCount, toCsv } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Button,
  Card,
  download,
  Failure,
  Moment,
  Money,
  Pick,
  Skeleton,
  Table,
} from '../../parts/index.ts';

const MONTHS = 13;

export function StatementCard() {
  const { workspaceId } = useHere();
  const [options] = useState(() => monthsBefore(Date.now()));
  const [month, setMonth] = useState(options[0]!.value);
  const statement = useStatement(workspaceId, month);
  const { data } = statement;
  const lines = data
    ? [
        { name: 'Opening balance', amount: data.openingAmount, sign: '' as const },
        { name: 'Credit added', amount: data.creditedAmount, sign: '+' as const },
        {
          name: `Provider cost of ${formatCount(data.runs)} runs`,
          amount: data.providerAmount,
          sign: '−' as const,
        },
        { name: 'Fees', amount: data.feeAmount, sign: '−' as const },
      ]
    : [];
  const closing = data?.isOver ? 'Closing balance' : 'Balance so far';
  function save() {
    if (!data) return;
    const rows = [
      ...lines.map(({ name, amount, sign }) => [name, sign === '−' ? -amount : amount] as const),
      [closing, data.closingAmount] as const,
    ].map(([name, amount]) => [
      data.month,
      name,
      decimalOf(amount, data.scale),
      data.currency,
      amount,
    ]);
    download(
      `statement-${data.month}.csv`,
      toCsv(['month', 'line', 'amount', 'currency', 'units'], rows),
    );
  }
  return (
    <Card
      title="Statement"
      about="Wallet and key credit together. Runs count in the month they end, in UTC."
      isFlush={data !== undefined}
      actions={
        <>
          <Pick label="Month" isLabelHidden options={options} value={month} onChange={setMonth} />
          <Button small icon="download" isDisabled={!data} onPress={save}>
            CSV
          </Button>
        </>
      }
    >
      {data ? (
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
                  {sign === '+' &&
                    data.credits.map(({ reference, amount: credited, createdAt }) => (
                      <span key={`${reference} ${createdAt}`} className="row-note">
                        <Moment at={createdAt} /> · {reference} · <Money amount={credited} />
                      </span>
                    ))}
                </th>
                <td className="number">
                  <Money amount={amount} sign={amount === 0 ? '' : sign} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{closing}</th>
              <td className="number">
                <Money amount={data.closingAmount} />
              </td>
            </tr>
          </tfoot>
        </Table>
      ) : statement.error ? (
        <Failure error={statement.error} onRetry={() => void statement.refetch()} />
      ) : (
        <Skeleton rows={4} label="Loading the statement" />
      )}
    </Card>
  );
}

/** The present one first. */
function monthsBefore(now: number): { value: string; label: string }[] {
  const { year, month } = {
    year: new Date(now).getUTCFullYear(),
    month: new Date(now).getUTCMonth(),
  };
  return Array.from({ length: MONTHS }, (_, index) => {
    const at = new Date(Date.UTC(year, month - index, 1));
    const label = at.toLocaleDateString('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return { value: at.toISOString().slice(0, 7), label };
  });
}
