/** What this process runs short of, by the configured limits; the log says when that begins and ends. */
import type { Config } from '../platform/config/index.ts';
import type { PooledDb } from '../platform/db/pool.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { createPressure, type Pressure } from '../platform/telemetry/pressure.ts';

export function openPressure(config: Config, db: PooledDb, log: Log): Pressure {
  return createPressure({
    ...{ ...config.shedding, poolWait: db.longestWaitMs },
    onChange: (shortage) =>
      shortage
        ? log.warn({ shortage }, 'requests are refused: this process has more to do than it can')
        : log.warn('requests are taken again'),
  });
}
