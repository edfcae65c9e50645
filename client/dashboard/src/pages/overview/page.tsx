/**
 * The home of a workspace: what it spends, how long the money lasts, what failed, and what needs attention. Until the
 * first run has ended it shows the first steps.
 */
import { useLatestRuns, useUsage, useWallet } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Failure, Page, Skeleton, useNow, useZone } from '../../parts/index.ts';
import { LatestRuns } from '../runs/latest.tsx';
import { Deployment } from '../start/deployment.tsx';
import { FirstSteps } from '../start/first-steps.tsx';
import { Attention } from './attention.tsx';
import { FailureCodes } from './failures.tsx';
import { monthsUntil, weekUntil } from './figures.ts';
import { DailySpend } from './spend.tsx';
import { Figures } from './tiles.tsx';
import './overview.css';

const FEW = 6;

export function OverviewPage({ title }: { title: string }) {
  const { workspaceId, workspaceName } = useHere();
  const latest = useLatestRuns(workspaceId, FEW);
  const wallet = useWallet(workspaceId);
  const error = latest.error ?? wallet.error;
  if (!latest.data || !wallet.data) {
    return (
      <Page title={title}>
        {error ? (
          <Failure
            error={error}
            onRetry={() => void Promise.all([latest.refetch(), wallet.refetch()])}
          />
        ) : (
          <Skeleton rows={8} label="Loading the overview" />
        )}
      </Page>
    );
  }
  const hasBegun =
    wallet.data.spentAmount > 0 || latest.data.some(({ finishedAt }) => finishedAt !== undefined);
  if (!hasBegun) {
    return (
      <Page title={title} about={`Four steps to your first run in ${workspaceName}.`}>
        <FirstSteps />
        <Deployment />
      </Page>
    );
  }
  return (
    <Page title={title} about="What you can spend, what you spent, and anything that needs you.">
      <Body latest={latest.data} />
    </Page>
  );
}

function Body({ latest }: { latest: NonNullable<ReturnType<typeof useLatestRuns>['data']> }) {
  const { workspaceId, to } = useHere();
  const now = useNow();
  const wallet = useWallet(workspaceId);
  const months = useUsage(workspaceId, monthsUntil(now, useZone()));
  const week = useUsage(workspaceId, weekUntil(now));
  const error = months.error ?? week.error;
  return (
    <>
      {wallet.data && months.data && week.data ? (
        <Figures wallet={wallet.data} months={months.data} week={week.data} />
      ) : error ? (
        <Failure
          error={error}
          onRetry={() => void Promise.all([months.refetch(), week.refetch()])}
        />
      ) : (
        <Skeleton rows={2} label="Loading the figures" />
      )}
      <div className="columns overview-columns">
        <div className="stack">
          {months.data && <DailySpend months={months.data} />}
          <LatestRuns runs={latest} all={to('runs')} />
        </div>
        <div className="stack">
          <Attention />
          {week.data && <FailureCodes week={week.data} />}
        </div>
      </div>
    </>
  );
}
