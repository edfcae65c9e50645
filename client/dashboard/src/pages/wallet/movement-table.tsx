/** Movements of money: one line for each run, which opens to its entries. */
import { Fragment, useState } from 'react';
import type { Entry } from '../../api/index.ts';
import { RunLink } from '../../frame/run-link.tsx';
import { Icon, Moment, Money, Table, useDecimals } from '../../parts/index.ts';
import { EntryTable, WORDS } from './entry-table.tsx';
import { type Movement, movementsOf, settledOf } from './movements.ts';

interface MovementTableProps {
  entries: Entry[];
  nameOfKey: (keyId: string) => string;
}

export function MovementTable({ entries, nameOfKey }: MovementTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const movements = settledOf(movementsOf(entries));
  const decimals = useDecimals(movements.map(({ amount }) => amount));
  const toggle = (id: string) =>
    setOpen((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  if (movements.length === 0)
    return <p className="muted unsettled">No money moved for good on this page of the ledger.</p>;
  return (
    <Table label="Transactions" look="movements">
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          <th scope="col">Details</th>
          <th scope="col" className="movement-account">
            Key
          </th>
          <th scope="col" className="movement-when">
            Date
          </th>
          <th scope="col" className="number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => {
          const isOpen = open.has(movement.id);
          return (
            <Fragment key={movement.id}>
              <MovementRow
                movement={movement}
                nameOfKey={nameOfKey}
                decimals={decimals}
                isOpen={isOpen}
                onToggle={() => toggle(movement.id)}
              />
              {isOpen && (
                <tr className="movement-entries">
                  <td colSpan={5}>
                    <EntryTable entries={movement.entries} nameOfKey={nameOfKey} isOfRun />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

interface MovementRowProps {
  movement: Movement;
  nameOfKey: (keyId: string) => string;
  decimals: number;
  isOpen: boolean;
  onToggle: () => void;
}

function MovementRow({ movement, nameOfKey, decimals, isOpen, onToggle }: MovementRowProps) {
  const { runId, entries, amount, direction, words } = movement;
  const newest = entries[0]!;
  const keyName = newest.keyId && nameOfKey(newest.keyId);
  return (
    <tr>
      <th scope="row">
        {runId === undefined ? (
          (WORDS[words]?.name ?? words)
        ) : (
          <button
            type="button"
            className="movement-toggle"
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            <Icon name={isOpen ? 'down' : 'right'} />
            Run
          </button>
        )}
        <span className="row-note instead of-when">
          <Moment at={newest.createdAt} />
        </span>
      </th>
      <td data-label="Details" className="movement-of">
        {runId === undefined ? (
          <span className="clip" title={newest.reference}>
            {newest.reference ?? WORDS[newest.kind]?.about ?? ''}
          </span>
        ) : (
          <RunLink id={runId} isShort />
        )}
        {keyName !== undefined && (
          <span className="row-note instead of-account">
            <span className="clip">{keyName}</span>
          </span>
        )}
      </td>
      <td data-label="Key" className="movement-account">
        {keyName !== undefined && (
          <span className="clip" title={keyName}>
            {keyName}
          </span>
        )}
      </td>
      <td data-label="Date" className="movement-when">
        <Moment at={newest.createdAt} />
      </td>
      <td data-label="Amount" className={`movement-amount number ${direction}`}>
        <Money
          amount={amount}
          sign={direction === 'in' ? '+' : direction === 'out' ? '−' : ''}
          decimals={decimals}
        />
      </td>
    </tr>
  );
}
