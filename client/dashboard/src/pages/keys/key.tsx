/** The page of one key: its usage and limits, its expiry, its payer, and every action on it. */
import { useState } from 'react';
import { type ApiKey, hasCode, useKey, useLatestRuns } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { NotFoundPage } from '../../frame/not-found.tsx';
import {
  Badge,
  Button,
  ButtonLink,
  CopyButton,
  KeyBadge,
  Loaded,
  MoneyFigure,
  Page,
  Tile,
  Tiles,
} from '../../parts/index.ts';
import { LatestRuns } from '../runs/latest.tsx';
import { ChangeCredit } from './change-credit.tsx';
import { CreditCard, Details, LimitsCard } from './details.tsx';
import { EditKey } from './edit.tsx';
import { KeyUsage } from './key-usage.tsx';
import { LimitKey } from './limits.tsx';
import { useMayChange } from './may-change.ts';
import { RevokeKey } from './revoke.tsx';
import { RotateKey } from './rotate.tsx';
import './key.css';

const FEW = 6;

export type KeyAction = 'edit' | 'credit' | 'limit' | 'rotate' | 'revoke';

export function KeyPage({ title, id }: { title: string; id: string }) {
  const { workspaceId, to } = useHere();
  const key = useKey(workspaceId, id);
  const [action, setAction] = useState<KeyAction>();
  if (hasCode(key.error, 'not_found')) return <NotFoundPage />;
  const { data } = key;
  const close = () => setAction(undefined);
  return (
    <Page
      title={data?.name ?? title}
      about={data && <About apiKey={data} />}
      actions={
        <>
          <ButtonLink href={to('keys')} icon="left" small>
            All keys
          </ButtonLink>
          {data && <PageActions apiKey={data} onAction={setAction} />}
        </>
      }
    >
      <Loaded query={key} rows={8} label="Loading the key">
        {(data) => <Body apiKey={data} onAction={setAction} />}
      </Loaded>
      {data && action === 'edit' && <EditKey apiKey={data} onClose={close} />}
      {data && action === 'credit' && <ChangeCredit apiKey={data} onClose={close} />}
      {data && action === 'limit' && <LimitKey apiKey={data} onClose={close} />}
      {data && action === 'rotate' && <RotateKey apiKey={data} onClose={close} />}
      {data && action === 'revoke' && <RevokeKey apiKey={data} onClose={close} />}
    </Page>
  );
}

function About({ apiKey }: { apiKey: ApiKey }) {
  const { id, prefix, last4, status, rotatedTo } = apiKey;
  return (
    <span className="key-about">
      <KeyBadge status={status} />
      {rotatedTo !== undefined && <Badge tone="plain">Rotated</Badge>}
      {apiKey.purpose === 'playground' && <Badge tone="plain">Playground</Badge>}
      <code>
        {prefix}…{last4}
      </code>
      <CopyButton text={id} what="the key’s ID" words="Copy ID" look="quiet" />
    </span>
  );
}

function PageActions({
  apiKey,
  onAction,
}: {
  apiKey: ApiKey;
  onAction: (action: KeyAction) => void;
}) {
  const { isAtLeast } = useHere();
  const mayChange = useMayChange(apiKey);
  if (!isAtLeast('admin') || apiKey.status !== 'active') return null;
  return (
    <>
      {mayChange && (
        <>
          <Button small icon="settings" onPress={() => onAction('edit')}>
            Edit
          </Button>
          {apiKey.purpose === undefined && (
            <Button small icon="rotate" onPress={() => onAction('rotate')}>
              Rotate
            </Button>
          )}
        </>
      )}
      <Button small look="danger" icon="revoke" onPress={() => onAction('revoke')}>
        Revoke
      </Button>
    </>
  );
}

function Body({ apiKey, onAction }: { apiKey: ApiKey; onAction: (action: KeyAction) => void }) {
  const { workspaceId, to } = useHere();
  const latest = useLatestRuns(workspaceId, FEW, { keyId: apiKey.id });
  const search = new URLSearchParams({ key: apiKey.id });
  return (
    <>
      <Figures apiKey={apiKey} />
      <div className="columns">
        <div className="stack">
          <KeyUsage keyId={apiKey.id} />
          <Loaded query={latest} rows={5} label="Loading its runs">
            {(data) => <LatestRuns runs={data} all={`${to('runs')}?${search}`} isOfKey />}
          </Loaded>
        </div>
        <div className="stack">
          <LimitsCard apiKey={apiKey} onChange={() => onAction('limit')} />
          <CreditCard apiKey={apiKey} onChange={() => onAction('credit')} />
          <Details apiKey={apiKey} />
        </div>
      </div>
    </>
  );
}

function Figures({ apiKey }: { apiKey: ApiKey }) {
  const { spentWithPredecessorsAmount, rotatedFrom, heldAmount, creditAmount } = apiKey;
  return (
    <Tiles>
      <Tile
        name="Total spend"
        note={rotatedFrom === undefined ? 'since it was created' : 'with the keys it replaced'}
      >
        <MoneyFigure amount={spentWithPredecessorsAmount} what="Total spend" />
      </Tile>
      <Tile name="On hold" note="for runs in progress">
        <MoneyFigure amount={heldAmount} what="On hold" />
      </Tile>
      {creditAmount !== undefined && (
        <Tile name="Credit left" note="set aside for this key">
          <MoneyFigure amount={creditAmount} look="balance" what="Credit left" />
        </Tile>
      )}
      {apiKey.spendingLimits.map(({ period, availableAmount }) => (
        <Tile
          key={period}
          name={period === 'day' ? 'Left today' : 'Left this month'}
          note="within its spending limit"
        >
          <MoneyFigure
            amount={availableAmount}
            look="balance"
            what={period === 'day' ? 'Left today' : 'Left this month'}
          />
        </Tile>
      ))}
    </Tiles>
  );
}
