/** Entries of the ledger as rows: all movements of a kind, or those of one run. */
import type { Entry } from '../../api/index.ts';
import { decimalsOf } from '../../format/index.ts';
import { RunLink } from '../../frame/run-link.tsx';
import { Moment, Money, Table, useUnit } from '../../parts/index.ts';
import './entries.css';

interface EntryTableProps {
  entries: Entry[];
  nameOfKey: (keyId: string) => string;
  /** Whether all entries are of one run; then the table does not show the run. */
  isOfRun?: boolean;
}

export function EntryTable({ entries, nameOfKey, isOfRun = false }: EntryTableProps) {
  const unit = useUnit();
  const decimals = decimalsOf(
    entries.map(({ amount }) => amount),
    unit,
  );
  const balances = entries.flatMap(({ walletBalanceAmount: amount }) =>
    amount === undefined ? [] : [amount],
  );
  const hasBalance = !isOfRun && balances.length > 0;
  const balanceDecimals = decimalsOf(balances, unit);
  return (
    <Table label="Entries" look="movements">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className="movement-when">
            When
          </th>
          {!isOfRun && <th scope="col">Belongs to</th>}
          <th scope="col" className="movement-account">
            Account
          </th>
          <th scope="col" className="number">
            Amount
          </th>
          {hasBalance && (
            <th scope="col" className="number movement-balance">
              Balance
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            nameOfKey={nameOfKey}
            isOfRun={isOfRun}
            decimals={decimals}
            {...(hasBalance && { balanceDecimals })}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface EntryRowProps extends Omit<EntryTableProps, 'entries'> {
  entry: Entry;
  decimals: number;
  /** Absent if the table has no balances. */
  balanceDecimals?: number;
}

function EntryRow({ entry, nameOfKey, isOfRun, decimals, balanceDecimals }: EntryRowProps) {
  return (
    <tr>
      <th scope="row">
        {WORDS[entry.kind]?.name ?? entry.kind}
        <span className="row-note movement-words">{WORDS[entry.kind]?.about}</span>
        <span className="row-note instead of-account">{ACCOUNTS[entry.account]}</span>
        <span className="row-note instead of-when">
          <Moment at={entry.createdAt} />
        </span>
      </th>
      <td data-label="When" className="movement-when">
        <Moment at={entry.createdAt} />
      </td>
      {!isOfRun && (
        <td data-label="Belongs to" className="movement-of">
          <Belonging entry={entry} />
          {entry.keyId && <span className="row-note clip">{nameOfKey(entry.keyId)}</span>}
        </td>
      )}
      <td data-label="Account" className="movement-account">
        {ACCOUNTS[entry.account]}
      </td>
      <td data-label="Amount" className={`movement-amount number ${entry.direction}`}>
        <Money amount={entry.amount} sign={SIGNS[entry.direction]} decimals={decimals} />
        {OUT_OF_HOLD.includes(entry.kind) && <span className="row-note">out of the hold</span>}
      </td>
      {balanceDecimals !== undefined && (
        <td data-label="Balance" className="movement-balance number">
          {entry.walletBalanceAmount !== undefined && (
            <Money amount={entry.walletBalanceAmount} decimals={balanceDecimals} />
          )}
        </td>
      )}
    </tr>
  );
}

/** The run or the payment of the entry. */
function Belonging({ entry: { runId, reference } }: { entry: Entry }) {
  if (runId) return <RunLink id={runId} />;
  if (reference === undefined) return <span className="faint">–</span>;
  return (
    <span className="clip" title={reference}>
      {reference}
    </span>
  );
}

const ACCOUNTS = { wallet: 'Wallet', key_credit: 'Key credit' } as const;
const SIGNS = { in: '+', out: '−', none: '' } as const;

/** Entries of money that has left the balance with the hold: so they have no sign. */
const OUT_OF_HOLD = ['capture', 'fee'];

export const WORDS: Record<string, { name: string; about: string }> = {
  top_up: { name: 'Credit', about: 'added to the wallet' },
  payment: { name: 'Payment', about: 'by card, added to the wallet' },
  refund: { name: 'Refund', about: 'of a payment, taken from the wallet' },
  refund_reversed: { name: 'Refund reversed', about: 'of a payment, added to the wallet again' },
  grant: { name: 'Granted credit', about: 'given by the operator until it expires' },
  grant_expired: { name: 'Grant expired', about: 'what was left of it' },
  hold: { name: 'Hold', about: 'the most the run can cost' },
  capture: { name: 'Charge', about: 'what the provider takes' },
  fee: { name: 'Fee', about: 'what the deployment takes' },
  release: { name: 'Release', about: 'unused part of the hold' },
  transfer_out: { name: 'Transfer out', about: 'to another account of the workspace' },
  transfer_in: { name: 'Transfer in', about: 'from another account of the workspace' },
  storage: { name: 'Storage', about: 'stored bytes of a day' },
  loss: { name: 'Over the hold', about: 'paid by the deployment' },
};
