/** The amounts that the service held, charged and released for a run: as money, and as the integers of the API. */
import type { ReactNode } from 'react';
import { type AnyRun, type Entry, isTerminal } from '../../api/index.ts';
import { formatBasisPoints } from '../../format/index.ts';
import { Card, Money, Units, useUnit } from '../../parts/index.ts';

export function Receipt({ run, entries }: { run: AnyRun; entries: Entry[] }) {
  const released = entries
    .filter(({ kind }) => kind === 'release')
    .reduce((sum, { amount }) => sum + amount, 0);
  const { chargedAmount, providerAmount, listAmount, feeAmount, absorbedAmount } = run;
  const rate =
    run.feeBasisPoints === undefined ? '' : ` (${formatBasisPoints(run.feeBasisPoints)})`;
  return (
    <Card title="Receipt" about={`In ${run.currency}. On the right, the integers of the API.`}>
      <table className="receipt">
        <tbody>
          <Line name="Reserved" amount={run.reservedAmount} />
          {providerAmount !== undefined && (
            <Line name="To the provider" amount={providerAmount} isPart />
          )}
          {listAmount !== undefined && <Line name="By the price list" amount={listAmount} isPart />}
          {feeAmount !== undefined && <Line name={`Fee${rate}`} amount={feeAmount} isPart />}
          {chargedAmount === undefined ? (
            <tr className="receipt-sum">
              <th scope="row">Charged</th>
              <td colSpan={2} className="number faint">
                {isTerminal(run.state) ? 'not charged' : 'not known yet'}
              </td>
            </tr>
          ) : (
            <Line name="Charged" amount={chargedAmount} isSum />
          )}
          {isTerminal(run.state) && <Line name="Released" amount={released} />}
          {absorbedAmount !== undefined && (
            <Line name="Over the hold, paid by the deployment" amount={absorbedAmount} />
          )}
        </tbody>
      </table>
    </Card>
  );
}

interface LineProps {
  name: ReactNode;
  amount: number;
  isPart?: boolean;
  isSum?: boolean;
}

function Line({ name, amount, isPart = false, isSum = false }: LineProps) {
  const { scale: decimals } = useUnit();
  return (
    <tr className={isSum ? 'receipt-sum' : isPart ? 'receipt-part' : undefined}>
      <th scope="row">{name}</th>
      <td className="number">
        <Money amount={amount} decimals={decimals} />
      </td>
      <td className="number">
        <Units amount={amount} />
      </td>
    </tr>
  );
}
