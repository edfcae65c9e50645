/** Credit that the operator gave and that expires: what is left of it, and until when. */
import type { Wallet } from '../../api/index.ts';
import { Ago, Badge, Card, DataTable, Moment, Money, useNow } from '../../parts/index.ts';

type Grant = Wallet['grants'][number];

/** Nothing without a grant: most workspaces have none. */
export function Grants({ grants }: { grants: Grant[] }) {
  if (grants.length === 0) return null;
  return (
    <Card
      title="Granted credit"
      about="Given to this workspace, and part of the amounts above. It’s spent before paid credit, in this order. What’s left at its expiry is taken."
      isFlush
    >
      <DataTable
        label="Granted credit"
        look="slim"
        rows={grants}
        keyOf={({ id }) => id}
        numbers={['Left']}
        columns={{
          Reason: (grant) => <Reason grant={grant} />,
          Left: ({ amount, leftAmount }) => (
            <>
              <Money amount={leftAmount} look="exact" />
              <span className="row-note">
                of <Money amount={amount} look="exact" />
              </span>
            </>
          ),
        }}
      />
    </Card>
  );
}

function Reason({ grant: { reason, expiresAt } }: { grant: Grant }) {
  const isOver = Date.parse(expiresAt) <= useNow();
  return (
    <>
      {REASONS[reason] ?? reason} {isOver && <Badge tone="warn">Expired</Badge>}
      <span className="row-note">
        {isOver ? (
          'What runs in progress don’t use is taken when they end.'
        ) : (
          <>
            Until <Moment at={expiresAt} />, <Ago at={expiresAt} />
          </>
        )}
      </span>
    </>
  );
}

const REASONS: Record<string, string> = {
  welcome: 'Welcome credit',
  goodwill: 'Goodwill',
  promotion: 'Promotion',
};
