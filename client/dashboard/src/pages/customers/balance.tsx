/** The prepaid balance of a customer and its grants, each with what is left of it. */
import { type ReactNode, useState } from 'react';
import { allRows, type Customer, type CustomerGrant, useCustomerGrants } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Badge,
  Button,
  Card,
  Listing,
  Meter,
  Moment,
  Money,
  Table,
  useNow,
} from '../../parts/index.ts';
import { EndBalance, GrantCredit, RevokeGrant } from './grant.tsx';

export function Balance({ customer }: { customer: Customer }) {
  const { workspaceId, isAtLeast } = useHere();
  const grants = useCustomerGrants(workspaceId, customer.endUserId);
  const [act, setAct] = useState<'grant' | 'end' | CustomerGrant>();
  const close = () => setAct(undefined);
  const { balance, state } = customer;
  const rows = allRows(grants.data);
  return (
    <Card
      title="Prepaid balance"
      about={
        balance
          ? 'Its runs cost no more than what is left of its grants.'
          : 'It pays by its budgets.'
      }
      actions={
        isAtLeast('admin') && (
          <>
            {balance && (
              <Button small onPress={() => setAct('end')}>
                End balance
              </Button>
            )}
            {state !== 'erasing' && (
              <Button small onPress={() => setAct('grant')}>
                Grant credit
              </Button>
            )}
          </>
        )
      }
    >
      <div className="budgets">
        {balance ? <Sums balance={balance} /> : <NoBalance hasGrants={rows?.length !== 0} />}
      </div>
      <Listing
        list={grants}
        rows={rows}
        what="its grants"
        bones={2}
        empty={null}
        children={(shown) => (
          <Grants
            grants={shown}
            action={(grant) =>
              isAtLeast('admin') && (
                <Button small onPress={() => setAct(grant)}>
                  Revoke
                </Button>
              )
            }
          />
        )}
      />
      {act === 'grant' && <GrantCredit customer={customer} onClose={close} />}
      {act === 'end' && <EndBalance customer={customer} onClose={close} />}
      {typeof act === 'object' && <RevokeGrant customer={customer} grant={act} onClose={close} />}
    </Card>
  );
}

function NoBalance({ hasGrants }: { hasGrants: boolean }) {
  return (
    <p className="muted">
      {hasGrants
        ? 'The balance has ended. A new grant begins another one.'
        : 'If it buys a package, grant it the amount: then its runs cost no more than that.'}
    </p>
  );
}

function Sums({ balance }: { balance: NonNullable<Customer['balance']> }) {
  const { grantedAmount, spentAmount, heldAmount, availableAmount, expiredAmount } = balance;
  return (
    <div>
      <p className="meter-line">
        <strong>
          <Money amount={availableAmount} look="exact" /> left
        </strong>
        <span>
          of <Money amount={grantedAmount} look="exact" /> granted
        </span>
      </p>
      <Meter
        used={spentAmount + heldAmount}
        of={grantedAmount - expiredAmount}
        label="Prepaid balance, used"
      />
      <p className="hint">
        <Money amount={spentAmount} look="exact" /> spent
        {heldAmount > 0 && (
          <>
            , <Money amount={heldAmount} look="exact" /> on hold
          </>
        )}
        {expiredAmount > 0 && (
          <>
            , <Money amount={expiredAmount} look="exact" /> expired or revoked
          </>
        )}
        .
      </p>
    </div>
  );
}

interface GrantsProps {
  grants: CustomerGrant[];
  action: (grant: CustomerGrant) => ReactNode;
}

function Grants({ grants, action }: GrantsProps) {
  const now = useNow();
  return (
    <Table label="Grants" look="slim">
      <thead>
        <tr>
          <th scope="col">Grant</th>
          <th scope="col">Expires</th>
          <th scope="col" className="number">
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {grants.map((grant) => {
          const { id, note, amount, leftAmount, createdAt, expiresAt } = grant;
          const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now;
          return (
            <tr key={id}>
              <th scope="row">
                {note ?? 'Grant'}
                <span className="row-note">
                  given <Ago at={createdAt} />
                </span>
              </th>
              <td>
                <Expiry expiresAt={expiresAt} isOver={isOver} leftAmount={leftAmount} />
                {leftAmount > 0 && !isOver && <div>{action(grant)}</div>}
              </td>
              <td className="number">
                <Money amount={leftAmount} look="exact" />
                <span className="row-note">
                  of <Money amount={amount} look="exact" />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

interface ExpiryProps {
  expiresAt: string | undefined;
  isOver: boolean;
  leftAmount: number;
}

function Expiry({ expiresAt, isOver, leftAmount }: ExpiryProps) {
  if (leftAmount === 0) return <Badge tone="neutral">{isOver ? 'Over' : 'Spent'}</Badge>;
  if (expiresAt === undefined) return 'Never';
  if (!isOver) return <Moment at={expiresAt} />;
  return (
    <>
      <Badge tone="warn">Over</Badge>
      <span className="row-note">what runs in progress don’t use is taken when they end</span>
    </>
  );
}
