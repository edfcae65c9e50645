/**
 * What needs attention: money and quotas that run out, keys that expire, messages that are refused, runs with unknown
 * outcomes.
 */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  type ApiKey,
  allRows,
  needsCare,
  useDestinations,
  useEndpoints,
  useKeys,
  useOpenOutcomes,
  useQuotas,
  useWallet,
} from '../../api/index.ts';
import { formatQuotaUse, levelOfQuota, plural, wordsOfQuota } from '../../format/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Ago, Card, Icon, Money, useNow } from '../../parts/index.ts';
import { DebtWords } from '../wallet/debt.tsx';

/** A key that expires within this many days is listed. */
const SOON_MS = 14 * 86_400_000;
/** A key that used this percentage of a spending limit is listed. */
const NEARLY_USED = 90;

export function Attention() {
  const items = useItems();
  return (
    <Card title="Needs attention">
      {items.length === 0 ? (
        <p className="all-well">
          <Icon name="check" /> All clear. Nothing needs your attention.
        </p>
      ) : (
        <ul className="attention">
          {items.map(({ id, tone, content }) => (
            <li key={id} className={tone}>
              <Icon name={tone === 'bad' ? 'warn' : 'info'} />
              <span>{content}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface Item {
  id: string;
  tone: 'bad' | 'warn';
  content: ReactNode;
}

function useItems(): Item[] {
  const { workspaceId, to } = useHere();
  const open = useOpenOutcomes(workspaceId).data;
  const count = open?.data.length ?? 0;
  const ofRuns: Item[] =
    count === 0
      ? []
      : [
          {
            id: 'open',
            tone: 'warn',
            content: (
              <>
                <Link href={`${to('runs')}?state=needs_reconciliation`}>
                  {open?.nextCursor == null ? plural(count, 'run') : `${count}+ runs`}
                </Link>{' '}
                waiting for the provider to confirm the outcome.
              </>
            ),
          },
        ];
  return [...useMoney(), ...useQuotaItems(), ...useKeyItems(), ...useOutboxes(), ...ofRuns];
}

function useMoney(): Item[] {
  const { workspaceId, to } = useHere();
  const { data } = useWallet(workspaceId);
  if (!data) return [];
  const link = <Link href={to('wallet')}>wallet</Link>;
  const { debtAmount, debtStopsRuns } = data;
  const debt: Item[] =
    debtAmount === undefined
      ? []
      : [
          {
            id: 'debt',
            tone: debtStopsRuns ? 'bad' : 'warn',
            content: (
              <>
                <DebtWords wallet={data} /> <Link href={to('wallet')}>Pay it</Link>
              </>
            ),
          },
        ];
  // Whatever would pay for a run, the debt stops it.
  if (debtStopsRuns) return debt;
  if (data.availableAmount === 0) {
    const content = <>The {link} is empty. New runs are refused.</>;
    return [...debt, { id: 'empty', tone: 'bad', content }];
  }
  if (!data.isLow) return debt;
  const content = (
    <>
      The {link} is low: <Money amount={data.availableAmount} look="balance" /> left, below your{' '}
      <Money amount={data.lowBalanceAmount ?? 0} look="exact" /> threshold.
    </>
  );
  return [...debt, { id: 'low', tone: 'bad', content }];
}

/** What jobs use while they run needs nobody: it is free again as they end. */
function useQuotaItems(): Item[] {
  const { workspaceId, to } = useHere();
  const { data } = useQuotas(workspaceId);
  return (data?.quotas ?? []).flatMap((quota): Item[] => {
    const { name, frees } = wordsOfQuota(quota.quota);
    const level = levelOfQuota(quota);
    if (frees === 'ends' || (level !== 'near' && level !== 'full')) return [];
    const isFull = level === 'full';
    const content = (
      <>
        <Link href={`${to('usage')}#quotas`}>{name}</Link>: {formatQuotaUse(quota)} used.{' '}
        {isFull ? 'More is refused.' : 'Beyond that, more is refused.'}
      </>
    );
    return [{ id: `quota ${quota.quota}`, tone: isFull ? 'bad' : 'warn', content }];
  });
}

function useKeyItems(): Item[] {
  const { workspaceId, to } = useHere();
  const { data } = useKeys(workspaceId, 'active');
  const now = useNow();
  const nameOf = ({ id, name }: ApiKey) => <Link href={to(`keys/${id}`)}>{name}</Link>;
  return (allRows(data) ?? [])
    .filter(({ rotatedTo, purpose }) => rotatedTo === undefined && purpose === undefined)
    .flatMap((key): Item[] => [
      ...(key.expiresAt !== undefined && Date.parse(key.expiresAt) - now < SOON_MS
        ? [
            {
              id: `expires ${key.id}`,
              tone: 'warn' as const,
              content: (
                <>
                  {nameOf(key)} expires <Ago at={key.expiresAt} />.
                </>
              ),
            },
          ]
        : []),
      ...key.spendingLimits
        .filter(({ limitAmount, availableAmount }) => isNearlyUsed(limitAmount, availableAmount))
        .map(({ period, limitAmount, availableAmount, resetsAt }) => ({
          id: `${period} ${key.id}`,
          tone: availableAmount === 0 ? ('bad' as const) : ('warn' as const),
          content: (
            <>
              {nameOf(key)} has <Money amount={availableAmount} look="balance" /> left of its{' '}
              <Money amount={limitAmount} look="exact" /> {period === 'day' ? 'daily' : 'monthly'}{' '}
              limit, which resets <Ago at={resetsAt} />.
            </>
          ),
        })),
    ]);
}

function isNearlyUsed(limit: number, available: number): boolean {
  return available <= limit - (limit / 100) * NEARLY_USED;
}

function useOutboxes(): Item[] {
  const { workspaceId, to } = useHere();
  const endpoints = useEndpoints(workspaceId).data?.data.filter(needsCare) ?? [];
  const destinations = useDestinations(workspaceId).data?.data.filter(needsCare) ?? [];
  return [
    ...endpoints.map(({ id, status, url, description }) => ({
      id,
      tone: 'bad' as const,
      content: (
        <>
          Webhook <Link href={to(`webhooks/${id}`)}>{description || url}</Link>{' '}
          {status === 'disabled' ? 'is disabled after repeated failures.' : 'is failing.'}
        </>
      ),
    })),
    ...destinations.map(({ id, status, name }) => ({
      id,
      tone: 'bad' as const,
      content: (
        <>
          Destination <Link href={to('destinations')}>{name}</Link>{' '}
          {status === 'disabled' ? 'is disabled after repeated failures.' : 'is failing.'}
        </>
      ),
    })),
  ];
}
