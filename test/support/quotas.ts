/** Quotas for tests: those of the deployment's defaults, unless a test sets others. */
import { readConfig } from '../../server/platform/config/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createQuotas, type QuotaDefaults, type Quotas } from '../../server/quotas/index.ts';

export function quotasOf(db: Db, some: Partial<QuotaDefaults> = {}): Quotas {
  const { defaults, keptDays } = readConfig({ SANDBOX: 'on' }).quotas;
  return createQuotas({ db, defaults: { ...defaults, ...some }, keptDays, log: { warn() {} } });
}
