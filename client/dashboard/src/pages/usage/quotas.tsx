/** The quotas of the workspace, the most used first: how much of each is used, and when some of it is free again. */
import { useEffect, useRef } from 'react';
import type { Quota, useQuotas, WorkspaceQuotas } from '../../api/index.ts';
import {
  formatQuotaUse,
  formatShare,
  levelOfQuota,
  type QuotaLevel,
  symbolOf,
  wordsOfQuota,
} from '../../format/index.ts';
import { Ago, Badge, Card, DataTable, Few, Loaded } from '../../parts/index.ts';

const ID = 'quotas';

export function Quotas({ quotas }: { quotas: ReturnType<typeof useQuotas> }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash !== `#${ID}`) return;
    // A new page first scrolls to its top.
    const frame = requestAnimationFrame(() => part.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div id={ID} ref={part} className="quotas">
      <Card title="Quotas" about={<About price={quotas.data} />} isFlush>
        <Loaded query={quotas} rows={9} label="Loading the quotas">
          {(data) => <QuotaTable quotas={data.quotas} />}
        </Loaded>
      </Card>
    </div>
  );
}

function About({ price }: { price: WorkspaceQuotas | undefined }) {
  return (
    <>
      The most that this workspace may store, send and download in a day, and use at once. All of
      its keys share it.{' '}
      <a href="/docs/guides/rate-limits-and-quotas#quotas" target="_blank" rel="noreferrer">
        What happens at the limit
      </a>
      {price?.storagePricePerGbDay !== undefined &&
        ` · Stored bytes cost ${symbolOf(price.currency)}${price.storagePricePerGbDay} per GB and day, from the wallet.`}
    </>
  );
}

function QuotaTable({ quotas }: { quotas: Quota[] }) {
  return (
    <Few rows={quotas.toSorted((one, other) => shareOf(other) - shareOf(one))} few={5}>
      {(shown) => (
        <DataTable
          label="Quotas"
          rows={shown}
          keyOf={({ quota }) => quota}
          folds={({ quota }) => wordsOfQuota(quota).name}
          classes={{ 'Free again': 'fold' }}
          columns={{
            Quota: ({ quota }) => <Name quota={quota} />,
            Used: (quota) => <Used quota={quota} />,
            'Free again': (quota) => <FreeAgain quota={quota} />,
          }}
        />
      )}
    </Few>
  );
}

/** Nothing is left of what is not allowed. */
function shareOf({ used, limit }: Quota): number {
  return limit === 0 ? 1 : used / limit;
}

function Name({ quota }: { quota: string }) {
  const { name, about } = wordsOfQuota(quota);
  return (
    <>
      {name}
      {about !== undefined && <span className="row-note fold">{about}</span>}
      <span className="row-note fold">
        <code>{quota}</code>
      </span>
    </>
  );
}

function Used({ quota }: { quota: Quota }) {
  const level = levelOfQuota(quota);
  const badge = BADGES[level];
  return (
    <div className="quota-use">
      <span>
        {formatQuotaUse(quota)}
        {badge && (
          <>
            {' '}
            <Badge tone={badge.tone}>{badge.words}</Badge>
          </>
        )}
      </span>
      <span className="number muted">{formatShare(quota.used, quota.limit)}</span>
      <span className={`quota-bar ${level}`} aria-hidden="true">
        <span style={{ width: widthOf(quota) }} />
      </span>
    </div>
  );
}

const BADGES: Record<QuotaLevel, { tone: string; words: string } | undefined> = {
  none: { tone: 'plain', words: 'Not allowed' },
  free: undefined,
  near: { tone: 'warn', words: 'Nearly used up' },
  full: { tone: 'bad', words: 'Used up' },
};

function widthOf({ used, limit }: Quota): string {
  return limit === 0 ? '0' : `${Math.min(100, (used / limit) * 100)}%`;
}

function FreeAgain({ quota: { quota, used, freesAt } }: { quota: Quota }) {
  const { frees } = wordsOfQuota(quota);
  if (used === 0) return <>–</>;
  if (frees === 'ends') return <>As jobs end</>;
  if (freesAt === undefined) return <>No date</>;
  return (
    <div>
      <Ago at={freesAt} />
      <span className="row-note">
        {frees === 'daily' ? 'All of it, at midnight UTC' : 'The oldest part of it'}
      </span>
    </div>
  );
}
