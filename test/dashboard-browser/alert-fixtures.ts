/** Alerts of every kind, some of them over. */
import { changeAlertSettings } from '../../server/alerts/index.ts';
import type { Customer, Dashboard } from '../dashboard/fixtures.ts';

const KEY = { keyName: 'Reports', period: 'day', limitAmount: 5_000_000_000 };

export async function addAlerts(dashboard: Dashboard, { tenant }: Customer): Promise<void> {
  const { db } = dashboard.service.database;
  const { workspace } = tenant;
  const change = { keyLimitPercent: 80, failureRatePercent: 20 };
  await changeAlertSettings(db, { workspace, change });
  await db.query(
    `insert into alert (workspace, kind, subject, data, raised_at, recovered_at) values
       ($1, 'runs.failure_rate_high', 'fixture', $2, now() - interval '2 days', now() - interval '47 hours'),
       ($1, 'key.limit_near', 'fixture', $3, now() - interval '1 day', now() - interval '20 hours'),
       ($1, 'credit.low', 'fixture', $4, now() - interval '5 hours', null)`,
    [
      workspace,
      JSON.stringify({ endedRuns: 40, failedRuns: 12, windowMinutes: 15, thresholdPercent: 20 }),
      JSON.stringify({ ...KEY, keyId: tenant.key.id, spentAmount: 4_100_000_000 }),
      JSON.stringify({ availableAmount: 990_000_000, heldAmount: 12_500_000 }),
    ],
  );
}
