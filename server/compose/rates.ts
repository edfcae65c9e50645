/** Limits of requests for all processes, with the configured store. */
import type { Config } from '../platform/config/index.ts';
import type { DatabaseAddress } from '../platform/db/address.ts';
import {
  createPostgresStore,
  createRates,
  type RateStore,
  type Rates,
} from '../platform/rates/index.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { loadOnDemand } from './on-demand.ts';
import type { Parts } from './parts.ts';

export async function openRates(
  config: Config,
  { database, notifications, notifier, runs }: Parts,
  log: Log,
): Promise<Rates> {
  const store = await openStore(config.http.rateUrl, database.address, log);
  const rates = createRates({ store, notifications, notifier, log });
  // The processes that share the limits are those with an API, and only these have callers who wait for runs.
  runs.notifyUnless(rates.hearsNoOther);
  return rates;
}

async function openStore(
  url: string | undefined,
  address: DatabaseAddress,
  log: Log,
): Promise<RateStore> {
  if (url === undefined) return createPostgresStore(address);
  const { openValkeyStore } = await loadOnDemand(
    'valkey',
    () => import('../platform/rates/valkey.ts'),
  );
  return openValkeyStore({ url, log });
}
