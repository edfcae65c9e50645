/** Entries of the ledger as rows: all movements of a kind, or those of one run. */
import type { Entry } from '../../api/index.ts';
import { RunLink } from '../../frame/run-link.tsx';
import { DataTable, Moment, Money, useDecimals } from '../../parts/index.ts';
import './entries.css';

interface EntryTableProps {
  entries: Entry[];
  nameOfKey: (keyId: string) => string;
  /** Whether all entries are of one run; then the table does not show the run. */
  isOfRun?: boolean;
}

export function EntryTable({ entries, nameOfKey, isOfRun = false }: EntryTableProps) {
  const decimals = useDecimals(entries.map(({ amount }) => amount));
  const balances = entries.flatMap(({ walletBalanceAmount: amount }) =>
    amount === undefined ? [] : [amount],
  );
  const hasBalance = !isOfRun && balances.length > 0;
  const balanceDecimals = useDecimals(balances);
  return (
    <DataTable
      label="Entries"
      look="movements"
      rows={entries}
      keyOf={({ id }) => id}
      numbers={['Amount', 'Balance']}
      classes={{
        When: 'movement-when',
        'Belongs to': 'movement-of',
        Account: 'movement-account',
        Amount: 'movement-amount',
        Balance: 'movement-balance',
      }}
      columns={{
        What: ({ kind, account, createdAt }) => (
          <>
            {WORDS[kind]?.name ?? kind}
            <span className="row-note movement-words">{WORDS[kind]?.about}</span>
            <span className="row-note instead of-account">{ACCOUNTS[account]}</span>
            <span className="row-note instead of-when">
              <Moment at={createdAt} />
            </span>
          </>
        ),
        When: ({ createdAt }) => <Moment at={createdAt} />,
        'Belongs to':
          !isOfRun &&
          ((entry) => (
            <>
              <Belonging entry={entry} />
              {entry.keyId && <span className="row-note clip">{nameOfKey(entry.keyId)}</span>}
            </>
          )),
        Account: ({ account }) => ACCOUNTS[account],
        Amount: ({ kind, amount, direction }) => (
          <span className={direction}>
            <Money amount={amount} sign={SIGNS[direction]} decimals={decimals} />
            {OUT_OF_HOLD.includes(kind) && <span className="row-note">out of the hold</span>}
          </span>
        ),
        Balance:
          hasBalance &&
          (({ walletBalanceAmount: amount }) =>
            amount !== undefined && <Money amount={amount} decimals={balanceDecimals} />),
      }}
    />
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
