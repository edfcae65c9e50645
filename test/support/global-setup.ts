/**
 * What the whole test run shares: one real PostgreSQL, from the binaries that the service itself uses, with the
 * migrated database that is the template of the test files' databases; and the programs that tests start.
 */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type Urls } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { type BundledPrograms, bundlePrograms } from './bundled-programs.ts';
import { freePort } from './free-port.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { type Pooler, type RunningPooler, startPooler } from './pooler.ts';
import { copyDataDir, makeDataDir, removeDataDir, removeLeftovers } from './postgres-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: {
      /** The migrated database, as the role of the service. Never connect to it: it is the template. */
      templateUrl: string;
      /** The same database as the role that owns its tables. */
      templateOwnerUrl: string;
      /** Only for creating and dropping databases: grants do not limit a superuser. */
      superuserUrl: string;
      /** The data folder that a first start leaves, with its server stopped. Only for copying. */
      startedDataDir: string;
    };
    programs: BundledPrograms;
    /** Null if services connect to PostgreSQL directly. */
    pooler: Pooler | null;
  }
}

/** The data of tests ends with them, so nothing waits for the disk. Tests run in parallel, and all connect. */
const SETTINGS = {
  ...{ fsync: 'off', full_page_writes: 'off', max_connections: 300 },
  // Each of thousands of connections proves that it knows the password.
  scram_iterations: 1,
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const [startedDataDir, dataDir, installedDir] = [
    await makeDataDir(),
    await makeDataDir(),
    await makeDataDir(),
  ];
  await startEmbeddedPostgres({ dataDir: startedDataDir }).then((started) => started.stop());
  await copyDataDir(startedDataDir, dataDir);
  const { TEST_POOLER, TEST_POSTGRES } = process.env;
  const postgres = await (TEST_POSTGRES === undefined
    ? startEmbeddedPostgres({
        ...{ dataDir, settings: SETTINGS },
        ...(TEST_POOLER !== undefined && { port: await freePort() }),
      })
    : startInstalled(TEST_POSTGRES, installedDir));
  const { remove, ...programs } = await bundlePrograms();
  let pooler: RunningPooler | undefined;
  const teardown = async (): Promise<void> => {
    await pooler?.stop();
    await postgres.stop();
    const folders = [startedDataDir, dataDir, installedDir];
    await Promise.all([remove(), ...folders.map(removeDataDir)]);
  };
  try {
    await keepPasswordsAnew(postgres);
    await bringUpToDate(postgres);
    if (TEST_POOLER !== undefined) pooler = await startPooler(TEST_POOLER, postgres);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('programs', programs);
  project.provide('pooler', pooler ? poolerOf(pooler) : null);
  project.provide('postgres', {
    templateUrl: postgres.url,
    templateOwnerUrl: postgres.ownerUrl,
    superuserUrl: postgres.superuserUrl,
    startedDataDir,
  });
  return teardown;
}

/** The part that other processes can receive. */
function poolerOf({ port, serverPort, consoleUrl }: Pooler): Pooler {
  return { port, serverPort, consoleUrl };
}

/** The oldest supported version of PostgreSQL cannot lower the cost of a password. */
function startInstalled(binDir: string, dataDir: string) {
  const { scram_iterations: _, ...settings } = SETTINGS;
  return startInstalledPostgres({ binDir, dataDir, settings });
}

/** Saves the same passwords again, at the lower cost that the settings specify. */
async function keepPasswordsAnew({ superuserUrl, ownerUrl, url }: Urls): Promise<void> {
  const admin = createDb({ url: superuserUrl, max: 1, applicationName: 'test administration' });
  for (const { username, password } of [superuserUrl, ownerUrl, url].map((each) => new URL(each))) {
    const [role, text] = [username, password].map(decodeURIComponent) as [string, string];
    await admin.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(text)}`);
  }
  await admin.close();
}
