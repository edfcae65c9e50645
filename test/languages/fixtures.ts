/** The whole service in this process, by default with the sandbox, and a key that has money. */
import { composeService } from '../../server/compose.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { makeTenant } from '../crash/tenant.ts';
import { makeDataDir, removeDataDir, removeLeftovers } from '../support/postgres-folder.ts';

const PLENTY = 10_000_000_000;

export async function startFixtures(environment: Record<string, string> = {}) {
  await removeLeftovers();
  const dataDir = await makeDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir });
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 1, applicationName: 'languages' });
  const service = await composeService({
    parts: ['api', 'worker'],
    log: createLog({ level: 'silent' }),
    config: readConfig({
      ...{ PORT: '0', NODE_ENV: 'test', SANDBOX: 'on', DATABASE_URL: postgres.url },
      ...environment,
    }),
  });
  const { key } = await makeTenant(db, PLENTY);
  return {
    key,
    url: `http://127.0.0.1:${new URL(service.url ?? '').port}`,
    async close() {
      await service.close();
      await db.close();
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
}
