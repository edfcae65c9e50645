/** Keys as rows; on a phone as cards. */
import { useState } from 'react';
import { Link } from 'wouter';
import type { ApiKey } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { type Action, Actions, Ago, Badge, KeyBadge, Money, Table } from '../../parts/index.ts';
import { RevokeKey } from './revoke.tsx';
import { RotateKey } from './rotate.tsx';

type Act = { kind: 'rotate' | 'revoke'; key: ApiKey };

export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const [act, setAct] = useState<Act>();
  return (
    <>
      <Table label="Keys">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Categories</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col" className="number">
              Spent
            </th>
            <th scope="col" className="number">
              Pays from
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onAct={(kind) => setAct({ kind, key })} />
          ))}
        </tbody>
      </Table>
      {act?.kind === 'rotate' && <RotateKey apiKey={act.key} onClose={() => setAct(undefined)} />}
      {act?.kind === 'revoke' && <RevokeKey apiKey={act.key} onClose={() => setAct(undefined)} />}
    </>
  );
}

function KeyRow({ apiKey, onAct }: { apiKey: ApiKey; onAct: (kind: Act['kind']) => void }) {
  const { to, isAtLeast } = useHere();
  const { id, name, prefix, last4, scopes, status, creditAmount } = apiKey;
  const actions: Action[] = [
    { name: 'Its runs', icon: 'runs', href: `${to('runs')}?key=${id}` },
    { name: 'Its money', icon: 'wallet', href: `${to('wallet')}?key=${id}` },
  ];
  if (isAtLeast('admin') && status === 'active') {
    if (!apiKey.rotatedTo) {
      actions.push({ name: 'Rotate', icon: 'rotate', onAction: () => onAct('rotate') });
    }
    actions.push({
      name: 'Revoke',
      icon: 'revoke',
      isDanger: true,
      onAction: () => onAct('revoke'),
    });
  }
  return (
    <tr className={status === 'active' ? undefined : 'over'}>
      <th scope="row">
        <span className="key-name">
          <span className="clip" title={name}>
            {name}
          </span>
          <KeyBadge status={status} />
          {apiKey.rotatedTo && <Badge tone="plain">Rotated</Badge>}
        </span>
        <span className="row-note">
          <code>
            {prefix}…{last4}
          </code>
          {' · made '}
          <Ago at={apiKey.createdAt} />
          {apiKey.createdBy && ` by ${apiKey.createdBy.name}`}
        </span>
      </th>
      <td data-label="Categories">
        <span className="scopes">
          {scopes.map((scope) => (
            <code key={scope} className="scope">
              {scope}
            </code>
          ))}
        </span>
      </td>
      <td data-label="Last used">
        {apiKey.lastUsedAt ? <Ago at={apiKey.lastUsedAt} /> : <span className="faint">never</span>}
      </td>
      <td data-label="Expires">
        {apiKey.revokedAt ? (
          <span>
            revoked <Ago at={apiKey.revokedAt} />
          </span>
        ) : apiKey.expiresAt ? (
          <Ago at={apiKey.expiresAt} />
        ) : (
          <span className="faint">never</span>
        )}
      </td>
      <td data-label="Spent" className="number">
        <Link href={`${to('runs')}?key=${id}`} className="quiet-link">
          <Money amount={apiKey.spentAmount} />
        </Link>
        {apiKey.heldAmount > 0 && (
          <span className="row-note">
            <Money amount={apiKey.heldAmount} /> held
          </span>
        )}
      </td>
      <td data-label="Pays from" className="number">
        {creditAmount === undefined ? (
          <span className="muted">the wallet</span>
        ) : (
          <>
            <Money amount={creditAmount} />
            <span className="row-note">
              own credit{apiKey.walletFallback && ', then the wallet'}
            </span>
          </>
        )}
      </td>
      <td className="row-actions">
        <Actions label={`Actions on ${name}`} actions={actions} />
      </td>
    </tr>
  );
}
