/** The deployment that is upgraded and that has incidents: a database, a workspace with money, and a provider. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts';
import { createDb } from '../../server/db/pool.ts';
import { makeTenant } from '../crash/tenant.ts';
import { startFront } from '../recovery/provider-front.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { startOutside } from '../support/process.ts';
import { type Environment, sh } from './deployment.ts';

const PLENTY = 1_000_000_000_000;
const KEY_OF_PROVIDER = 'secret';

export type Site = Awaited<ReturnType<typeof openSite>>;

export async function openSite(folder: string) {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const startDatabase = () => startEmbeddedPostgres({ dataDir, port });
  let postgres = await startDatabase();
  const outside = await startOutside({ slowMs: 300, apiKey: KEY_OF_PROVIDER });
  const provider = await startFront({ url: outside.sandbox.url, key: KEY_OF_PROVIDER });
  const own = await mkdtemp(join(tmpdir(), 'rehearsal-site-'));
  const keys = join(own, 'content-keys');
  await writeFile(keys, `2026-01:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const environment: Environment = {
    ...outside.environment,
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'info', DATABASE_URL: postgres.url },
    ...{ CONTENT_KEYS_FILE: keys, DATA_DIR: join(own, 'data'), OPENROUTER_BASE_URL: provider.url },
    ...{ LAME_DUCK_MS: '5000', LEASE_MS: '5000', RUN_DEADLINE_MS: '300000' },
    ...{ RECONCILE_GRACE_MS: '20000', RECONCILE_DEADLINE_MS: '30000' },
  };
  const ownersEnvironment = { MIGRATION_DATABASE_URL: postgres.ownerUrl };
  const { code, output } = await sh(folder, 'npm run cli -- migrate', {
    ...environment,
    ...ownersEnvironment,
  });
  if (code !== 0) throw new Error(`the database cannot be migrated: ${output}`);
  const db = createDb({ url: postgres.url, max: 1, applicationName: 'rehearsal' });
  const tenant = await makeTenant(db, PLENTY).finally(() => db.close());
  return {
    ...{ folder, environment, ownersEnvironment, provider, ...tenant },
    posts: (id: string) => outside.sandbox.posts(id),
    superuserUrl: () => postgres.superuserUrl,
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await startDatabase();
    },
    async close() {
      await postgres.stop();
      await provider.goAway();
      await outside.close();
      await Promise.all([removeDataDir(dataDir), rm(own, { recursive: true })]);
    },
  };
}
