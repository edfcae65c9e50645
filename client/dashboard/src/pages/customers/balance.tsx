/** The prepaid balance of a customer and its grants, each with what is left of it. */
import { type ReactNode, useState } from 'react';
import { allRows, type Customer, type CustomerGrant, useCustomerGrants } from '../../api/index.ts';
import { formatMoment } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, Button, Card, Listing, Meter, Money, useNow, useZone } from '../../parts/index.ts';
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
          : 'Only its budgets limit it.'
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
        {balance ? <Sums balance={balance} /> : <NoBalance hasGrants={(rows?.length ?? 0) > 0} />}
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
      {grantedAmount > expiredAmount && (
        <Meter
          used={spentAmount + heldAmount}
          of={grantedAmount - expiredAmount}
          label="Prepaid balance, used"
        />
      )}
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
    <ul className="grants" aria-label="Grants">
      {grants.map((grant) => {
        const { id, note, amount, leftAmount, expiresAt } = grant;
        const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now;
        return (
          <li key={id}>
            <p className="meter-line">
              <strong>{note ?? 'Grant'}</strong>
              <span>
                <Money amount={leftAmount} look="exact" /> of <Money amount={amount} look="exact" />
              </span>
            </p>
            <div className="grant-state">
              <span className="hint">
                <State grant={grant} isOver={isOver} />
              </span>
              {leftAmount > 0 && !isOver && action(grant)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function State({ grant, isOver }: { grant: CustomerGrant; isOver: boolean }) {
  const { leftAmount, createdAt, expiresAt } = grant;
  const zone = useZone();
  const given = (
    <>
      given <Ago at={createdAt} />
    </>
  );
  if (isOver && leftAmount > 0) {
    return 'Over. What runs in progress don’t use is taken when they end.';
  }
  if (isOver || leftAmount === 0) {
    return (
      <>
        {isOver ? 'Over' : 'Spent'}, {given}
      </>
    );
  }
  if (expiresAt === undefined) return <>Never expires, {given}</>;
  return (
    <span title={`${formatMoment(expiresAt, zone)}, ${zone}`}>
      Expires <Ago at={expiresAt} />, {given}
    </span>
  );
}
