/**
 * What is made once for the whole test run: one real PostgreSQL, from the binaries that the service itself uses, with
 * the migrated database that the test files' databases are copied from; and the programs that tests start.
 */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres, type Urls } from '../../server/db/embedded/index.ts';
import { createDb } from '../../server/db/pool.ts';
import { bringUpToDate } from '../../server/db/schema.ts';
import { type BundledPrograms, bundlePrograms } from './bundled-programs.ts';
import { copyDataDir, makeDataDir, removeDataDir, removeLeftovers } from './postgres-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: {
      /** The migrated database, as the role that the service works as. Never connect to it: it is the template. */
      templateUrl: string;
      /** The same as the role that owns its tables. */
      templateOwnerUrl: string;
      /** For making and dropping databases only: a superuser is bound by no grant. */
      superuserUrl: string;
      /** As a first start leaves one, and at rest. Only to be copied. */
      startedDataDir: string;
    };
    programs: BundledPrograms;
  }
}

/** What tests write goes with them, so nothing waits for the disk. They run beside each other, and all connect. */
const SETTINGS = {
  ...{ fsync: 'off', full_page_writes: 'off', max_connections: 300 },
  // Of thousands of connections each proves that it knows the password.
  scram_iterations: 1,
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const [startedDataDir, dataDir] = [await makeDataDir(), await makeDataDir()];
  await startEmbeddedPostgres({ dataDir: startedDataDir }).then((started) => started.stop());
  await copyDataDir(startedDataDir, dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const { remove, ...programs } = await bundlePrograms();
  const teardown = async (): Promise<void> => {
    await postgres.stop();
    await Promise.all([remove(), ...[startedDataDir, dataDir].map(removeDataDir)]);
  };
  try {
    await keepPasswordsAnew(postgres);
    await bringUpToDate(postgres);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('programs', programs);
  project.provide('postgres', {
    templateUrl: postgres.url,
    templateOwnerUrl: postgres.ownerUrl,
    superuserUrl: postgres.superuserUrl,
    startedDataDir,
  });
  return teardown;
}

/** The same ones, in the form that takes as little as the settings say. */
async function keepPasswordsAnew({ superuserUrl, ownerUrl, url }: Urls): Promise<void> {
  const admin = createDb({ url: superuserUrl, max: 1, applicationName: 'test administration' });
  for (const { username, password } of [superuserUrl, ownerUrl, url].map((each) => new URL(each))) {
    const [role, text] = [username, password].map(decodeURIComponent) as [string, string];
    await admin.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(text)}`);
  }
  await admin.close();
}
