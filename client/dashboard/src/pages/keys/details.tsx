/** What a key may do and spend, as cards of its page. */
import { Link } from 'wouter';
import type { ApiKey } from '../../api/index.ts';
import { formatMoment } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  Ago,
  Button,
  Card,
  Chips,
  Fact,
  Facts,
  Moment,
  Money,
  useZone,
} from '../../parts/index.ts';
import { summaryOf } from '../../scopes/index.ts';
import { LimitMeter, nameOf, usedOf } from './limits.tsx';
import { useMayChange } from './may-change.ts';
import { Expiry, LastUse } from './table.tsx';

interface CardProps {
  apiKey: ApiKey;
  onChange: () => void;
}

export function LimitsCard({ apiKey, onChange }: CardProps) {
  const { spendingLimits, models } = apiKey;
  return (
    <Card
      title="Limits"
      about={spendingLimits.length === 0 ? undefined : 'Reset at midnight UTC.'}
      actions={
        useMayChange(apiKey) && (
          <Button small onPress={onChange}>
            Change limits
          </Button>
        )
      }
    >
      <div className="key-limits">
        {spendingLimits.length === 0 && <p className="muted">No spending limit.</p>}
        {spendingLimits.map((limit) => (
          <Limit key={limit.period} limit={limit} />
        ))}
        <Facts>
          <Fact name="Models">{models ? <Chips texts={models} /> : 'Any model'}</Fact>
        </Facts>
      </div>
    </Card>
  );
}

function Limit({ limit }: { limit: ApiKey['spendingLimits'][number] }) {
  const { period, limitAmount, heldAmount, resetsAt } = limit;
  const zone = useZone();
  return (
    <div>
      <p className="meter-line">
        <strong>{nameOf(period)}</strong>
        <span>
          <Money amount={usedOf(limit)} look="exact" /> of{' '}
          <Money amount={limitAmount} look="exact" />
        </span>
      </p>
      <LimitMeter limit={limit} />
      <p className="hint" title={`${formatMoment(resetsAt, zone)}, ${zone}`}>
        {heldAmount > 0 && (
          <>
            <Money amount={heldAmount} look="exact" /> of it on hold.{' '}
          </>
        )}
        Resets <Ago at={resetsAt} />.
      </p>
    </div>
  );
}

export function CreditCard({ apiKey, onChange }: CardProps) {
  const { to } = useHere();
  const { paysFrom, creditAmount, walletFallback, rotatedTo } = apiKey;
  return (
    <Card
      title="Credit"
      actions={
        useMayChange(apiKey) && (
          <Button small onPress={onChange}>
            {paysFrom === 'wallet' ? 'Set aside credit' : 'Change credit'}
          </Button>
        )
      }
    >
      {paysFrom === 'wallet' ? (
        <p className="muted">
          This key spends the <Link href={to('wallet')}>wallet</Link>.
        </p>
      ) : creditAmount === undefined ? (
        <p className="muted">
          Its credit moved to{' '}
          {rotatedTo === undefined ? 'the key that replaced it' : <KeyLink id={rotatedTo} />}.
        </p>
      ) : (
        <p>
          <Money amount={creditAmount} look="balance" /> left.{' '}
          <span className="muted">
            {walletFallback
              ? 'After that, the wallet pays.'
              : 'After that, runs are refused. The wallet doesn’t pay.'}
          </span>
        </p>
      )}
    </Card>
  );
}

export function Details({ apiKey }: { apiKey: ApiKey }) {
  const { scopes, createdAt, createdBy, createdByKeyId, rotatedFrom, rotatedTo } = apiKey;
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Permissions">
          {summaryOf(scopes)}
          <Chips texts={scopes} />
        </Fact>
        <Fact name="Expires">
          <Expiry apiKey={apiKey} />
        </Fact>
        <Fact name="Last used">
          <LastUse apiKey={apiKey} />
        </Fact>
        <Fact name="Created">
          <Moment at={createdAt} />
          {createdBy && <span className="row-note">by {createdBy.name}</span>}
        </Fact>
        {createdByKeyId !== undefined && (
          <Fact name="Created by">
            <KeyLink id={createdByKeyId} />
            <span className="row-note">It stays within the rights of that key.</span>
          </Fact>
        )}
        {rotatedFrom !== undefined && (
          <Fact name="Replaced">
            <KeyLink id={rotatedFrom} />
          </Fact>
        )}
        {rotatedTo !== undefined && (
          <Fact name="Replaced by">
            <KeyLink id={rotatedTo} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function KeyLink({ id }: { id: string }) {
  const { to } = useHere();
  return (
    <Link href={to(`keys/${id}`)} className="mono" title={id}>
      …{id.slice(-6)}
    </Link>
  );
}
