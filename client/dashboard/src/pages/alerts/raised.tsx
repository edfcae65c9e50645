/** Alerts that were raised, newest first, and which of them are still open. */
import { Link } from 'wouter';
import { type Alert, allRows, useAlerts } from '../../api/index.ts';
import { useHere } from '../../frame/here.tsx';
import { Badge, Card, DataTable, Empty, Listing, Moment, Money } from '../../parts/index.ts';

export function Raised() {
  const { workspaceId } = useHere();
  const alerts = useAlerts(workspaceId);
  return (
    <Listing
      list={alerts}
      rows={allRows(alerts.data)}
      what="the alerts"
      bones={3}
      empty={
        <Card title="Alert history">
          <Empty icon="alerts" title="No alerts yet">
            Alerts show up here when a limit is crossed, with the time they clear.
          </Empty>
        </Card>
      }
    >
      {(rows) => (
        <Card title="Alert history" isFlush>
          <DataTable
            label="Alerts"
            rows={rows}
            keyOf={({ id }) => id}
            columns={{
              Alert: ({ kind }) => WORDS[kind] ?? kind,
              Details: (alert) => (
                <span>
                  <Figures alert={alert} />
                </span>
              ),
              Started: ({ raisedAt }) => <Moment at={raisedAt} />,
              Cleared: ({ recoveredAt }) =>
                recoveredAt === undefined ? (
                  <Badge tone="warn">Active</Badge>
                ) : (
                  <Moment at={recoveredAt} />
                ),
            }}
          />
        </Card>
      )}
    </Listing>
  );
}

const WORDS: Record<string, string> = {
  'credit.low': 'Low balance',
  'key.limit_near': 'Key near its limit',
  'runs.failure_rate_high': 'High failure rate',
  'grant.expiring': 'Granted credit about to expire',
  'recharge.off': 'Auto-recharge turned off',
  'workspace.suspended': 'Workspace suspended',
};

function Figures({ alert: { kind, detail } }: { alert: Alert }) {
  const { to } = useHere();
  const number = (name: string) => Number(detail[name] ?? 0);
  switch (kind) {
    case 'credit.low':
      return (
        <>
          <Money amount={number('availableAmount')} look="balance" /> available,{' '}
          <Money amount={number('heldAmount')} /> held
        </>
      );
    case 'key.limit_near':
      return (
        <p>
          <Link href={to(`keys/${detail.keyId}`)}>{String(detail.keyName)}</Link>:{' '}
          <Money amount={number('spentAmount')} /> of{' '}
          <Money amount={number('limitAmount')} look="exact" /> in a {String(detail.period)}
        </p>
      );
    case 'runs.failure_rate_high':
      return (
        <>
          {number('failedRuns')} of {number('endedRuns')} runs failed within{' '}
          {number('windowMinutes')} minutes
        </>
      );
    case 'grant.expiring':
      return (
        <>
          <Money amount={number('leftAmount')} look="balance" /> of{' '}
          <Money amount={number('amount')} look="exact" /> can be spent until{' '}
          <Moment at={String(detail.expiresAt)} />
        </>
      );
    case 'recharge.off':
      return (
        <>
          The card for <Money amount={number('rechargeAmount')} /> was declined {number('declines')}{' '}
          times. <Link href={to('wallet')}>Turn it on again</Link>
        </>
      );
    case 'workspace.suspended':
      return <>{String(detail.reason)}</>;
    default:
      return <>–</>;
  }
}
