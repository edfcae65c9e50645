/** Lists keys as rows; on a phone as cards. */
import { useState } from 'react';
import { Link } from 'wouter';
import { type ApiKey, KINDS, RUN_KINDS } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import {
  type Action,
  Actions,
  Ago,
  Badge,
  DataTable,
  KeyBadge,
  Money,
  useDecimals,
} from '../../parts/index.ts';
import { summaryOf } from '../../scopes/index.ts';
import { VIEWS } from '../runs/kinds.tsx';
import { LimitBars, LimitKey } from './limits.tsx';
import { PermissionSummary } from './permissions.tsx';
import { RevokeKey } from './revoke.tsx';
import { RotateKey } from './rotate.tsx';
import './keys.css';

type KeyAction = { kind: 'limit' | 'rotate' | 'revoke'; key: ApiKey };

export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const [action, setAction] = useState<KeyAction>();
  const decimals = {
    spent: useDecimals(keys.map(spentOf)),
    credit: useDecimals(keys.map(({ creditAmount = 0 }) => creditAmount)),
  };
  return (
    <>
      <DataTable
        label="Keys"
        look="keys"
        rows={keys}
        keyOf={({ id }) => id}
        classOf={({ status }) => (status === 'active' ? undefined : 'over')}
        numbers={['Spent', 'Pays from']}
        classes={{ Permissions: 'of-scopes', 'Last used': 'of-use', Expires: 'of-expiry' }}
        columns={{
          Name: (key) => <Name apiKey={key} />,
          Permissions: ({ name, scopes }) => <PermissionSummary of={name} permissions={scopes} />,
          'Last used': (key) => <LastUse apiKey={key} />,
          Expires: (key) => <Expiry apiKey={key} />,
          Spent: (key) => <Spent apiKey={key} decimals={decimals.spent} />,
          'Pays from': (key) => <Payer apiKey={key} decimals={decimals.credit} />,
        }}
        actions={(key) => <KeyActions apiKey={key} onAction={(kind) => setAction({ kind, key })} />}
      />
      {action?.kind === 'limit' && (
        <LimitKey apiKey={action.key} onClose={() => setAction(undefined)} />
      )}
      {action?.kind === 'rotate' && (
        <RotateKey apiKey={action.key} onClose={() => setAction(undefined)} />
      )}
      {action?.kind === 'revoke' && (
        <RevokeKey apiKey={action.key} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

interface KeyActionsProps {
  apiKey: ApiKey;
  onAction: (kind: KeyAction['kind']) => void;
}

function KeyActions({ apiKey, onAction }: KeyActionsProps) {
  const { to, isAtLeast } = useHere();
  const { id, name, scopes, status, rotatedTo } = apiKey;
  const opens = (category: string) => scopes.some((scope) => scope.startsWith(`${category}:`));
  const actions: Action[] = [
    ...RUN_KINDS.filter((kind) => kind === 'runs' || opens(KINDS[kind].scopes)).map((kind) => ({
      ...{ name: VIEWS[kind].title.list, icon: VIEWS[kind].icon },
      href: `${to(kind)}?key=${id}`,
    })),
    { name: 'Transactions', icon: 'wallet', href: `${to('wallet')}?key=${id}` },
  ];
  if (isAtLeast('admin') && status === 'active') {
    const act = (kind: KeyAction['kind']) => () => onAction(kind);
    if (!rotatedTo) {
      actions.push({ name: 'Limits', icon: 'settings', onAction: act('limit') });
      if (apiKey.purpose === undefined)
        actions.push({ name: 'Rotate', icon: 'rotate', onAction: act('rotate') });
    }
    actions.push({ name: 'Revoke', icon: 'revoke', isDanger: true, onAction: act('revoke') });
  }
  return <Actions label={`Actions on ${name}`} actions={actions} />;
}

/** The name of the key, and below it the values of hidden columns. */
function Name({ apiKey }: { apiKey: ApiKey }) {
  const { name, prefix, last4, scopes, status } = apiKey;
  const { to } = useHere();
  return (
    <>
      <span className="key-name">
        <Link href={to(`keys/${apiKey.id}`)} className="clip" title={name}>
          {name}
        </Link>
        <KeyBadge status={status} />
        {apiKey.rotatedTo && <Badge tone="plain">Rotated</Badge>}
        {apiKey.purpose === 'playground' && <Badge tone="plain">Playground</Badge>}
      </span>
      <span className="row-note">
        <code>
          {prefix}…{last4}
        </code>
        {' · created '}
        <Ago at={apiKey.createdAt} />
        {apiKey.createdBy && ` by ${apiKey.createdBy.name}`}
      </span>
      {apiKey.models && <span className="row-note">Only {apiKey.models.join(', ')}</span>}
      <span className="row-note instead of-scopes">{summaryOf(scopes)}</span>
      <span className="row-note instead of-use">
        Last used: <LastUse apiKey={apiKey} />
      </span>
      <span className="row-note instead of-expiry">
        Expires: <Expiry apiKey={apiKey} />
      </span>
    </>
  );
}

function Spent({ apiKey, decimals }: { apiKey: ApiKey; decimals: number }) {
  const { to } = useHere();
  return (
    <>
      <Link href={`${to('runs')}?key=${apiKey.id}`} className="quiet-link">
        <Money amount={spentOf(apiKey)} decimals={decimals} />
      </Link>
      {apiKey.rotatedTo !== undefined && (
        <span className="row-note">continued in its replacement</span>
      )}
      {apiKey.rotatedFrom !== undefined && (
        <span className="row-note">
          <Money amount={apiKey.spentAmount} /> since its rotation
        </span>
      )}
      {apiKey.heldAmount > 0 && (
        <span className="row-note">
          <Money amount={apiKey.heldAmount} /> held
        </span>
      )}
      <LimitBars apiKey={apiKey} />
    </>
  );
}

export function LastUse({ apiKey: { lastUsedAt } }: { apiKey: ApiKey }) {
  return lastUsedAt ? <Ago at={lastUsedAt} /> : <span className="faint">never</span>;
}

export function Expiry({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  if (revokedAt) {
    return (
      <span className="nowrap">
        revoked <Ago at={revokedAt} />
      </span>
    );
  }
  return expiresAt ? <Ago at={expiresAt} /> : <span className="faint">never</span>;
}

/** A rotated key shares its credit with its successor, which shows what is left. */
function Payer({ apiKey, decimals }: { apiKey: ApiKey; decimals: number }) {
  const { paysFrom, creditAmount, walletFallback } = apiKey;
  if (paysFrom === 'wallet') return <span className="muted">Wallet</span>;
  return (
    <>
      {creditAmount === undefined ? (
        <span className="muted">credit moved</span>
      ) : (
        <Money amount={creditAmount} decimals={decimals} />
      )}
      <span className="row-note">
        {creditAmount === undefined ? 'shared with its replacement' : 'own credit'}
        {walletFallback && ', then the wallet'}
      </span>
    </>
  );
}

/** Returns the spending of the key together with the keys that it replaced. */
function spentOf({ spentWithPredecessorsAmount }: ApiKey): number {
  return spentWithPredecessorsAmount;
}
